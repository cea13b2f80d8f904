/**
 * Boards whose due dates the person wants to hear of although their tasks are others'. Read rarely: when the service tells of a
 * change, and otherwise every quarter of an hour, and then only if the board is another one, where the service can tell. Only
 * open tasks with a date in the coming weeks are kept, also on disk, so that a start without a network reminds of them.
 * Instants in ms.
 */

import { z } from 'zod';
import type { WatchedBoardView } from '../../../shared/contract/board-view.ts';
import { TaskSchema } from '../../../shared/contract/task-schema.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { Name } from '../../../shared/contract/text.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import type { WatchedBoard } from '../../../shared/reminders/watched-board.ts';

import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { boardRevision, isNoBoard } from '../../service/read-boards.ts';
import { createReader, type Reader } from '../../service/reader.ts';
import type { Database } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import { applyPendingToWatchedTask, type PendingChanges } from '../tasks/index.ts';

import { readDated } from './board-source.ts';

export interface WatchedSource {
  accountId: string;
  client: Pick<Client, 'getBoardPage'>;
}

export interface WatchedOptions {
  database: Database;
  now: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** How often a board is looked at, before jitter, and how soon again where changes of it are told (ms). */
  pace: () => { everyMs: number; restMs: number };
  /** Asked after a 401: is the credential really dead? Where it is, whoever asked stops this. */
  isCredentialDead: () => Promise<boolean>;
  onChange: () => void;
}

const MAX_BOARDS = 10;
const DAY_MS = 24 * 3_600_000;
/** Nothing is said of a due date more than 30 days ahead; it is read again within a day. */
const AHEAD_MS = 40 * DAY_MS;
/** Changes that are told come in swarms. */
const SWARM_MS = 2_000;
const FIRST_RETRY_MS = 60_000;

const Reading = z.object({
  workspaceId: z.string(),
  tasks: z.array(TaskSchema),
  /** What the service called the board's state, before it was read; null where it has no name for it. */
  revision: z.string().nullable(),
  readAt: z.number(),
});
const ReadingText = JsonText.pipe(Reading);

interface Watched {
  projectId: string;
  name: string;
  /** null until it was read for the first time, and when it is gone. */
  reading: z.infer<typeof Reading> | null;
  isGone: boolean;
  askedAt: number;
  reader: Reader<WatchedSource, undefined>;
}

export type WatchedBoards = ReturnType<typeof createWatchedBoards>;

export function createWatchedBoards({ database, now, random, pace, isCredentialDead, onChange }: WatchedOptions) {
  const sql = {
    all: database.prepare('SELECT project_id, name, reading FROM watched_board WHERE account_id = ? ORDER BY name'),
    write: database.prepare(
      `INSERT INTO watched_board (account_id, project_id, name, reading) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, project_id) DO UPDATE SET name = excluded.name, reading = excluded.reading`,
    ),
    drop: database.prepare('DELETE FROM watched_board WHERE account_id = ? AND project_id = ?'),
  };
  let accountId: string | null = null;
  let boards: Watched[] = [];
  let source: WatchedSource | null = null;
  /** One board is read after the other. */
  let turn: Promise<unknown> = Promise.resolve();

  function entry(projectId: string, name: string, reading: Watched['reading'] = null): Watched {
    const board: Watched = {
      projectId,
      name,
      reading,
      isGone: false,
      askedAt: Number.NEGATIVE_INFINITY,
      reader: createReader({
        read(from: WatchedSource, _part: undefined, signal) {
          const mine = turn.then(() => read(board, from, signal));
          turn = mine.catch(() => undefined);
          return mine;
        },
        fail(error) {
          if (isNoBoard(error)) keep(board, board.name, null);
        },
        polls: { everyMs: () => pace().everyMs, retryMs, random },
        isCredentialDead,
        now,
      }),
    };
    return board;
  }

  /** Shows an account's boards as they were last read; null: nobody's. */
  function load(id: string | null): void {
    if (id === accountId) return;
    stop();
    accountId = id;
    boards = (id === null ? [] : sql.all.all(id)).map(({ project_id, name, reading }) =>
      entry(String(project_id), Name.parse(name), ReadingText.safeParse(reading).data),
    );
    onChange();
  }

  function save(board: Watched): void {
    if (accountId === null) return;
    sql.write.run(accountId, board.projectId, board.name, board.reading && JSON.stringify(board.reading));
  }

  async function read(board: Watched, from: WatchedSource, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // Before it is asked: what is told of from now on is not in the answer.
    board.askedAt = now();
    const revision = (await boardRevision(from.client, board.projectId, signal)) ?? null;
    const age = board.reading === null ? Number.POSITIVE_INFINITY : now() - board.reading.readAt;
    if (revision !== null && revision === board.reading?.revision && age >= 0 && age < DAY_MS) return;
    const readAt = now();
    const until = new Date(readAt + AHEAD_MS).toISOString();
    const { name, workspaceId, tasks } = await readDated(from.client, board.projectId, until, signal);
    signal.throwIfAborted();
    keep(board, name || board.name, { workspaceId, tasks: [...tasks], revision, readAt });
  }

  function keep(board: Watched, name: string, reading: Watched['reading']): void {
    Object.assign(board, { name, reading, isGone: reading === null });
    save(board);
    onChange();
  }

  function retryMs(error: unknown, failures: number): number {
    // Whoever is let in again finds it as it was tomorrow, or with the next start.
    if (isNoBoard(error)) return DAY_MS;
    const asked = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    const backoff = Math.min(pace().everyMs, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
    return Math.max(asked, backoff) * (1 + random() / 4);
  }

  /** Not before the next swarm of changes is over, and not again and again. */
  function soon({ isGone, askedAt, reader }: Watched): void {
    if (!isGone) reader.refreshWithin(Math.max(SWARM_MS, askedAt + pace().restMs - now()));
  }

  function stop(): void {
    for (const { reader } of boards) reader.stop();
    source = null;
  }

  return {
    load,

    /** Reads for this account from now on. */
    start(from: WatchedSource): void {
      stop();
      load(from.accountId);
      source = from;
      for (const { reader } of boards) void reader.start(from);
    },
    stop,

    /** From now on, or no longer. Throws AppError where there are too many. */
    watch(of: string, { id, name }: { id: string; name: string }, on: boolean): void {
      load(of);
      const known = boards.find(({ projectId }) => projectId === id);
      if (on === (known !== undefined)) return;
      if (on && boards.length >= MAX_BOARDS)
        throw new ValidationError(messages.tasks.tooManyBoards({ most: MAX_BOARDS }));
      if (on) {
        const board = entry(id, name);
        boards = [...boards, board].sort((one, other) => one.name.localeCompare(other.name));
        save(board);
        void board.reader.start(source);
      } else {
        known?.reader.stop();
        boards = boards.filter((board) => board !== known);
        sql.drop.run(of, id);
      }
      onChange();
    },

    view: (): WatchedBoardView[] => boards.map(({ projectId, name, isGone }) => ({ projectId, name, isGone })),
    /** As the service has them; none for another account. */
    boards: (of: string): WatchedBoard[] =>
      of !== accountId
        ? []
        : boards.flatMap(({ projectId, reading }) =>
            reading === null ? [] : [{ projectId, workspaceId: reading.workspaceId, tasks: reading.tasks }],
          ),
    find(taskId: string): TaskView | undefined {
      for (const { reading } of boards) {
        const task = reading?.tasks.find(({ id }) => id === taskId);
        if (task) return task;
      }
      return undefined;
    },

    /** The service tells that something of a project changed. */
    changed(projectId: string): void {
      const board = boards.find((one) => one.projectId === projectId);
      if (board !== undefined && !board.reader.isFailing()) soon(board);
    },
    /** The computer woke, or the network is back. */
    refreshIfStale(): void {
      for (const board of boards) soon(board);
    },
    /** The service took these changes: they hold before the board is read again. */
    absorb(changes: PendingChanges): void {
      for (const board of boards) {
        const { reading } = board;
        if (reading === null || !reading.tasks.some(({ id }) => changes.has(id))) continue;
        const tasks = reading.tasks.flatMap((task) => applyPendingToWatchedTask(task, changes.get(task.id)) ?? []);
        // On disk once it was read again.
        board.reading = { ...reading, tasks };
        onChange();
        if (!board.reader.isFailing()) soon(board);
      }
    },
  };
}

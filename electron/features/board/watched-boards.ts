/**
 * Boards whose due dates the user wants to be reminded of, whoever the tasks are assigned to. A board is read after an event and
 * every quarter of an hour, and only if its revision changed. Open tasks due in the coming weeks are stored on disk, so that
 * reminders work after a start without network. Instants in ms.
 */

import { z } from 'zod';
import type { WatchedBoardView } from '../../../shared/contract/board-view.ts';
import { Name } from '../../../shared/contract/fields.ts';
import { TaskSchema } from '../../../shared/contract/task-schema.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
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
  /** Poll interval before jitter, and least time between two reads after changes (ms). */
  pace: () => { everyMs: number; restMs: number };
  /** Called after a 401. If the credential is dead, the callee stops this reader. */
  isCredentialDead: () => Promise<boolean>;
  onChange: () => void;
}

const MAX_BOARDS = 10;
/** Reminders come at most 30 days ahead, and a board is read again within a day. */
const AHEAD_MS = 40 * DAY_MS;
/** Events come in bursts, which are collected for this time (ms). */
const DEBOUNCE_MS = 2_000;
const FIRST_RETRY_MS = 60_000;

const Reading = z.object({
  workspaceId: z.string(),
  tasks: z.array(TaskSchema),
  /** The service's revision before the read; null if it has none. */
  revision: z.string().nullable(),
  readAt: z.number(),
});
const ReadingText = JsonText.pipe(Reading);

interface Watched {
  projectId: string;
  name: string;
  /** null before the first read, and if the board is gone. */
  reading: z.infer<typeof Reading> | null;
  isGone: boolean;
  requestedAt: number;
  reader: Reader<WatchedSource, undefined>;
}

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
  /** Boards are read one after the other. */
  let queue: Promise<unknown> = Promise.resolve();

  function entry(projectId: string, name: string, reading: Watched['reading'] = null): Watched {
    const board: Watched = {
      projectId,
      name,
      reading,
      isGone: false,
      requestedAt: Number.NEGATIVE_INFINITY,
      reader: createReader({
        read(from: WatchedSource, _part: undefined, signal) {
          const result = queue.then(() => read(board, from, signal));
          queue = result.catch(() => undefined);
          return result;
        },
        fail(error) {
          if (isNoBoard(error)) update(board, board.name, null);
        },
        polls: { everyMs: () => pace().everyMs, retryMs, random },
        isCredentialDead,
        now,
      }),
    };
    return board;
  }

  /** Shows the stored boards of an account; null: of none. */
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
    // Set before the request: later changes are not in the answer.
    board.requestedAt = now();
    const revision = (await boardRevision(from.client, board.projectId, signal)) ?? null;
    const age = board.reading === null ? Number.POSITIVE_INFINITY : now() - board.reading.readAt;
    if (revision !== null && revision === board.reading?.revision && age >= 0 && age < DAY_MS) return;
    const readAt = now();
    const until = new Date(readAt + AHEAD_MS).toISOString();
    const { name, workspaceId, tasks } = await readDated(from.client, board.projectId, until, signal);
    signal.throwIfAborted();
    update(board, name || board.name, { workspaceId, tasks: [...tasks], revision, readAt });
  }

  function update(board: Watched, name: string, reading: Watched['reading']): void {
    Object.assign(board, { name, reading, isGone: reading === null });
    save(board);
    onChange();
  }

  function retryMs(error: unknown, failures: number): number {
    // Access may be granted again: try tomorrow or at the next start.
    if (isNoBoard(error)) return DAY_MS;
    const retryAfterMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    const backoff = Math.min(pace().everyMs, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
    return Math.max(retryAfterMs, backoff) * (1 + random() / 4);
  }

  /** Waits for the burst of events to end and limits the rate. */
  function refreshSoon({ isGone, requestedAt, reader }: Watched): void {
    if (!isGone) reader.refreshWithin(Math.max(DEBOUNCE_MS, requestedAt + pace().restMs - now()));
  }

  function stop(): void {
    for (const { reader } of boards) reader.stop();
    source = null;
  }

  return {
    load,

    /** Starts polling as this account. */
    start(from: WatchedSource): void {
      stop();
      load(from.accountId);
      source = from;
      for (const { reader } of boards) void reader.start(from);
    },
    stop,

    /** Starts or stops watching a board. Throws AppError if there are too many. */
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
    /** Without pending changes; empty for another account. */
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

    /** Something in a project changed at the service. */
    changed(projectId: string): void {
      const board = boards.find((one) => one.projectId === projectId);
      if (board !== undefined && !board.reader.isFailing()) refreshSoon(board);
    },
    refreshIfStale(): void {
      for (const board of boards) refreshSoon(board);
    },
    /** The service accepted these changes: apply them before the board is read again. */
    absorb(changes: PendingChanges): void {
      for (const board of boards) {
        const { reading } = board;
        if (reading === null || !reading.tasks.some(({ id }) => changes.has(id))) continue;
        const tasks = reading.tasks.flatMap((task) => applyPendingToWatchedTask(task, changes.get(task.id)) ?? []);
        // The next read stores it on disk.
        board.reading = { ...reading, tasks };
        onChange();
        if (!board.reader.isFailing()) refreshSoon(board);
      }
    },
  };
}

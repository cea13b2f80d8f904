/**
 * Boards whose due dates the person wants to hear of although their tasks are others'. Read rarely: when the service tells of a
 * change, and otherwise every quarter of an hour, and then only if the board is another one, where the service can tell. Only
 * open tasks with a date in the coming weeks are kept, also on disk, so that a start without a network reminds of them.
 * Instants in ms.
 */

import { z } from 'zod';
import type { WatchedBoardView } from '../../../shared/contract/board-view.ts';
import { Name } from '../../../shared/contract/text.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { type WatchedBoard, WatchedTask } from '../../../shared/reminders/watched-task.ts';

import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { boardRevision } from '../../service/read-boards.ts';
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
  tasks: z.array(WatchedTask),
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
  nextAt: number;
  failures: number;
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
  /** Ends the reading that is under way. */
  let reading: AbortController | null = null;
  let timer: NodeJS.Timeout | undefined;

  const entry = (projectId: string, name: string): Watched => ({
    projectId,
    name,
    reading: null,
    isGone: false,
    askedAt: Number.NEGATIVE_INFINITY,
    nextAt: 0,
    failures: 0,
  });

  /** Shows an account's boards as they were last read; null: nobody's. */
  function load(id: string | null): void {
    if (id === accountId) return;
    stop();
    accountId = id;
    boards = (id === null ? [] : sql.all.all(id)).map((row) => ({
      ...entry(String(row.project_id), Name.parse(row.name)),
      reading: ReadingText.safeParse(row.reading).data ?? null,
    }));
    onChange();
  }

  function save(board: Watched): void {
    if (accountId === null) return;
    sql.write.run(accountId, board.projectId, board.name, board.reading && JSON.stringify(board.reading));
  }

  // ---- reading -----------------------------------------------------------------------------------------------------

  /** Further off than it can be: the clock was set back. */
  const isDue = ({ nextAt }: Watched): boolean => nextAt <= now() || nextAt > now() + 2 * DAY_MS;

  function schedule(): void {
    clearTimeout(timer);
    if (source === null || reading !== null || boards.length === 0) return;
    const wait = boards.some(isDue) ? 0 : Math.min(...boards.map(({ nextAt }) => nextAt)) - now();
    timer = setTimeout(next, wait);
    timer.unref?.();
  }

  /** One board after the other. */
  function next(): void {
    const board = boards.find(isDue);
    const from = source;
    if (board === undefined || from === null || reading !== null) {
      schedule();
      return;
    }
    const controller = new AbortController();
    reading = controller;
    void read(board, from, controller.signal).finally(() => {
      if (reading !== controller) return;
      reading = null;
      schedule();
    });
  }

  async function read(board: Watched, from: WatchedSource, signal: AbortSignal): Promise<void> {
    // Before it is asked: what is told of from now on is not in the answer.
    board.askedAt = now();
    board.nextAt = now() + pace().everyMs * (0.9 + random() * 0.2);
    try {
      const revision = (await boardRevision(from.client, board.projectId, signal)) ?? null;
      const age = board.reading === null ? Number.POSITIVE_INFINITY : now() - board.reading.readAt;
      const isSame = revision !== null && revision === board.reading?.revision && age >= 0 && age < DAY_MS;
      if (!isSame) {
        const readAt = now();
        const until = new Date(readAt + AHEAD_MS).toISOString();
        const { name, workspaceId, tasks } = await readDated(from.client, board.projectId, until, signal);
        if (!signal.aborted)
          keep(board, { name: name || board.name, reading: { workspaceId, tasks: [...tasks], revision, readAt } });
      }
      board.failures = 0;
    } catch (error) {
      if (!signal.aborted) await refuse(board, error, signal);
    }
  }

  function keep(board: Watched, { name, reading }: Pick<Watched, 'name' | 'reading'>): void {
    if (!boards.includes(board)) return;
    Object.assign(board, { name, reading, isGone: reading === null });
    save(board);
    onChange();
  }

  async function refuse(board: Watched, error: unknown, signal: AbortSignal): Promise<void> {
    const status = error instanceof ServiceError && error.kind === 'rejected' ? error.status : undefined;
    if (status === 401 && (await isCredentialDead())) return;
    if (signal.aborted) return;
    if (status === 400 || status === 403 || status === 404) {
      // Whoever is let in again finds it as it was tomorrow, or with the next start.
      board.nextAt = now() + DAY_MS;
      keep(board, { name: board.name, reading: null });
      return;
    }
    const asked = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
    const backoff = FIRST_RETRY_MS * 2 ** Math.min(board.failures, 10);
    board.failures += 1;
    board.nextAt = now() + Math.max(asked, Math.min(pace().everyMs, backoff)) * (1 + random() / 4);
    // The others would be answered the same.
    if (status === 429) for (const other of boards) other.nextAt = Math.max(other.nextAt, now() + asked);
  }

  /** Not before the next swarm of changes is over, and not again and again. */
  function soon(board: Watched): void {
    if (board.isGone || board.failures > 0) return;
    board.nextAt = Math.min(board.nextAt, Math.max(now() + SWARM_MS, board.askedAt + pace().restMs));
    schedule();
  }

  function stop(): void {
    reading?.abort();
    reading = null;
    source = null;
    clearTimeout(timer);
  }

  return {
    load,

    /** Reads for this account from now on. */
    start(from: WatchedSource): void {
      stop();
      load(from.accountId);
      source = from;
      for (const board of boards) Object.assign(board, { nextAt: 0, failures: 0 });
      schedule();
    },
    stop,

    /** From now on, or no longer. Throws AppError where there are too many. */
    watch(of: string, { id, name }: { id: string; name: string }, on: boolean): void {
      load(of);
      const known = boards.find(({ projectId }) => projectId === id);
      if (on === (known !== undefined)) return;
      if (on && boards.length >= MAX_BOARDS) throw new ValidationError(messages.tasks.tooManyBoards(MAX_BOARDS));
      if (on) {
        const board = entry(id, name);
        boards = [...boards, board].sort((one, other) => one.name.localeCompare(other.name));
        save(board);
      } else {
        boards = boards.filter((board) => board !== known);
        sql.drop.run(of, id);
      }
      onChange();
      schedule();
    },

    view: (): WatchedBoardView[] => boards.map(({ projectId, name, isGone }) => ({ projectId, name, isGone })),
    /** As the service has them; none for another account. */
    boards: (of: string): WatchedBoard[] =>
      of !== accountId
        ? []
        : boards.flatMap(({ projectId, reading }) =>
            reading === null ? [] : [{ projectId, workspaceId: reading.workspaceId, tasks: reading.tasks }],
          ),
    find(taskId: string): WatchedTask | undefined {
      for (const { reading } of boards) {
        const task = reading?.tasks.find(({ id }) => id === taskId);
        if (task) return task;
      }
      return undefined;
    },

    /** The service tells that something of a project changed. */
    changed(projectId: string): void {
      const board = boards.find((one) => one.projectId === projectId);
      if (board) soon(board);
    },
    /** The computer woke, or the network is back. */
    refreshIfStale(): void {
      for (const board of boards) {
        board.failures = 0;
        soon(board);
      }
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
        soon(board);
      }
    },
  };
}

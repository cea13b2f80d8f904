/**
 * Boards whose due dates the user wants to be reminded of, whoever the tasks are assigned to. Open tasks due in the coming weeks are
 * stored on disk, so that reminders work after a start without network. board-reading.ts decides when a board is read. Instants in ms.
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
import { boardRevision } from '../../service/read-boards.ts';
import type { Database } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import { applyPendingToWatchedTask, type PendingChanges } from '../tasks/index.ts';
import { type BoardReading, createBoardReading, type ReadingSurroundings } from './board-reading.ts';
import { readDueTasks } from './board-source.ts';

export interface WatchedSource {
  accountId: string;
  client: Pick<Client, 'getBoardPage'>;
}

export interface WatchedOptions extends ReadingSurroundings {
  database: Database;
  /** Poll interval before jitter, and least time between two reads after changes (ms). */
  pace: () => { everyMs: number; restMs: number };
  onChange: () => void;
}

const MAX_BOARDS = 10;
/** Reminders come at most 30 days ahead, and a board is read again within a day. */
const AHEAD_MS = 40 * DAY_MS;
/** Events come in bursts, which are collected for this time (ms). */
const BURST_MS = 2_000;

const DueTasks = z.object({
  workspaceId: z.string(),
  tasks: z.array(TaskSchema),
  /** The service's revision of the board; null if it has none. */
  revision: z.string().nullable(),
  readAt: z.number(),
});
const DueTasksText = JsonText.pipe(DueTasks);

interface Watched {
  projectId: string;
  name: string;
  /** null before the first read, and if the board is gone. */
  due: z.infer<typeof DueTasks> | null;
  reading: BoardReading<WatchedSource>;
}

export function createWatchedBoards({ database, pace, onChange, ...surroundings }: WatchedOptions) {
  const { now } = surroundings;
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

  function entry(projectId: string, name: string, due: Watched['due'] = null): Watched {
    const reading = createBoardReading({
      /** Tasks come within AHEAD_MS from day to day, even if the board does not change. */
      knownRevision: () =>
        board.due !== null && Math.abs(now() - board.due.readAt) < DAY_MS ? board.due.revision : null,
      readRevision: ({ client }: WatchedSource, signal) =>
        inTurn(signal, async () => (await boardRevision(client, projectId, signal)) ?? null),
      readPages: ({ client }, signal) =>
        inTurn(signal, () => readDueTasks(client, projectId, new Date(now() + AHEAD_MS).toISOString(), signal)),
      onAnswer(read) {
        if (read === null) return;
        const { workspaceId, tasks, revision } = read;
        update(board, read.name || board.name, { workspaceId, tasks: [...tasks], revision, readAt: now() });
      },
      onFailed() {
        if (reading.state() === 'gone') update(board, board.name, null);
      },
      pollMs: () => pace().everyMs,
      restMs: () => pace().restMs,
      burstMs: BURST_MS,
      ...surroundings,
    });
    const board: Watched = { projectId, name, due, reading };
    return board;
  }

  function inTurn<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const result = queue.then(() => {
      signal.throwIfAborted();
      return read();
    });
    queue = result.catch(() => undefined);
    return result;
  }

  /** Shows the stored boards of an account; null: of none. */
  function load(id: string | null): void {
    if (id === accountId) return;
    stop();
    accountId = id;
    boards = (id === null ? [] : sql.all.all(id)).map(({ project_id, name, reading }) =>
      entry(String(project_id), Name.parse(name), DueTasksText.safeParse(reading).data),
    );
    onChange();
  }

  function save(board: Watched): void {
    if (accountId === null) return;
    sql.write.run(accountId, board.projectId, board.name, board.due && JSON.stringify(board.due));
  }

  function update(board: Watched, name: string, due: Watched['due']): void {
    Object.assign(board, { name, due });
    save(board);
    onChange();
  }

  function stop(): void {
    for (const { reading } of boards) reading.stop();
    source = null;
  }

  return {
    load,

    /** Starts polling as this account. */
    start(from: WatchedSource): void {
      stop();
      load(from.accountId);
      source = from;
      for (const { reading } of boards) reading.start(from);
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
        board.reading.start(source);
      } else {
        known?.reading.stop();
        boards = boards.filter((board) => board !== known);
        sql.drop.run(of, id);
      }
      onChange();
    },

    view: (): WatchedBoardView[] =>
      boards.map(({ projectId, name, reading }) => ({ projectId, name, isGone: reading.state() === 'gone' })),
    /** Without pending changes; empty for another account. */
    boards: (of: string): WatchedBoard[] =>
      of !== accountId
        ? []
        : boards.flatMap(({ projectId, due }) =>
            due === null ? [] : [{ projectId, workspaceId: due.workspaceId, tasks: due.tasks }],
          ),
    find(taskId: string): TaskView | undefined {
      for (const { due } of boards) {
        const task = due?.tasks.find(({ id }) => id === taskId);
        if (task) return task;
      }
      return undefined;
    },

    /** Something in a project changed at the service. */
    changed: (id: string): void => boards.find(({ projectId }) => projectId === id)?.reading.changed(undefined),
    /** Events may have been missed, or the network is back. */
    missed(): void {
      for (const { reading } of boards) reading.missed();
    },
    /** The service accepted these changes: apply them before the board is read again. */
    sent(changes: PendingChanges): void {
      for (const board of boards) {
        const { due } = board;
        if (due === null || !due.tasks.some(({ id }) => changes.has(id))) continue;
        const tasks = due.tasks.flatMap((task) => applyPendingToWatchedTask(task, changes.get(task.id)) ?? []);
        // The next read stores it on disk.
        board.due = { ...due, tasks };
        onChange();
        board.reading.changed(undefined);
      }
    },
  };
}

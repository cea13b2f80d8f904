/**
 * Reads the tasks assigned to the user: polls, stores the list on disk and publishes it when it changed.
 * Newer servers have an endpoint for it; on older ones the boards are read instead (docs/service.md#assigned-tasks).
 */

import { z } from 'zod';
import { TaskSchema } from '../../../shared/contract/task-schema.ts';
import type { TasksView, TaskView } from '../../../shared/contract/task-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { labelViews } from '../../../shared/tasks/labels.ts';
import { priorityRank } from '../../../shared/tasks/priority.ts';
import type { Sender } from '../../outbox/write-kind.ts';
import { toAppErrorView } from '../../service/error-messages.ts';
import { isRejected } from '../../service/errors.ts';
import { type AssignedOnBoard, readAssigned } from '../../service/read-boards.ts';
import { createReader } from '../../service/reader.ts';
import {
  type AssignedTask,
  type AssignedTasks,
  type Lenient,
  mergeUnreadable,
  type ProjectListItem,
  type UnreadableRecords,
} from '../../service/records.ts';
import type { Database } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import { applyPendingToList, type PendingChanges } from './apply-pending.ts';
import type { FoundTask } from './refresh-affected.ts';
import { taskView } from './task-view.ts';

export interface TasksSource extends Omit<Sender, 'confirm'> {
  workspaceId: string;
}

export interface AssignedTasksReaderOptions {
  database: Database;
  now: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Time between two polls before jitter, in ms. */
  pollMs: () => number;
  /** Called after a 401. If the credential is dead, the callee stops this reader. */
  isCredentialDead: () => Promise<boolean>;
  onChange: () => void;
  /** A read ended, with success or not. */
  onAnswer?: () => void;
  onUnreadable?: (unreadable: UnreadableRecords | undefined) => void;
  /** undefined if the column is not known. */
  columnOf?: (projectId: string, slug: string) => { name: string; isFinal: boolean } | undefined;
}

/** The endpoint returns at most a hundred tasks, boards return all. */
const MAX_ASSIGNED = 500;
/** A list younger than this is not read again when the window is shown (ms). */
const FRESH_MS = 10_000;

const EMPTY: TasksView = {
  tasks: [],
  total: 0,
  fetchedAt: null,
  loading: false,
  error: null,
  failingSince: null,
  nextTryAt: null,
};

const StoredList = z.object({
  workspaceId: z.string(),
  total: z.number(),
  tasks: z.array(TaskSchema),
});

const StoredListText = JsonText.pipe(StoredList);

/** The stored list of an account in this workspace; null if there is none that can be read. */
function storedAssignedTasks(
  database: Database,
  accountId: string,
  workspaceId: string | null,
): { list: z.infer<typeof StoredList>; text: string; fetchedAt: string } | null {
  const row = database.prepare('SELECT list, fetched_at FROM assigned_tasks WHERE account_id = ?').get(accountId);
  const list = StoredListText.safeParse(row?.list).data;
  if (list === undefined || list.workspaceId !== workspaceId) return null;
  return { list, text: String(row?.list), fetchedAt: String(row?.fetched_at) };
}

type Projects = ReadonlySet<string>;

export type AssignedTasksReader = ReturnType<typeof createAssignedTasksReader>;

export function createAssignedTasksReader(options: AssignedTasksReaderOptions) {
  const { database, now, random, pollMs, isCredentialDead, onChange, onAnswer, onUnreadable, columnOf } = options;
  const sql = {
    write: database.prepare(
      `INSERT INTO assigned_tasks (account_id, list, fetched_at) VALUES (?, ?, ?)
       ON CONFLICT (account_id) DO UPDATE SET list = excluded.list, fetched_at = excluded.fetched_at`,
    ),
    confirm: database.prepare('UPDATE assigned_tasks SET fetched_at = ? WHERE account_id = ?'),
  };

  let view = EMPTY;
  /** Time of an answer without changes. It is not part of the view, which would otherwise change with every poll. */
  let answeredAt: string | null = null;
  const lastAnswer = (): string | null => answeredAt ?? view.fetchedAt;
  /** The account and workspace of the list; null while signed out. */
  let shown: { accountId: string; workspaceId: string | null } | null = null;
  /** The list on disk, to compare with an answer. */
  let storedText = '';
  /** The source whose server lacks the endpoint. */
  let sourceWithoutEndpoint: TasksSource | null = null;
  /** The last answers of its boards, by project id. */
  let boards = new Map<string, AssignedOnBoard>();
  const reader = createReader({
    read,
    fail,
    merge: (one, other) => one && other && new Set([...one, ...other]),
    freshMs: FRESH_MS,
    polls: { everyMs: pollMs, random },
    isCredentialDead,
    now,
  });

  function show(changed: Partial<TasksView>): void {
    view = { ...view, ...changed };
    onChange();
  }

  /** Shows the stored list. */
  function load(accountId: string, workspaceId: string | null): void {
    view = EMPTY;
    onUnreadable?.(undefined);
    shown = { accountId, workspaceId };
    storedText = '';
    const stored = storedAssignedTasks(database, accountId, workspaceId);
    if (stored !== null) {
      storedText = stored.text;
      view = { ...EMPTY, tasks: stored.list.tasks, total: stored.list.total, fetchedAt: stored.fetchedAt };
    }
    onChange();
  }

  /** Reading the boards of these projects is enough if all boards were read before and no read failed since. */
  const isPartEnough = (source: TasksSource | null, projects: Projects): boolean =>
    sourceWithoutEndpoint === source &&
    view.error === null &&
    projects.size > 0 &&
    [...projects].every((id) => boards.has(id));

  function refresh(projects: Projects): void {
    reader.refresh(isPartEnough(reader.source(), projects) ? projects : undefined);
  }

  async function fetchList(
    source: TasksSource,
    part: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<Lenient<AssignedTasks>> {
    if (sourceWithoutEndpoint !== source) {
      try {
        return await source.client.listAssignedTasks(source.workspaceId);
      } catch (error) {
        // Older servers take "assigned" for the id of a task that does not exist. A 404 with a web page proves nothing.
        if (!isRejected(error, 404)) throw error;
      }
    }
    const { found, unreadable } = await readBoards(source, part, signal);
    const all = part === null ? found : new Map([...boards, ...found]);
    // Set only after the boards were read: a proxy may have sent the 404.
    if (reader.source() === source) [sourceWithoutEndpoint, boards] = [source, all];
    return listOfBoards(all, unreadable);
  }

  async function read(source: TasksSource, projects: Projects | undefined, signal: AbortSignal): Promise<void> {
    const isPart = projects !== undefined && isPartEnough(source, projects);
    const answer = await fetchList(source, isPart ? [...projects] : null, signal);
    signal.throwIfAborted();
    const tasks = answer.tasks.slice(0, MAX_ASSIGNED).map(taskView);
    const list = JSON.stringify({ workspaceId: source.workspaceId, total: answer.total, tasks });
    const wasFailing = view.error !== null;
    onUnreadable?.(answer.unreadable);
    const fetchedAt = isPart ? lastAnswer() : toIsoInstant(now());
    if (list === storedText && !wasFailing && !view.loading) {
      answeredAt = fetchedAt;
    } else {
      if (list !== storedText) {
        sql.write.run(source.accountId, list, fetchedAt ?? toIsoInstant(now()));
        storedText = list;
        view = { ...view, tasks, total: answer.total };
      }
      answeredAt = null;
      show({ fetchedAt, loading: false, error: null, failingSince: null, nextTryAt: null });
    }
    onAnswer?.();
  }

  function fail(error: unknown, source: TasksSource, retryMs: number): void {
    show({
      fetchedAt: lastAnswer(),
      loading: false,
      error: toAppErrorView(error, source.server),
      failingSince: view.failingSince ?? toIsoInstant(now()),
      nextTryAt: toIsoInstant(now() + retryMs),
    });
    onAnswer?.();
  }

  function stop(): void {
    // Unchanged answers are not written to disk; the time of the last one is, so that the next start shows the age of the list.
    const [last, source] = [lastAnswer(), reader.source()];
    if (source !== null && last !== null) sql.confirm.run(last, source.accountId);
    answeredAt = null;
    reader.stop();
    boards = new Map();
    if (view.loading || view.nextTryAt !== null) show({ loading: false, nextTryAt: null });
  }

  return {
    view: (): TasksView => view,
    /** When the service last answered, changed or not; null before the first answer. */
    fetchedAt: lastAnswer,
    /** Right after a switch of account or workspace, the list is still the former one. */
    isOf: (accountId: string, workspaceId: string | null): boolean =>
      shown?.accountId === accountId && shown.workspaceId === workspaceId,
    find: (taskId: string): TaskView | undefined => view.tasks.find((task) => task.id === taskId),
    /** The service accepted these changes: apply them to the list before it is read again. */
    sent(changes: PendingChanges): void {
      const source = reader.source();
      if (source === null) return;
      const changed = applyPendingToList(view, changes, source.userId);
      if (changed.tasks === view.tasks) return;
      // The list on disk no longer matches, so the next answer counts as changed.
      storedText = '';
      show(changed);
    },
    /** Shows the stored list of an account that cannot read a new one. */
    load,

    /** Starts polling as this account, at once. */
    start(source: TasksSource): void {
      stop();
      load(source.accountId, source.workspaceId);
      void reader.start(source);
      if (view.fetchedAt === null) show({ loading: true });
    },
    stop,
    clear(): void {
      stop();
      view = EMPTY;
      onUnreadable?.(undefined);
      shown = null;
      storedText = '';
      onChange();
    },

    refresh(isByUser = false): void {
      const source = reader.source();
      if (!isByUser || source === null) {
        reader.refresh();
        return;
      }
      if (!view.loading) show({ loading: true });
      source.rateLimit?.lift();
      void reader.read();
    },
    /** Something changed at the service, in this project if it is known. */
    changed: (projectId: string | undefined): void => refresh(new Set(projectId === undefined ? [] : [projectId])),

    /** Events may have been missed: read all known boards; the next poll finds new ones. */
    missed: (): void => refresh(new Set(boards.keys())),

    /** Applies a task that was just read; false if the list has to be read again. */
    update({ taskId, task, labels }: FoundTask): boolean {
      const source = reader.source();
      if (source === null) return true;
      const row = view.tasks.find(({ id }) => id === taskId);
      const isAssignedToUser = task != null && task.userId === source.userId;
      if (row === undefined) {
        // A completed task has left the list; if the server has more tasks, the next one moves up into it.
        const hasLeft = isAssignedToUser && columnOf?.(task.projectId, task.status ?? '')?.isFinal === true;
        return !isAssignedToUser || (hasLeft && view.total <= view.tasks.length);
      }
      // The answer that is being read may be older than the task.
      if (reader.isReading()) return false;
      const status = task?.status ?? row.status;
      const column =
        status === row.status ? { name: row.statusName, isFinal: false } : columnOf?.(row.projectId, status);
      if (task != null && (column === undefined || task.projectId !== row.projectId)) return false;
      const staysInList = task === undefined || (isAssignedToUser && column?.isFinal !== true);
      // The server has more tasks than the list, so the next task moves up into it.
      if (!staysInList && view.total > view.tasks.length) return false;
      const next: TaskView = {
        ...row,
        title: task?.title ?? row.title,
        priority: task?.priority ?? row.priority,
        dueDate: task == null || task.dueDate === undefined ? row.dueDate : task.dueDate,
        status,
        statusName: column?.name ?? row.statusName,
        labels: labels === undefined ? row.labels : labelViews(labels),
      };
      if (staysInList && JSON.stringify(next) === JSON.stringify(row)) return true;
      const others = view.tasks.filter((one) => one !== row);
      const tasks = staysInList ? view.tasks.map((one) => (one === row ? next : one)).sort(compareTasks) : others;
      storedText = '';
      show({ tasks, total: staysInList ? view.total : view.total - 1 });
      return true;
    },
    refreshIfStale: reader.refreshIfStale,
    idle: reader.idle,
  };
}

/** Without `/task/assigned`: reads each board, filtered by the server; `part`: only these projects. */
async function readBoards(
  { client, workspaceId, userId }: TasksSource,
  part: readonly string[] | null,
  signal: AbortSignal,
): Promise<{ found: Map<string, AssignedOnBoard>; unreadable: UnreadableRecords | undefined }> {
  const projects: Lenient<ProjectListItem[]> = part === null ? await client.listProjects(workspaceId) : [];
  const ids = part ?? projects.filter(({ archivedAt }) => archivedAt == null).map(({ id }) => id);
  const found = new Map<string, AssignedOnBoard>();
  for (const id of ids) found.set(id, await readAssigned(client, id, userId, { signal }));
  return { found, unreadable: projects.unreadable };
}

/** In the order of the endpoint. `unreadable`: records that could not be read besides them. */
function listOfBoards(
  boards: ReadonlyMap<string, AssignedOnBoard>,
  unreadable: UnreadableRecords | undefined,
): Lenient<AssignedTasks> {
  const found: { task: AssignedTask; createdAt: string }[] = [];
  for (const board of boards.values()) {
    unreadable = mergeUnreadable(unreadable, board.unreadable);
    for (const { task, column } of board.tasks) {
      found.push({
        createdAt: task.createdAt,
        task: {
          ...task,
          statusName: column?.name ?? null,
          statusIcon: column?.icon ?? null,
          dueDate: task.dueDate ?? null,
          projectName: board.projectName,
          projectSlug: board.projectSlug,
          projectIcon: board.projectIcon,
          labels: task.labels ?? [],
        },
      });
    }
  }
  found.sort((a, b) => compareTasks(a.task, b.task) || Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return { tasks: found.slice(0, MAX_ASSIGNED).map(({ task }) => task), total: found.length, unreadable };
}

type Ordered = Pick<TaskView, 'dueDate' | 'priority'>;
const compareTasks = (a: Ordered, b: Ordered): number =>
  dueRank(a) - dueRank(b) || priorityRank(b.priority) - priorityRank(a.priority);
const dueRank = (task: Ordered): number => (task.dueDate === null ? Number.MAX_SAFE_INTEGER : Date.parse(task.dueDate));

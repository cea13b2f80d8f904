/**
 * The tasks assigned to the person: asked for again and again, kept on disk, told only when they changed.
 * Newer servers have an endpoint for it; on older ones the boards are read instead (docs/service.md#assigned-tasks).
 */

import { z } from 'zod';
import { TaskSchema } from '../../../shared/contract/task-schema.ts';
import type { TasksView, TaskView } from '../../../shared/contract/task-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { labelViews } from '../../../shared/tasks/labels.ts';
import { priorityRank } from '../../../shared/tasks/priority.ts';
import { toAppErrorView } from '../../service/app-error.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { RateLimit } from '../../service/rate-limit.ts';
import { type AssignedOnBoard, readAssigned } from '../../service/read-boards.ts';
import { createReader } from '../../service/reader.ts';
import {
  type AssignedTask,
  type AssignedTasks,
  addOdd,
  noteOdd,
  type OddRecords,
  oddIn,
} from '../../service/records.ts';
import type { Database } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import { applyPendingToList, type PendingChanges } from './apply-pending.ts';
import type { FoundTask } from './refresh-affected.ts';
import { taskView } from './task-view.ts';

/** Whose tasks, and through what. */
export interface TasksSource {
  accountId: string;
  userId: string;
  workspaceId: string;
  /** Host people know the service by. */
  server: string;
  client: Client;
  rateLimit?: RateLimit;
}

export interface AssignedTasksReaderOptions {
  database: Database;
  now: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
  /** Time between two polls before jitter, in ms. */
  pollMs: () => number;
  /** Asked after a 401: is the credential really dead? Where it is, whoever asked stops this. */
  isCredentialDead: () => Promise<boolean>;
  /** The list, or how it stands with it, changed. */
  onChange: () => void;
  /** The service was asked, whatever came of it. */
  onAnswer?: () => void;
  /** What of the list could not be read. */
  onUnreadable?: (odd: OddRecords | undefined) => void;
  /** The service answers again after it did not. */
  onAnswering: () => void;
  /** A column of a project, where it is known. */
  columnOf?: (projectId: string, slug: string) => { name: string; isFinal: boolean } | undefined;
}

/** As many as the list shows; the endpoint gives a hundred, boards give all. */
const MAX_ASSIGNED = 500;
/** A list younger than this is fresh enough for a glance at the window (ms). */
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

/** The list as it is kept on disk between two runs. */
const KeptList = z.object({
  workspaceId: z.string(),
  total: z.number(),
  tasks: z.array(TaskSchema),
});

/** A text that is no JSON counts as no list. */
const KeptListText = JsonText.pipe(KeptList);

/** What was kept of an account's list in this workspace; null where nothing was, or nothing that can be read. */
export function storedAssignedTasks(
  database: Database,
  accountId: string,
  workspaceId: string | null,
): { list: z.infer<typeof KeptList>; text: string; fetchedAt: string } | null {
  const row = database.prepare('SELECT list, fetched_at FROM assigned_tasks WHERE account_id = ?').get(accountId);
  const list = KeptListText.safeParse(row?.list).data;
  if (list === undefined || list.workspaceId !== workspaceId) return null;
  return { list, text: String(row?.list), fetchedAt: String(row?.fetched_at) };
}

type Projects = ReadonlySet<string>;

export type AssignedTasksReader = ReturnType<typeof createAssignedTasksReader>;

export function createAssignedTasksReader(options: AssignedTasksReaderOptions) {
  const { database, now, random, pollMs, isCredentialDead, onChange, onAnswer, onUnreadable, onAnswering, columnOf } =
    options;
  const sql = {
    write: database.prepare(
      `INSERT INTO assigned_tasks (account_id, list, fetched_at) VALUES (?, ?, ?)
       ON CONFLICT (account_id) DO UPDATE SET list = excluded.list, fetched_at = excluded.fetched_at`,
    ),
    confirm: database.prepare('UPDATE assigned_tasks SET fetched_at = ? WHERE account_id = ?'),
  };

  let view = EMPTY;
  /** When an answer came that brought nothing new: it is not told, or every other change would carry it along. */
  let answeredAt: string | null = null;
  const lastAnswer = (): string | null => answeredAt ?? view.fetchedAt;
  /** Whose list it is; null: nobody's. */
  let shown: { accountId: string; workspaceId: string | null } | null = null;
  /** What is on disk, to see whether an answer brings anything new. */
  let kept = '';
  /** The source that turned out to have no endpoint of its own for this, and what its boards said last, by project. */
  let lacking: TasksSource | null = null;
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

  /** Shows the last known list at once, from disk. */
  function load(accountId: string, workspaceId: string | null): void {
    view = EMPTY;
    onUnreadable?.(undefined);
    shown = { accountId, workspaceId };
    kept = '';
    const found = storedAssignedTasks(database, accountId, workspaceId);
    if (found !== null) {
      kept = found.text;
      view = { ...EMPTY, tasks: found.list.tasks, total: found.list.total, fetchedAt: found.fetchedAt };
    }
    onChange();
  }

  /** Boards of these projects alone are enough where a whole list came before, and nothing went wrong since. */
  const isPartEnough = (from: TasksSource | null, projects: Projects): boolean =>
    lacking === from && view.error === null && projects.size > 0 && [...projects].every((id) => boards.has(id));

  function refresh(projects: Projects): void {
    reader.refresh(isPartEnough(reader.source(), projects) ? projects : undefined);
  }

  async function fetchList(from: TasksSource, part: readonly string[] | null): Promise<AssignedTasks> {
    if (lacking !== from) {
      try {
        return await from.client.listAssignedTasks(from.workspaceId);
      } catch (error) {
        // Older servers take "assigned" for the id of a task that they do not find. A web page's 404 says nothing.
        if (!(error instanceof ServiceError) || error.kind !== 'rejected' || error.status !== 404) throw error;
      }
    }
    const { found, odd } = await readBoards(from, part);
    const all = part === null ? found : new Map([...boards, ...found]);
    // Only now: something else in front of the service may have said 404 for it.
    if (reader.source() === from) [lacking, boards] = [from, all];
    return listOfBoards(all, odd);
  }

  async function read(from: TasksSource, projects: Projects | undefined, signal: AbortSignal): Promise<void> {
    const isPart = projects !== undefined && isPartEnough(from, projects);
    const answer = await fetchList(from, isPart ? [...projects] : null);
    signal.throwIfAborted();
    const tasks = answer.tasks.slice(0, MAX_ASSIGNED).map(taskView);
    const list = JSON.stringify({ workspaceId: from.workspaceId, total: answer.total, tasks });
    const wasFailing = view.error !== null;
    onUnreadable?.(oddIn(answer));
    const fetchedAt = isPart ? lastAnswer() : toIsoInstant(now());
    if (list === kept && !wasFailing && !view.loading) {
      // Nothing to tell: the time of the last answer is asked for by whoever shows it.
      answeredAt = fetchedAt;
    } else {
      if (list !== kept) {
        sql.write.run(from.accountId, list, fetchedAt ?? toIsoInstant(now()));
        kept = list;
        view = { ...view, tasks, total: answer.total };
      }
      answeredAt = null;
      show({ fetchedAt, loading: false, error: null, failingSince: null, nextTryAt: null });
      if (wasFailing) onAnswering();
    }
    onAnswer?.();
  }

  function fail(error: unknown, from: TasksSource, retryMs: number): void {
    show({
      fetchedAt: lastAnswer(),
      loading: false,
      error: toAppErrorView(error, from.server),
      failingSince: view.failingSince ?? toIsoInstant(now()),
      nextTryAt: toIsoInstant(now() + retryMs),
    });
    onAnswer?.();
  }

  function stop(): void {
    // An unchanged answer is not written down each time; when it came is, once, so that the next start tells its age.
    const [last, source] = [lastAnswer(), reader.source()];
    if (source !== null && last !== null) sql.confirm.run(last, source.accountId);
    answeredAt = null;
    reader.stop();
    boards = new Map();
    if (view.loading || view.nextTryAt !== null) show({ loading: false, nextTryAt: null });
  }

  return {
    view: (): TasksView => view,
    /** When the service last gave the list, changed or not; null before the first time. */
    fetchedAt: lastAnswer,
    /** Right after another account or workspace was chosen, the list is still that of the one before. */
    isOf: (accountId: string, workspaceId: string | null): boolean =>
      shown?.accountId === accountId && shown.workspaceId === workspaceId,
    find: (taskId: string): TaskView | undefined => view.tasks.find((task) => task.id === taskId),
    /** The service took these changes: the list has them before it is asked for again. */
    absorb(changes: PendingChanges): void {
      const source = reader.source();
      if (source === null) return;
      const changed = applyPendingToList(view, changes, source.userId);
      if (changed.tasks === view.tasks) return;
      // Whatever comes next is news.
      kept = '';
      show(changed);
    },
    /** Shows what is known of an account's list while there is no way to ask for a new one. */
    load,

    /** Asks as this account from now on, at once. */
    start(from: TasksSource): void {
      stop();
      load(from.accountId, from.workspaceId);
      void reader.start(from);
      if (view.fetchedAt === null) show({ loading: true });
    },
    stop,
    /** Forgets the list: nobody is signed in. */
    clear(): void {
      stop();
      view = EMPTY;
      onUnreadable?.(undefined);
      shown = null;
      kept = '';
      onChange();
    },

    /** The person asks, or the computer woke: ask now. */
    refresh(byPerson = false): void {
      const source = reader.source();
      if (!byPerson || source === null) {
        reader.refresh();
        return;
      }
      if (!view.loading) show({ loading: true });
      source.rateLimit?.lift();
      void reader.ask();
    },
    /** Something changed at the service: where boards are read, that of this project alone, if it is known which. */
    changed: (projectId: string | undefined): void => refresh(new Set(projectId === undefined ? [] : [projectId])),

    /** Changes may not have been told: where boards are read, all that are known; whether there are others, the next poll asks. */
    missed: (): void => refresh(new Set(boards.keys())),

    /** A task as it was just read; false where the list has to be asked for it. */
    take({ taskId, task, labels }: FoundTask): boolean {
      const source = reader.source();
      if (source === null) return true;
      const row = view.tasks.find(({ id }) => id === taskId);
      const isMine = task != null && task.userId === source.userId;
      if (row === undefined) return !isMine;
      // An older answer may be on its way.
      if (reader.isReading()) return false;
      const status = task?.status ?? row.status;
      const column =
        status === row.status ? { name: row.statusName, isFinal: false } : columnOf?.(row.projectId, status);
      if (task != null && (column === undefined || task.projectId !== row.projectId)) return false;
      const isLeft = task === undefined || (isMine && column?.isFinal !== true);
      // The server has more tasks than the list holds: another one takes its place.
      if (!isLeft && view.total > view.tasks.length) return false;
      const next: TaskView = {
        ...row,
        title: task?.title ?? row.title,
        priority: task?.priority ?? row.priority,
        dueDate: task == null || task.dueDate === undefined ? row.dueDate : task.dueDate,
        status,
        statusName: column?.name ?? row.statusName,
        labels: labels === undefined ? row.labels : labelViews(labels),
      };
      if (isLeft && JSON.stringify(next) === JSON.stringify(row)) return true;
      const others = view.tasks.filter((one) => one !== row);
      const tasks = isLeft ? view.tasks.map((one) => (one === row ? next : one)).sort(inOrder) : others;
      kept = '';
      show({ tasks, total: isLeft ? view.total : view.total - 1 });
      return true;
    },
    refreshIfStale: reader.refreshIfStale,
    idle: reader.idle,
  };
}

/** Without `/task/assigned`: each board, filtered by the server; only those of `part` where there is one. */
async function readBoards(
  { client, workspaceId, userId }: TasksSource,
  part: readonly string[] | null,
): Promise<{ found: Map<string, AssignedOnBoard>; odd: OddRecords | undefined }> {
  const projects = part === null ? await client.listProjects(workspaceId) : [];
  const ids = part ?? projects.filter(({ archivedAt }) => archivedAt == null).map(({ id }) => id);
  const found = new Map<string, AssignedOnBoard>();
  for (const id of ids) found.set(id, await readAssigned(client, id, userId));
  return { found, odd: oddIn(projects) };
}

/** Ordered as the endpoint orders. `odd`: what could not be read beside them. */
function listOfBoards(boards: ReadonlyMap<string, AssignedOnBoard>, odd: OddRecords | undefined): AssignedTasks {
  const found: { task: AssignedTask; createdAt: string }[] = [];
  for (const board of boards.values()) {
    odd = addOdd(odd, board.odd);
    for (const { task, column } of board.tasks) {
      found.push({
        createdAt: task.createdAt,
        task: {
          id: task.id,
          projectId: task.projectId,
          number: task.number,
          title: task.title,
          status: task.status,
          statusName: column?.name ?? null,
          statusIcon: column?.icon ?? null,
          priority: task.priority,
          dueDate: task.dueDate ?? null,
          projectName: board.projectName,
          projectSlug: board.projectSlug,
          projectIcon: board.projectIcon,
          labels: task.labels ?? [],
        },
      });
    }
  }
  found.sort((a, b) => inOrder(a.task, b.task) || Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const answer = { tasks: found.slice(0, MAX_ASSIGNED).map(({ task }) => task), total: found.length };
  noteOdd(answer, odd);
  return answer;
}

type Ordered = Pick<TaskView, 'dueDate' | 'priority'>;
/** Of two of the same rank the older one comes first. */
const inOrder = (a: Ordered, b: Ordered): number =>
  dueRank(a) - dueRank(b) || priorityRank(b.priority) - priorityRank(a.priority);
const dueRank = (task: Ordered): number => (task.dueDate === null ? Number.MAX_SAFE_INTEGER : Date.parse(task.dueDate));

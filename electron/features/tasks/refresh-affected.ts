/**
 * Reads stale data again. Writes and events come in bursts, so their affected data is collected and each item is read once. A changed
 * task is read by itself and handed to the list, the open board and the open page.
 */
import type { AffectedData, TaskPart } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { Label, Task } from '../../service/records.ts';
import type { AssignedTasksReader } from './assigned-tasks.ts';
import type { TaskPage } from './task-page.ts';

/** A task as it was just read. */
export interface FoundTask {
  taskId: string;
  /** null if the task was deleted; undefined if it was not read or the read failed. */
  task: Task | null | undefined;
  labels: readonly Label[] | undefined;
}

interface AffectedBoard {
  ownProjectId(): string | null;
  shows(taskId: string, projectId: string | undefined): boolean;
  /** Sequence number of reads: `update` ignores a task whose read started before a later read of the board. */
  nextSequence(): number;
  update(found: FoundTask, startSequence: number): void;
  changed(projectId: string, taskId: string | undefined): void;
  mayProgress(found: FoundTask): boolean;
  progressed(projectId: string): void;
}

export interface RefreshAffectedOptions {
  /** null while signed out. */
  client: () => Pick<Client, 'getTask' | 'listTaskLabels'> | null;
  assigned: Pick<AssignedTasksReader, 'find' | 'update' | 'changed'>;
  board: AffectedBoard;
  taskPage: Pick<TaskPage, 'isOpen' | 'projectId' | 'changed' | 'progressed' | 'entrySent'>;
  /** A timer runs for the task. */
  isTracked: (taskId: string) => boolean;
  onTaskGone: (taskId: string) => void;
  onProject: (projectId: string) => void;
  onNotifications: () => void;
}

/** The event of an own write comes a moment after its answer (ms). */
export const DEBOUNCE_MS = 300;
/** If more tasks changed at once, the lists are read instead. */
const MAX_SINGLE = 3;

interface AffectedTask {
  projectId: string | undefined;
  parts: Set<TaskPart>;
  /** An own write changed the record, so `others` did not change. */
  isOwn: boolean;
}

interface Affected {
  data: AffectedData;
  isOwn: boolean;
}

export function createRefreshAffected({
  client,
  assigned,
  board,
  taskPage,
  isTracked,
  onTaskGone,
  onProject,
  onNotifications,
}: RefreshAffectedOptions) {
  let batch: Affected[] = [];
  /** Tasks that were read as completed or reopened; the progress event of their project may come in a later batch. */
  const completed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Reads run one after the other, so that an older answer cannot come last. */
  let reading: Promise<void> = Promise.resolve();

  function flush(): void {
    timer = undefined;
    const collected = batch;
    batch = [];
    const source = client();
    if (source === null) return;
    const tasks = affectedTasks(collected);
    const all = collected.map(({ data }) => data);
    const projects = new Set(all.flatMap((data) => (data.of === 'project' ? data.projectId : [])));
    const progress = new Set(all.flatMap((data) => (data.of === 'progress' ? data.projectId : [])));
    const entries = new Set(all.flatMap((data) => (data.of === 'entry' ? data.entryId : [])));
    const isWorkspace = all.some((data) => data.of === 'workspace');
    if (all.some((data) => data.of === 'notifications')) onNotifications();
    // Only the task's page shows comments.
    for (const [taskId, { parts }] of [...tasks]) {
      if (parts.size > 1 || !parts.has('comments')) continue;
      taskPage.changed(taskId, parts);
      tasks.delete(taskId);
    }
    for (const { projectId } of tasks.values()) if (projectId !== undefined) onProject(projectId);
    for (const projectId of projects) onProject(projectId);
    for (const entryId of entries) taskPage.entrySent(entryId);

    const isMany = tasks.size > MAX_SINGLE;
    /** Projects whose part of the list is read; undefined: not known which. */
    const listed = new Set<string | undefined>(projects);
    const boards = new Set<string | undefined>(projects);
    for (const [taskId, changedTask] of tasks) {
      const { projectId, parts } = changedTask;
      const isListed = assigned.find(taskId) !== undefined || isTracked(taskId);
      const isShown = isListed || board.shows(taskId, projectId) || taskPage.isOpen(taskId);
      if (isShown && !isMany) {
        reading = reading.then(() => refreshTask(source, taskId, changedTask)).catch(() => undefined);
        continue;
      }
      // The task may be assigned to the user now.
      if (parts.has('task') || isMany) listed.add(projectId);
      if (!isMany) continue;
      boards.add(projectId);
      taskPage.changed(taskId, parts);
    }
    for (const projectId of listed) assigned.changed(projectId);
    if (isWorkspace) assigned.changed(undefined);
    const open = board.ownProjectId();
    if (open !== null && (isWorkspace || boards.has(undefined) || boards.has(open))) board.changed(open, undefined);
    const page = taskPage.projectId();
    if (page !== undefined && projects.has(page)) taskPage.changed(undefined, 'all');
    for (const projectId of progress) {
      const changed = [...tasks].filter(([, task]) => task.projectId === projectId && task.parts.has('task'));
      const taskIds = changed.map(([taskId]) => taskId);
      reading = reading.then(() => {
        if (taskIds.length === 0 || isMany || taskIds.some((id) => completed.has(id))) board.progressed(projectId);
        for (const id of taskIds) completed.delete(id);
        taskPage.progressed(projectId, taskIds);
      });
    }
  }

  async function refreshTask(
    from: Pick<Client, 'getTask' | 'listTaskLabels'>,
    taskId: string,
    { projectId, parts, isOwn }: AffectedTask,
  ): Promise<void> {
    if (isOwn) parts.delete('others');
    const startSequence = board.nextSequence();
    const [task, labels] = await Promise.all([
      parts.has('task') ? from.getTask(taskId).catch(unlessGone) : undefined,
      parts.has('labels') ? from.listTaskLabels(taskId).catch(() => undefined) : undefined,
    ]);
    if (from !== client()) return;
    const found: FoundTask = { taskId, task, labels };
    if (task === null) onTaskGone(taskId);
    if (parts.has('task') && board.mayProgress(found)) completed.add(taskId);
    taskPage.changed(taskId, parts, found);
    board.update(found, startSequence);
    if (!assigned.update(found)) assigned.changed(projectId);
  }

  return {
    /** `isOwn`: affected by an own write; its event follows. */
    add(affected: readonly AffectedData[], isOwn: boolean): void {
      batch.push(...affected.map((data) => ({ data, isOwn })));
      if (timer !== undefined || affected.length === 0) return;
      timer = setTimeout(flush, DEBOUNCE_MS);
      timer.unref?.();
    },
    /** Drops collected changes: the session changed, or the app ends. */
    clear(): void {
      clearTimeout(timer);
      timer = undefined;
      batch = [];
      completed.clear();
    },
    async idle(): Promise<void> {
      await reading;
    },
  };
}

function affectedTasks(batch: readonly Affected[]): Map<string, AffectedTask> {
  const tasks = new Map<string, AffectedTask>();
  for (const { data, isOwn } of batch) {
    if (data.of !== 'task') continue;
    const before = tasks.get(data.taskId);
    tasks.set(data.taskId, {
      projectId: data.projectId ?? before?.projectId,
      parts: new Set([...(before?.parts ?? []), ...data.parts]),
      isOwn: isOwn || before?.isOwn === true,
    });
  }
  return tasks;
}

/** null if the task was deleted; undefined without an answer: the next poll brings it. */
function unlessGone(error: unknown): null | undefined {
  return error instanceof ServiceError && error.isGone ? null : undefined;
}

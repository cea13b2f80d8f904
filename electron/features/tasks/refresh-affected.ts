/**
 * What is shown follows what happens: everything that a swarm of writes and events concerns is collected, and each thing of it is
 * read once. A task that changed is read by itself and given to whatever shows it: the list, the open board, the open page.
 */
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { Label, Task } from '../../service/records.ts';
import type { AffectedData, TaskPart } from './affected-data.ts';
import type { AssignedTasksReader } from './assigned-tasks.ts';
import type { OpenTask } from './open-task.ts';

/** A task as it was just read. */
export interface FoundTask {
  taskId: string;
  /** null where there is no such task any more; undefined where it was not asked for, or not answered. */
  task: Task | null | undefined;
  labels: readonly Label[] | undefined;
}

/** The open board. */
export interface AffectedBoard {
  ownProjectId(): string | null;
  shows(taskId: string, projectId: string | undefined): boolean;
  /** Counts readings: an answer that began before a later one is not taken. */
  turn(): number;
  take(found: FoundTask, began: number): void;
  changed(projectId: string, taskId: string | undefined): void;
  mayProgress(found: FoundTask): boolean;
  progressed(projectId: string): void;
}

export interface RefreshAffectedOptions {
  /** null where nobody is signed in. */
  client: () => Pick<Client, 'getTask' | 'listTaskLabels'> | null;
  assigned: Pick<AssignedTasksReader, 'find' | 'take' | 'changed'>;
  board: AffectedBoard;
  openTask: Pick<OpenTask, 'isOpen' | 'projectId' | 'changed' | 'progressed' | 'entrySent'>;
  /** Something of a project changed. */
  onProject: (projectId: string) => void;
  onNews: () => void;
}

/** Writes and events come in swarms: that of an own write a moment after its answer (ms). */
export const DEBOUNCE_MS = 300;
/** Where more changed at once, the lists are read instead. */
const MAX_SINGLE = 3;

interface Touched {
  projectId: string | undefined;
  parts: Set<TaskPart>;
  /** By our own hand, too: what else there is of it is as it was. */
  isOwn: boolean;
}

interface Swarm {
  tasks: Map<string, Touched>;
  projects: Set<string>;
  progress: Set<string>;
  entries: Set<string>;
  isWorkspace: boolean;
  isNews: boolean;
}

const calm = (): Swarm => ({
  tasks: new Map(),
  projects: new Set(),
  progress: new Set(),
  entries: new Set(),
  isWorkspace: false,
  isNews: false,
});

export type RefreshAffected = ReturnType<typeof createRefreshAffected>;

export function createRefreshAffected({
  client,
  assigned,
  board,
  openTask,
  onProject,
  onNews,
}: RefreshAffectedOptions) {
  let swarm = calm();
  /** Tasks that were read as completed or reopened; what their project tells of that may come in a later swarm. */
  const completed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** One after the other, or an older answer would come last. */
  let reading: Promise<void> = Promise.resolve();

  function note(concern: AffectedData, isOwn: boolean): void {
    switch (concern.of) {
      case 'task': {
        const { taskId, projectId, parts } = concern;
        const before = swarm.tasks.get(taskId);
        swarm.tasks.set(taskId, {
          projectId: projectId ?? before?.projectId,
          parts: new Set([...(before?.parts ?? []), ...parts]),
          isOwn: isOwn || before?.isOwn === true,
        });
        break;
      }
      case 'project':
        swarm.projects.add(concern.projectId);
        break;
      case 'progress':
        swarm.progress.add(concern.projectId);
        break;
      case 'entry':
        swarm.entries.add(concern.entryId);
        break;
      case 'workspace':
        swarm.isWorkspace = true;
        break;
      case 'news':
        swarm.isNews = true;
        break;
    }
  }

  function settle(): void {
    timer = undefined;
    const { tasks, projects, progress, entries, isWorkspace, isNews } = swarm;
    swarm = calm();
    const from = client();
    if (from === null) return;
    if (isNews) onNews();
    // Comments are on the task's page alone.
    for (const [taskId, { parts }] of [...tasks]) {
      if (parts.size > 1 || !parts.has('comments')) continue;
      openTask.changed(taskId, parts);
      tasks.delete(taskId);
    }
    for (const { projectId } of tasks.values()) if (projectId !== undefined) onProject(projectId);
    for (const projectId of projects) onProject(projectId);
    for (const entryId of entries) openTask.entrySent(entryId);

    const isMany = tasks.size > MAX_SINGLE;
    /** Projects whose part of the list is read; undefined for one that is not known. */
    const listed = new Set<string | undefined>(projects);
    const boards = new Set<string | undefined>(projects);
    for (const [taskId, touched] of tasks) {
      const { projectId, parts } = touched;
      const isShown = board.shows(taskId, projectId) || openTask.isOpen(taskId) || assigned.find(taskId) !== undefined;
      if (isShown && !isMany) {
        reading = reading.then(() => followTask(from, taskId, touched)).catch(() => undefined);
        continue;
      }
      // It may be one of ours by now.
      if (parts.has('task') || isMany) listed.add(projectId);
      if (!isMany) continue;
      boards.add(projectId);
      openTask.changed(taskId, parts);
    }
    for (const projectId of listed) assigned.changed(projectId);
    if (isWorkspace) assigned.changed(undefined);
    const open = board.ownProjectId();
    if (open !== null && (isWorkspace || boards.has(undefined) || boards.has(open))) board.changed(open, undefined);
    const page = openTask.projectId();
    if (page !== undefined && projects.has(page)) openTask.changed(undefined, 'all');
    for (const projectId of progress) {
      const changed = [...tasks].filter(([, task]) => task.projectId === projectId && task.parts.has('task'));
      const taskIds = changed.map(([taskId]) => taskId);
      reading = reading.then(() => {
        if (taskIds.length === 0 || isMany || taskIds.some((id) => completed.has(id))) board.progressed(projectId);
        for (const id of taskIds) completed.delete(id);
        openTask.progressed(projectId, taskIds);
      });
    }
  }

  async function followTask(
    from: Pick<Client, 'getTask' | 'listTaskLabels'>,
    taskId: string,
    { projectId, parts, isOwn }: Touched,
  ): Promise<void> {
    if (isOwn) parts.delete('others');
    const began = board.turn();
    const [task, labels] = await Promise.all([
      parts.has('task') ? from.getTask(taskId).catch(unlessGone) : undefined,
      parts.has('labels') ? from.listTaskLabels(taskId).catch(() => undefined) : undefined,
    ]);
    if (from !== client()) return;
    const found: FoundTask = { taskId, task, labels };
    if (parts.has('task') && board.mayProgress(found)) completed.add(taskId);
    openTask.changed(taskId, parts, found);
    board.take(found, began);
    if (!assigned.take(found)) assigned.changed(projectId);
  }

  return {
    /** `isOwn`: by a write of the person's, which the service tells of as well. */
    touch(concerns: readonly AffectedData[], isOwn: boolean): void {
      for (const concern of concerns) note(concern, isOwn);
      if (timer !== undefined || concerns.length === 0) return;
      timer = setTimeout(settle, DEBOUNCE_MS);
      timer.unref?.();
    },
    /** Drops collected changes: the session changed, or the app ends. */
    forget(): void {
      clearTimeout(timer);
      timer = undefined;
      swarm = calm();
      completed.clear();
    },
    /** Resolves when no task is being read. */
    async idle(): Promise<void> {
      await reading;
    },
  };
}

/** No such task, or no answer: then the next poll says. */
function unlessGone(error: unknown): null | undefined {
  return error instanceof ServiceError && error.isGone ? null : undefined;
}

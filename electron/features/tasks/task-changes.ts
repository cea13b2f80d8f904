/** Changes of tasks: each is a write in the outbox, with a toast and an undo. */
import type { TaskProgress } from '../../../shared/contract/task-page.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { type PendingChanges, pendingChanges } from './apply-pending.ts';
import { createCommentChanges } from './comment-changes.ts';
import { sentCommentId } from './comment-writes.ts';
import { createDescriptionChanges } from './description-changes.ts';
import type { RecordChange } from './task-collection.ts';
import { FIELD_WRITES } from './task-field-writes.ts';
import { type TaskPositionPayload, taskPosition } from './task-full-update.ts';
import { createTaskQueue, type QueuedChange, type TaskQueueOptions } from './task-queue.ts';
import { type EditableCollection, subjectOf, type TaskFields, type TaskRecords } from './task-write.ts';
import {
  type TaskProjectPayload,
  TaskStatusPayload,
  TasksMovePayload,
  taskProject,
  taskRemove,
  taskStatus,
  tasksMove,
} from './task-writes.ts';

/** All moves of many tasks share one subject, so that they are sent in order. */
const ALL_MOVES = 'tasks:move';

export interface ChangedTask {
  id: string;
  /** `{projectSlug}-{number}` */
  identifier: string;
}

/** A task and its position in its column before and after the change. */
export interface PlacedTask extends ChangedTask {
  from: number;
  /** Missing at the end of the column, where the service puts a task without a position. */
  to?: number;
}

export interface TaskChangesOptions extends TaskQueueOptions {
  /** The person sets a due date or undoes that. Called before it is published. */
  onDueDate?: (accountId: string, taskId: string, dueDate: string | null) => void;
}

export type TaskChanges = ReturnType<typeof createTaskChanges>;

export function createTaskChanges(options: TaskChangesOptions) {
  const { outbox, now, onDueDate } = options;
  const queue = createTaskQueue(options);
  const { change, commit, put, sentAlready, takeBack, takeBackUnsent } = queue;

  const isOpen = (accountId: string, subject: string): boolean => queue.open(accountId, subject).length > 0;

  /** What a write has to wait for that may put the task at the end of a column. */
  const afterStatus = (accountId: string, taskId: string): string => {
    const subject = subjectOf(taskStatus, taskId);
    return isOpen(accountId, subject) ? subject : taskId;
  };

  /** Inside a transaction. */
  function putStatus(accountId: string, { id, identifier }: ChangedTask, from: TaskProgress, to: TaskProgress): void {
    // The columns of two projects differ, so a status there must not replace an unsent one from here.
    const move = subjectOf(taskProject, id);
    const isLeaving = isOpen(accountId, move);
    const subject = isLeaving ? statusThere(id) : subjectOf(taskStatus, id);
    const earlier = queue.waiting(accountId, subject);
    const payload: TaskStatusPayload = {
      taskId: id,
      identifier,
      status: to.slug,
      statusName: to.name,
      isFinal: to.isFinal,
      from: from.slug,
      // A rejection names the column that the service has, however often the task was moved since.
      fromName: earlier === undefined ? from.name : TaskStatusPayload.parse(earlier.payload).fromName,
    };
    const isMoving = queue
      .open(accountId, ALL_MOVES)
      .some((item) => TasksMovePayload.parse(item.payload).taskIds.includes(id));
    put(accountId, { kind: taskStatus.kind, subject, payload }, isLeaving ? move : isMoving ? ALL_MOVES : id);
  }

  /** `from`: the current value, which undo restores. */
  function fieldChange<F extends keyof TaskFields>(
    accountId: string,
    { id, identifier }: ChangedTask,
    field: F,
    from: TaskFields[F] | undefined,
    to: TaskFields[F],
  ): QueuedChange | undefined {
    if (from === to) return undefined;
    const { write, payload, changed } = FIELD_WRITES[field];
    const subject = subjectOf(write, id);
    /** undefined for a value that cannot be set. */
    const payloadOf = (value: TaskFields[F] | undefined, before: TaskFields[F] | undefined) =>
      value === undefined ? undefined : payload({ taskId: id, identifier }, value, before);
    const set = (value: NonNullable<ReturnType<typeof payloadOf>>) => {
      const { dueDate } = write.overlay(value);
      if (dueDate !== undefined) onDueDate?.(accountId, id, dueDate);
      queue.write(accountId, { kind: write.kind, subject, payload: value });
    };
    const [before, after] = [payloadOf(from, to), payloadOf(to, from)];
    if (after === undefined) return undefined;
    return {
      text: changed({ task: identifier }, to),
      subjects: [subject],
      apply: () => set(after),
      // If the service's value cannot be set again, only the unsent write can be removed.
      revert: () => (before === undefined ? takeBack(accountId, subject) : set(before)),
      ...(before === undefined && { obstacle: () => sentAlready(accountId, subject) }),
    };
  }

  function statusChange(
    accountId: string,
    task: ChangedTask,
    from: TaskProgress,
    to: TaskProgress,
  ): QueuedChange | undefined {
    if (from.slug === to.slug) return undefined;
    const move = (one: TaskProgress, other: TaskProgress) => commit(() => putStatus(accountId, task, one, other));
    return {
      text: messages.tasks.moved({ task: task.identifier, column: to.name }),
      subjects: [subjectOf(taskStatus, task.id)],
      apply: () => move(from, to),
      revert: () => move(to, from),
    };
  }

  /** Sent late, because a deletion is final. */
  function removal(accountId: string, { id, identifier }: ChangedTask): QueuedChange | undefined {
    const subject = subjectOf(taskRemove, id);
    if (isOpen(accountId, subject)) return undefined;
    return {
      text: messages.tasks.deleted({ task: identifier }),
      subjects: [id],
      apply: () => queue.writeLate(accountId, { kind: taskRemove.kind, subject, payload: { taskId: id, identifier } }),
      revert: () => takeBack(accountId, subject),
      obstacle: () => sentAlready(accountId, subject),
    };
  }

  /** `records`: those that the service has when it is undone. */
  function recordChange<C extends EditableCollection>(
    accountId: string,
    { changed, inverse, ...write }: RecordChange<C>,
    records: () => readonly TaskRecords[C][],
  ): QueuedChange {
    const { subject } = write;
    return {
      text: changed,
      subjects: [subject],
      apply: () => queue.write(accountId, write),
      revert() {
        const undone = inverse(records());
        if (undone === undefined) takeBack(accountId, subject);
        else if (!takeBackUnsent(accountId, subject)) queue.write(accountId, undone);
      },
      obstacle: () => (inverse(records()) === undefined ? sentAlready(accountId, subject) : undefined),
    };
  }

  return {
    /** What the service has not confirmed. */
    pending(accountId: string): PendingChanges {
      const items = outbox.openOfKinds(accountId, 'task.', 'tasks.');
      return pendingChanges(items, undefined, (id) => sentCommentId(id, outbox.serverId));
    },
    queue,
    comments: createCommentChanges(queue, outbox, now),
    description: createDescriptionChanges(queue, outbox, now),

    /** `from`: the current column. */
    setStatus(accountId: string, task: ChangedTask, from: TaskProgress, to: TaskProgress): void {
      const made = statusChange(accountId, task, from, to);
      if (made) change(accountId, made);
    },

    /** Changes to be made together (`queue.changeAll`); undefined if there is nothing to change. */
    statusChange,
    fieldChange,
    removal,
    /** A label by its name. The unsent opposite is taken back instead. */
    labelChange(accountId: string, made: RecordChange<'labels'>, label: TaskRecords['labels']): QueuedChange {
      const one = recordChange(accountId, made, () => [label]);
      return { ...one, apply: () => void (takeBackUnsent(accountId, made.subject) || one.apply()) };
    },

    /** Moves a task to a place. `placed`: every position that changes. */
    place(
      accountId: string,
      task: ChangedTask,
      from: TaskProgress,
      to: TaskProgress,
      placed: readonly PlacedTask[],
    ): void {
      if (placed.length === 0) return;
      const move = (one: TaskProgress, other: TaskProgress, at: 'from' | 'to') =>
        commit(() => {
          if (one.slug !== other.slug) putStatus(accountId, task, one, other);
          for (const { id, identifier, [at]: position } of placed) {
            if (position === undefined) continue;
            const status = id === task.id ? other.slug : to.slug;
            const payload: TaskPositionPayload = { taskId: id, identifier, status, position, whole: null };
            const subject = subjectOf(taskPosition, id);
            put(accountId, { kind: taskPosition.kind, subject, payload }, afterStatus(accountId, id));
          }
        });
      change(accountId, {
        text:
          from.slug === to.slug
            ? messages.tasks.placed({ task: task.identifier })
            : messages.tasks.moved({ task: task.identifier, column: to.name }),
        subjects: [subjectOf(taskStatus, task.id), ...placed.map(({ id }) => subjectOf(taskPosition, id))],
        apply: () => move(from, to, 'to'),
        revert: () => move(to, from, 'from'),
      });
    },

    moveAll(accountId: string, tasks: readonly ChangedTask[], from: TaskProgress, to: TaskProgress): void {
      if (tasks.length === 0 || from.slug === to.slug) return;
      const putMoves = (one: TaskProgress, other: TaskProgress) => {
        // A task with an unsent move or creation is moved by a write of its own, after that.
        const busy = new Set(outbox.openOfKinds(accountId, 'task.').map(({ subject }) => subject));
        const isBusy = ({ id }: ChangedTask) => busy.has(subjectOf(taskStatus, id)) || busy.has(id);
        const [single, bulk] = [tasks.filter(isBusy), tasks.filter((task) => !isBusy(task))];
        for (const task of single) putStatus(accountId, task, one, other);
        if (bulk.length === 0) return;
        const payload: TasksMovePayload = {
          taskIds: bulk.map(({ id }) => id),
          status: other.slug,
          statusName: other.name,
          isFinal: other.isFinal,
          fromName: one.name,
        };
        outbox.add({ accountId, kind: tasksMove.kind, subject: ALL_MOVES, payload }, now());
      };
      const move = (one: TaskProgress, other: TaskProgress) => commit(() => putMoves(one, other));
      change(accountId, {
        text: messages.tasks.movedAll({ tasks: tasks.length, column: to.name }),
        subjects: tasks.map(({ id }) => subjectOf(taskStatus, id)),
        apply: () => move(from, to),
        revert: () => move(to, from),
      });
    },

    /** Sent late, because the task would not get its number back. */
    setProject(accountId: string, payload: TaskProjectPayload): void {
      const { taskId, identifier, projectName: project, projectId, fromProjectId } = payload;
      const subject = subjectOf(taskProject, taskId);
      takeBackUnsent(accountId, subject);
      if (isOpen(accountId, subject)) throw new ValidationError(messages.tasks.onItsWay);
      if (projectId === fromProjectId) return;
      change(accountId, {
        text: messages.tasks.toProject({ task: identifier, project }),
        subjects: [subject, subjectOf(taskStatus, taskId)],
        apply: () =>
          queue.writeLate(accountId, { kind: taskProject.kind, subject, payload }, afterStatus(accountId, taskId)),
        revert() {
          takeBack(accountId, subject);
          takeBackUnsent(accountId, statusThere(taskId));
        },
        obstacle: () => sentAlready(accountId, subject),
      });
    },

    changeRecord: <C extends EditableCollection>(
      accountId: string,
      made: RecordChange<C>,
      records: () => readonly TaskRecords[C][],
    ): void => change(accountId, recordChange(accountId, made, records)),
  };
}

/** The subject of a status in the project to which the task is moving. */
const statusThere = (taskId: string): string => `${taskId}:status-there`;

/**
 * How tasks change: a write in the outbox, on disk before the screen says so, told with an undo, and put back where the service
 * refuses it. The last change of a kind is the one that counts: it takes the place of one that still waits.
 */
import { COLUMN_UPDATE, type ColumnUpdatePayload } from '../outbox/column-writes.ts';
import {
  LABEL_ATTACH,
  LABEL_REMOVE,
  type LabelAttachPayload,
  type LabelRemovePayload,
} from '../outbox/label-writes.ts';
import type { Outbox } from '../outbox/outbox.ts';
import {
  LINK_ADD,
  LINK_REMOVE,
  type LinkAddPayload,
  type LinkRemovePayload,
  RELATION_ADD,
  RELATION_REMOVE,
  type RelationAddPayload,
  type RelationRemovePayload,
} from '../outbox/relation-writes.ts';
import {
  TASK_ASSIGNEE,
  TASK_DUE_DATE,
  TASK_PRIORITY,
  TASK_STATUS,
  TASK_TITLE,
  TASKS_MOVE,
  type TaskAssigneePayload,
  type TaskDueDatePayload,
  type TaskPriorityPayload,
  type TaskStatusPayload,
  type TasksMovePayload,
  type TaskTitlePayload,
} from '../outbox/task-writes.ts';
import type { ColumnUpdate, Priority } from '../service/records.ts';
import { type Database, transaction } from '../store/database.ts';
import { words } from '../words/index.ts';
import { ProblemError } from '../words/problems.ts';
import { type PendingChanges, pendingChanges } from './pending.ts';

/** How long a change can be taken back (ms). */
export const UNDO_MS = 10_000;

/** The task that changes. */
export interface ChangedTask {
  id: string;
  /** `{projectSlug}-{number}` */
  identifier: string;
}

/** Where a task lies: a column, or planned or archived. */
export interface Place {
  slug: string;
  name: string;
  isFinal: boolean;
}

export interface ChangedColumn {
  /** What PUT /column/{id} takes. */
  id: string;
  projectId: string;
  name: string;
}

export interface Person {
  id: string;
  name: string;
}

/** A sentence about what was just done, how to undo it, and the task it is about. */
export type SayChange = (text: string, undo: { label: string; undoId: number }, taskId?: string) => void;

export interface TaskChangesOptions {
  database: Database;
  outbox: Outbox;
  now: () => number;
  say: SayChange;
  /** What is shown may be another now. */
  onChange: () => void;
}

export type TaskChanges = ReturnType<typeof createTaskChanges>;

export function createTaskChanges({ database, outbox, now, say, onChange }: TaskChangesOptions) {
  let lastId = 0;
  /** Only the last change can be taken back. */
  let last: { id: number; until: number; undo: () => void } | null = null;

  function commit(work: () => void): void {
    transaction(database, work);
    outbox.wake();
    onChange();
  }

  /** In the place of one that still waits: only the last one counts. */
  function write(accountId: string, subject: string, kind: string, payload: { taskId: string }): void {
    commit(() => {
      if (outbox.replace(subject, payload, () => undefined)) return;
      // A task that is still to be made comes first.
      outbox.add({ accountId, kind, subject, payload, after: payload.taskId }, now());
    });
  }

  /** `taskId`: the task to open from there. */
  function tell(text: string, undo: () => void, taskId?: string): void {
    lastId += 1;
    last = { id: lastId, until: now() + UNDO_MS + 1_000, undo };
    say(text, { label: words.tasks.undo, undoId: lastId }, taskId);
  }

  function setStatus(accountId: string, { id, identifier }: ChangedTask, from: Place, to: Place): void {
    const payload: TaskStatusPayload = {
      taskId: id,
      identifier,
      status: to.slug,
      statusName: to.name,
      isFinal: to.isFinal,
      fromName: from.name,
    };
    write(accountId, `${id}:status`, TASK_STATUS, payload);
  }

  function setPriority(accountId: string, { id, identifier }: ChangedTask, priority: Priority): void {
    const payload: TaskPriorityPayload = { taskId: id, identifier, priority };
    write(accountId, `${id}:priority`, TASK_PRIORITY, payload);
  }

  function setDueDate(accountId: string, { id, identifier }: ChangedTask, dueDate: string | null): void {
    const payload: TaskDueDatePayload = { taskId: id, identifier, dueDate };
    write(accountId, `${id}:due-date`, TASK_DUE_DATE, payload);
  }

  function setAssignee(accountId: string, { id, identifier }: ChangedTask, person: Person | null): void {
    const payload: TaskAssigneePayload = {
      taskId: id,
      identifier,
      userId: person?.id ?? null,
      userName: person?.name ?? '',
    };
    write(accountId, `${id}:assignee`, TASK_ASSIGNEE, payload);
  }

  function setTitle(accountId: string, { id, identifier }: ChangedTask, title: string): void {
    const payload: TaskTitlePayload = { taskId: id, identifier, title };
    write(accountId, `${id}:title`, TASK_TITLE, payload);
  }

  function attachLabel(accountId: string, label: LabelAttachPayload): void {
    write(accountId, `${label.taskId}:label:${label.name}`, LABEL_ATTACH, label);
  }

  function addRelation(accountId: string, relation: RelationAddPayload): void {
    const { sourceTaskId, targetTaskId, taskId } = relation;
    write(accountId, `${taskId}:relation:${sourceTaskId}:${targetTaskId}`, RELATION_ADD, relation);
  }

  function addLink(accountId: string, link: LinkAddPayload): void {
    write(accountId, `${link.taskId}:link:${link.url}`, LINK_ADD, link);
  }

  return {
    /** All that is not at the service yet. */
    pending: (accountId: string): PendingChanges =>
      pendingChanges([...outbox.openOfKinds(accountId, 'task.'), ...outbox.openOfKinds(accountId, 'tasks.')]),

    /** `from`: where it lies now; nothing happens where that is the same. */
    setStatus(accountId: string, task: ChangedTask, from: Place, to: Place): void {
      if (from.slug === to.slug) return;
      setStatus(accountId, task, from, to);
      tell(words.tasks.moved(task.identifier, to.name), () => setStatus(accountId, task, to, from));
    },

    setPriority(accountId: string, task: ChangedTask, from: Priority, to: Priority): void {
      if (from === to) return;
      setPriority(accountId, task, to);
      tell(words.tasks.priority(task.identifier), () => setPriority(accountId, task, from));
    },

    /** null for none. A whole local day is midnight UTC (due.ts). */
    setDueDate(accountId: string, task: ChangedTask, from: string | null, to: string | null): void {
      if (from === to) return;
      setDueDate(accountId, task, to);
      const text = to === null ? words.tasks.noDueDate(task.identifier) : words.tasks.dueDate(task.identifier);
      tell(text, () => setDueDate(accountId, task, from));
    },

    setAssignee(accountId: string, task: ChangedTask, from: Person | null, to: Person | null): void {
      if (from?.id === to?.id) return;
      setAssignee(accountId, task, to);
      const { identifier } = task;
      const text = to === null ? words.tasks.assignedNobody(identifier) : words.tasks.assigned(identifier, to.name);
      tell(text, () => setAssignee(accountId, task, from));
    },

    setTitle(accountId: string, task: ChangedTask, from: string, to: string): void {
      if (from === to) return;
      setTitle(accountId, task, to);
      tell(words.tasks.title(task.identifier), () => setTitle(accountId, task, from));
    },

    attachLabel,
    tell,

    /** `workspaceId` and `color`: what it takes to attach it again. */
    removeLabel(accountId: string, label: LabelRemovePayload & { workspaceId: string; color: string }): void {
      const { workspaceId, color, ...payload } = label;
      const { taskId, identifier, name } = payload;
      write(accountId, `${taskId}:label:${payload.labelId}`, LABEL_REMOVE, payload);
      tell(words.tasks.labelTaken(identifier, name), () => {
        if (outbox.takeBack(`${taskId}:label:${payload.labelId}`)) return;
        attachLabel(accountId, { taskId, identifier, workspaceId, labelId: null, name, color });
      });
    },

    /** Many at once, all from one place to another. */
    moveAll(accountId: string, tasks: readonly ChangedTask[], from: Place, to: Place): void {
      if (tasks.length === 0 || from.slug === to.slug) return;
      const move = (one: Place, other: Place) => {
        const payload: TasksMovePayload = {
          taskIds: tasks.map(({ id }) => id),
          status: other.slug,
          statusName: other.name,
          isFinal: other.isFinal,
          fromName: one.name,
        };
        // One subject for all: what is moved to and fro arrives in that order.
        commit(() => outbox.add({ accountId, kind: TASKS_MOVE, subject: 'tasks:move', payload }, now()));
      };
      move(from, to);
      tell(words.tasks.movedAll(tasks.length, to.name), () => move(to, from));
    },

    /** `from`: the same fields as they are now. */
    updateColumn(accountId: string, column: ChangedColumn, from: ColumnUpdate, to: ColumnUpdate): void {
      const { id, projectId, name } = column;
      const update = (changed: ColumnUpdate) => {
        const payload: ColumnUpdatePayload = { columnId: id, projectId, columnName: name, changed };
        commit(() => outbox.add({ accountId, kind: COLUMN_UPDATE, subject: `column:${id}`, payload }, now()));
      };
      update(to);
      tell(words.tasks.column(to.name ?? name), () => update(from));
    },

    removeRelation(accountId: string, relation: RelationRemovePayload, again: RelationAddPayload | null): void {
      const subject = `${relation.taskId}:relation:${relation.relationId}`;
      write(accountId, subject, RELATION_REMOVE, relation);
      tell(words.tasks.unrelated(relation.identifier, relation.otherName), () => {
        if (!outbox.takeBack(subject) && again) addRelation(accountId, again);
      });
    },
    addRelation,

    removeLink(accountId: string, link: LinkRemovePayload, url: string): void {
      const { taskId, identifier, name } = link;
      const subject = `${taskId}:link:${link.linkId}`;
      write(accountId, subject, LINK_REMOVE, link);
      tell(words.tasks.linkTaken(identifier, name), () => {
        if (!outbox.takeBack(subject)) addLink(accountId, { taskId, identifier, url, title: name });
      });
    },
    addLink,

    /** Throws ProblemError where it is too late. */
    undo(undoId: number): void {
      if (last?.id !== undoId || now() >= last.until) {
        throw new ProblemError({ kind: 'invalid', ...words.tasks.tooLate });
      }
      const { undo } = last;
      last = null;
      undo();
      onChange();
    },
  };
}

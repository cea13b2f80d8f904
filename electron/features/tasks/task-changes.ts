/** Changes of tasks: each is a write in the outbox that replaces a waiting one of its kind, with a toast and an undo. */

import { randomUUID } from 'node:crypto';
import type { ToastView } from '../../../shared/contract/index.ts';
import type { TaskProgress } from '../../../shared/contract/task-details.ts';
import type { TaskValues } from '../../../shared/contract/task-schema.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { UNDO_PASSED_MS, type Undo } from '../../outbox/undo.ts';

import { type Database, transaction } from '../../store/database.ts';

import { type PendingChanges, pendingChanges } from './apply-pending.ts';
import {
  COMMENT_ADD,
  COMMENT_DELETE,
  COMMENT_EDIT,
  CommentAddPayload,
  type CommentDeletePayload,
  type CommentEditPayload,
} from './comment-writes.ts';
import { LABEL_ATTACH, LABEL_REMOVE, type LabelAttachPayload, type LabelRemovePayload } from './label-writes.ts';
import {
  LINK_ADD,
  LINK_REMOVE,
  type LinkAddPayload,
  type LinkRemovePayload,
  RELATION_ADD,
  RELATION_REMOVE,
  type RelationAddPayload,
  type RelationRemovePayload,
} from './relation-writes.ts';
import { TASK_REMOVE, type TaskRemovePayload } from './task-delete-writes.ts';
import { TASK_POSITION, type TaskPositionPayload } from './task-full-update.ts';
import { isSettable, subjectOfValue, VALUE_FIELDS, valueIn, valueWrite } from './task-value-writes.ts';
import {
  TASK_ASSIGNEE,
  TASK_DESCRIPTION,
  TASK_STATUS,
  TASK_TITLE,
  TASKS_MOVE,
  type TaskAssigneePayload,
  TaskDescriptionPayload,
  TaskStatusPayload,
  TasksMovePayload,
  type TaskTitlePayload,
} from './task-writes.ts';
import { subjectOfTemporaryId } from './temporary-id.ts';

/** All moves of many tasks share one subject, so that they are sent in order. */
const ALL_MOVES = 'tasks:move';

/** The task that changes. */
export interface ChangedTask {
  id: string;
  /** `{projectSlug}-{number}` */
  identifier: string;
}

type CurrentValues = Pick<TaskView, keyof TaskValues>;

/** A task and its position in its column before and after the change. */
export interface PlacedTask extends ChangedTask {
  from: number;
  to: number;
}

/** `why`: the reason as text. */
export interface RejectedDescription extends TaskDescriptionPayload {
  why: string;
}

export interface Person {
  id: string;
  name: string;
}

export interface TaskChangesOptions {
  database: Database;
  outbox: Outbox;
  now: () => number;
  undo: Pick<Undo, 'offer'>;
  /** `taskId`: the task to open from the toast. */
  showToast: (text: string, undo: NonNullable<ToastView['undo']>, taskId?: string) => void;
  /** The person sets a due date or undoes that. Called before it is published. */
  onDueDate?: (accountId: string, taskId: string, dueDate: string | null) => void;
  /** Called after every change, to publish it. */
  onChange: () => void;
}

export type TaskChanges = ReturnType<typeof createTaskChanges>;

export function createTaskChanges(options: TaskChangesOptions) {
  const { database, outbox, now, showToast, onDueDate, onChange } = options;

  function commit(work: () => void): void {
    transaction(database, work);
    outbox.wake();
    onChange();
  }

  /** Replaces the waiting write of this subject. */
  function write(
    accountId: string,
    subject: string,
    kind: string,
    payload: { taskId: string },
    /** The task's own creation is sent first. */
    after = payload.taskId,
  ): void {
    commit(() => enqueue(accountId, subject, kind, payload, after));
  }

  function enqueue(accountId: string, subject: string, kind: string, payload: unknown, after: string): void {
    if (outbox.replace(subject, payload, () => undefined, accountId)) return;
    outbox.add({ accountId, kind, subject, payload, after }, now());
  }

  /** Shows a toast with an undo; returns the id of the undo. */
  function showWithUndo(accountId: string, text: string, undo: () => void, taskId?: string): number {
    const label = messages.tasks.undo;
    const undoAndPublish = () => {
      undo();
      onChange();
    };
    const offer = options.undo.offer({ accountId, label, undo: undoAndPublish });
    showToast(text, offer, taskId);
    // For new tasks this is the only event.
    onChange();
    return offer.undoId;
  }

  function setStatus(accountId: string, { id, identifier }: ChangedTask, from: TaskProgress, to: TaskProgress): void {
    const subject = `${id}:status`;
    const payload: TaskStatusPayload = {
      taskId: id,
      identifier,
      status: to.slug,
      statusName: to.name,
      isFinal: to.isFinal,
      // A rejection names the column that the service has, however often the task was moved since.
      fromName: originOfWaitingMove(accountId, subject) ?? from.name,
    };
    const isMoving = outbox
      .openOf(ALL_MOVES, accountId)
      .some((item) => TasksMovePayload.parse(item.payload).taskIds.includes(id));
    write(accountId, subject, TASK_STATUS, payload, isMoving ? ALL_MOVES : id);
  }

  /** The column of a task before its waiting move. */
  function originOfWaitingMove(accountId: string, subject: string): string | undefined {
    const waiting = outbox.openOf(subject, accountId).find(({ state }) => state === 'waiting');
    return waiting && TaskStatusPayload.parse(waiting.payload).fromName;
  }

  /** Returns the text of the toast. */
  function setValue<F extends keyof TaskValues>(
    accountId: string,
    { id, identifier }: ChangedTask,
    field: F,
    value: TaskValues[F],
  ): string {
    const { kind, subject, payload, text } = valueWrite(id, identifier, field, value);
    const { dueDate } = valueIn(kind, payload) ?? {};
    if (dueDate !== undefined) onDueDate?.(accountId, id, dueDate);
    write(accountId, subject, kind, payload);
    return text;
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

  function setDescription(
    accountId: string,
    { id, identifier }: ChangedTask,
    before: string,
    description: string,
  ): void {
    const subject = `${id}:description`;
    const waiting = outbox.openOf(subject, accountId).find(({ state }) => state === 'waiting');
    const payload: TaskDescriptionPayload = {
      taskId: id,
      identifier,
      description,
      // The service's text is the one from before the first waiting change.
      before: waiting === undefined ? before : TaskDescriptionPayload.parse(waiting.payload).before,
    };
    write(accountId, subject, TASK_DESCRIPTION, payload);
  }

  /** Restores `before`, and sends the rejected description again to be compared with it. */
  function rejectAgain(
    accountId: string,
    task: ChangedTask,
    description: string,
    before: string,
    { why: _, ...payload }: RejectedDescription,
  ): void {
    const subject = `${task.id}:description`;
    if (!takeBackUnsent(accountId, subject)) setDescription(accountId, task, description, before);
    commit(() => outbox.add({ accountId, kind: TASK_DESCRIPTION, subject, payload, after: task.id }, now()));
  }

  function rejectedDescription(accountId: string, taskId: string): RejectedDescription | undefined {
    const item = outbox.openOf(`${taskId}:description`, accountId).find(({ state }) => state === 'needs-you');
    const payload = TaskDescriptionPayload.safeParse(item?.payload).data;
    return item && payload && { ...payload, why: item.lastError ?? '' };
  }

  function attachLabel(accountId: string, label: LabelAttachPayload): void {
    write(accountId, labelSubject(label), LABEL_ATTACH, label);
  }

  function addRelation(accountId: string, relation: RelationAddPayload): void {
    write(accountId, relationSubject(relation), RELATION_ADD, relation);
  }

  function addLink(accountId: string, link: LinkAddPayload): void {
    write(accountId, linkSubject(link), LINK_ADD, link);
  }

  function removeLabel(accountId: string, label: LabelRemovePayload): void {
    write(accountId, `${label.taskId}:label:${label.labelId}`, LABEL_REMOVE, label);
  }

  function removeRelation(accountId: string, relation: RelationRemovePayload): void {
    write(accountId, `${relation.taskId}:relation:${relation.relationId}`, RELATION_REMOVE, relation);
  }

  function removeLink(accountId: string, link: LinkRemovePayload): void {
    write(accountId, `${link.taskId}:link:${link.linkId}`, LINK_REMOVE, link);
  }

  /** Returns the subject of the write. Comments on a task are sent in the order in which they were written. */
  function addComment(accountId: string, comment: Pick<CommentAddPayload, 'taskId' | 'identifier' | 'text'>): string {
    const { taskId } = comment;
    const subject = commentSubject(taskId, randomUUID());
    const payload: CommentAddPayload = { ...comment, writtenAt: toIsoInstant(now()), before: null };
    const earlier = outbox
      .openOfKinds(accountId, 'task.')
      .findLast(
        ({ subject, kind, state }) => kind === COMMENT_ADD && state !== 'needs-you' && isCommentOf(subject, taskId),
      );
    commit(() =>
      outbox.add({ accountId, kind: COMMENT_ADD, subject, payload, after: earlier?.subject ?? taskId }, now()),
    );
    return subject;
  }

  function editComment(accountId: string, comment: CommentEditPayload): void {
    write(accountId, commentSubject(comment.taskId, comment.commentId), COMMENT_EDIT, comment);
  }

  /** Sent after the last moment to undo, because a comment that is posted again is a new one. */
  function removeComment(accountId: string, comment: CommentDeletePayload): string {
    const changed = commentSubject(comment.taskId, comment.commentId);
    const subject = `${changed}:delete`;
    const write = { accountId, kind: COMMENT_DELETE, subject, payload: comment, after: changed };
    commit(() => outbox.add(write, now() + UNDO_PASSED_MS));
    return subject;
  }

  /** Removes an unsent write; false if it was sent. */
  function takeBackUnsent(accountId: string, subject: string): boolean {
    const isOpen = outbox.openOf(subject, accountId).length > 0;
    const isTakenBack = isOpen && transaction(database, () => outbox.takeBack(subject, accountId));
    if (isTakenBack) onChange();
    return isTakenBack;
  }

  /** Changes the text of an unsent comment. */
  function rewriteComment(accountId: string, subject: string, text: string): void {
    const [waiting] = outbox.openOf(subject, accountId);
    const payload = waiting && CommentAddPayload.safeParse(waiting.payload).data;
    const isRewritten =
      payload !== undefined &&
      transaction(database, () => outbox.replace(subject, { ...payload, text }, () => undefined, accountId));
    if (!isRewritten) throw new ValidationError(messages.tasks.onItsWay);
    outbox.wake();
    onChange();
  }

  /** Removes the unsent write, or calls `remove`; undefined while the service's id is unknown. */
  function takeBackOrRemove(accountId: string, subject: string, remove: (() => void) | undefined): void {
    if (takeBackUnsent(accountId, subject)) return;
    if (remove === undefined) throw new ValidationError(messages.tasks.onItsWay);
    remove();
  }

  return {
    /** What the service has not confirmed. */
    pending(accountId: string): PendingChanges {
      return pendingChanges(outbox.openOfKinds(accountId, 'task.', 'tasks.'));
    },

    /** `from`: the current column. */
    setStatus(accountId: string, task: ChangedTask, from: TaskProgress, to: TaskProgress): void {
      if (from.slug === to.slug) return;
      setStatus(accountId, task, from, to);
      showWithUndo(accountId, messages.tasks.moved({ task: task.identifier, column: to.name }), () =>
        setStatus(accountId, task, to, from),
      );
    },

    /** Each field gets a write and an undo of its own. `task` has the current values. */
    setValues(accountId: string, task: ChangedTask & CurrentValues, values: Partial<TaskValues>): void {
      for (const field of VALUE_FIELDS) {
        const { [field]: from } = task;
        const to = values[field];
        if (to === undefined || to === from) continue;
        showWithUndo(accountId, setValue(accountId, task, field, to), () => {
          if (isSettable(field, from)) setValue(accountId, task, field, from);
          // The service's value cannot be set again, so only the unsent write can be removed.
          else takeBackOrRemove(accountId, subjectOfValue(task.id, field), undefined);
        });
      }
    },

    setAssignee(accountId: string, task: ChangedTask, from: Person | null, to: Person | null): void {
      if (from?.id === to?.id) return;
      setAssignee(accountId, task, to);
      const { identifier } = task;
      const text =
        to === null
          ? messages.tasks.assignedNobody({ task: identifier })
          : messages.tasks.assigned({ task: identifier, person: to.name });
      showWithUndo(accountId, text, () => setAssignee(accountId, task, from));
    },

    setTitle(accountId: string, task: ChangedTask, from: string, to: string): void {
      if (from === to) return;
      setTitle(accountId, task, to);
      // The service rejects an empty title, so this cannot be undone.
      if (from === '') return;
      showWithUndo(accountId, messages.tasks.title({ task: task.identifier }), () => setTitle(accountId, task, from));
    },

    /** `placed`: every position that changes. */
    place(
      accountId: string,
      task: ChangedTask,
      from: TaskProgress,
      to: TaskProgress,
      placed: readonly PlacedTask[],
    ): void {
      if (placed.length === 0) return;
      const move = (one: TaskProgress, other: TaskProgress, at: 'from' | 'to') => {
        if (one.slug !== other.slug) setStatus(accountId, task, one, other);
        commit(() => {
          for (const { id, identifier, [at]: position } of placed) {
            const status = id === task.id ? other.slug : to.slug;
            const payload: TaskPositionPayload = { taskId: id, identifier, status, position, whole: null };
            // A move between columns is sent first, because it may put the task at the end.
            const after = outbox.openOf(`${id}:status`, accountId).length > 0 ? `${id}:status` : id;
            enqueue(accountId, `${id}:position`, TASK_POSITION, payload, after);
          }
        });
      };
      move(from, to, 'to');
      const text =
        from.slug === to.slug
          ? messages.tasks.placed({ task: task.identifier })
          : messages.tasks.moved({ task: task.identifier, column: to.name });
      showWithUndo(accountId, text, () => move(to, from, 'from'));
    },

    /** Sent after the last moment to undo, because a deletion is final. */
    remove(accountId: string, { id, identifier }: ChangedTask): void {
      const subject = `${id}:remove`;
      if (outbox.openOf(subject, accountId).length > 0) return;
      const payload: TaskRemovePayload = { taskId: id, identifier };
      const notBefore = now() + UNDO_PASSED_MS;
      commit(() => outbox.add({ accountId, kind: TASK_REMOVE, subject, payload, after: id }, notBefore));
      showWithUndo(accountId, messages.tasks.deleted({ task: identifier }), () =>
        takeBackOrRemove(accountId, subject, undefined),
      );
    },

    setDescription(accountId: string, task: ChangedTask, before: string, description: string): void {
      const { id, identifier } = task;
      const rejected = rejectedDescription(accountId, id);
      if (before === description && rejected === undefined) return;
      setDescription(accountId, task, before, description);
      showWithUndo(accountId, messages.tasks.description({ task: identifier }), () => {
        if (rejected !== undefined) rejectAgain(accountId, task, description, before, rejected);
        else if (rejectedDescription(accountId, id) !== undefined) takeBackUnsent(accountId, `${id}:description`);
        else setDescription(accountId, task, description, before);
      });
    },
    /** The description that was written here and rejected. */
    rejectedDescription,
    /** Drops the rejected description; the service's stays. */
    dropDescription(accountId: string, task: ChangedTask): void {
      const { id, identifier } = task;
      const rejected = rejectedDescription(accountId, id);
      if (rejected === undefined) return;
      takeBackUnsent(accountId, `${id}:description`);
      showWithUndo(accountId, messages.tasks.descriptionDropped({ task: identifier }), () =>
        setDescription(accountId, task, rejected.before, rejected.description),
      );
    },

    /** `find`: the label as the service has it on the task. */
    attachLabel(accountId: string, label: LabelAttachPayload, find: () => LabelRemovePayload | undefined): void {
      attachLabel(accountId, label);
      showWithUndo(accountId, messages.tasks.labelled({ task: label.identifier, label: label.name }), () => {
        const copy = find();
        takeBackOrRemove(accountId, labelSubject(label), copy && (() => removeLabel(accountId, copy)));
      });
    },
    /** Throws ValidationError while it is being sent. */
    takeBackLabel: (accountId: string, label: Pick<LabelAttachPayload, 'taskId' | 'name'>) =>
      takeBackOrRemove(accountId, labelSubject(label), undefined),
    showWithUndo,

    /** `workspaceId` and `color`: to attach it again. */
    removeLabel(accountId: string, label: LabelRemovePayload & { workspaceId: string; color: string }): void {
      const { workspaceId, color, ...payload } = label;
      const { taskId, identifier, name } = payload;
      removeLabel(accountId, payload);
      showWithUndo(accountId, messages.tasks.labelTaken({ task: identifier, label: name }), () => {
        if (takeBackUnsent(accountId, `${taskId}:label:${payload.labelId}`)) return;
        attachLabel(accountId, { taskId, identifier, workspaceId, labelId: null, name, color });
      });
    },

    /** Moves many tasks from one column to another. */
    moveAll(accountId: string, tasks: readonly ChangedTask[], from: TaskProgress, to: TaskProgress): void {
      if (tasks.length === 0 || from.slug === to.slug) return;
      const move = (one: TaskProgress, other: TaskProgress) => {
        // A task with an unsent move or creation is moved by a write of its own, after that.
        const busy = new Set(outbox.openOfKinds(accountId, 'task.').map(({ subject }) => subject));
        const [single, bulk] = [[] as ChangedTask[], [] as ChangedTask[]];
        for (const task of tasks) (busy.has(`${task.id}:status`) || busy.has(task.id) ? single : bulk).push(task);
        for (const task of single) setStatus(accountId, task, one, other);
        if (bulk.length === 0) return;
        const payload: TasksMovePayload = {
          taskIds: bulk.map(({ id }) => id),
          status: other.slug,
          statusName: other.name,
          isFinal: other.isFinal,
          fromName: one.name,
        };
        commit(() => outbox.add({ accountId, kind: TASKS_MOVE, subject: ALL_MOVES, payload }, now()));
      };
      move(from, to);
      showWithUndo(accountId, messages.tasks.movedAll({ tasks: tasks.length, column: to.name }), () => move(to, from));
    },

    removeRelation(accountId: string, relation: RelationRemovePayload, again: RelationAddPayload | null): void {
      removeRelation(accountId, relation);
      showWithUndo(
        accountId,
        messages.tasks.unrelated({ task: relation.identifier, other: relation.otherName }),
        () => {
          if (!takeBackUnsent(accountId, `${relation.taskId}:relation:${relation.relationId}`) && again)
            addRelation(accountId, again);
        },
      );
    },
    /** `find`: the record that the service created. */
    addRelation(accountId: string, relation: RelationAddPayload, find: () => RelationRemovePayload | undefined): void {
      addRelation(accountId, relation);
      showWithUndo(accountId, messages.tasks.related({ task: relation.identifier, other: relation.otherName }), () => {
        const created = find();
        takeBackOrRemove(accountId, relationSubject(relation), created && (() => removeRelation(accountId, created)));
      });
    },
    /** Throws ValidationError while it is being sent. */
    takeBackRelation: (
      accountId: string,
      relation: Pick<RelationAddPayload, 'taskId' | 'sourceTaskId' | 'targetTaskId'>,
    ) => takeBackOrRemove(accountId, relationSubject(relation), undefined),

    removeLink(accountId: string, link: LinkRemovePayload, url: string): void {
      const { taskId, identifier, name } = link;
      removeLink(accountId, link);
      showWithUndo(accountId, messages.tasks.linkTaken({ task: identifier, link: name }), () => {
        if (!takeBackUnsent(accountId, `${taskId}:link:${link.linkId}`))
          addLink(accountId, { taskId, identifier, url, title: name });
      });
    },
    /** `find`: the record that the service created. */
    addLink(accountId: string, link: LinkAddPayload, find: () => LinkRemovePayload | undefined): void {
      addLink(accountId, link);
      showWithUndo(accountId, messages.tasks.linked({ task: link.identifier, link: link.title || link.url }), () => {
        const created = find();
        takeBackOrRemove(accountId, linkSubject(link), created && (() => removeLink(accountId, created)));
      });
    },
    /** Throws ValidationError while it is being sent. */
    takeBackLink: (accountId: string, link: Pick<LinkAddPayload, 'taskId' | 'url'>) =>
      takeBackOrRemove(accountId, linkSubject(link), undefined),

    addComment(accountId: string, comment: Pick<CommentAddPayload, 'taskId' | 'identifier' | 'text'>): void {
      const subject = addComment(accountId, comment);
      const { taskId, identifier } = comment;
      showWithUndo(accountId, messages.tasks.commented({ task: identifier }), () => {
        const commentId = outbox.serverId(subject);
        const remove = () => removeComment(accountId, { taskId, identifier, commentId: commentId ?? '' });
        takeBackOrRemove(accountId, subject, commentId === undefined ? undefined : remove);
      });
    },
    /** `from`: the current text. Throws ValidationError while it is being sent. */
    editComment(accountId: string, comment: CommentEditPayload, from: string): void {
      const { identifier, commentId, text } = comment;
      if (from === text) return;
      const unsent = subjectOfTemporaryId(commentId);
      const setText = (newText: string) => {
        if (unsent === undefined) editComment(accountId, { ...comment, text: newText });
        else rewriteComment(accountId, unsent, newText);
      };
      setText(text);
      showWithUndo(accountId, messages.tasks.commentChanged({ task: identifier }), () => setText(from));
    },
    /** `text`: its text, to post it again. Throws ValidationError while it is being sent. */
    removeComment(accountId: string, comment: CommentDeletePayload, text: string): void {
      const { taskId, identifier, commentId } = comment;
      const unsent = subjectOfTemporaryId(commentId);
      if (unsent !== undefined) takeBackOrRemove(accountId, unsent, undefined);
      const subject = unsent ?? removeComment(accountId, comment);
      showWithUndo(accountId, messages.tasks.commentRemoved({ task: identifier }), () => {
        if (unsent !== undefined || !takeBackUnsent(accountId, subject))
          addComment(accountId, { taskId, identifier, text });
      });
    },
  };
}

const commentSubject = (taskId: string, id: string) => `${taskId}:comment:${id}`;
const isCommentOf = (subject: string, taskId: string): boolean => subject.startsWith(commentSubject(taskId, ''));
const labelSubject = ({ taskId, name }: Pick<LabelAttachPayload, 'taskId' | 'name'>) => `${taskId}:label:${name}`;
const linkSubject = ({ taskId, url }: Pick<LinkAddPayload, 'taskId' | 'url'>) => `${taskId}:link:${url}`;
const relationSubject = (relation: Pick<RelationAddPayload, 'taskId' | 'sourceTaskId' | 'targetTaskId'>) =>
  `${relation.taskId}:relation:${relation.sourceTaskId}:${relation.targetTaskId}`;

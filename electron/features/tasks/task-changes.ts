/** Changes of tasks: each is a write in the outbox that replaces a waiting one of its subject, with a toast and an undo. */

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
import { isKnownAbsent, type OutboxItem } from '../../outbox/write-kind.ts';

import { type Database, transaction } from '../../store/database.ts';

import { type PendingChanges, pendingChanges } from './apply-pending.ts';
import {
  COMMENT_ADD,
  COMMENT_DELETE,
  COMMENT_EDIT,
  CommentAddPayload,
  type CommentDeletePayload,
  CommentEditPayload,
  sentCommentId,
} from './comment-writes.ts';
import {
  LABEL_ATTACH,
  LABEL_REMOVE,
  type LabelAttachPayload,
  type LabelRemovePayload,
  labelSubject,
} from './label-writes.ts';
import {
  LINK_ADD,
  LINK_REMOVE,
  type LinkAddPayload,
  type LinkRemovePayload,
  linkSubject,
  RELATION_ADD,
  RELATION_REMOVE,
  type RelationAddPayload,
  type RelationRemovePayload,
  relationSubject,
} from './relation-writes.ts';
import { TASK_REMOVE, type TaskRemovePayload } from './task-delete-writes.ts';
import { TASK_POSITION, type TaskPositionPayload } from './task-full-update.ts';
import { TASK_PROJECT, type TaskProjectPayload } from './task-project-write.ts';
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
import { subjectOfTemporaryId, temporaryId } from './temporary-id.ts';

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

/** `subject`: what it changes. */
interface Write {
  kind: string;
  subject: string;
  payload: { taskId: string } & Record<string, unknown>;
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

  /** Replaces the waiting write of the subject. `after`: the subject to send first, by default the task's own creation. */
  function enqueue(accountId: string, { kind, subject, payload }: Write, after = payload.taskId): void {
    if (outbox.replace(subject, payload, () => undefined, accountId)) return;
    outbox.add({ accountId, kind, subject, payload, after }, now());
  }

  const write = (accountId: string, change: Write, after?: string): void =>
    commit(() => enqueue(accountId, change, after));

  const waiting = (accountId: string, subject: string): OutboxItem | undefined =>
    outbox.openOf(subject, accountId).find(({ state }) => state === 'waiting');

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

  /** Removes an unsent write; false if it was sent. */
  function takeBackUnsent(accountId: string, subject: string): boolean {
    const isOpen = outbox.openOf(subject, accountId).length > 0;
    const isTakenBack = isOpen && transaction(database, () => outbox.takeBack(subject, accountId)) === 'absent';
    if (isTakenBack) onChange();
    return isTakenBack;
  }

  /** Throws ValidationError while the write is being sent, and after that. */
  function takeBack(accountId: string, subject: string): void {
    if (!takeBackUnsent(accountId, subject)) throw new ValidationError(messages.tasks.onItsWay);
  }

  /** `removal` gives the write that removes what the service created; undefined while its id is unknown. */
  function addWithUndo(accountId: string, added: Write, text: string, removal: () => Write | undefined): void {
    write(accountId, added);
    showWithUndo(accountId, text, () => {
      const removed = removal();
      if (removed === undefined) takeBack(accountId, added.subject);
      else if (!takeBackUnsent(accountId, added.subject)) write(accountId, removed);
    });
  }

  /** `again` adds it again; null if that is not possible. */
  function removeWithUndo(accountId: string, removed: Write, text: string, again: Write | null): void {
    write(accountId, removed);
    showWithUndo(accountId, text, () => {
      if (!takeBackUnsent(accountId, removed.subject) && again !== null) write(accountId, again);
    });
  }

  const isLeaving = (accountId: string, id: string): boolean => outbox.openOf(`${id}:project`, accountId).length > 0;

  function enqueueStatus(
    accountId: string,
    { id, identifier }: ChangedTask,
    from: TaskProgress,
    to: TaskProgress,
  ): void {
    // The columns of two projects differ, so a status there must not replace an unsent one from here.
    const leaves = isLeaving(accountId, id);
    const subject = leaves ? `${id}:status-there` : `${id}:status`;
    const earlier = waiting(accountId, subject);
    const payload: TaskStatusPayload = {
      taskId: id,
      identifier,
      status: to.slug,
      statusName: to.name,
      isFinal: to.isFinal,
      // A rejection names the column that the service has, however often the task was moved since.
      fromName: earlier === undefined ? from.name : TaskStatusPayload.parse(earlier.payload).fromName,
    };
    const isMoving = outbox
      .openOf(ALL_MOVES, accountId)
      .some((item) => TasksMovePayload.parse(item.payload).taskIds.includes(id));
    enqueue(accountId, { kind: TASK_STATUS, subject, payload }, leaves ? `${id}:project` : isMoving ? ALL_MOVES : id);
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
    write(accountId, { kind, subject, payload });
    return text;
  }

  function setDescription(
    accountId: string,
    { id, identifier }: ChangedTask,
    before: string,
    description: string,
  ): void {
    const subject = `${id}:description`;
    const earlier = waiting(accountId, subject);
    const payload: TaskDescriptionPayload = {
      taskId: id,
      identifier,
      description,
      // The service's text is the one from before the first waiting change.
      before: earlier === undefined ? before : TaskDescriptionPayload.parse(earlier.payload).before,
    };
    write(accountId, { kind: TASK_DESCRIPTION, subject, payload });
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

  /** Returns the subject of the write. Comments on a task are sent in the order in which they were written. */
  function addComment(accountId: string, comment: Pick<CommentAddPayload, 'taskId' | 'identifier' | 'text'>): string {
    const { taskId } = comment;
    const subject = commentSubject(taskId, randomUUID());
    const payload: CommentAddPayload = { ...comment, writtenAt: toIsoInstant(now()), before: null };
    const isEarlier = ({ subject, kind, state }: OutboxItem) =>
      kind === COMMENT_ADD && state !== 'needs-you' && subject.startsWith(commentSubject(taskId, ''));
    const earlier = outbox.openOfKinds(accountId, 'task.').findLast(isEarlier);
    write(accountId, { kind: COMMENT_ADD, subject, payload }, earlier?.subject);
    return subject;
  }

  /**
   * Where a comment is: its id at the service, if that is known, and the subject of its writes. One that was written here keeps the
   * subject under which it is sent, so that later writes wait for it and get its id. Throws ValidationError if it was sent and the
   * service did not say its id.
   */
  function placeOf(accountId: string, { taskId, commentId }: CommentDeletePayload) {
    const id = sentCommentId(commentId, outbox.serverId);
    const added = subjectOfTemporaryId(id);
    const subject = added ?? outbox.subjectOf(accountId, id) ?? commentSubject(taskId, id);
    const [adding] = added === undefined ? [] : outbox.openOf(subject, accountId);
    if (added !== undefined && adding === undefined) throw new ValidationError(messages.tasks.onItsWay);
    return { commentId: id, subject, adding };
  }

  function editComment(accountId: string, comment: CommentEditPayload): void {
    const { commentId, subject, adding } = placeOf(accountId, comment);
    const unsent = adding && isKnownAbsent(adding) ? CommentAddPayload.safeParse(adding.payload).data : undefined;
    if (unsent === undefined) write(accountId, { kind: COMMENT_EDIT, subject, payload: { ...comment, commentId } });
    else commit(() => outbox.replace(subject, { ...unsent, text: comment.text }, () => undefined, accountId));
  }

  /**
   * Sent after the last moment to undo, because a comment that is posted again is a new one. `text`: its text. Returns how to undo it.
   */
  function removeComment(accountId: string, comment: CommentDeletePayload, text: string): () => void {
    const { commentId, subject: own, adding } = placeOf(accountId, comment);
    const { taskId, identifier } = comment;
    const addAgain = () => void addComment(accountId, { taskId, identifier, text });
    const edited = outbox.openOf(own, accountId).find(({ kind }) => kind === COMMENT_EDIT);
    if (adding && takeBackUnsent(accountId, own)) return addAgain;
    const [subject, after] = adding ? [own, taskId] : [`${own}:delete`, own];
    const payload: CommentDeletePayload = { taskId, identifier, commentId };
    commit(() => outbox.add({ accountId, kind: COMMENT_DELETE, subject, payload, after }, now() + UNDO_PASSED_MS));
    return () => {
      const isUnsent = (item: OutboxItem) => item.kind === COMMENT_DELETE && isKnownAbsent(item);
      if (!outbox.openOf(subject, accountId).some(isUnsent)) return addAgain();
      takeBackUnsent(accountId, subject);
      if (adding && edited) editComment(accountId, CommentEditPayload.parse(edited.payload));
    };
  }

  return {
    /** What the service has not confirmed. */
    pending(accountId: string): PendingChanges {
      const items = outbox.openOfKinds(accountId, 'task.', 'tasks.');
      return pendingChanges(items, undefined, (id) => sentCommentId(id, outbox.serverId));
    },
    showWithUndo,

    /** `from`: the current column. */
    setStatus(accountId: string, task: ChangedTask, from: TaskProgress, to: TaskProgress): void {
      if (from.slug === to.slug) return;
      const move = (one: TaskProgress, other: TaskProgress) => commit(() => enqueueStatus(accountId, task, one, other));
      move(from, to);
      showWithUndo(accountId, messages.tasks.moved({ task: task.identifier, column: to.name }), () => move(to, from));
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
          if (one.slug !== other.slug) enqueueStatus(accountId, task, one, other);
          for (const { id, identifier, [at]: position } of placed) {
            const status = id === task.id ? other.slug : to.slug;
            const payload: TaskPositionPayload = { taskId: id, identifier, status, position, whole: null };
            // A move between columns is sent first, because it may put the task at the end.
            const after = outbox.openOf(`${id}:status`, accountId).length > 0 ? `${id}:status` : id;
            enqueue(accountId, { kind: TASK_POSITION, subject: `${id}:position`, payload }, after);
          }
        });
      move(from, to, 'to');
      const text =
        from.slug === to.slug
          ? messages.tasks.placed({ task: task.identifier })
          : messages.tasks.moved({ task: task.identifier, column: to.name });
      showWithUndo(accountId, text, () => move(to, from, 'from'));
    },

    /** Moves many tasks from one column to another. */
    moveAll(accountId: string, tasks: readonly ChangedTask[], from: TaskProgress, to: TaskProgress): void {
      if (tasks.length === 0 || from.slug === to.slug) return;
      const enqueueMoves = (one: TaskProgress, other: TaskProgress) => {
        // A task with an unsent move or creation is moved by a write of its own, after that.
        const busy = new Set(outbox.openOfKinds(accountId, 'task.').map(({ subject }) => subject));
        const [single, bulk] = [[] as ChangedTask[], [] as ChangedTask[]];
        for (const task of tasks) (busy.has(`${task.id}:status`) || busy.has(task.id) ? single : bulk).push(task);
        for (const task of single) enqueueStatus(accountId, task, one, other);
        if (bulk.length === 0) return;
        const payload: TasksMovePayload = {
          taskIds: bulk.map(({ id }) => id),
          status: other.slug,
          statusName: other.name,
          isFinal: other.isFinal,
          fromName: one.name,
        };
        outbox.add({ accountId, kind: TASKS_MOVE, subject: ALL_MOVES, payload }, now());
      };
      const move = (one: TaskProgress, other: TaskProgress) => commit(() => enqueueMoves(one, other));
      move(from, to);
      showWithUndo(accountId, messages.tasks.movedAll({ tasks: tasks.length, column: to.name }), () => move(to, from));
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
          else takeBack(accountId, subjectOfValue(task.id, field));
        });
      }
    },

    setAssignee(accountId: string, { id, identifier }: ChangedTask, from: Person | null, to: Person | null): void {
      if (from?.id === to?.id) return;
      const set = (person: Person | null) => {
        const [userId, userName] = [person?.id ?? null, person?.name ?? ''];
        const payload: TaskAssigneePayload = { taskId: id, identifier, userId, userName };
        write(accountId, { kind: TASK_ASSIGNEE, subject: `${id}:assignee`, payload });
      };
      const text =
        to === null
          ? messages.tasks.assignedNobody({ task: identifier })
          : messages.tasks.assigned({ task: identifier, person: to.name });
      set(to);
      showWithUndo(accountId, text, () => set(from));
    },

    setTitle(accountId: string, { id, identifier }: ChangedTask, from: string, to: string): void {
      if (from === to) return;
      const set = (title: string) => {
        const payload: TaskTitlePayload = { taskId: id, identifier, title };
        write(accountId, { kind: TASK_TITLE, subject: `${id}:title`, payload });
      };
      set(to);
      // The service rejects an empty title, so this cannot be undone.
      if (from !== '') showWithUndo(accountId, messages.tasks.title({ task: identifier }), () => set(from));
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

    /** Sent after the last moment to undo, because the task would not get its number back. */
    setProject(accountId: string, move: TaskProjectPayload): void {
      const { taskId: id, identifier, projectName: project, projectId, fromProjectId } = move;
      const subject = `${id}:project`;
      takeBackUnsent(accountId, subject);
      if (isLeaving(accountId, id)) throw new ValidationError(messages.tasks.onItsWay);
      if (projectId === fromProjectId) return;
      const after = outbox.openOf(`${id}:status`, accountId).length > 0 ? `${id}:status` : id;
      const notBefore = now() + UNDO_PASSED_MS;
      commit(() => outbox.add({ accountId, kind: TASK_PROJECT, subject, payload: move, after }, notBefore));
      showWithUndo(accountId, messages.tasks.toProject({ task: identifier, project }), () => {
        takeBack(accountId, subject);
        takeBackUnsent(accountId, `${id}:status-there`);
      });
    },

    /** Sent after the last moment to undo, because a deletion is final. */
    remove(accountId: string, { id, identifier }: ChangedTask): void {
      const subject = `${id}:remove`;
      if (outbox.openOf(subject, accountId).length > 0) return;
      const payload: TaskRemovePayload = { taskId: id, identifier };
      const notBefore = now() + UNDO_PASSED_MS;
      commit(() => outbox.add({ accountId, kind: TASK_REMOVE, subject, payload, after: id }, notBefore));
      showWithUndo(accountId, messages.tasks.deleted({ task: identifier }), () => takeBack(accountId, subject));
    },

    /** Removes an unsent label, relation or link. Throws ValidationError while it is being sent. */
    takeBack(accountId: string, unsentId: string): void {
      takeBack(accountId, subjectOfTemporaryId(unsentId) ?? '');
    },

    /** `find`: the label as the service has it on the task. */
    attachLabel(accountId: string, label: LabelAttachPayload, find: () => LabelRemovePayload | undefined): void {
      const text = messages.tasks.labelled({ task: label.identifier, label: label.name });
      addWithUndo(accountId, attachLabel(label), text, () => {
        const copy = find();
        return copy && removeLabel(copy);
      });
    },
    /** `workspaceId` and `color`: to attach it again. */
    removeLabel(accountId: string, label: LabelRemovePayload & { workspaceId: string; color: string }): void {
      const { workspaceId, color, ...payload } = label;
      const { taskId, identifier, name } = payload;
      const again = attachLabel({ taskId, identifier, workspaceId, labelId: null, name, color });
      removeWithUndo(
        accountId,
        removeLabel(payload),
        messages.tasks.labelTaken({ task: identifier, label: name }),
        again,
      );
    },

    /** `find`: the record that the service created. */
    addRelation(accountId: string, relation: RelationAddPayload, find: () => RelationRemovePayload | undefined): void {
      const text = messages.tasks.related({ task: relation.identifier, other: relation.otherName });
      addWithUndo(accountId, addRelation(relation), text, () => {
        const created = find();
        return created && removeRelation(created);
      });
    },
    removeRelation(accountId: string, relation: RelationRemovePayload, again: RelationAddPayload | null): void {
      const text = messages.tasks.unrelated({ task: relation.identifier, other: relation.otherName });
      removeWithUndo(accountId, removeRelation(relation), text, again && addRelation(again));
    },

    /** `find`: the record that the service created. */
    addLink(accountId: string, link: LinkAddPayload, find: () => LinkRemovePayload | undefined): void {
      const text = messages.tasks.linked({ task: link.identifier, link: link.title || link.url });
      addWithUndo(accountId, addLink(link), text, () => {
        const created = find();
        return created && removeLink(created);
      });
    },
    removeLink(accountId: string, link: LinkRemovePayload, url: string): void {
      const { taskId, identifier, name } = link;
      const text = messages.tasks.linkTaken({ task: identifier, link: name });
      removeWithUndo(accountId, removeLink(link), text, addLink({ taskId, identifier, url, title: name }));
    },

    addComment(accountId: string, comment: Pick<CommentAddPayload, 'taskId' | 'identifier' | 'text'>): void {
      const subject = addComment(accountId, comment);
      const { taskId, identifier } = comment;
      showWithUndo(accountId, messages.tasks.commented({ task: identifier }), () => {
        removeComment(accountId, { taskId, identifier, commentId: temporaryId(subject) }, comment.text);
      });
    },
    /** `from`: the current text. */
    editComment(accountId: string, comment: CommentEditPayload, from: string): void {
      if (from === comment.text) return;
      editComment(accountId, comment);
      showWithUndo(accountId, messages.tasks.commentChanged({ task: comment.identifier }), () =>
        editComment(accountId, { ...comment, text: from }),
      );
    },
    /** `text`: its text, to post it again. */
    removeComment(accountId: string, comment: CommentDeletePayload, text: string): void {
      const undo = removeComment(accountId, comment, text);
      showWithUndo(accountId, messages.tasks.commentRemoved({ task: comment.identifier }), undo);
    },
  };
}

const commentSubject = (taskId: string, id: string) => `${taskId}:comment:${id}`;

const toWrite = (kind: string, subject: string, payload: Write['payload']): Write => ({ kind, subject, payload });

const attachLabel = (label: LabelAttachPayload) => toWrite(LABEL_ATTACH, labelSubject(label), label);
const removeLabel = (label: LabelRemovePayload) =>
  toWrite(LABEL_REMOVE, `${label.taskId}:label:${label.labelId}`, label);
const addRelation = (relation: RelationAddPayload) => toWrite(RELATION_ADD, relationSubject(relation), relation);
const removeRelation = (relation: RelationRemovePayload) =>
  toWrite(RELATION_REMOVE, `${relation.taskId}:relation:${relation.relationId}`, relation);
const addLink = (link: LinkAddPayload) => toWrite(LINK_ADD, linkSubject(link), link);
const removeLink = (link: LinkRemovePayload) => toWrite(LINK_REMOVE, `${link.taskId}:link:${link.linkId}`, link);

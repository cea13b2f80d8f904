/** Adds, edits and removes comments, with an undo. Comments on a task are sent in the order in which they were written. */
import { randomUUID } from 'node:crypto';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { isUnsentOrRejected, type OutboxItem } from '../../outbox/write-kind.ts';
import {
  CommentAddPayload,
  type CommentDeletePayload,
  CommentEditPayload,
  commentAdd,
  commentDelete,
  commentEdit,
  sentCommentId,
} from './comment-writes.ts';
import type { TaskQueue } from './task-queue.ts';
import type { OfTask } from './task-write.ts';
import { subjectOfTemporaryId, temporaryId } from './temporary-id.ts';

export interface NewComment extends OfTask {
  text: string;
}

const commentSubject = (taskId: string, id: string) => `${taskId}:comment:${id}`;

export function createCommentChanges(queue: TaskQueue, outbox: Outbox, now: () => number) {
  /** Returns the subject of the write. `subject`: that of a comment that was never sent. */
  function add(accountId: string, comment: NewComment, subject = commentSubject(comment.taskId, randomUUID())): string {
    const { taskId } = comment;
    const payload: CommentAddPayload = { ...comment, writtenAt: toIsoInstant(now()), before: null };
    const isEarlier = ({ subject, kind, state }: OutboxItem) =>
      kind === commentAdd.kind && state !== 'needs-you' && subject.startsWith(commentSubject(taskId, ''));
    const earlier = outbox.openOfKinds(accountId, 'task.').findLast(isEarlier);
    // A comment on a task that is not created yet gets the task's id from its creation.
    const isCreated = queue.open(accountId, taskId).length === 0;
    queue.write(accountId, { kind: commentAdd.kind, subject, payload }, isCreated ? earlier?.subject : taskId);
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
    const [adding] = added === undefined ? [] : queue.open(accountId, subject);
    if (added !== undefined && adding === undefined) throw new ValidationError(messages.tasks.onItsWay);
    return { commentId: id, subject, adding };
  }

  function edit(accountId: string, comment: CommentEditPayload): void {
    const { commentId, subject, adding } = placeOf(accountId, comment);
    const unsent = adding && isUnsentOrRejected(adding) ? CommentAddPayload.safeParse(adding.payload).data : undefined;
    if (unsent === undefined)
      queue.write(accountId, { kind: commentEdit.kind, subject, payload: { ...comment, commentId } });
    else queue.write(accountId, { kind: commentAdd.kind, subject, payload: { ...unsent, text: comment.text } });
  }

  /**
   * Sent late, because a comment that is posted again is a new one. `text`: its text. Returns how to undo it, which returns the
   * comment's id.
   */
  function remove(accountId: string, comment: CommentDeletePayload, text: string): () => string {
    const { commentId, subject: own, adding } = placeOf(accountId, comment);
    const { taskId, identifier } = comment;
    const addAgain = (subject?: string) => temporaryId(add(accountId, { taskId, identifier, text }, subject));
    const edited = queue.open(accountId, own).find(({ kind }) => kind === commentEdit.kind);
    if (adding && queue.takeBackUnsent(accountId, own)) return () => addAgain(own);
    const [subject, after] = adding ? [own, taskId] : [`${own}:delete`, own];
    const payload: CommentDeletePayload = { taskId, identifier, commentId };
    queue.writeLate(accountId, { kind: commentDelete.kind, subject, payload }, after);
    return () => {
      const isUnsent = (item: OutboxItem) => item.kind === commentDelete.kind && isUnsentOrRejected(item);
      if (!queue.open(accountId, subject).some(isUnsent)) return addAgain();
      queue.takeBackUnsent(accountId, subject);
      if (adding && edited) edit(accountId, CommentEditPayload.parse(edited.payload));
      return comment.commentId;
    };
  }

  return {
    add(accountId: string, comment: NewComment): void {
      const { taskId, identifier, text } = comment;
      let commentId = '';
      let addAgain = () => temporaryId(add(accountId, comment));
      queue.change(accountId, {
        text: messages.tasks.commented({ task: identifier }),
        subjects: [`${taskId}:comment`],
        apply() {
          commentId = addAgain();
        },
        revert() {
          addAgain = remove(accountId, { taskId, identifier, commentId }, text);
        },
      });
    },
    /** `from`: the current text. */
    edit(accountId: string, comment: CommentEditPayload, from: string): void {
      if (from === comment.text) return;
      queue.change(accountId, {
        text: messages.tasks.commentChanged({ task: comment.identifier }),
        subjects: [commentSubject(comment.taskId, comment.commentId)],
        apply: () => edit(accountId, { ...comment, from }),
        revert: () => edit(accountId, { ...comment, text: from, from: comment.text }),
      });
    },
    /** `text`: its text, to post it again. */
    remove(accountId: string, comment: CommentDeletePayload, text: string): void {
      let { commentId } = comment;
      let addAgain = () => commentId;
      queue.change(accountId, {
        text: messages.tasks.commentRemoved({ task: comment.identifier }),
        subjects: [commentSubject(comment.taskId, commentId)],
        apply() {
          addAgain = remove(accountId, { ...comment, commentId }, text);
        },
        revert() {
          commentId = addAgain();
        },
      });
    },
  };
}

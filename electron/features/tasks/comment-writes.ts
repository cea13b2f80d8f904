/** Writes of comments (docs/service.md#comments-and-activity). */
import { z } from 'zod';
import type { CommentView } from '../../../shared/contract/task-page.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing, replaceWhole } from '../../outbox/idempotent-write.ts';
import { isNearText } from '../../outbox/similarity.ts';
import {
  type DuplicateEntry,
  isKnownAbsent,
  type Sender,
  type SendResult,
  type WriteContext,
  type WriteKind,
} from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { noAnswer } from '../../service/errors.ts';
import type { Comment } from '../../service/records.ts';
import { showsRemoved } from './task-collection.ts';
import { OfTask, pageEdit, type TaskWrite } from './task-write.ts';
import { subjectOfTemporaryId, temporaryId } from './temporary-id.ts';

/** The service's id of a comment that was sent from here; the id itself while it has none. */
export function sentCommentId(id: string, serverId: (subject: string) => string | undefined): string {
  const subject = subjectOfTemporaryId(id);
  return (subject !== undefined && serverId(subject)) || id;
}

export const CommentAddPayload = OfTask.extend({
  text: z.string().min(1),
  /** Shown until the service has the comment. */
  writtenAt: z.string(),
  /** Ids of the user's comments just before it was first sent; null until then. */
  before: z.array(z.string()).nullable(),
  /** How often it was sent; once if missing. */
  sends: z.number().optional(),
});
export type CommentAddPayload = z.infer<typeof CommentAddPayload>;

/** POST /comment/{taskId} is not idempotent: after a lost answer the comment is searched among the new ones. */
export const commentAdd: TaskWrite<CommentAddPayload> = {
  kind: 'task.comment-add',
  schema: CommentAddPayload,
  affects: affectsTask('comments'),
  waitsAlone: true,

  overlay({ text, writtenAt, before }, item, sentId) {
    const isRejected = item.state === 'needs-you';
    // The service may already list a comment whose request has not been answered.
    const isListed = (one: CommentView) =>
      before !== null && one.isMine && one.text === text && !before.includes(one.id);
    const comment: CommentView = {
      id: sentId(temporaryId(item.subject)),
      personId: null,
      person: null,
      isMine: true,
      isElsewhere: false,
      canChange: !isRejected || isKnownAbsent(item),
      createdAt: writtenAt,
      isEdited: false,
      text,
      isCut: false,
      isUnsent: !isRejected,
      ...(isRejected && { rejected: item.lastError ?? '' }),
    };
    return { edits: [pageEdit('comments', (all) => [...all.filter((one) => !isListed(one)), comment])] };
  },

  async prepare(payload, { client, userId }, { isRepeated }) {
    if (isRepeated) return { payload: { ...payload, sends: (payload.sends ?? 1) + 1 } };
    const comments = await acceptAnyAnswer(client.listComments(payload.taskId));
    if (comments === undefined) return { payload };
    // A comment with an unreadable author may be by this person.
    const own = comments.filter((comment) => comment.userId === userId || comment.userId === null);
    const before = [...own.map(({ id }) => id), ...(comments.unreadable?.unreadableIds ?? [])];
    return { payload: { ...payload, before } };
  },

  keepFields: ({ writtenAt, before }, next) => ({ ...next, writtenAt, before }),

  // An edit or a removal was waiting for it.
  replacedBy(later) {
    const edit = CommentEditPayload.safeParse(later).data;
    if (edit === undefined) return CommentDeletePayload.safeParse(later).success ? null : undefined;
    const { taskId, identifier, text } = edit;
    return { taskId, identifier, text, writtenAt: '', before: null };
  },

  async send(payload, sender, context) {
    const comment = await acceptAnyAnswer(sender.client.createComment(payload.taskId, payload.text));
    if (comment === undefined) return idFromList(payload, sender, context);
    // A cache or a mixed-up proxy may answer with another comment.
    const isOfTask = comment.taskId === payload.taskId || comment.taskId === '';
    const isByOther = comment.userId !== null && comment.userId !== sender.userId;
    if (!isOfTask || isByOther || payload.before?.includes(comment.id) || context.isKnown(comment.id)) throw noAnswer();
    return { serverId: comment.id };
  },

  async find(payload, { client, userId }, { isKnown, otherLostWrites }) {
    const comments = await client.listComments(payload.taskId);
    const isNew = (id: string) => !payload.before?.includes(id) && !isKnown(id);
    const fresh = comments.filter(({ id }) => isNew(id));
    const own = fresh.filter((comment) => comment.userId === userId);
    const others = otherLostWrites.flatMap((rival) => CommentAddPayload.safeParse(rival).data?.text ?? []);
    // The first of several equal comments: the others belong to later writes.
    const found =
      own.find(({ content }) => content === payload.text) ??
      own.find(({ content }) => isSimilar(payload, content) && !others.includes(content));
    // Without a list of earlier comments, it may be an older one with the same text.
    if (found) return payload.before === null ? 'unclear' : { serverId: found.id };
    const isAuthorUnreadable = fresh.some(
      (one) => one.unreadableFields?.includes('userId') && isSimilar(payload, one.content),
    );
    return isAuthorUnreadable || comments.unreadable?.unreadableIds.some(isNew) ? 'unclear' : undefined;
  },

  duplicates: {
    checks: ({ sends = 1, before }) => (sends > 1 && before !== null ? 'all' : 'none'),
    async find(payload, { client, userId }, { isKnown, otherLostWrites }, serverId) {
      const { taskId, identifier, text, before, sends = 1 } = payload;
      // The twin may be the comment of that other write.
      if (otherLostWrites.some((rival) => CommentAddPayload.safeParse(rival).data?.text === text)) return undefined;
      const comments = await client.listComments(taskId);
      const own = comments.find(({ id }) => id === serverId);
      const isTwin = ({ id, content, ...comment }: Comment) =>
        comment.userId === userId && content === own?.content && !before?.includes(id) && !isKnown(id);
      return comments
        .filter(isTwin)
        .slice(0, sends - 1)
        .map(({ id }): DuplicateEntry => {
          const twin: CommentDeletePayload = { taskId, identifier, commentId: id };
          return { serverId: id, kind: commentDelete.kind, payload: twin };
        });
    },
  },

  describe: ({ identifier, text }) =>
    messages.outbox.comment.add({ task: identifier, text: oneLine(text, MAX_QUOTED) }),
  text: ({ text }) => text,
};

/** Also matches texts that the server trimmed or changed. A text without letters and digits has to be equal. */
const isSimilar = ({ text }: CommentAddPayload, content: string): boolean =>
  content === text || (/[\p{L}\p{N}]/u.test(text) && isNearText(text, content, MIN_CUT_LENGTH));

/** No known server cuts comments shorter than this; shorter beginnings may be shared by different comments. */
const MIN_CUT_LENGTH = 200;

const MAX_QUOTED = 80;

export const CommentEditPayload = OfTask.extend({ commentId: z.string(), text: z.string().min(1) });
export type CommentEditPayload = z.infer<typeof CommentEditPayload>;

/** PUT /comment/{id}. A rejected edit waits for the user, so that the text is not lost. */
export const commentEdit: TaskWrite<CommentEditPayload> = {
  ...replaceWhole(
    withServerId(
      idempotentWrite<CommentEditPayload>({
        kind: 'task.comment-edit',
        schema: CommentEditPayload,
        affects: affectsTask('comments'),
        send: ({ commentId, text }, client) => client.updateComment(commentId, text),
        describe: ({ identifier, text }) =>
          messages.outbox.comment.edit({ task: identifier, text: oneLine(text, MAX_QUOTED) }),
      }),
    ),
  ),
  text: ({ text }) => text,
  waitsAlone: true,
  overlay({ commentId, text }, { state, lastError }, sentId) {
    const edited = state === 'needs-you' ? { rejected: lastError ?? '' } : { isEdited: true, isUnsent: true };
    return {
      edits: [
        pageEdit('comments', (all) =>
          all.map(({ rejected: _, ...one }) => (one.id === sentId(commentId) ? { ...one, text, ...edited } : one)),
        ),
      ],
    };
  },
};

/** The id of a comment whose answer could not be read, so that it can be edited; it was accepted in any case. */
async function idFromList(payload: CommentAddPayload, sender: Sender, context: WriteContext): Promise<SendResult> {
  const found = await commentAdd.find(payload, sender, context).catch(() => undefined);
  return found === undefined || found === 'unclear' || 'ask' in found || 'unclear' in found ? {} : found;
}

export const CommentDeletePayload = OfTask.extend({ commentId: z.string() });
export type CommentDeletePayload = z.infer<typeof CommentDeletePayload>;

/** DELETE /comment/{id}. */
export const commentDelete: TaskWrite<CommentDeletePayload> = {
  ...withServerId(
    idempotentWrite<CommentDeletePayload>({
      kind: 'task.comment-delete',
      schema: CommentDeletePayload,
      affects: affectsTask('comments'),
      send: ({ commentId }, client) => ignoreMissing(client.deleteComment(commentId)),
      describe: ({ identifier }) => messages.outbox.comment.remove({ task: identifier }),
      rejected: ({ identifier }) => messages.outbox.comment.removeRejected({ task: identifier }),
    }),
  ),
  overlay: ({ commentId }, _, sentId) => showsRemoved('comments', sentId(commentId)),
};

/** A write that waited for its comment to be created has the comment's subject, and so its id. */
function withServerId<P extends { commentId: string }>(kind: WriteKind<P>): WriteKind<P> {
  return {
    ...kind,
    send: (payload, sender, context) =>
      kind.send({ ...payload, commentId: context.serverId ?? payload.commentId }, sender, context),
  };
}

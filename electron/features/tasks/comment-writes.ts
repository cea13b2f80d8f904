/** Writes of comments (docs/service.md#comments-and-activity). */
import { z } from 'zod';
import type { CommentView } from '../../../shared/contract/task-page.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { acceptAnyAnswer, ignoreMissing } from '../../outbox/answers.ts';
import { idempotentWrite, replaceWhole } from '../../outbox/idempotent-write.ts';
import { isNearText } from '../../outbox/similarity.ts';
import {
  isUnsentOrRejected,
  type Sender,
  type SendResult,
  type WriteContext,
  type WriteKind,
} from '../../outbox/write-kind.ts';
import { affectsTask } from '../../service/affected-data.ts';
import { wrongRecord } from '../../service/errors.ts';
import { type Comment, isEdited } from '../../service/records.ts';
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
  /** The different texts of all requests so far, and how many there were. */
  requests: z.array(z.string()).optional(),
  sends: z.number().optional(),
  /** The person sends it although the service may have it. */
  isForced: z.boolean().optional(),
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
      canChange: !isRejected || isUnsentOrRejected(item),
      createdAt: writtenAt,
      isEdited: false,
      text,
      isCut: false,
      isUnsent: !isRejected,
      ...(isRejected && { rejected: item.lastError ?? '' }),
    };
    return { edits: [pageEdit('comments', (all) => [...all.filter((one) => !isListed(one)), comment])] };
  },

  wasRequested: ({ requests }) => requests !== undefined,

  async prepare({ isForced, ...payload }, { client, userId }, { createdAt, isKnown, isRepeated, otherLostWrites }) {
    const { text, requests = [] } = payload;
    const next = { ...payload, requests: [...new Set([...requests, text])], sends: (payload.sends ?? 0) + 1 };
    // The ids that existed before the first request are read once.
    if (payload.requests !== undefined || isRepeated) return { payload: next };
    const comments = await acceptAnyAnswer(client.listComments(payload.taskId));
    if (comments === undefined) return { payload: next };
    // A comment with an unreadable author may be by this person.
    const own = comments.filter((comment) => comment.userId === userId || comment.userId === null);
    // The data folder may be older than the service: another run of the app sent the comment.
    const isThere = own.some(
      (one) =>
        one.content === text && !isKnown(one.id) && Date.parse(one.createdAt) > Date.parse(createdAt) - MINUTE_MS,
    );
    if (isThere && isForced !== true && !textsOf(otherLostWrites).includes(text))
      return { unclear: { ...payload, isForced: true } };
    const before = [...own.map(({ id }) => id), ...(comments.unreadable?.unreadableIds ?? [])];
    return { payload: { ...next, before } };
  },

  keepFields: ({ writtenAt, before, requests, sends }, { isForced: _, ...next }) => ({
    ...next,
    ...{ writtenAt, before, requests, sends },
  }),

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
    const isOther = comment.content !== '' && !isNearText(payload.text, comment.content, MIN_CUT_LENGTH);
    const isOlder = payload.before?.includes(comment.id) || context.isKnown(comment.id);
    if (!isOfTask || isByOther || isOther || isOlder) throw wrongRecord();
    return { serverId: comment.id, seen: comment.content };
  },

  async find(payload, { client, userId }, { isKnown, isRepeated, otherLostWrites }) {
    const { before, text, requests = [text], sends = 1 } = payload;
    const comments = await client.listComments(payload.taskId);
    const isNew = (id: string) => !before?.includes(id) && !isKnown(id);
    const fresh = comments.filter(({ id }) => isNew(id));
    const others = textsOf(otherLostWrites);
    const own = fresh.filter((comment) => comment.userId === userId);
    const mayBeOurs = ({ content }: Comment) => requests.some((sent) => isSimilar(sent, content));
    // The first of several equal comments: the others belong to later writes.
    const found =
      own.find(({ content }) => requests.includes(content)) ??
      own.find((one) => mayBeOurs(one) && !others.includes(one.content));
    if (found && before !== null) return foundResult(found, payload);
    const isUnclear =
      // Without a list of earlier comments, it may be an older one with the same text.
      found !== undefined ||
      own.some((one) => isEdited(one) && !others.includes(one.content)) ||
      fresh.some((one) => one.unreadableFields?.includes('userId') && mayBeOurs(one)) ||
      comments.unreadable?.unreadableIds.some(isNew) ||
      (isRepeated && sends >= MAX_SENDS);
    return isUnclear && payload.isForced !== true ? { unclear: { ...payload, isForced: true } } : undefined;
  },

  describe: ({ identifier, text }) =>
    messages.outbox.comment.add({ task: identifier, text: oneLine(text, MAX_QUOTED) }),
  text: ({ text }) => text,
};

const textsOf = (writes: readonly unknown[]): string[] =>
  writes.flatMap((write) => CommentAddPayload.safeParse(write).data?.text ?? []);

/** An edit follows if it was changed here after the request that arrived. */
function foundResult({ id, content }: Comment, { taskId, identifier, text }: CommentAddPayload): SendResult {
  const payload: CommentEditPayload = { taskId, identifier, commentId: id, text, from: content };
  const isCurrent = isSimilar(text, content);
  return { serverId: id, seen: content, ...(!isCurrent && { followUp: { kind: commentEdit.kind, payload } }) };
}

/** Also matches texts that the server trimmed or changed. A text without letters and digits has to be equal. */
const isSimilar = (text: string, content: string): boolean =>
  content === text || (/[\p{L}\p{N}]/u.test(text) && isNearText(text, content, MIN_CUT_LENGTH));

/** No known server cuts comments shorter than this; shorter beginnings may be shared by different comments. */
const MIN_CUT_LENGTH = 200;

/** A comment that the service does not show after this many requests is sent again only by the person. */
const MAX_SENDS = 2;

const MAX_QUOTED = 80;

export const CommentEditPayload = OfTask.extend({
  commentId: z.string(),
  text: z.string().min(1),
  /** The text before the edit. */
  from: z.string().optional(),
});
export type CommentEditPayload = z.infer<typeof CommentEditPayload>;

/** PUT /comment/{id}, unless the text was changed elsewhere. A rejected edit waits for the user, so that the text is not lost. */
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
  async prepare(payload, { client }, { serverId = payload.commentId, seen }) {
    const { taskId, text, from } = payload;
    // A list that cannot be read does not hold the edit back.
    const comments = (from ?? seen) === undefined ? [] : await client.listComments(taskId).catch(() => []);
    const current = comments.find(({ id }) => id === serverId)?.content;
    if (current === undefined || current === from || current === seen) return { payload };
    if (current === text) return { found: {} };
    return { unclear: { ...payload, from: current }, why: messages.outbox.comment.changed };
  },
  keepFields: ({ from }, next) => ({ ...next, from }),
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

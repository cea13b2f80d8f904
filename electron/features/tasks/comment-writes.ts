/** Comments on a task (docs/service.md#comments-and-activity): written, changed and deleted. */
import { z } from 'zod';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing, replaceWhole } from '../../outbox/idempotent-write.ts';
import { isNearText } from '../../outbox/similarity.ts';
import type { DuplicateEntry, WriteKind } from '../../outbox/write-kind.ts';
import { type Comment, oddIn, replacedIn } from '../../service/records.ts';

const OfTask = z.object({
  taskId: z.string(),
  /** `{projectSlug}-{number}`, for words. */
  identifier: z.string(),
});

export const COMMENT_ADD = 'task.comment-add';
export const CommentAddPayload = OfTask.extend({
  text: z.string().min(1),
  /** To show it before the service has it. */
  writtenAt: z.string(),
  /** Ids of the person's comments that the task had just before it first left; null until then. */
  before: z.array(z.string()).nullable(),
  /** How often it has left; once where that is missing. */
  sends: z.number().optional(),
});
export type CommentAddPayload = z.infer<typeof CommentAddPayload>;

/** POST /comment/{taskId}: not repeatable, so after a lost answer the comment is looked for among those that are new. */
export const commentAdd: WriteKind<CommentAddPayload> = {
  kind: COMMENT_ADD,
  schema: CommentAddPayload,

  async prepare(payload, { client, userId }) {
    const comments = await acceptAnyAnswer(client.listComments(payload.taskId));
    if (comments === undefined) return payload;
    // A comment with an unreadable author may be by this person.
    const mine = comments.filter((comment) => comment.userId === userId || comment.userId === null);
    return { ...payload, before: [...mine.map(({ id }) => id), ...(oddIn(comments)?.oddIds ?? [])] };
  },

  again: (payload) => ({ ...payload, sends: (payload.sends ?? 1) + 1 }),

  async send({ taskId, text }, { client }) {
    const comment = await acceptAnyAnswer(client.createComment(taskId, text));
    return comment === undefined ? {} : { serverId: comment.id };
  },

  async find(payload, { client, userId }, { isKnown, rivals }) {
    const comments = await client.listComments(payload.taskId);
    const isNew = (id: string) => !payload.before?.includes(id) && !isKnown(id);
    const fresh = comments.filter(({ id }) => isNew(id));
    const mine = fresh.filter((comment) => comment.userId === userId);
    const others = rivals.flatMap((rival) => CommentAddPayload.safeParse(rival).data?.text ?? []);
    // Of several alike the first: the others were made by writes that came after this one.
    const found =
      mine.find(({ content }) => content === payload.text) ??
      mine.find(({ content }) => isLike(payload, content) && !others.includes(content));
    // Without a list of what was there before, it may be an older one that says the same.
    if (found) return payload.before === null ? 'unclear' : { serverId: found.id };
    const isStrange = fresh.some((one) => replacedIn(one).includes('userId') && isLike(payload, one.content));
    return isStrange || oddIn(comments)?.oddIds.some(isNew) ? 'unclear' : undefined;
  },

  surplus: {
    isPossible: ({ sends = 1, before }) => sends > 1 && before !== null,
    async find(payload, { client, userId }, { isKnown, rivals }, serverId) {
      const { taskId, identifier, text, before, sends = 1 } = payload;
      // Its comment may be the one that is too much here.
      if (rivals.some((rival) => CommentAddPayload.safeParse(rival).data?.text === text)) return undefined;
      const comments = await client.listComments(taskId);
      const own = comments.find(({ id }) => id === serverId);
      const isTwin = ({ id, content, ...comment }: Comment) =>
        comment.userId === userId && content === own?.content && !before?.includes(id) && !isKnown(id);
      return comments
        .filter(isTwin)
        .slice(0, sends - 1)
        .map(({ id }): DuplicateEntry => {
          const twin: CommentDeletePayload = { taskId, identifier, commentId: id };
          return { serverId: id, kind: COMMENT_DELETE, payload: twin };
        });
    },
  },

  describe: ({ identifier, text }) =>
    messages.outbox.comment.add({ task: identifier, text: oneLine(text, MOST_SHOWN) }),
  text: ({ text }) => text,
};

/** What servers that trim or change texts may have made of it. One of signs alone has no letters to compare. */
const isLike = ({ text }: CommentAddPayload, content: string): boolean =>
  content === text || (/[\p{L}\p{N}]/u.test(text) && isNearText(text, content, CUT_AT));

/** No known server cuts comments shorter than this; shorter beginnings may be shared by different comments. */
const CUT_AT = 200;

const MOST_SHOWN = 80;

export const COMMENT_EDIT = 'task.comment-edit';
export const CommentEditPayload = OfTask.extend({ commentId: z.string(), text: z.string().min(1) });
export type CommentEditPayload = z.infer<typeof CommentEditPayload>;

const { rejected: _, ...edit } = idempotentWrite<CommentEditPayload>({
  kind: COMMENT_EDIT,
  schema: CommentEditPayload,
  send: ({ commentId, text }, client) => client.updateComment(commentId, text),
  describe: ({ identifier, text }) =>
    messages.outbox.comment.edit({ task: identifier, text: oneLine(text, MOST_SHOWN) }),
  rejected: () => '',
});
/** PUT /comment/{id}. What was typed must not be lost: a rejection waits for the person. */
export const commentEdit: WriteKind<CommentEditPayload> = replaceWhole({ ...edit, text: ({ text }) => text });

export const COMMENT_DELETE = 'task.comment-delete';
export const CommentDeletePayload = OfTask.extend({ commentId: z.string() });
export type CommentDeletePayload = z.infer<typeof CommentDeletePayload>;

/** DELETE /comment/{id}. */
export const commentDelete = idempotentWrite<CommentDeletePayload>({
  kind: COMMENT_DELETE,
  schema: CommentDeletePayload,
  send: ({ commentId }, client) => ignoreMissing(client.deleteComment(commentId)),
  describe: ({ identifier }) => messages.outbox.comment.remove({ task: identifier }),
  rejected: ({ identifier }) => messages.outbox.comment.removeRejected({ task: identifier }),
});

/** Comments and activity of a task (docs/service.md#comments-and-activity). */

import { z } from 'zod';
import { line, Name } from '../../../shared/contract/fields.ts';
import { wrongRecord } from '../errors.ts';
import { type Http, segment } from '../http.ts';
import { EventData, Id, NO_TIME, Timestamp } from './common.ts';
import { listOf, oneOf, type Repaired } from './lenient.ts';

/** GET /comment/{taskId}. The answer to a write has no `user`. */
export const Comment = z.object({
  id: Id.min(1),
  taskId: Id,
  userId: Id.nullable(),
  content: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp.nullish(),
  user: z.object({ name: Name.nullish() }).nullish(),
});
export type Comment = z.infer<typeof Comment> & Repaired;

/** Servers set both times of a new comment one after the other, so they may differ this much (ms). */
const EDITED_MS = 1_000;

export const isEdited = ({ createdAt, updatedAt }: Pick<Comment, 'createdAt' | 'updatedAt'>): boolean =>
  updatedAt != null && Date.parse(updatedAt) - Date.parse(createdAt) > EDITED_MS;

const COMMENT_FALLBACK = { taskId: '', createdAt: NO_TIME };
const Comments = listOf('comment', Comment, { fallback: COMMENT_FALLBACK });
const WrittenComment = oneOf('comment', Comment, { fallback: { ...COMMENT_FALLBACK, content: '' } });

/** GET /activity/{taskId}. Some servers include comments, also those of other programs. */
export const Activity = z.object({
  id: Id.min(1),
  taskId: Id,
  type: line(100),
  createdAt: Timestamp,
  userId: Id.nullish(),
  content: z.string().nullish(),
  eventData: EventData.nullish(),
  /** The author, if the activity comes from another program. */
  externalUserName: Name.nullish(),
});
export type Activity = z.infer<typeof Activity>;
/** Types of the activity that is a task's creation. */
export const CREATED = ['create', 'created', 'task'];
const Activities = listOf('activity', Activity, { fallback: { taskId: '', type: '', createdAt: NO_TIME } });

export const commentEndpoints = (http: Http) => ({
  /** Oldest first. */
  async listComments(taskId: string) {
    const comments = await http.get(`/comment/${segment(taskId)}`, Comments);
    // A mixed-up answer would hide the comments of this task; an unreadable id is empty.
    if (comments.some((comment) => comment.taskId !== taskId && comment.taskId !== '')) throw wrongRecord();
    return comments;
  },

  /** Not repeatable. */
  createComment: (taskId: string, content: string) =>
    http.post(`/comment/${segment(taskId)}`, WrittenComment, { body: { content } }),

  /** The author only. */
  updateComment: (id: string, content: string) =>
    http.put(`/comment/${segment(id)}`, WrittenComment, { body: { content } }),

  /** The author only. */
  deleteComment: (id: string) => http.delete(`/comment/${segment(id)}`, WrittenComment),

  /** The order depends on the server. */
  listActivities: (taskId: string) => http.get(`/activity/${segment(taskId)}`, Activities),
});

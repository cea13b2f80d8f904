/** Comments and activity of a task (docs/service.md#comments-and-activity). */
import { type Http, part } from '../http.ts';
import { Activities, Comments, WrittenComment } from '../records.ts';

export const commentEndpoints = (http: Http) => ({
  /** Oldest first. */
  listComments: (taskId: string) => http.get(`/comment/${part(taskId)}`, Comments),

  /** Not repeatable. */
  createComment: (taskId: string, content: string) =>
    http.post(`/comment/${part(taskId)}`, WrittenComment, { body: { content } }),

  /** The author only. */
  updateComment: (id: string, content: string) =>
    http.put(`/comment/${part(id)}`, WrittenComment, { body: { content } }),

  /** The author only. */
  deleteComment: (id: string) => http.delete(`/comment/${part(id)}`, WrittenComment),

  /** The order depends on the server. */
  listActivities: (taskId: string) => http.get(`/activity/${part(taskId)}`, Activities),
});

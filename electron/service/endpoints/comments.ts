/** Comments and activity of a task (docs/service.md#comments-and-activity). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { Activities, Comments, WrittenComment } from '../records.ts';

export const commentEndpoints = (http: Http) => ({
  /** GET /comment/{taskId}: oldest first. */
  listComments: (taskId: string) => http.request({ method: 'GET', path: `/comment/${part(taskId)}`, schema: Comments }),

  /** POST /comment/{taskId}. Not repeatable. */
  createComment: (taskId: string, content: string) =>
    http.request({ method: 'POST', path: `/comment/${part(taskId)}`, body: { content }, schema: WrittenComment }),

  /** PUT /comment/{id}: the author only. */
  updateComment: (id: string, content: string) =>
    http.request({ method: 'PUT', path: `/comment/${part(id)}`, body: { content }, schema: WrittenComment }),

  /** DELETE /comment/{id}: the author only. */
  deleteComment: (id: string) =>
    http.request({ method: 'DELETE', path: `/comment/${part(id)}`, schema: WrittenComment }),

  /** GET /activity/{taskId}: the order depends on the server. */
  listActivities: (taskId: string) =>
    http.request({ method: 'GET', path: `/activity/${part(taskId)}`, schema: Activities }),
});

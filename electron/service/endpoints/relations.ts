/** Relations between tasks and external links (docs/service.md#relations, docs/service.md#external-links). */
import { z } from 'zod';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import {
  type ExternalLinkCreate,
  LinksWithIntegration,
  TaskExternalLink,
  TaskRelation,
  type TaskRelationCreate,
  TaskRelations,
} from '../records.ts';

export const relationEndpoints = (http: Http) => ({
  /** GET /task-relation/{taskId}: both directions, with a summary of each end. */
  listTaskRelations: (taskId: string) =>
    http.request({ method: 'GET', path: `/task-relation/${part(taskId)}`, schema: TaskRelations }),

  /** POST /task-relation: 400 for a relation to itself; 409 if one exists in either direction. */
  createTaskRelation: (body: TaskRelationCreate) =>
    http.request({ method: 'POST', path: '/task-relation', body, schema: TaskRelation }),

  /** DELETE /task-relation/{id}: returns the deleted relation. */
  deleteTaskRelation: (id: string) =>
    http.request({ method: 'DELETE', path: `/task-relation/${part(id)}`, schema: TaskRelation }),

  /** GET /external-link/task/{taskId}: with the integration that created each link. */
  listExternalLinks: (taskId: string) =>
    http.request({ method: 'GET', path: `/external-link/task/${part(taskId)}`, schema: LinksWithIntegration }),

  /** POST /external-link/task/{taskId}: adds a link manually; newer servers only. */
  createExternalLink: (taskId: string, body: ExternalLinkCreate) =>
    http.request({ method: 'POST', path: `/external-link/task/${part(taskId)}`, body, schema: TaskExternalLink }),

  /** DELETE /external-link/task/{taskId}/{id}: 404 for a link of an integration; newer servers only. */
  deleteExternalLink: (taskId: string, id: string) =>
    http.request({
      method: 'DELETE',
      path: `/external-link/task/${part(taskId)}/${part(id)}`,
      schema: z.object({ id: z.string() }),
    }),
});

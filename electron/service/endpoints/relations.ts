/** Relations between tasks and external links (docs/service.md#relations, docs/service.md#external-links). */
import { z } from 'zod';
import { type Http, part } from '../http.ts';
import {
  type ExternalLinkCreate,
  LinksWithIntegration,
  TaskExternalLink,
  TaskRelation,
  type TaskRelationCreate,
  TaskRelations,
} from '../records.ts';

export const relationEndpoints = (http: Http) => ({
  /** Both directions, with a summary of each end. */
  listTaskRelations: (taskId: string) => http.get(`/task-relation/${part(taskId)}`, TaskRelations),

  /** 400 for a relation to itself; 409 if one exists in either direction. */
  createTaskRelation: (body: TaskRelationCreate) => http.post('/task-relation', TaskRelation, { body }),

  /** Returns the deleted relation. */
  deleteTaskRelation: (id: string) => http.delete(`/task-relation/${part(id)}`, TaskRelation),

  /** With the integration that created each link. */
  listExternalLinks: (taskId: string) => http.get(`/external-link/task/${part(taskId)}`, LinksWithIntegration),

  /** Adds a link manually; newer servers only. */
  createExternalLink: (taskId: string, body: ExternalLinkCreate) =>
    http.post(`/external-link/task/${part(taskId)}`, TaskExternalLink, { body }),

  /** 404 for a link of an integration; newer servers only. */
  deleteExternalLink: (taskId: string, id: string) =>
    http.delete(`/external-link/task/${part(taskId)}/${part(id)}`, z.object({ id: z.string() })),
});

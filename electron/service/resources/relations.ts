/** Relations between tasks and external links (docs/service.md#relations, docs/service.md#external-links). */

import { z } from 'zod';
import { line, Name, Title } from '../../../shared/contract/fields.ts';
import { type Http, segment } from '../http.ts';
import { Id, NO_TIME, Timestamp } from './common.ts';
import { listOf } from './lenient.ts';

/** `relationType`: `subtask`, `blocks`, `related`; others are accepted. */
export const TaskRelation = z.object({
  id: Id,
  sourceTaskId: Id,
  targetTaskId: Id,
  relationType: z.string(),
  createdAt: Timestamp,
});
export type TaskRelation = z.infer<typeof TaskRelation>;

/** Types that can be created. */
export const RelationType = z.enum(['subtask', 'blocks', 'related']);
export type RelationType = z.infer<typeof RelationType>;

/** Body of POST /task-relation. */
export const TaskRelationCreate = z.object({
  sourceTaskId: z.string().min(1),
  targetTaskId: z.string().min(1),
  relationType: RelationType,
});
export type TaskRelationCreate = z.infer<typeof TaskRelationCreate>;

/** One task of a relation. Older servers lack `isCompleted`. */
const RelatedTask = z.object({
  id: Id,
  title: Title,
  number: z.number().nullish(),
  status: Id.nullish(),
  priority: z.string().nullish(),
  projectId: Id.nullish(),
  userId: Id.nullish(),
  assigneeName: Name.nullish(),
  isCompleted: z.boolean().nullish(),
});

/** GET /task-relation/{taskId}: relations in both directions. A task may be missing. */
export const TaskRelationWithTasks = TaskRelation.extend({
  sourceTask: RelatedTask.nullish(),
  targetTask: RelatedTask.nullish(),
});
export type TaskRelationWithTasks = z.infer<typeof TaskRelationWithTasks>;
const TaskRelations = listOf('relation', TaskRelationWithTasks, {
  fallback: { relationType: '', createdAt: NO_TIME },
});

/** Older servers may send `metadata` as text, which is ignored. */
export const TaskExternalLink = z.object({
  id: Id,
  taskId: Id,
  integrationId: z.string().nullish(),
  resourceType: z.string(),
  externalId: z.string(),
  url: z.string(),
  title: line(200).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  createdAt: Timestamp,
  updatedAt: Timestamp.nullish(),
});
export type TaskExternalLink = z.infer<typeof TaskExternalLink>;

const LINK_FALLBACK = { taskId: '', resourceType: '', externalId: '', createdAt: NO_TIME };

export const TaskExternalLinks = listOf('external link', TaskExternalLink, { fallback: LINK_FALLBACK });

/** GET /external-link/task/{taskId}. `integration` is null for a link that was added manually. */
export const LinkWithIntegration = TaskExternalLink.extend({
  integration: z.object({ id: z.string(), type: z.string() }).nullish(),
});
export type LinkWithIntegration = z.infer<typeof LinkWithIntegration>;
const LinksWithIntegration = listOf('external link', LinkWithIntegration, { fallback: LINK_FALLBACK });

/** Body of POST /external-link/task/{taskId}: an http(s) address. */
export const ExternalLinkCreate = z.object({ url: z.string().min(1), title: z.string().max(200).optional() });
export type ExternalLinkCreate = z.infer<typeof ExternalLinkCreate>;

export const relationEndpoints = (http: Http) => ({
  /** Both directions, with a summary of each end. */
  listTaskRelations: (taskId: string) => http.get(`/task-relation/${segment(taskId)}`, TaskRelations),

  /** 400 for a relation to itself; 409 if one exists in either direction. */
  createTaskRelation: (body: TaskRelationCreate) => http.post('/task-relation', TaskRelation, { body }),

  /** Returns the deleted relation. */
  deleteTaskRelation: (id: string) => http.delete(`/task-relation/${segment(id)}`, TaskRelation),

  /** With the integration that created each link. */
  listExternalLinks: (taskId: string) => http.get(`/external-link/task/${segment(taskId)}`, LinksWithIntegration),

  /** Adds a link manually; newer servers only. */
  createExternalLink: (taskId: string, body: ExternalLinkCreate) =>
    http.post(`/external-link/task/${segment(taskId)}`, TaskExternalLink, { body }),

  /** 404 for a link of an integration; newer servers only. */
  deleteExternalLink: (taskId: string, id: string) =>
    http.delete(`/external-link/task/${segment(taskId)}/${segment(id)}`, z.object({ id: z.string() })),
});

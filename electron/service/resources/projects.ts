/** Projects (docs/service.md#projects). */

import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import { type Http, segment } from '../http.ts';
import { Id, NO_TIME, onlyRecord, ProjectSlug, Timestamp } from './common.ts';
import { listOf, oneOf } from './lenient.ts';

export const Project = z.object({
  id: Id,
  workspaceId: Id,
  backgroundVersion: z.string().nullish(),
  slug: ProjectSlug,
  icon: z.string().nullish(),
  name: Name,
  description: z.string().nullish(),
  createdAt: Timestamp,
  isPublic: z.boolean().nullish(),
  archivedAt: Timestamp.nullish(),
  position: z.number().nullish(),
  lastTaskNumber: z.number().nullish(),
});
export type Project = z.infer<typeof Project>;

const ProjectStatistics = z.object({
  completionPercentage: z.number().min(0).max(100),
  totalTasks: z.number().int().nonnegative(),
  dueDate: Timestamp.nullish(),
});

/** The task arrays of a listed project are always empty and not parsed. */
export const ProjectListItem = Project.extend({ statistics: ProjectStatistics.optional() });
export type ProjectListItem = z.infer<typeof ProjectListItem>;
const PROJECT_OPTIONS = { fallback: { workspaceId: '', slug: '', name: '', createdAt: NO_TIME } };
const ProjectList = listOf('project', ProjectListItem, PROJECT_OPTIONS);

/** The answer to a write. Accepted even if partly unreadable, because the write succeeded. */
const SingleProject = oneOf('project', Project, PROJECT_OPTIONS);

/** GET /project/{id}: older servers add all of its tasks. */
export const ProjectWithTasks = oneOf(
  'project',
  Project.extend({
    tasks: z
      .array(z.object({ status: z.string(), dueDate: Timestamp.nullish() }))
      .optional()
      .catch(undefined),
  }),
  PROJECT_OPTIONS,
);
/** With unshortened texts, for a write that sends them back. */
const ProjectAsStored = oneOf('project', Project.extend({ name: z.string(), slug: z.string() }), PROJECT_OPTIONS);
export type ProjectWithTasks = z.infer<typeof ProjectWithTasks>;

/** `unassignedTaskCount` is null if unreadable. */
const MovedProject = oneOf(
  'project',
  Project.extend({ unassignedTaskCount: z.number().int().nonnegative().nullable() }),
  PROJECT_OPTIONS,
);

/** Body of POST /project. */
export const ProjectCreate = z.object({
  name: z.string().min(1),
  workspaceId: z.string().min(1),
  icon: z.string(),
  slug: z.string().min(1),
});
export type ProjectCreate = z.infer<typeof ProjectCreate>;

/** Body of PUT /project/{id}, which replaces all fields. */
export const ProjectUpdate = ProjectCreate.omit({ workspaceId: true }).extend({
  description: z.string(),
  isPublic: z.boolean(),
});
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;

/** Body of PUT /project/reorder. Only the order counts; the service renumbers from 0. */
export const ProjectOrder = z.object({
  projects: z.array(z.object({ id: z.string().min(1), position: z.number().int().nonnegative() })).min(1),
});
export type ProjectOrder = z.infer<typeof ProjectOrder>;

/** Body of PUT /project/{id}/background-upload; `size` in bytes. */
export const ProjectBackgroundFile = z.object({ contentType: z.string().min(1), size: z.number().int().positive() });
export type ProjectBackgroundFile = z.infer<typeof ProjectBackgroundFile>;

export const ProjectBackgroundUpload = z.object({
  key: z.string(),
  uploadUrl: z.string(),
  version: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type ProjectBackgroundUpload = z.infer<typeof ProjectBackgroundUpload>;

/** Body of POST /project/{id}/background-upload/finalize. */
export const ProjectBackgroundStored = ProjectBackgroundFile.extend({
  key: z.string().min(1),
  version: z.string().min(1),
});
export type ProjectBackgroundStored = z.infer<typeof ProjectBackgroundStored>;

const ProjectBackgroundFinalize = z.object({ url: z.string() });

/** Projects without a position come last. */
const MAX_POSITION = Number.MAX_VALUE;

export const projectEndpoints = (http: Http) => ({
  /** The projects of a workspace, in sidebar order. */
  listProjects: async (workspaceId: string, options: { includeArchived?: boolean } = {}) => {
    const query = { workspaceId, includeArchived: options.includeArchived ? 'true' : undefined };
    const projects = await http.get('/project', ProjectList, { query });
    // In place, because a copy has no `unreadable`.
    return projects.sort((a, b) => (a.position ?? MAX_POSITION) - (b.position ?? MAX_POSITION));
  },

  /** Older servers add all of its tasks. */
  getProject: (id: string) => onlyRecord(id, http.get(`/project/${segment(id)}`, ProjectWithTasks)),
  getProjectAsStored: (id: string) => onlyRecord(id, http.get(`/project/${segment(id)}`, ProjectAsStored)),

  /** Creates a project with the default columns; 409 if its key is taken. */
  createProject: (body: ProjectCreate) => http.post('/project', SingleProject, { body }),

  /** Replaces all five fields. */
  updateProject: (id: string, body: ProjectUpdate) =>
    onlyRecord(id, http.put(`/project/${segment(id)}`, SingleProject, { body })),

  archiveProject: (id: string) => onlyRecord(id, http.put(`/project/${segment(id)}/archive`, SingleProject)),

  unarchiveProject: (id: string) => onlyRecord(id, http.put(`/project/${segment(id)}/unarchive`, SingleProject)),

  /** With all its tasks; returns the deleted project. */
  deleteProject: (id: string) => http.delete(`/project/${segment(id)}`, SingleProject),

  /** Only the order counts; omitted projects keep their rank. */
  reorderProjects: (workspaceId: string, body: ProjectOrder) =>
    http.put('/project/reorder', ProjectList, { query: { workspaceId }, body }),

  /** To another workspace; newer servers only. */
  moveProject: (id: string, workspaceId: string) =>
    http.put(`/project/${segment(id)}/move`, MovedProject, { body: { workspaceId } }),

  /** Returns the upload address. 503 without object storage. */
  requestBackgroundUpload: (id: string, body: ProjectBackgroundFile) =>
    http.put(`/project/${segment(id)}/background-upload`, ProjectBackgroundUpload, { body }),

  finalizeBackgroundUpload: (id: string, body: ProjectBackgroundStored) =>
    http.post(`/project/${segment(id)}/background-upload/finalize`, ProjectBackgroundFinalize, { body }),

  /** The image; 404 if there is none. */
  downloadBackground: (id: string, signal?: AbortSignal) =>
    http.download({ method: 'GET', path: `/project/${segment(id)}/background`, signal }, 'image/'),

  /** The answer has no body. */
  deleteBackground: (id: string): Promise<void> =>
    http.delete(`/project/${segment(id)}/background`, z.unknown().transform(nothing)),
});

const nothing = (): void => undefined;

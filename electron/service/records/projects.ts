/** Projects (section 2; unshown paths, projects). */
import { z } from 'zod';
import { Id, NO_TIME, Timestamp } from './common.ts';
import { listOf } from './lenient.ts';

/** Section 2, Project. */
export const Project = z.object({
  id: Id,
  workspaceId: Id,
  backgroundVersion: z.string().nullish(),
  slug: z.string(),
  icon: z.string().nullish(),
  name: z.string(),
  description: z.string().nullish(),
  createdAt: Timestamp,
  isPublic: z.boolean().nullish(),
  archivedAt: Timestamp.nullish(),
  position: z.number().nullish(),
  lastTaskNumber: z.number().nullish(),
});
export type Project = z.infer<typeof Project>;

/** GET /project/{id}: older servers add all of its tasks (field notes 3). */
export const ProjectWithTasks = Project.extend({
  tasks: z
    .array(z.object({ status: z.string(), dueDate: Timestamp.nullish() }))
    .optional()
    .catch(undefined),
});
export type ProjectWithTasks = z.infer<typeof ProjectWithTasks>;

/** Section 2, ProjectStatistics. */
export const ProjectStatistics = z.object({
  completionPercentage: z.number(),
  totalTasks: z.number(),
  dueDate: Timestamp.nullish(),
});
export type ProjectStatistics = z.infer<typeof ProjectStatistics>;

/** Section 2, ProjectListItem; its task arrays are always empty and are not read. */
export const ProjectListItem = Project.extend({ statistics: ProjectStatistics.optional() });
export type ProjectListItem = z.infer<typeof ProjectListItem>;
export const ProjectList = listOf('project', ProjectListItem, {
  neutral: { workspaceId: '', slug: '', name: '', createdAt: NO_TIME },
});

/** Section 2, MovedProject. */
export const MovedProject = Project.extend({ unassignedTaskCount: z.number() });
export type MovedProject = z.infer<typeof MovedProject>;

/** Unshown paths, body of POST /project. */
export const ProjectCreate = z.object({
  name: z.string().min(1),
  workspaceId: z.string().min(1),
  icon: z.string(),
  slug: z.string().min(1),
});
export type ProjectCreate = z.infer<typeof ProjectCreate>;

/** Unshown paths, body of PUT /project/{id}: all of it, for it replaces all of it. */
export const ProjectUpdate = z.object({
  name: z.string().min(1),
  icon: z.string(),
  slug: z.string().min(1),
  description: z.string(),
  isPublic: z.boolean(),
});
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;

/** Unshown paths, body of PUT /project/reorder: only the order counts, the service numbers from 0. */
export const ProjectOrder = z.object({
  projects: z.array(z.object({ id: z.string().min(1), position: z.number().int().nonnegative() })).min(1),
});
export type ProjectOrder = z.infer<typeof ProjectOrder>;

/** Unshown paths, body of PUT /project/{id}/background-upload; `size` in bytes. */
export const ProjectBackgroundFile = z.object({ contentType: z.string().min(1), size: z.number().int().positive() });
export type ProjectBackgroundFile = z.infer<typeof ProjectBackgroundFile>;

/** Section 2, ProjectBackgroundUpload. */
export const ProjectBackgroundUpload = z.object({
  key: z.string(),
  uploadUrl: z.string(),
  version: z.string(),
  headers: z.record(z.string(), z.string()),
});
export type ProjectBackgroundUpload = z.infer<typeof ProjectBackgroundUpload>;

/** Unshown paths, body of POST /project/{id}/background-upload/finalize. */
export const ProjectBackgroundStored = ProjectBackgroundFile.extend({
  key: z.string().min(1),
  version: z.string().min(1),
});
export type ProjectBackgroundStored = z.infer<typeof ProjectBackgroundStored>;

/** Section 2, ProjectBackgroundFinalize. */
export const ProjectBackgroundFinalize = z.object({ url: z.string() });
export type ProjectBackgroundFinalize = z.infer<typeof ProjectBackgroundFinalize>;

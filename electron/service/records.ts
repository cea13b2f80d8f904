/**
 * The service's records, as zod schemas: everything that crosses the network is parsed here once (house rule 3).
 * Unknown fields pass and are dropped; a missing or wrong one makes an error that names the field.
 * Sections cited are those of the service's specification; "field notes" is what real servers were seen to do.
 */
import { z } from 'zod';

/** An instant as an ISO 8601 string. Whatever JavaScript reads as a date passes; the string itself is kept. */
export const Timestamp = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date-time');

/** Section 3: task priorities, lowest first. */
export const Priority = z.enum(['no-priority', 'low', 'medium', 'high', 'urgent']);
export type Priority = z.infer<typeof Priority>;

/** Section 4, POST /auth/device/code. Times are whole seconds. */
export const DeviceCode = z.object({
  device_code: z.string().min(1),
  user_code: z.string().min(1),
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  // More than an hour or a year makes no sense, and would overflow timers and dates.
  interval: z.number().positive().max(3600),
  expires_in: z.number().positive().max(31_536_000),
});
export type DeviceCode = z.infer<typeof DeviceCode>;

/** Section 4, POST /auth/device/token, approved. `expires_in` (seconds) is an addition of real servers. */
export const DeviceToken = z.object({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.number().positive().optional(),
});
export type DeviceToken = z.infer<typeof DeviceToken>;

/** Section 2, OAuthError. */
export const OAuthError = z.object({ error: z.string(), error_description: z.string().optional() });

/** Section 7, ApiError. */
export const ApiError = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  missingPermissions: z.array(z.string()).optional(),
});
export type ApiError = z.infer<typeof ApiError>;

/** Field notes 2: the person signed in (GET /user/me on newer servers, inside GET /auth/get-session on older ones). */
export const User = z.object({
  id: z.string().min(1),
  name: z.string(),
  email: z.string().nullish(),
  image: z.string().nullish(),
});
export type User = z.infer<typeof User>;

/** Field notes 2: GET /auth/get-session answers null for a dead token. */
export const AuthSession = z.object({ user: User }).nullable();

/** Field notes 3: GET /auth/organization/list. */
export const Workspace = z.object({ id: z.string().min(1), name: z.string(), slug: z.string().nullish() });
export type Workspace = z.infer<typeof Workspace>;

/** Section 2, TaskLabel. */
export const TaskLabel = z.object({ id: z.string(), name: z.string(), color: z.string() });
export type TaskLabel = z.infer<typeof TaskLabel>;

/** Section 2, Label (the workspace's; `taskId` null marks a definition, field notes 3). */
export const Label = TaskLabel.extend({
  taskId: z.string().nullish(),
  workspaceId: z.string(),
  createdAt: Timestamp,
});
export type Label = z.infer<typeof Label>;

/** Section 2, TaskExternalLink. */
export const TaskExternalLink = z.object({
  id: z.string(),
  taskId: z.string(),
  integrationId: z.string().nullable(),
  resourceType: z.string(),
  externalId: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type TaskExternalLink = z.infer<typeof TaskExternalLink>;

/** Section 2, Project. */
export const Project = z.object({
  id: z.string(),
  workspaceId: z.string(),
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

/** Section 2, ProjectStatistics. */
export const ProjectStatistics = z.object({
  completionPercentage: z.number(),
  totalTasks: z.number(),
  dueDate: Timestamp.nullish(),
});

/** Section 2, ProjectListItem; its task arrays are always empty and are not read. */
export const ProjectListItem = Project.extend({ statistics: ProjectStatistics.optional() });
export type ProjectListItem = z.infer<typeof ProjectListItem>;

/** Section 2, BoardTask. Older servers lack `subtaskCounts` (field notes 3). */
export const BoardTask = z.object({
  id: z.string(),
  title: z.string(),
  number: z.number().nullable(),
  description: z.string().nullish(),
  descriptionDeferred: z.boolean().optional(),
  status: z.string(),
  priority: Priority,
  startDate: Timestamp.nullish(),
  dueDate: Timestamp.nullish(),
  position: z.number().nullish(),
  createdAt: Timestamp,
  userId: z.string().nullish(),
  assigneeName: z.string().nullish(),
  assigneeId: z.string().nullish(),
  assigneeImage: z.string().nullish(),
  projectId: z.string(),
  subtaskCounts: z.object({ completed: z.number(), total: z.number() }).optional(),
  labels: z.array(TaskLabel).optional(),
  externalLinks: z.array(TaskExternalLink).optional(),
});
export type BoardTask = z.infer<typeof BoardTask>;

/** Section 2, BoardColumn: its `id` is the slug. */
export const BoardColumn = z.object({
  id: z.string(),
  slug: z.string().optional(),
  name: z.string(),
  icon: z.string().nullish(),
  isFinal: z.boolean(),
  position: z.number().nullish(),
  tasks: z.array(BoardTask),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

/** Section 2, Board. */
export const Board = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  icon: z.string().nullish(),
  description: z.string().nullish(),
  descriptionDeferred: z.boolean().optional(),
  isPublic: z.boolean().nullish(),
  workspaceId: z.string(),
  backgroundVersion: z.string().nullish(),
  columns: z.array(BoardColumn),
  archivedTasks: z.array(BoardTask),
  plannedTasks: z.array(BoardTask),
});
export type Board = z.infer<typeof Board>;

/** Section 2, BoardPagination; the related fields are missing on older servers (field notes 3). */
export const BoardPagination = z.object({
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  totalPages: z.number(),
  relatedPage: z.number().optional(),
  relatedPageSize: z.number().optional(),
  relatedTotalPages: z.number().optional(),
  relatedRevision: z.string().optional(),
  revision: z.string().optional(),
});

/** Section 2, BoardResponse. */
export const BoardResponse = z.object({ data: Board, pagination: BoardPagination });
export type BoardResponse = z.infer<typeof BoardResponse>;

/** Section 2, AssignedTask. */
export const AssignedTask = z.object({
  id: z.string(),
  projectId: z.string(),
  number: z.number().nullable(),
  title: z.string(),
  status: z.string(),
  statusName: z.string().nullable(),
  statusIcon: z.string().nullish(),
  priority: Priority,
  dueDate: Timestamp.nullable(),
  projectName: z.string(),
  projectSlug: z.string(),
  projectIcon: z.string().nullish(),
  labels: z.array(TaskLabel),
});
export type AssignedTask = z.infer<typeof AssignedTask>;

/** Section 2, AssignedTasks: at most 100 of `total`. */
export const AssignedTasks = z.object({ tasks: z.array(AssignedTask), total: z.number().int().nonnegative() });
export type AssignedTasks = z.infer<typeof AssignedTasks>;

/** Section 2, Task (partial): only the first five fields are shown there; the others are what GET /task/{id} was seen to carry. */
export const Task = z.object({
  id: z.string(),
  projectId: z.string(),
  position: z.number().nullish(),
  number: z.number().nullish(),
  userId: z.string().nullish(),
  title: z.string().optional(),
  description: z.string().nullish(),
  descriptionDeferred: z.boolean().optional(),
  status: z.string().optional(),
  priority: Priority.nullish(),
  startDate: Timestamp.nullish(),
  dueDate: Timestamp.nullish(),
  createdAt: Timestamp.optional(),
  assigneeName: z.string().nullish(),
});
export type Task = z.infer<typeof Task>;

/** The part of section 2, Webhook integration, that is used here; null where the project has none. */
export const WebhookIntegration = z
  .object({ dueDateReminderLeadTimeMinutes: z.number().nullish(), isActive: z.boolean().nullish() })
  .nullable();

/** Section 2, Time entry. It runs while `endTime` is null or absent, whatever `duration` says (field notes 5). `duration` is whole seconds. */
export const TimeEntry = z.object({
  id: z.string().min(1),
  taskId: z.string(),
  userId: z.string().nullable(),
  description: z.string().nullable(),
  startTime: Timestamp,
  endTime: Timestamp.nullish(),
  duration: z.number().nullable(),
  createdAt: Timestamp,
});
export type TimeEntry = z.infer<typeof TimeEntry>;

/** Section 4, body of POST /time-entry. */
export const TimeEntryCreate = z.object({
  taskId: z.string().min(1),
  startTime: z.string(),
  endTime: z.string().optional(),
  description: z.string().optional(),
});
export type TimeEntryCreate = z.infer<typeof TimeEntryCreate>;

/** Section 4, body of PUT /time-entry/{id}. */
export const TimeEntryUpdate = TimeEntryCreate.omit({ taskId: true });
export type TimeEntryUpdate = z.infer<typeof TimeEntryUpdate>;

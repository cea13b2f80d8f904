/** Projects (docs/service.md#projects). */
import { z } from 'zod';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import {
  MovedProject,
  ProjectAsStored,
  type ProjectBackgroundFile,
  ProjectBackgroundFinalize,
  type ProjectBackgroundStored,
  ProjectBackgroundUpload,
  type ProjectCreate,
  ProjectList,
  type ProjectOrder,
  type ProjectUpdate,
  ProjectWithTasks,
  SingleProject,
} from '../records.ts';

/** Projects without a position come last. */
const MAX_POSITION = Number.MAX_VALUE;

export const projectEndpoints = (http: Http) => ({
  /** GET /project: the projects of a workspace, in sidebar order. */
  listProjects: async (workspaceId: string, options: { includeArchived?: boolean } = {}) => {
    const query = { workspaceId, includeArchived: options.includeArchived ? 'true' : undefined };
    const projects = await http.request({ method: 'GET', path: '/project', query, schema: ProjectList });
    // In place, because a copy has no `unreadable`.
    return projects.sort((a, b) => (a.position ?? MAX_POSITION) - (b.position ?? MAX_POSITION));
  },

  /** GET /project/{id}; older servers add all of its tasks. */
  getProject: (id: string) => http.request({ method: 'GET', path: `/project/${part(id)}`, schema: ProjectWithTasks }),
  getProjectAsStored: (id: string) =>
    http.request({ method: 'GET', path: `/project/${part(id)}`, schema: ProjectAsStored }),

  /** POST /project: creates a project with the default columns; 409 if its key is taken. */
  createProject: (body: ProjectCreate) =>
    http.request({ method: 'POST', path: '/project', body, schema: SingleProject }),

  /** PUT /project/{id}: replaces all five fields. */
  updateProject: (id: string, body: ProjectUpdate) =>
    http.request({ method: 'PUT', path: `/project/${part(id)}`, body, schema: SingleProject }),

  archiveProject: (id: string) =>
    http.request({ method: 'PUT', path: `/project/${part(id)}/archive`, schema: SingleProject }),

  unarchiveProject: (id: string) =>
    http.request({ method: 'PUT', path: `/project/${part(id)}/unarchive`, schema: SingleProject }),

  /** DELETE /project/{id}: with all its tasks; returns the deleted project. */
  deleteProject: (id: string) =>
    http.request({ method: 'DELETE', path: `/project/${part(id)}`, schema: SingleProject }),

  /** PUT /project/reorder: only the order counts; omitted projects keep their rank. */
  reorderProjects: (workspaceId: string, body: ProjectOrder) =>
    http.request({
      method: 'PUT',
      path: '/project/reorder',
      query: { workspaceId },
      body,
      schema: ProjectList,
    }),

  /** PUT /project/{id}/move: to another workspace; newer servers only. */
  moveProject: (id: string, workspaceId: string) =>
    http.request({ method: 'PUT', path: `/project/${part(id)}/move`, body: { workspaceId }, schema: MovedProject }),

  /** PUT /project/{id}/background-upload: returns the upload address. 503 without object storage. */
  requestBackgroundUpload: (id: string, body: ProjectBackgroundFile) =>
    http.request({
      method: 'PUT',
      path: `/project/${part(id)}/background-upload`,
      body,
      schema: ProjectBackgroundUpload,
    }),

  /** POST /project/{id}/background-upload/finalize: after the upload. */
  finalizeBackgroundUpload: (id: string, body: ProjectBackgroundStored) =>
    http.request({
      method: 'POST',
      path: `/project/${part(id)}/background-upload/finalize`,
      body,
      schema: ProjectBackgroundFinalize,
    }),

  /** GET /project/{id}/background: the image; 404 if there is none. */
  downloadBackground: (id: string, signal?: AbortSignal) =>
    http.download({ method: 'GET', path: `/project/${part(id)}/background`, signal }, 'image/'),

  /** DELETE /project/{id}/background: the answer has no body. */
  deleteBackground: (id: string): Promise<void> =>
    http.request({ method: 'DELETE', path: `/project/${part(id)}/background`, schema: z.unknown().transform(nothing) }),
});

const nothing = (): void => undefined;

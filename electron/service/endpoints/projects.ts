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

const MAX_POSITION = Number.MAX_VALUE;

export const projectEndpoints = (http: Http) => ({
  /** GET /project: the projects of a workspace, in sidebar order. */
  listProjects: async (workspaceId: string, options: { includeArchived?: boolean } = {}) => {
    const query = { workspaceId, includeArchived: options.includeArchived ? 'true' : undefined };
    const projects = await http.request({ method: 'GET', path: '/project', query, schema: ProjectList });
    // In place: what is noted of the list is noted of this one. Without a position it is last, in the order given.
    return projects.sort((a, b) => (a.position ?? MAX_POSITION) - (b.position ?? MAX_POSITION));
  },

  /** GET /project/{id}; older servers add all of its tasks. */
  getProject: (id: string) => http.request({ method: 'GET', path: `/project/${part(id)}`, schema: ProjectWithTasks }),
  getProjectAsStored: (id: string) =>
    http.request({ method: 'GET', path: `/project/${part(id)}`, schema: ProjectAsStored }),

  /** POST /project: makes a project with the default columns. 409 where its key is taken. */
  createProject: (body: ProjectCreate) =>
    http.request({ method: 'POST', path: '/project', body, schema: SingleProject }),

  /** PUT /project/{id}: replaces all five fields. */
  updateProject: (id: string, body: ProjectUpdate) =>
    http.request({ method: 'PUT', path: `/project/${part(id)}`, body, schema: SingleProject }),

  archiveProject: (id: string) =>
    http.request({ method: 'PUT', path: `/project/${part(id)}/archive`, schema: SingleProject }),

  unarchiveProject: (id: string) =>
    http.request({ method: 'PUT', path: `/project/${part(id)}/unarchive`, schema: SingleProject }),

  /** DELETE /project/{id}: with all its tasks; gives what it was. */
  deleteProject: (id: string) =>
    http.request({ method: 'DELETE', path: `/project/${part(id)}`, schema: SingleProject }),

  /** PUT /project/reorder: only the order counts; projects left out keep their rank. */
  reorderProjects: (workspaceId: string, body: ProjectOrder) =>
    http.request({
      method: 'PUT',
      path: '/project/reorder',
      query: { workspaceId },
      body,
      schema: ProjectList,
    }),

  /** PUT /project/{id}/move: into another workspace; newer servers only. */
  moveProject: (id: string, workspaceId: string) =>
    http.request({ method: 'PUT', path: `/project/${part(id)}/move`, body: { workspaceId }, schema: MovedProject }),

  /** PUT /project/{id}/background-upload: where to put the picture. 503 without object storage. */
  requestBackgroundUpload: (id: string, body: ProjectBackgroundFile) =>
    http.request({
      method: 'PUT',
      path: `/project/${part(id)}/background-upload`,
      body,
      schema: ProjectBackgroundUpload,
    }),

  /** POST /project/{id}/background-upload/finalize: once the bytes are there. */
  finalizeBackgroundUpload: (id: string, body: ProjectBackgroundStored) =>
    http.request({
      method: 'POST',
      path: `/project/${part(id)}/background-upload/finalize`,
      body,
      schema: ProjectBackgroundFinalize,
    }),

  /** GET /project/{id}/background: the picture's bytes. 404 where there is none. */
  downloadBackground: (id: string, signal?: AbortSignal) =>
    http.download({ method: 'GET', path: `/project/${part(id)}/background`, signal }, 'image/'),

  /** DELETE /project/{id}/background: answers without a body. */
  deleteBackground: (id: string): Promise<void> =>
    http.request({ method: 'DELETE', path: `/project/${part(id)}/background`, schema: z.unknown().transform(nothing) }),
});

const nothing = (): void => undefined;

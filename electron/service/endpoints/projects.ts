/** Projects (docs/service.md#projects). */
import { z } from 'zod';
import { type Http, part } from '../http.ts';
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
  /** The projects of a workspace, in sidebar order. */
  listProjects: async (workspaceId: string, options: { includeArchived?: boolean } = {}) => {
    const query = { workspaceId, includeArchived: options.includeArchived ? 'true' : undefined };
    const projects = await http.get('/project', ProjectList, { query });
    // In place, because a copy has no `unreadable`.
    return projects.sort((a, b) => (a.position ?? MAX_POSITION) - (b.position ?? MAX_POSITION));
  },

  /** Older servers add all of its tasks. */
  getProject: (id: string) => http.get(`/project/${part(id)}`, ProjectWithTasks),
  getProjectAsStored: (id: string) => http.get(`/project/${part(id)}`, ProjectAsStored),

  /** Creates a project with the default columns; 409 if its key is taken. */
  createProject: (body: ProjectCreate) => http.post('/project', SingleProject, { body }),

  /** Replaces all five fields. */
  updateProject: (id: string, body: ProjectUpdate) => http.put(`/project/${part(id)}`, SingleProject, { body }),

  archiveProject: (id: string) => http.put(`/project/${part(id)}/archive`, SingleProject),

  unarchiveProject: (id: string) => http.put(`/project/${part(id)}/unarchive`, SingleProject),

  /** With all its tasks; returns the deleted project. */
  deleteProject: (id: string) => http.delete(`/project/${part(id)}`, SingleProject),

  /** Only the order counts; omitted projects keep their rank. */
  reorderProjects: (workspaceId: string, body: ProjectOrder) =>
    http.put('/project/reorder', ProjectList, { query: { workspaceId }, body }),

  /** To another workspace; newer servers only. */
  moveProject: (id: string, workspaceId: string) =>
    http.put(`/project/${part(id)}/move`, MovedProject, { body: { workspaceId } }),

  /** Returns the upload address. 503 without object storage. */
  requestBackgroundUpload: (id: string, body: ProjectBackgroundFile) =>
    http.put(`/project/${part(id)}/background-upload`, ProjectBackgroundUpload, { body }),

  finalizeBackgroundUpload: (id: string, body: ProjectBackgroundStored) =>
    http.post(`/project/${part(id)}/background-upload/finalize`, ProjectBackgroundFinalize, { body }),

  /** The image; 404 if there is none. */
  downloadBackground: (id: string, signal?: AbortSignal) =>
    http.download({ method: 'GET', path: `/project/${part(id)}/background`, signal }, 'image/'),

  /** The answer has no body. */
  deleteBackground: (id: string): Promise<void> =>
    http.delete(`/project/${part(id)}/background`, z.unknown().transform(nothing)),
});

const nothing = (): void => undefined;

/** Workspaces and their people (field notes 3). */
import type { Http } from '../http.ts';
import { WorkspaceMembers, Workspaces } from '../records.ts';
import { part } from './path.ts';

export const workspaceEndpoints = (http: Http) => ({
  /** GET /auth/organization/list: the workspaces the person belongs to (field notes 3). */
  listWorkspaces: () => http.request({ method: 'GET', path: '/auth/organization/list', schema: Workspaces }),

  /** GET /workspace: the same with the person's `role`; newer servers only (field notes 3). */
  listWorkspaceRoles: () => http.request({ method: 'GET', path: '/workspace', schema: Workspaces }),

  /** GET /workspace/{id}/members: who can be assigned a task (field notes 3). */
  listMembers: (workspaceId: string) =>
    http.request({
      method: 'GET',
      path: `/workspace/${part(workspaceId)}/members`,
      schema: WorkspaceMembers,
    }),
});

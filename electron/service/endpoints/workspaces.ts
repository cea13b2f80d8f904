/** Workspaces and their people (docs/service.md#workspaces-and-people). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { WorkspaceMembers, Workspaces } from '../records.ts';

export const workspaceEndpoints = (http: Http) => ({
  /** GET /auth/organization/list: the workspaces the person belongs to. */
  listWorkspaces: () => http.request({ method: 'GET', path: '/auth/organization/list', schema: Workspaces }),

  /** GET /workspace: the same with the person's `role`; newer servers only. */
  listWorkspaceRoles: () => http.request({ method: 'GET', path: '/workspace', schema: Workspaces }),

  /** GET /workspace/{id}/members: who can be assigned a task. */
  listMembers: (workspaceId: string) =>
    http.request({
      method: 'GET',
      path: `/workspace/${part(workspaceId)}/members`,
      schema: WorkspaceMembers,
    }),
});

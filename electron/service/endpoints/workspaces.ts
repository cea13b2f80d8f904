/** Workspaces and their members (docs/service.md#workspaces-and-people). */
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import { WorkspaceMembers, Workspaces } from '../records.ts';

export const workspaceEndpoints = (http: Http) => ({
  /** GET /auth/organization/list: the person's workspaces. */
  listWorkspaces: () => http.request({ method: 'GET', path: '/auth/organization/list', schema: Workspaces }),

  /** GET /workspace: the person's workspaces with `role`; newer servers only. */
  listWorkspaceRoles: () => http.request({ method: 'GET', path: '/workspace', schema: Workspaces }),

  /** GET /workspace/{id}/members: possible assignees. */
  listMembers: (workspaceId: string) =>
    http.request({
      method: 'GET',
      path: `/workspace/${part(workspaceId)}/members`,
      schema: WorkspaceMembers,
    }),
});

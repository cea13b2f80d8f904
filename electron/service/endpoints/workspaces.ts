/** Workspaces and their members (docs/service.md#workspaces-and-people). */
import { type Http, part } from '../http.ts';
import { WorkspaceMembers, Workspaces } from '../records.ts';

export const workspaceEndpoints = (http: Http) => ({
  listWorkspaces: () => http.get('/auth/organization/list', Workspaces),

  /** The person's workspaces with `role`; newer servers only. */
  listWorkspaceRoles: () => http.get('/workspace', Workspaces),

  /** Possible assignees. */
  listMembers: (workspaceId: string) => http.get(`/workspace/${part(workspaceId)}/members`, WorkspaceMembers),
});

/** Workspaces and their members (docs/service.md#workspaces-and-people). */

import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import { type Http, segment } from '../http.ts';
import { Email, Id } from './common.ts';
import { listOf } from './lenient.ts';

/** GET /auth/organization/list; GET /workspace of newer servers adds `role`. */
export const Workspace = z.object({
  id: Id.min(1),
  name: Name,
  slug: z.string().nullish(),
  role: z.string().nullish(),
});
export type Workspace = z.infer<typeof Workspace>;
const Workspaces = listOf('workspace', Workspace, { fallback: { name: '' } });

/** GET /workspace/{id}/members. */
export const WorkspaceMember = z.object({
  id: Id.min(1),
  name: Name,
  email: Email.nullish(),
  image: z.string().nullish(),
  role: z.string().nullish(),
});
export type WorkspaceMember = z.infer<typeof WorkspaceMember>;
const WorkspaceMembers = listOf('member', WorkspaceMember, { fallback: { name: '' } });

export const workspaceEndpoints = (http: Http) => ({
  listWorkspaces: () => http.get('/auth/organization/list', Workspaces),

  /** The person's workspaces with `role`; newer servers only. */
  listWorkspaceRoles: () => http.get('/workspace', Workspaces),

  /** Possible assignees. */
  listMembers: (workspaceId: string) => http.get(`/workspace/${segment(workspaceId)}/members`, WorkspaceMembers),
});

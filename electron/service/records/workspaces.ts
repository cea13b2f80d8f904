/** Workspaces and their people (field notes 3). */
import { z } from 'zod';
import { Id, Name } from './common.ts';
import { listOf } from './lenient.ts';

/** Field notes 3: GET /auth/organization/list; GET /workspace of newer servers adds `role`. */
export const Workspace = z.object({
  id: Id.min(1),
  name: Name,
  slug: z.string().nullish(),
  role: z.string().nullish(),
});
export type Workspace = z.infer<typeof Workspace>;
export const Workspaces = listOf('workspace', Workspace, { neutral: { name: '' } });

/** Field notes 3: GET /workspace/{id}/members. */
export const WorkspaceMember = z.object({
  id: Id.min(1),
  name: Name,
  email: Name.nullish(),
  image: z.string().nullish(),
  role: z.string().nullish(),
});
export type WorkspaceMember = z.infer<typeof WorkspaceMember>;
export const WorkspaceMembers = listOf('member', WorkspaceMember, { neutral: { name: '' } });

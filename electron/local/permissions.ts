/** Permissions by role (docs/service.md#permissions), used by all routes and by has-permission. */
import { z } from 'zod';

/** All permissions, as `resource:action`. */
const ACTIONS = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  project: ['create', 'read', 'update', 'delete', 'share'],
  task: ['create', 'read', 'update', 'delete', 'assign'],
  label: ['create', 'read', 'update', 'delete'],
  workspace: ['read', 'update', 'delete', 'manage_settings'],
};

const ALL = Object.entries(ACTIONS).flatMap(([resource, actions]) => actions.map((action) => `${resource}:${action}`));

export const Role = z.enum(['viewer', 'member', 'admin', 'owner']);
export type Role = z.infer<typeof Role>;

const VIEWER = ['project:read', 'task:read', 'label:read', 'workspace:read'];

const ALLOWED: Record<Role, ReadonlySet<string>> = {
  viewer: new Set(VIEWER),
  member: new Set([
    ...VIEWER,
    'project:create',
    'task:create',
    'task:update',
    'label:create',
    'label:update',
    'label:delete',
  ]),
  admin: new Set(ALL.filter((permission) => !['organization:delete', 'workspace:delete'].includes(permission))),
  owner: new Set(ALL),
};

export function roleAllows(role: Role, permission: string): boolean {
  return ALLOWED[role].has(permission);
}

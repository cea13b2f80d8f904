/**
 * The people and the workspaces. The owner and the first workspace are created on the first start; everybody is a member of that one.
 * Further workspaces belong to the owner alone.
 */
import { z } from 'zod';
import { User } from '../service/records.ts';
import { HttpError } from './errors.ts';
import type { LocalContext } from './local-context.ts';
import { Role } from './permissions.ts';
import { newId } from './secrets.ts';
import { selectFrom } from './table.ts';

const WorkspaceRow = z.object({ id: z.string(), name: z.string(), slug: z.string(), createdAt: z.string() });
type WorkspaceRow = z.infer<typeof WorkspaceRow>;

/** The local person. */
export function getOwner(context: LocalContext): User {
  const owner = context.database.find({ name: 'person', row: User }, { isOwner: true });
  if (owner === undefined) throw new Error('The local workspace has no owner.');
  return owner;
}

/** The first workspace. */
export function getWorkspace(context: LocalContext): WorkspaceRow {
  const [workspace] = listWorkspaces(context);
  if (workspace === undefined) throw new Error('The local workspace has no workspace.');
  return workspace;
}

/** All workspaces, or those of a person, the oldest first. */
export function listWorkspaces(context: LocalContext, role: Role = 'owner'): WorkspaceRow[] {
  const all = context.database.all(
    WorkspaceRow,
    `${selectFrom({ name: 'workspace', row: WorkspaceRow })} ORDER BY rowid`,
  );
  return role === 'owner' ? all : all.slice(0, 1);
}

/** A workspace that is unknown to a person with that role is 403. */
export function checkWorkspace(context: LocalContext, id: string, { role }: { role: Role }): void {
  if (listWorkspaces(context, role).every((workspace) => workspace.id !== id))
    throw new HttpError(403, "You don't have access to this workspace");
}

/** Returns the id. */
export function addWorkspace(context: LocalContext, name: string): string {
  const id = newId();
  const slug = `workspace-${id.slice(0, 8)}`;
  context.database.insert('workspace', { id, name, slug, createdAt: context.timestamp() });
  return id;
}

/** Creates owner and workspace on the first start of a file, and then returns true. Otherwise updates the owner's name. */
export function ensureOwner(context: LocalContext, name: string): boolean {
  const { database } = context;
  const renamed = database.update('person', { isOwner: true }, { name });
  if (renamed === 1) return false;
  database.insert('person', { id: newId(), name, email: 'you@localhost', isOwner: true, role: 'owner' });
  const workspace = { id: newId(), name: context.names().workspace, slug: 'my-workspace' };
  database.insert('workspace', { ...workspace, createdAt: context.timestamp() });
  return true;
}

const MemberRow = User.extend({ role: Role });

/** All members of a workspace, the owner first. */
export function listMembers(context: LocalContext, workspaceId: string): z.infer<typeof MemberRow>[] {
  const isFirst = workspaceId === getWorkspace(context).id;
  return context.database.all(
    MemberRow,
    `${selectFrom({ name: 'person', row: MemberRow })} WHERE is_owner = 1 OR :isFirst = 1
     ORDER BY is_owner DESC, name COLLATE NOCASE, id`,
    { isFirst: Number(isFirst) },
  );
}

export function addPerson(context: LocalContext, name: string, role: Role): User {
  const user = {
    id: newId(),
    name,
    email: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@localhost`,
    image: null,
  };
  context.database.insert('person', { ...user, role });
  return user;
}

export function isMember(context: LocalContext, workspaceId: string, id: string): boolean {
  return listMembers(context, workspaceId).some((member) => member.id === id);
}

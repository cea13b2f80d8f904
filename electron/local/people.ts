/** The owner and the only workspace, created on the first start. */
import { z } from 'zod';
import { User } from '../service/records.ts';
import { HttpError } from './errors.ts';
import type { LocalContext } from './local-context.ts';
import { Role } from './permissions.ts';
import { newId } from './secrets.ts';

const WorkspaceRow = z.object({ id: z.string(), name: z.string(), slug: z.string(), createdAt: z.string() });
type WorkspaceRow = z.infer<typeof WorkspaceRow>;

/** The local person. */
export function getOwner(context: LocalContext): User {
  const owner = context.database.get(User, 'SELECT id, name, email, image FROM person WHERE is_owner = 1');
  if (owner === undefined) throw new Error('The local workspace has no owner.');
  return owner;
}

export function getWorkspace(context: LocalContext): WorkspaceRow {
  const workspace = context.database.get(WorkspaceRow, 'SELECT id, name, slug, created_at AS createdAt FROM workspace');
  if (workspace === undefined) throw new Error('The local workspace has no workspace.');
  return workspace;
}

/** An unknown workspace is 403. */
export function checkWorkspace(context: LocalContext, id: string): void {
  if (getWorkspace(context).id !== id) throw new HttpError(403, "You don't have access to this workspace");
}

/** Creates owner and workspace on the first start of a file, and then returns true. Otherwise updates the owner's name. */
export function ensureOwner(context: LocalContext, name: string): boolean {
  const { database } = context;
  const renamed = database.run('UPDATE person SET name = :name WHERE is_owner = 1', { name });
  if (renamed === 1) return false;
  database.run("INSERT INTO person (id, name, email, is_owner, role) VALUES (:id, :name, :email, 1, 'owner')", {
    id: newId(),
    name,
    email: 'you@localhost',
  });
  database.run('INSERT INTO workspace (id, name, slug, created_at) VALUES (:id, :name, :slug, :now)', {
    id: newId(),
    name: context.names().workspace,
    slug: 'my-workspace',
    now: context.timestamp(),
  });
  return true;
}

const MemberRow = User.extend({ role: Role });

/** All members of the workspace, the owner first. */
export function listMembers(context: LocalContext): z.infer<typeof MemberRow>[] {
  return context.database.all(
    MemberRow,
    'SELECT id, name, email, image, role FROM person ORDER BY is_owner DESC, name COLLATE NOCASE, id',
  );
}

export function addPerson(context: LocalContext, name: string, role: Role): User {
  const user = {
    id: newId(),
    name,
    email: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@localhost`,
    image: null,
  };
  context.database.run('INSERT INTO person (id, name, email, image, role) VALUES (:id, :name, :email, :image, :role)', {
    ...user,
    role,
  });
  return user;
}

export function personExists(context: LocalContext, id: string): boolean {
  return context.database.has('SELECT 1 FROM person WHERE id = :id', { id });
}

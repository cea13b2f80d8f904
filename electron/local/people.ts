/** The owner and the one workspace of a local workspace, made on the first start. */
import { z } from 'zod';
import { User } from '../service/records.ts';
import type { LocalContext } from './context.ts';
import { ApiFailure } from './errors.ts';
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
  const found = context.database.get(WorkspaceRow, 'SELECT id, name, slug, created_at AS createdAt FROM workspace');
  if (found === undefined) throw new Error('The local workspace has no workspace.');
  return found;
}

/** Field notes 3: an unknown workspace is 403. */
export function checkWorkspace(context: LocalContext, id: string): void {
  if (getWorkspace(context).id !== id) throw new ApiFailure(403, "You don't have access to this workspace");
}

/** True if this made owner and workspace, which is the case once in the life of a file. */
export function ensureOwner(context: LocalContext, name: string): boolean {
  const { database } = context;
  const renamed = database.run('UPDATE person SET name = :name WHERE is_owner = 1', { name });
  if (renamed === 1) return false;
  database.run('INSERT INTO person (id, name, email, is_owner) VALUES (:id, :name, :email, 1)', {
    id: newId(),
    name,
    email: 'you@localhost',
  });
  database.run('INSERT INTO workspace (id, name, slug, created_at) VALUES (:id, :name, :slug, :now)', {
    id: newId(),
    name: 'My workspace',
    slug: 'my-workspace',
    now: context.timestamp(),
  });
  return true;
}

export function personExists(context: LocalContext, id: string): boolean {
  return context.database.has('SELECT 1 FROM person WHERE id = :id', { id });
}

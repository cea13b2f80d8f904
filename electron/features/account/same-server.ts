/**
 * Checks whether another address leads to the account's server. The same person and the account's data must be there, identified by
 * ids that no other server has.
 */
import { z } from 'zod';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { TimeEntry, User } from '../../service/records.ts';
import type { Database } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import type { Account } from './account-store.ts';
import { hasIdentity, isSameEmail } from './identity.ts';

/** What does not match. */
export type IdentityDoubt =
  | { is: 'person' }
  | { is: 'email'; here: string | null; there: string | null }
  | { is: 'workspace'; name: string }
  | { is: 'projects' | 'entries'; found: number; known: number }
  /** Nothing contradicts it, but too few ids are stored here to be sure. */
  | { is: 'too-little' };

/** The person and the data at the other address. */
export interface ServerInfoThere {
  user: User;
  workspaces: readonly { id: string }[];
  client: Pick<Client, 'listProjects' | 'getTimeEntry'>;
}

/** Number of time entries to compare. They are the latest, because an old copy of the server's data lacks those. */
const MAX_ENTRIES = 6;
/** Tolerance for start times, because servers round (ms). */
const SAME_START_MS = 60_000;
/** Random ids (of the person, workspaces, projects, entries) that must match. */
const MIN_MATCHING_IDS = 2;

const ProjectIds = JsonText.pipe(z.array(z.object({ id: z.string() })));
const KnownProjects = JsonText.pipe(z.object({ projects: z.array(z.object({ id: z.string() })) }));

interface KnownEntry {
  serverId: string;
  taskId: string;
  startTime: string;
}

/** null if the server is the same. Throws ServiceError if the server cannot be asked. */
export async function findIdentityDoubt(
  database: Database,
  from: Account,
  there: ServerInfoThere,
): Promise<IdentityDoubt | null> {
  const { user, workspaces, client } = there;
  if (user.id !== from.user.id) return { is: 'person' };
  const email = user.email ?? null;
  if (!isSameEmail(from.user.email, email)) return { is: 'email', here: from.user.email, there: email };

  const thereIds = new Set(workspaces.map(({ id }) => id));
  const missing = from.workspaces.find(({ id }) => id === from.workspaceId && !thereIds.has(id));
  if (missing !== undefined) return { is: 'workspace', name: missing.name };
  const matchingIds = [user.id, ...from.workspaces.map(({ id }) => id).filter((id) => thereIds.has(id))];

  if (from.workspaceId !== null && thereIds.has(from.workspaceId)) {
    const known = knownProjects(database, from.id, from.workspaceId);
    if (known.size > 0) {
      const listed = await client.listProjects(from.workspaceId, { includeArchived: true });
      const found = new Set(listed.map(({ id }) => id).filter((id) => known.has(id)));
      if (!areMost(found.size, known.size)) return { is: 'projects', found: found.size, known: known.size };
      matchingIds.push(...found);
    }
  }

  const entries = knownEntries(database, from.id);
  let found = 0;
  for (const entry of entries) {
    const answer = await read(client, entry.serverId);
    if (answer === undefined || !isSameEntry(entry, answer, user.id)) continue;
    found += 1;
    matchingIds.push(entry.serverId);
  }
  if (entries.length > 0 && !areMost(found, entries.length)) return { is: 'entries', found, known: entries.length };
  return new Set(matchingIds.filter(hasIdentity)).size < MIN_MATCHING_IDS ? { is: 'too-little' } : null;
}

/** Half is enough: some may have been deleted or changed since they were last read. */
const areMost = (found: number, known: number): boolean => found * 2 >= known;

function isSameEntry(known: KnownEntry, answer: TimeEntry, userId: string): boolean {
  const differenceMs = Math.abs(Date.parse(answer.startTime) - Date.parse(known.startTime));
  return answer.userId === userId && answer.taskId === known.taskId && differenceMs < SAME_START_MS;
}

async function read(client: ServerInfoThere['client'], id: string): Promise<TimeEntry | undefined> {
  try {
    return await client.getTimeEntry(id);
  } catch (error) {
    // A rejection or a malformed answer means that the entry is not there; a passing error proves nothing.
    const isAnswered = error instanceof ServiceError && (error.kind === 'rejected' || error.kind === 'malformed');
    if (isAnswered && !error.isPassing) return undefined;
    throw error;
  }
}

function knownProjects(database: Database, accountId: string, workspaceId: string): Set<string> {
  const key = [accountId, workspaceId] as const;
  const kept = database
    .prepare('SELECT projects FROM kept_projects WHERE account_id = ? AND workspace_id = ?')
    .get(...key);
  const known = database.prepare('SELECT lists FROM known WHERE account_id = ? AND workspace_id = ?').get(...key);
  const ids = [
    ...(ProjectIds.safeParse(kept?.projects).data ?? []),
    ...(KnownProjects.safeParse(known?.lists).data?.projects ?? []),
  ];
  return new Set(ids.map(({ id }) => id));
}

/** Entries that are the same here and at the service. */
function knownEntries(database: Database, accountId: string): KnownEntry[] {
  const rows = database
    .prepare(
      `SELECT r.server_id AS serverId, e.task_id AS taskId, e.start_time AS startTime
       FROM time_entry e JOIN remote r ON r.subject = e.id AND r.account_id = e.account_id
       WHERE e.account_id = ? AND e.discarded_at IS NULL AND r.is_behind = 0
         AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject = e.id AND o.state <> 'sent')
       ORDER BY e.start_time DESC LIMIT ?`,
    )
    .all(accountId, MAX_ENTRIES);
  return rows.map(({ serverId, taskId, startTime }) => ({
    serverId: String(serverId),
    taskId: String(taskId),
    startTime: String(startTime),
  }));
}

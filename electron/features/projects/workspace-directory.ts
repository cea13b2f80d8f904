/**
 * The projects, labels, people and columns of the workspace. Stored on disk, so that quick add understands a line at once and
 * offline, and read again in the background.
 */

import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import type { Client } from '../../service/client.ts';
import { createReader } from '../../service/reader.ts';
import {
  ColumnName,
  Email,
  mergeUnreadable,
  ProjectSlug,
  type UnreadableRecords,
  unreadableIn,
} from '../../service/records.ts';
import type { Database } from '../../store/database.ts';

const KnownProject = z.object({ id: z.string(), slug: ProjectSlug, name: Name, icon: z.string().optional() });
const KnownLabel = z.object({ id: z.string(), name: Name, color: z.string() });
/** `image`: the picture's address; longer ones are left out. */
const KnownPerson = z.object({ id: z.string(), name: Name, email: Email, image: z.string().optional() });
const KnownColumn = z.object({ slug: z.string(), name: ColumnName, isFinal: z.boolean() });

export const DirectoryLists = z.object({
  projects: z.array(KnownProject),
  labels: z.array(KnownLabel),
  people: z.array(KnownPerson),
  columns: z.record(z.string(), z.array(KnownColumn)),
});
export type DirectoryLists = z.infer<typeof DirectoryLists>;

export interface DirectoryOfWorkspace {
  accountId: string;
  workspaceId: string;
}

export type WorkspaceDirectoryClient = Pick<
  Client,
  'listProjects' | 'listWorkspaceLabels' | 'listMembers' | 'listColumns'
>;

type DirectorySource = DirectoryOfWorkspace & { client: WorkspaceDirectoryClient };

export interface WorkspaceDirectoryOptions {
  database: Database;
  now: () => number;
  onChange: () => void;
  /** Records of the lists that could not be read. */
  onUnreadable?: (unreadable: UnreadableRecords | undefined) => void;
}

export type WorkspaceDirectory = ReturnType<typeof createWorkspaceDirectory>;

/** Lists younger than this are not read again (ms). */
const FRESH_MS = 60_000;
/** Projects whose columns are read at a time: an API key has 100 requests a minute, shared with the list of tasks. */
const MAX_COLUMNS_AT_ONCE = 30;
/** Limit per list: all of them are stored and sent to the windows at each change. */
const MAX_EACH = 2_000;
const MAX_COLUMNS = 100;
/** UTF-16 code units. */
const MAX_ADDRESS = 2_000;
/** Columns younger than this are not read again (ms). */
const FRESH_COLUMNS_MS = 3_600_000;
const NEVER = Number.MIN_SAFE_INTEGER;

const EMPTY: DirectoryLists = { projects: [], labels: [], people: [], columns: {} };

export function createWorkspaceDirectory({ database, now, onChange, onUnreadable }: WorkspaceDirectoryOptions) {
  const sql = statements(database);
  let of: DirectoryOfWorkspace | null = null;
  let lists = EMPTY;
  const columnsAt = new Map<string, number>();
  const reader = createReader({ read, freshMs: FRESH_MS, now });

  function accept(changed: Partial<DirectoryLists>): void {
    if (of === null) return;
    const next = { ...lists, ...changed };
    const text = JSON.stringify(next);
    if (text === JSON.stringify(lists)) return;
    lists = next;
    sql.write.run(of.accountId, of.workspaceId, text);
    onChange();
  }

  /** A list that is rejected or missing on this server does not affect the others. */
  async function read(source: DirectorySource, _part: undefined, signal: AbortSignal): Promise<void> {
    const { workspaceId, client } = source;
    const [projects, labels, people] = await Promise.allSettled([
      client.listProjects(workspaceId),
      client.listWorkspaceLabels(workspaceId),
      client.listMembers(workspaceId),
    ]);
    if (signal.aborted) return;
    const changed: Partial<DirectoryLists> = {};
    if (projects.status === 'fulfilled') {
      const open = projects.value.filter(({ archivedAt }) => archivedAt == null).slice(0, MAX_EACH);
      changed.projects = open.map(({ id, slug, name, icon }) => ({
        id,
        slug,
        name: name || slug,
        ...(icon != null && { icon }),
      }));
      const ids = new Set(open.map(({ id }) => id));
      changed.columns = Object.fromEntries(Object.entries(lists.columns).filter(([id]) => ids.has(id)));
    }
    if (labels.status === 'fulfilled') {
      const definitions = labels.value.filter(({ taskId }) => taskId == null).slice(0, MAX_EACH);
      changed.labels = onceEach(definitions.map(({ id, name, color }) => ({ id, name, color })));
    }
    if (people.status === 'fulfilled') {
      changed.people = people.value.slice(0, MAX_EACH).map(({ id, name, email, image }) => ({
        id,
        name,
        email: email ?? '',
        ...(image && image.length <= MAX_ADDRESS && { image }),
      }));
    }
    onUnreadable?.(
      [projects, labels, people]
        .map((list) => (list.status === 'fulfilled' ? unreadableIn(list.value) : undefined))
        .reduce(mergeUnreadable),
    );
    accept(changed);
    await readColumns(source, signal).catch(() => undefined);
    if (projects.status === 'rejected') throw projects.reason;
  }

  /** The last used project first, then those that were never read, within the quota. */
  async function readColumns(source: DirectorySource, signal: AbortSignal): Promise<void> {
    const last = of && storedLastProject(database, of, sql);
    const stale = lists.projects
      .map(({ id }) => ({ id, at: columnsAt.get(id) ?? (lists.columns[id] === undefined ? NEVER : 0) }))
      .filter(({ at }) => now() - at > FRESH_COLUMNS_MS)
      .sort((a, b) => Number(b.id === last) - Number(a.id === last) || a.at - b.at)
      .slice(0, MAX_COLUMNS_AT_ONCE);
    for (const { id } of stale) {
      if (signal.aborted) return;
      await readColumnsOf(source, id);
    }
  }

  async function readColumnsOf(source: DirectorySource, projectId: string): Promise<void> {
    const columns = await source.client.listColumns(projectId);
    if (reader.source() !== source) return;
    columnsAt.set(projectId, now());
    const known = columns.slice(0, MAX_COLUMNS).map(({ slug, name, isFinal }) => ({ slug, name, isFinal }));
    accept({ columns: { ...lists.columns, [projectId]: known } });
  }

  /** Shows the stored lists; empty if nobody is signed in. */
  function load(whose: DirectoryOfWorkspace | null): void {
    reader.stop();
    of = whose;
    columnsAt.clear();
    lists = whose === null ? EMPTY : storedDirectory(database, whose);
    onUnreadable?.(undefined);
    onChange();
  }

  return {
    lists: (): DirectoryLists => lists,
    lastProjectId: (): string | null => of && storedLastProject(database, of, sql),

    load,

    /** Starts reading with this client, at once. */
    start(whose: DirectoryOfWorkspace, through: WorkspaceDirectoryClient): void {
      load(whose);
      void reader.start({ ...whose, client: through });
    },

    refreshIfStale: reader.refreshIfStale,

    /** An own write changed a project or a label. */
    changed: (): void => reader.refresh(),

    /** Reads the columns of a project if they are not known. */
    async loadColumns(projectId: string): Promise<void> {
      const source = reader.source();
      if (source === null || lists.columns[projectId] !== undefined) return;
      await readColumnsOf(source, projectId).catch(() => undefined);
    },

    /** A task was created in this project, which is the default for the next one. */
    used(projectId: string): void {
      if (of === null) return;
      sql.use.run(of.accountId, of.workspaceId, JSON.stringify(lists), projectId);
      onChange();
    },

    idle: reader.idle,
  };
}

/** The stored lists of a workspace; empty if there are none that can be read. */
export function storedDirectory(database: Database, { accountId, workspaceId }: DirectoryOfWorkspace): DirectoryLists {
  const text = statements(database).read.get(accountId, workspaceId)?.lists;
  try {
    return DirectoryLists.parse(JSON.parse(String(text)));
  } catch {
    return EMPTY;
  }
}

export function storedLastProject(
  database: Database,
  { accountId, workspaceId }: DirectoryOfWorkspace,
  sql = statements(database),
): string | null {
  const id = sql.read.get(accountId, workspaceId)?.last_project_id;
  return typeof id === 'string' ? id : null;
}

function statements(database: Database) {
  return {
    read: database.prepare('SELECT lists, last_project_id FROM known WHERE account_id = ? AND workspace_id = ?'),
    write: database.prepare(
      `INSERT INTO known (account_id, workspace_id, lists) VALUES (?, ?, ?)
       ON CONFLICT (account_id, workspace_id) DO UPDATE SET lists = excluded.lists`,
    ),
    use: database.prepare(
      `INSERT INTO known (account_id, workspace_id, lists, last_project_id) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, workspace_id) DO UPDATE SET last_project_id = excluded.last_project_id`,
    ),
  };
}

/** Older data may have a name twice: the first is used. */
function onceEach<T extends { name: string }>(named: T[]): T[] {
  const seen = new Map<string, T>();
  for (const one of named) if (!seen.has(one.name.toLowerCase())) seen.set(one.name.toLowerCase(), one);
  return [...seen.values()];
}

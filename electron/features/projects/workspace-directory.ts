/**
 * The projects, labels, people and columns of the workspace. Stored on disk, so that quick add understands a line at once and
 * offline, and read again in the background.
 */

import { z } from 'zod';
import { Name } from '../../../shared/contract/fields.ts';
import type { ProjectView } from '../../../shared/contract/project-view.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { createReader } from '../../service/reader.ts';
import {
  ColumnName,
  Email,
  type Lenient,
  mergeUnreadable,
  type ProjectListItem,
  ProjectSlug,
  type UnreadableRecords,
} from '../../service/records.ts';
import type { Database } from '../../store/database.ts';

const DirectoryProject = z.object({
  id: z.string(),
  slug: ProjectSlug,
  name: Name,
  icon: z.string().nullable().default(null),
  totalTasks: z.number().nullable().default(null),
}) satisfies z.ZodType<ProjectView>;
const DirectoryLabel = z.object({ id: z.string(), name: Name, color: z.string() });
/** `image`: the picture's address; longer ones are left out. */
const DirectoryPerson = z.object({ id: z.string(), name: Name, email: Email, image: z.string().optional() });
const DirectoryColumn = z.object({ slug: z.string(), name: ColumnName, isFinal: z.boolean() });
type DirectoryColumn = z.infer<typeof DirectoryColumn>;

export const DirectoryLists = z.object({
  projects: z.array(DirectoryProject),
  labels: z.array(DirectoryLabel),
  people: z.array(DirectoryPerson),
  columns: z.record(z.string(), z.array(DirectoryColumn)),
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
  /** The service listed the projects that are not archived, all of them readable. */
  onProjects?: (projectIds: readonly string[]) => void;
  onUnreadable?: (unreadable: UnreadableRecords | undefined) => void;
}

export type WorkspaceDirectory = ReturnType<typeof createWorkspaceDirectory>;

/** Lists younger than this are not read again (ms). */
const FRESH_MS = MINUTE_MS;
/** Projects whose columns are read at a time: an API key has 100 requests a minute, shared with the list of tasks. */
const MAX_COLUMNS_AT_ONCE = 30;
/** Limit per list: all of them are stored and sent to the windows at each change. */
const MAX_EACH = 2_000;
const MAX_COLUMNS = 100;
/** UTF-16 code units. */
const MAX_ADDRESS = 2_000;
/** Columns younger than this are not read again (ms). */
const FRESH_COLUMNS_MS = HOUR_MS;
/** Columns that were refused are read again after this (ms). */
const REFUSED_COLUMNS_MS = 600_000;
const NEVER = Number.MIN_SAFE_INTEGER;

const EMPTY: DirectoryLists = { projects: [], labels: [], people: [], columns: {} };

export function createWorkspaceDirectory(options: WorkspaceDirectoryOptions) {
  const { database, now, onChange, onProjects, onUnreadable } = options;
  const sql = statements(database);
  let workspace: DirectoryOfWorkspace | null = null;
  let lists = EMPTY;
  const columnsAt = new Map<string, number>();
  /** The project of the board that was read last, whose columns stay when it is archived. */
  let boardProjectId: string | undefined;
  /** When the service listed the projects. */
  let projectsAt = Number.NEGATIVE_INFINITY;
  const reader = createReader({ read, freshMs: FRESH_MS, now });

  function accept(changed: Partial<DirectoryLists>): void {
    if (workspace === null) return;
    const next = { ...lists, ...changed };
    const text = JSON.stringify(next);
    if (lists !== EMPTY && text === JSON.stringify(lists)) return;
    lists = next;
    sql.write.run(workspace.accountId, workspace.workspaceId, text);
    onChange();
  }

  function acceptProjects(listed: Lenient<ProjectListItem[]>): void {
    projectsAt = now();
    const open = listed.filter(({ archivedAt }) => archivedAt == null);
    const projects = open.slice(0, MAX_EACH).map(({ id, slug, name, icon = null, statistics }) => ({
      id,
      slug,
      name: name || slug,
      icon,
      totalTasks: statistics?.totalTasks ?? null,
    }));
    const ids = new Set(projects.map(({ id }) => id));
    // One that comes back from the archive has its columns read again.
    for (const id of columnsAt.keys()) if (!ids.has(id)) columnsAt.delete(id);
    const columns = Object.entries(lists.columns).filter(([id]) => ids.has(id) || id === boardProjectId);
    accept({ projects, columns: Object.fromEntries(columns) });
    if (listed.unreadable === undefined) onProjects?.(open.map(({ id }) => id));
  }

  /** A list that is rejected or missing on this server does not affect the others. */
  async function read(source: DirectorySource, wanted: 'projects' | undefined, signal: AbortSignal): Promise<void> {
    const { workspaceId, client } = source;
    if (wanted === 'projects') {
      const listed = await client.listProjects(workspaceId);
      if (!signal.aborted) acceptProjects(listed);
      return;
    }
    const [projects, labels, people] = await Promise.allSettled([
      client.listProjects(workspaceId),
      client.listWorkspaceLabels(workspaceId),
      client.listMembers(workspaceId),
    ]);
    if (signal.aborted) return;
    const changed: Partial<DirectoryLists> = {};
    if (labels.status === 'fulfilled') {
      const definitions = labels.value.filter(({ taskId }) => taskId == null).slice(0, MAX_EACH);
      changed.labels = uniqueByName(definitions.map(({ id, name, color }) => ({ id, name, color })));
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
        .map((list) => (list.status === 'fulfilled' ? list.value.unreadable : undefined))
        .reduce(mergeUnreadable),
    );
    accept(changed);
    if (projects.status === 'fulfilled') acceptProjects(projects.value);
    await readColumns(source, signal).catch(() => undefined);
    if (projects.status === 'rejected') throw projects.reason;
  }

  /** The last used project first, then those that were never read, within the quota. */
  async function readColumns(source: DirectorySource, signal: AbortSignal): Promise<void> {
    const last = workspace && storedLastProject(database, workspace, sql);
    const stale = lists.projects
      .map(({ id }) => ({ id, at: columnsAt.get(id) ?? (lists.columns[id] === undefined ? NEVER : 0) }))
      .filter(({ at }) => now() - at > FRESH_COLUMNS_MS)
      .sort((a, b) => Number(b.id === last) - Number(a.id === last) || a.at - b.at)
      .slice(0, MAX_COLUMNS_AT_ONCE);
    for (const { id } of stale) {
      if (signal.aborted) return;
      try {
        await readColumnsOf(source, id);
      } catch (error) {
        if (!(error instanceof ServiceError && error.concernsOneRecord)) throw error;
        columnsAt.set(id, now() - FRESH_COLUMNS_MS + REFUSED_COLUMNS_MS);
      }
    }
  }

  async function readColumnsOf(source: DirectorySource, projectId: string): Promise<void> {
    const columns = await source.client.listColumns(projectId);
    if (reader.source() === source) acceptColumns(projectId, columns);
  }

  function acceptColumns(projectId: string, columns: readonly DirectoryColumn[]): void {
    columnsAt.set(projectId, now());
    const shown = columns.slice(0, MAX_COLUMNS).map(({ slug, name, isFinal }) => ({ slug, name, isFinal }));
    accept({ columns: { ...lists.columns, [projectId]: shown } });
  }

  /** Shows the stored lists; empty while signed out. */
  function load(next: DirectoryOfWorkspace | null): void {
    reader.stop();
    workspace = next;
    columnsAt.clear();
    lists = next === null ? EMPTY : storedDirectory(database, next);
    onUnreadable?.(undefined);
    onChange();
  }

  return {
    lists: (): DirectoryLists => lists,
    /** null before the first answer. */
    projects: (): ProjectView[] | null => (lists === EMPTY ? null : lists.projects),
    lastProjectId: (): string | null => workspace && storedLastProject(database, workspace, sql),

    load,

    /** Starts reading with this client, at once. */
    start(next: DirectoryOfWorkspace, client: WorkspaceDirectoryClient): void {
      load(next);
      void reader.start({ ...next, client });
    },

    refreshIfStale: reader.refreshIfStale,
    /** The open board was read, which does not say whether its project was archived. */
    boardRead(projectId: string, columns: readonly DirectoryColumn[]): void {
      boardProjectId = projectId;
      // Before the first answer the projects are unknown, not none.
      if (lists !== EMPTY) acceptColumns(projectId, columns);
      if (Math.abs(now() - projectsAt) >= FRESH_MS) reader.refresh('projects');
    },
    stop: reader.stop,

    /** Reads the projects now. Throws ServiceError. */
    readProjects: (): Promise<void> => reader.read('projects'),
    refreshProjects: (): void => reader.refresh('projects'),
    /** An own write changed a project or a label. */
    changed: (): void => reader.refresh(),

    /** Reads the columns of a project unless they are loaded. */
    async loadColumns(projectId: string): Promise<void> {
      const source = reader.source();
      if (source === null || lists.columns[projectId] !== undefined) return;
      await readColumnsOf(source, projectId).catch(() => undefined);
    },

    /** A task was created in this project, which is the default for the next one. */
    setLastProject(projectId: string): void {
      if (workspace === null) return;
      sql.use.run(workspace.accountId, workspace.workspaceId, JSON.stringify(lists), projectId);
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

function storedLastProject(
  database: Database,
  { accountId, workspaceId }: DirectoryOfWorkspace,
  sql = statements(database),
): string | null {
  const id = sql.read.get(accountId, workspaceId)?.last_project_id;
  return typeof id === 'string' ? id : null;
}

function statements(database: Database) {
  return {
    read: database.prepare(
      'SELECT lists, last_project_id FROM workspace_directory WHERE account_id = ? AND workspace_id = ?',
    ),
    write: database.prepare(
      `INSERT INTO workspace_directory (account_id, workspace_id, lists) VALUES (?, ?, ?)
       ON CONFLICT (account_id, workspace_id) DO UPDATE SET lists = excluded.lists`,
    ),
    use: database.prepare(
      `INSERT INTO workspace_directory (account_id, workspace_id, lists, last_project_id) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, workspace_id) DO UPDATE SET last_project_id = excluded.last_project_id`,
    ),
  };
}

/** Older data may have a name twice: the first is used. */
function uniqueByName<T extends { name: string }>(named: T[]): T[] {
  const seen = new Map<string, T>();
  for (const one of named) if (!seen.has(one.name.toLowerCase())) seen.set(one.name.toLowerCase(), one);
  return [...seen.values()];
}

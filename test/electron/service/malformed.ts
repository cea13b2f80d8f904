/** Valid records of every list, and arbitrary corruptions of their fields. */
import fc from 'fast-check';
import { tasksOf } from '../../../electron/service/board-pages.ts';
import { type Client, createClient } from '../../../electron/service/client.ts';
import { createHttp } from '../../../electron/service/http.ts';
import { readAssigned } from '../../../electron/service/read-boards.ts';
import { cases } from '../../properties.ts';

export const at = '2026-11-18T12:00:00.000Z';
export type Json = Record<string, unknown>;
export type Answer = (path: string, method: string) => unknown;

/** A client that gets these answers. */
export const clientWith = (answer: Answer, status = 200): Client =>
  createClient(
    createHttp({
      baseUrl: 'http://host.invalid/api',
      userAgent: 'test',
      transport: async (url, { method }) => Response.json(answer(new URL(url).pathname, method ?? 'GET'), { status }),
    }),
  );

export const label = (id: string): Json => ({
  id,
  name: id,
  color: 'red',
  createdAt: at,
  taskId: null,
  workspaceId: 'w',
});
export const link = (id: string): Json => ({
  id,
  taskId: 't',
  integrationId: null,
  resourceType: 'issue',
  externalId: id,
  url: `https://host.invalid/${id}`,
  title: null,
  metadata: {},
  createdAt: at,
  updatedAt: at,
  integration: { id: 'i', type: 'github' },
});
export const boardTask = (id: string): Json => ({
  id,
  title: `Task ${id}`,
  number: Number(id.slice(1)),
  description: null,
  status: 'to-do',
  priority: 'low',
  startDate: null,
  dueDate: at,
  position: 1,
  createdAt: at,
  userId: 'u',
  assigneeName: null,
  assigneeId: 'u',
  projectId: 'p',
  subtaskCounts: { completed: 0, total: 1 },
  labels: [label('l1'), label('l2')],
  externalLinks: [link('x1'), link('x2')],
});
export const column = (id: string): Json => ({
  id,
  slug: id,
  name: id,
  icon: null,
  isFinal: false,
  position: 1,
  tasks: [boardTask(`${id}1`), boardTask(`${id}2`)],
});
export const board = (changed: Json = {}): Json => ({
  id: 'p',
  name: 'Project',
  slug: 'PRJ',
  icon: null,
  workspaceId: 'w',
  columns: [column('c')],
  archivedTasks: [],
  plannedTasks: [],
  ...changed,
});
export const pagination = { total: 3, page: 1, pageSize: 100, totalPages: 1 };
export const assignedTask = (id: string): Json => ({
  id,
  projectId: 'p',
  number: 1,
  title: id,
  status: 'to-do',
  statusName: 'To do',
  statusIcon: null,
  priority: 'high',
  dueDate: at,
  projectName: 'Project',
  projectSlug: 'PRJ',
  projectIcon: null,
  labels: [label('l1')],
});
export const project = (id: string): Json => ({
  id,
  workspaceId: 'w',
  slug: 'PRJ',
  icon: null,
  name: id,
  description: null,
  createdAt: at,
  isPublic: false,
  archivedAt: null,
  position: 0,
  lastTaskNumber: 3,
  statistics: { completionPercentage: 10, totalTasks: 3, dueDate: at },
});
export const entry = (id: string): Json => ({
  id,
  taskId: 't',
  userId: 'u',
  userName: 'Ada',
  description: 'Note',
  startTime: at,
  endTime: null,
  duration: 0,
  createdAt: at,
});
export const withTasks = (tasks: unknown[]): Json => ({
  data: board({ columns: [{ ...column('c'), tasks }] }),
  pagination,
});

export interface List {
  name: string;
  /** One valid record. */
  make: (id: string) => Json;
  answer: (records: unknown[]) => unknown;
  read: (client: Client) => Promise<{ id: string | number }[]>;
  toId?: (id: number) => string | number;
}

export const readPage = (client: Client) =>
  client.getBoardPage('p', { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' });
const readPublicPage = (client: Client) => client.getPublicBoardPage('p', { page: 1, limit: 100 });
const bare = (records: unknown[]) => records;
export const lists: List[] = [
  {
    name: 'assigned tasks',
    make: assignedTask,
    answer: (tasks) => ({ tasks, total: 9 }),
    read: async (client) => (await client.listAssignedTasks('w')).tasks,
  },
  {
    name: 'labels of an assigned task',
    make: label,
    answer: (labels) => ({ tasks: [{ ...assignedTask('a'), labels }], total: 1 }),
    read: async (client) => (await client.listAssignedTasks('w')).tasks[0]?.labels ?? [],
  },
  {
    name: 'tasks of a column',
    make: boardTask,
    answer: withTasks,
    read: async (client) => tasksOf((await readPage(client)).data),
  },
  {
    name: 'planned tasks',
    make: boardTask,
    answer: (plannedTasks) => ({ data: board({ columns: [], plannedTasks }), pagination }),
    read: async (client) => (await readPage(client)).data.plannedTasks,
  },
  {
    name: 'archived tasks',
    make: boardTask,
    answer: (archivedTasks) => ({ data: board({ archivedTasks }), pagination }),
    read: async (client) => (await readPage(client)).data.archivedTasks,
  },
  {
    name: 'archived tasks of a public board',
    make: boardTask,
    answer: (archivedTasks) => board({ archivedTasks }),
    read: async (client) => (await readPublicPage(client)).archivedTasks,
  },
  {
    name: 'planned tasks of a public board',
    make: boardTask,
    answer: (plannedTasks) => board({ plannedTasks }),
    read: async (client) => (await readPublicPage(client)).plannedTasks,
  },
  {
    name: 'columns of a public board',
    make: column,
    answer: (columns) => ({ ...board({ columns }), pagination }),
    read: async (client) => (await readPublicPage(client)).columns,
  },
  {
    name: 'tasks of a column of a public board',
    make: boardTask,
    answer: (tasks) => board({ columns: [{ ...column('c'), tasks }] }),
    read: async (client) => (await readPublicPage(client)).columns[0]?.tasks ?? [],
  },
  {
    name: 'labels of a task of a public board',
    make: label,
    answer: (labels) => board({ plannedTasks: [{ ...boardTask('t1'), labels }] }),
    read: async (client) => (await readPublicPage(client)).plannedTasks[0]?.labels ?? [],
  },
  {
    name: 'links of a task of a public board',
    make: link,
    answer: (externalLinks) => board({ plannedTasks: [{ ...boardTask('t1'), externalLinks }] }),
    read: async (client) => (await readPublicPage(client)).plannedTasks[0]?.externalLinks ?? [],
  },
  {
    name: 'columns of a board',
    make: column,
    answer: (columns) => ({ data: board({ columns }), pagination }),
    read: async (client) => (await readPage(client)).data.columns,
  },
  {
    name: 'labels of a board task',
    make: label,
    answer: (labels) => withTasks([{ ...boardTask('t1'), labels }]),
    read: async (client) => (await readPage(client)).data.columns[0]?.tasks[0]?.labels ?? [],
  },
  {
    name: 'links of a board task',
    make: link,
    answer: (externalLinks) => withTasks([{ ...boardTask('t1'), externalLinks }]),
    read: async (client) => (await readPage(client)).data.columns[0]?.tasks[0]?.externalLinks ?? [],
  },
  {
    name: 'a person’s tasks on a board',
    make: boardTask,
    answer: withTasks,
    read: async (client) => (await readAssigned(client, 'p', 'u')).tasks.map(({ task }) => task),
  },
  {
    name: 'tasks of a workspace',
    make: boardTask,
    answer: (tasks) => ({ tasks }),
    read: (client) => client.listTasks('w'),
  },
  {
    name: 'columns',
    make: (id) => ({ id, projectId: 'p', name: id, slug: id, position: 1, icon: null, color: null, isFinal: false }),
    answer: bare,
    read: (client) => client.listColumns('p'),
  },
  { name: 'labels of a workspace', make: label, answer: bare, read: (client) => client.listWorkspaceLabels('w') },
  { name: 'labels of a task', make: label, answer: bare, read: (client) => client.listTaskLabels('t') },
  { name: 'projects', make: project, answer: bare, read: (client) => client.listProjects('w') },
  {
    name: 'projects in a new order',
    make: project,
    answer: bare,
    read: (client) => client.reorderProjects('w', { projects: [{ id: 'p', position: 0 }] }),
  },
  { name: 'entries', make: entry, answer: bare, read: (client) => client.listTimeEntries('t') },
  {
    name: 'inbox',
    make: (id) => ({
      id,
      title: id,
      content: id,
      type: 'task_created',
      isRead: false,
      eventData: {},
      resourceId: 't',
      resourceType: 'task',
      createdAt: at,
    }),
    answer: bare,
    read: (client) => client.listNotifications(),
  },
  {
    name: 'relations',
    make: (id) => ({
      id,
      sourceTaskId: 'a',
      targetTaskId: 'b',
      relationType: 'blocks',
      createdAt: at,
      sourceTask: { id: 'a', title: 'A', priority: 'low' },
      targetTask: null,
    }),
    answer: bare,
    read: (client) => client.listTaskRelations('a'),
  },
  {
    name: 'comments',
    make: (id) => ({
      id,
      taskId: 't',
      userId: 'u',
      content: id,
      createdAt: at,
      updatedAt: at,
      user: { name: 'Ada', image: null },
    }),
    answer: bare,
    read: (client) => client.listComments('t'),
  },
  {
    name: 'activities',
    make: (id) => ({
      id,
      taskId: 't',
      type: 'status_changed',
      userId: 'u',
      content: null,
      eventData: { oldStatus: 'to-do', newStatus: 'done' },
      externalUserName: null,
      createdAt: at,
    }),
    answer: bare,
    read: (client) => client.listActivities('t'),
  },
  { name: 'links of a task', make: link, answer: bare, read: (client) => client.listExternalLinks('t') },
  {
    name: 'search hits',
    make: (id) => ({ id, type: 'task', title: id, createdAt: at }),
    answer: (results) => ({ results, totalCount: 3 }),
    read: async (client) => (await client.search({ workspaceId: 'w', q: 'a' })).results,
  },
  {
    name: 'workspaces',
    make: (id) => ({ id, name: id, slug: id, role: 'owner' }),
    answer: bare,
    read: (client) => client.listWorkspaces(),
  },
  {
    name: 'workspaces with roles',
    make: (id) => ({ id, name: id, slug: id, role: 'owner' }),
    answer: bare,
    read: (client) => client.listWorkspaceRoles(),
  },
  {
    name: 'members',
    make: (id) => ({ id, name: id, email: null, image: null, role: 'member' }),
    answer: bare,
    read: (client) => client.listMembers('w'),
  },
  {
    name: 'API keys',
    make: (id) => ({ id, name: id, start: 'abc', createdAt: at, lastRequest: null, expiresAt: null }),
    answer: bare,
    read: (client) => client.listApiKeys(),
  },
  {
    name: 'calendar feeds',
    make: (id) => ({ id, projectId: 'p', token: id, labelIds: [], timeZone: 'UTC', createdAt: at }),
    answer: bare,
    read: (client) => client.listCalendarFeeds('p'),
  },
  {
    name: 'repositories',
    make: (id) => ({
      id: Number(id.slice(1)),
      name: id,
      full_name: id,
      private: false,
      owner: { login: 'o', avatar_url: null, type: 'User' },
      description: null,
      html_url: 'https://host.invalid',
      updated_at: at,
      installation_id: 1,
      permissions: null,
    }),
    answer: (repositories) => ({ repositories, installations: [], total: 3 }),
    read: async (client) => (await client.listRepositories('p')).repositories,
    toId: Number,
  },
  {
    name: 'installations',
    make: (id) => ({ id: Number(id.slice(1)), account: { login: 'o', type: 'User' }, repositories: [id] }),
    answer: (installations) => ({ repositories: [], installations, total: 3 }),
    read: async (client) => (await client.listRepositories('p')).installations,
    toId: Number,
  },
];

/** Replaces a value, wraps it in a list or an object, or turns it into text. */
export type Corruption = { put: unknown } | { wrap: 'list' | 'object' | 'text' };

/** Wrong, unknown, missing, huge, nested. */
export const corruption: fc.Arbitrary<Corruption> = fc.oneof(
  fc
    .constantFrom<unknown>(null, undefined, '', 'no-such-value', 7, -1, 1.5, 1e9, Number.MAX_VALUE, true)
    .map((put) => ({ put })),
  fc.constantFrom<unknown>([], {}, [null], [[]], '7', 'NaN', 'x'.repeat(20_000), '9999-99-99').map((put) => ({ put })),
  fc.constantFrom<unknown>(Array(500).fill(null), { deep: { deeper: [{}] } }, nested(40)).map((put) => ({ put })),
  fc.jsonValue().map((put) => ({ put })),
  fc.constantFrom<Corruption>({ wrap: 'list' }, { wrap: 'object' }, { wrap: 'text' }),
);

export function changed(value: unknown, change: Corruption): unknown {
  if ('put' in change) return change.put;
  if (change.wrap === 'text') return String(value);
  return change.wrap === 'list' ? [value] : { value };
}

/** The record with one of its fields changed. */
export const corruptField = (record: Json, field: string, change: Corruption): Json => ({
  ...record,
  [field]: changed(record[field], change),
});

/** With deeper nesting, the whole answer is rejected (bounded-json.ts). */
function nested(depth: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value };
  return value;
}

/** Checks a few cases (test/properties.ts). */
export const holds = <T>(property: fc.IAsyncProperty<T>, few: number): Promise<void> =>
  fc.assert(property, { numRuns: cases(few) });

/** Adds the name of every called function to `called`. */
export function recording(client: Client, called: Set<string>): Client {
  return new Proxy(client, {
    get(target, name, receiver) {
      called.add(String(name));
      return Reflect.get(target, name, receiver);
    },
  });
}

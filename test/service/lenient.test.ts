/** One odd record never costs the others: every list of every endpoint, with one of its records changed in every way. */

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { labelAttach } from '../../electron/outbox/label-writes.ts';
import { NO_HABITS } from '../../electron/outbox/likeness.ts';
import { projectDelete } from '../../electron/outbox/project-writes.ts';
import { taskCreate } from '../../electron/outbox/task-create.ts';
import { timeEntryCreate } from '../../electron/outbox/time-entry-create.ts';
import { tasksOf } from '../../electron/service/board-pages.ts';
import { readAssigned } from '../../electron/service/boards.ts';
import { type Client, createClient } from '../../electron/service/client.ts';
import { createHttp } from '../../electron/service/http.ts';
import { RealtimeEvent } from '../../electron/service/realtime.ts';
import { oddIn, oddText } from '../../electron/service/records.ts';

vi.spyOn(console, 'warn').mockImplementation(() => undefined);

const at = '2026-11-18T12:00:00.000Z';
type Json = Record<string, unknown>;
type Answer = (path: string, method: string) => unknown;

/** A client whose requests are answered with this. */
const clientWith = (answer: Answer): Client =>
  createClient(
    createHttp({
      baseUrl: 'http://host.invalid/api',
      userAgent: 'test',
      transport: async (url, { method }) => Response.json(answer(new URL(url).pathname, method ?? 'GET')),
    }),
  );

const label = (id: string): Json => ({ id, name: id, color: 'red', createdAt: at, taskId: null, workspaceId: 'w' });
const link = (id: string): Json => ({
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
const boardTask = (id: string): Json => ({
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
const column = (id: string): Json => ({
  id,
  slug: id,
  name: id,
  icon: null,
  isFinal: false,
  position: 1,
  tasks: [boardTask(`${id}1`), boardTask(`${id}2`)],
});
const board = (changed: Json = {}): Json => ({
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
const pagination = { total: 3, page: 1, pageSize: 100, totalPages: 1 };
const assignedTask = (id: string): Json => ({
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
const project = (id: string): Json => ({
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
const entry = (id: string): Json => ({
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
const withTasks = (tasks: unknown[]): Json => ({
  data: board({ columns: [{ ...column('c'), tasks }] }),
  pagination,
});

interface List {
  name: string;
  /** One valid record. */
  make: (id: string) => Json;
  answer: (records: unknown[]) => unknown;
  read: (client: Client) => Promise<{ id: string | number }[]>;
  toId?: (id: number) => string | number;
}

const bare = (records: unknown[]) => records;
const lists: List[] = [
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
    read: async (client) =>
      tasksOf((await client.getBoardPage('p', { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' })).data),
  },
  {
    name: 'planned tasks',
    make: boardTask,
    answer: (plannedTasks) => ({ data: board({ columns: [], plannedTasks }), pagination }),
    read: async (client) =>
      (await client.getBoardPage('p', { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' })).data.plannedTasks,
  },
  {
    name: 'archived tasks of a public board',
    make: boardTask,
    answer: (archivedTasks) => board({ archivedTasks }),
    read: async (client) => (await client.getPublicBoardPage('p', { page: 1, limit: 100 })).archivedTasks,
  },
  {
    name: 'columns of a board',
    make: column,
    answer: (columns) => ({ data: board({ columns }), pagination }),
    read: async (client) =>
      (await client.getBoardPage('p', { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' })).data.columns,
  },
  {
    name: 'labels of a board task',
    make: label,
    answer: (labels) => withTasks([{ ...boardTask('t1'), labels }]),
    read: async (client) =>
      (await client.getBoardPage('p', { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' })).data.columns[0]
        ?.tasks[0]?.labels ?? [],
  },
  {
    name: 'links of a board task',
    make: link,
    answer: (externalLinks) => withTasks([{ ...boardTask('t1'), externalLinks }]),
    read: async (client) =>
      (await client.getBoardPage('p', { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' })).data.columns[0]
        ?.tasks[0]?.externalLinks ?? [],
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
  { name: 'entries', make: entry, answer: bare, read: (client) => client.listTimeEntries('t') },
  {
    name: 'notifications',
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
];

/** Wrong, unknown, missing, huge: in place of a field, or of the whole record. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', 'no-such-value', 7, -1, Number.MAX_VALUE, true, [], {}, [null], [[]]),
  fc.constantFrom<unknown>(
    'x'.repeat(200_000),
    Array(2_000).fill(null),
    { deep: { deeper: [{}] } },
    '9999-99-99',
    '{}',
  ),
  fc.jsonValue(),
);

describe.each(lists)('$name', ({ make, answer, read, toId = (id) => `r${id}` }) => {
  const ids = [1, 2, 3, 4, 5];
  const fields = Object.keys(make('r1'));

  test('the others are all there, whatever becomes of one field of one of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ids), fc.constantFrom(...fields), oddValue, async (odd, field, value) => {
        const records = ids.map((id) => (id === odd ? { ...make(`r${id}`), [field]: value } : make(`r${id}`)));
        const found = await read(clientWith(() => answer(records)));
        const others = ids.filter((id) => id !== odd).map(toId);
        expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(others));
        expect(found.length).toBeLessThanOrEqual(ids.length);
      }),
      { numRuns: 150 },
    );
  });

  test('the others are all there, whatever stands in the place of one of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ids), oddValue, async (odd, value) => {
        const records = ids.map((id) => (id === odd ? value : make(`r${id}`)));
        const found = await read(clientWith(() => answer(records)));
        expect(found.map(({ id }) => id)).toEqual(ids.filter((id) => id !== odd).map(toId));
      }),
      { numRuns: 50 },
    );
  });
});

describe('what an odd record is read as', () => {
  const assigned = (changed: unknown) =>
    clientWith(() => ({ tasks: [changed, assignedTask('a2')], total: 2 })).listAssignedTasks('w');

  test.each([
    ['an unknown priority', { priority: 'critical' }, { priority: 'no-priority' }],
    ['a null title', { title: null }, { title: '' }],
    ['a bad date', { dueDate: 'soon' }, { dueDate: null }],
    ['no list of labels', { labels: 'none' }, { labels: [] }],
    ['an odd label', { labels: [null, label('l')] }, { labels: [{ id: 'l' }] }],
  ])('%s', async (_what, changed, shown) => {
    const answer = await assigned({ ...assignedTask('a1'), ...changed });
    expect(answer.tasks).toMatchObject([{ id: 'a1', statusName: 'To do', ...shown }, { id: 'a2' }]);
    expect(oddIn(answer)?.dropped.task).toBeUndefined();
    expect(oddIn(answer)?.reasons).toHaveLength(1);
  });

  test('one without an id is left out and counted, with a reason that repeats nothing a person wrote', async () => {
    const answer = await assigned({ ...assignedTask('a1'), id: 5, title: 'Secret plan' });
    expect(answer.tasks).toMatchObject([{ id: 'a2' }]);
    const odd = oddIn(answer);
    expect(odd?.dropped).toEqual({ task: 1 });
    expect(odd && oddText(odd)).toBe(
      'Left out: task: 1\nRead in part: nothing\ntask 5: id: Invalid input: expected string, received number',
    );
  });

  test('records inside a repaired one are counted once', async () => {
    const columns = [
      { ...column('c'), name: null, tasks: [null, { ...boardTask('t1'), labels: [null], title: null }] },
    ];
    const client = clientWith(() => ({ data: board({ name: null, columns }), pagination }));
    const page = await client.getBoardPage('p', { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' });
    expect(page.data.columns).toMatchObject([{ id: 'c', name: 'c', tasks: [{ id: 't1', title: '', labels: [] }] }]);
    expect(oddIn(page)).toMatchObject({
      dropped: { task: 1, label: 1 },
      repaired: { task: 1, column: 1, project: 1 },
    });
  });

  test('an entry that does not say whose it is, or when it ended, is not guessed to be ours or running', async () => {
    const entries = [{ ...entry('e1'), userId: 7 }, { ...entry('e2'), endTime: 'late' }, entry('e3')];
    const found = await clientWith(() => entries).listTimeEntries('t');
    expect(found.map(({ id }) => id)).toEqual(['e3']);
    expect(oddIn(found)).toMatchObject({ dropped: { entry: 2 }, oddIds: ['e1', 'e2'] });
  });

  test('an event of a socket about a task nobody can tell is one about its project', () => {
    expect(RealtimeEvent.parse({ type: 'TASK_UPDATED', projectId: 'p', taskId: 7 })).toEqual({
      type: 'TASK_UPDATED',
      projectId: 'p',
      taskId: null,
    });
  });

  test('a description that cannot be read is not an empty one', async () => {
    const client = clientWith(() => ({ id: 't', projectId: 'p', description: 7 }));
    await expect(client.getTask('t')).rejects.toMatchObject({ kind: 'malformed', issues: [{ path: 'description' }] });
    const odd = clientWith(() => ({ id: 't', projectId: 'p', priority: 'critical', dueDate: 'soon' }));
    expect(await odd.getTask('t')).toMatchObject({ id: 't', priority: 'no-priority', dueDate: null });
  });

  test('ten thousand records that are odd in the same way are all there', async () => {
    const labels = Array.from({ length: 10_000 }, (_, index) => ({ ...label(`l${index}`), createdAt: null }));
    expect(await clientWith(() => labels).listWorkspaceLabels('w')).toHaveLength(10_000);
  });

  test('400,000 odd records take less than a moment', async () => {
    const client = clientWith(() => ({ tasks: Array(400_000).fill({ id: 1 }), total: 0 }));
    const began = performance.now();
    const answer = await client.listAssignedTasks('w');
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(oddIn(answer)?.dropped).toEqual({ task: 400_000 });
    expect(oddIn(answer)?.reasons).toHaveLength(20);
  });
});

describe('writes still leave', () => {
  const newTask = {
    projectId: 'p',
    projectSlug: 'PRJ',
    title: 'New',
    description: '',
    priority: 'low' as const,
    status: 'c',
    startDate: null,
    dueDate: null,
    userId: null,
    lastNumber: null,
  };
  const around = { isKnown: () => false, rivals: [], habits: NO_HABITS };
  const as = (client: Client) => ({ accountId: 'a', client, userId: 'u' });

  test('a lost entry is found, whatever its neighbour is like', async () => {
    const payload = { taskId: 't', identifier: 'PRJ-1', startTime: at, endTime: null, note: 'Note' };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('id', 'userId', 'startTime', 'endTime', 'description'),
        oddValue,
        async (field, value) => {
          const neighbour = { ...entry('e1'), startTime: '2026-11-18T09:00:00.000Z', userId: 'other', [field]: value };
          const client = clientWith(() => [neighbour, entry('e2')]);
          const found = await timeEntryCreate.find(payload, as(client), around);
          expect(found).toMatchObject({ serverId: 'e2' });
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a task is made in a project with an odd column or task, and its number is still known', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('c', 'name', 'isFinal', 'position', 'slug', 'id', 'icon'),
        oddValue,
        async (field, value) => {
          const columns = [
            { ...column('odd'), tasks: [], [field]: value },
            { ...column('c'), tasks: [boardTask('t7')] },
          ];
          const client = clientWith((_path, method) =>
            method === 'GET' ? { data: board({ columns }), pagination } : { ...boardTask('t8'), priority: 'critical' },
          );
          const prepared = await taskCreate.prepare?.(newTask, as(client), 0);
          expect(prepared?.lastNumber).toBe(7);
          expect(await taskCreate.send(newTask, as(client), undefined)).toMatchObject({ serverId: 't8' });
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a newest task that cannot be read does not make the board an empty one', async () => {
    const asked: string[] = [];
    const client = createClient(
      createHttp({
        baseUrl: 'http://host.invalid/api',
        userAgent: 'test',
        transport: async (url) => {
          asked.push(new URL(url).searchParams.get('limit') ?? '');
          return Response.json(withTasks(asked.length === 1 ? [null] : [null, boardTask('t6')]));
        },
      }),
    );
    expect((await taskCreate.prepare?.(newTask, as(client), 0))?.lastNumber).toBe(6);
    expect(asked).toEqual(['1', '100']);
  });

  test('a project is not taken for deleted while one of the list cannot be read', async () => {
    const payload = { projectId: 'p1', projectName: 'One', workspaceId: 'w' };
    const find = (projects: unknown) => projectDelete.find(payload, as(clientWith(() => projects)), around);
    expect(await find([project('p2')])).toEqual({});
    expect(await find([project('p2'), null])).toBeUndefined();
    expect(await find([project('p2'), { ...project('p1'), name: null }])).toBeUndefined();
  });

  test('a label that was put on is found beside an odd one', async () => {
    const payload = { taskId: 't', identifier: 'PRJ-1', workspaceId: 'w', labelId: 'l', name: 'Bug', color: 'red' };
    const client = clientWith(() => [null, { ...label('l1'), createdAt: 'soon' }, { ...label('l2'), name: 'Bug' }]);
    expect(await labelAttach.find(payload, as(client), around)).toEqual({});
  });
});

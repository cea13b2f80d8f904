/** The lists for quick add: read in the background, stored on disk, each independent of the others. Real SQLite and HTTP. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createWorkspaceDirectory,
  storedDirectory,
  type WorkspaceDirectoryClient,
} from '../../../../electron/features/projects/workspace-directory.ts';
import { ServiceError } from '../../../../electron/service/errors.ts';
import type { UnreadableRecords } from '../../../../electron/service/records.ts';
import { type Database, openDatabase } from '../../../../electron/store/database.ts';
import { clientWith } from '../../service/malformed.ts';
import { addAccount } from '../account/account-row.ts';

const OF = { accountId: 'a1', workspaceId: 'w1' };
const CREATED = '2026-11-01T00:00:00.000Z';
const project = (id: string, slug: string, archivedAt: string | null = null) => ({
  id,
  slug,
  name: `Project ${slug}`,
  workspaceId: 'w1',
  createdAt: CREATED,
  archivedAt,
});
const label = (id: string, name: string, taskId: string | null = null) => ({
  id,
  name,
  color: '#112233',
  taskId,
  workspaceId: 'w1',
  createdAt: CREATED,
});
const column = (slug: string, isFinal = false) => ({ id: slug, slug, name: slug, isFinal });

let folder: string;
let database: Database;
let clock = 0;
let changes = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-known-'));
  open();
  addAccount(database, 'a1', 'u1');
  changes = 0;
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): void {
  database = openDatabase(join(folder, 'punchcard.sqlite'), new Date()).database;
}

const store = () =>
  createWorkspaceDirectory({
    database,
    now: () => clock,
    onChange: () => {
      changes += 1;
    },
  });

function service(overrides: Partial<WorkspaceDirectoryClient> = {}) {
  const asked: string[] = [];
  const client = {
    listProjects: async () => {
      asked.push('projects');
      const statistics = { completionPercentage: 50, totalTasks: 7 };
      return [project('p1', 'PAY'), { ...project('p2', 'WEB'), statistics }, project('p3', 'OLD', CREATED)];
    },
    listWorkspaceLabels: async () => [label('l1', 'billing'), label('l2', 'Billing'), label('l3', 'bug', 't1')],
    listMembers: async () => [
      { id: 'u1', name: 'You', email: 'you@example.com' },
      { id: 'u2', name: 'Nora Vance', email: null },
    ],
    listColumns: async (id: string) => {
      asked.push(`columns ${id}`);
      return [column('to-do'), column('done', true)];
    },
    ...overrides,
  } as WorkspaceDirectoryClient;
  return { client, asked };
}

test('lists active projects, labels once each, people and columns', async () => {
  const known = store();
  known.start(OF, service().client);
  await known.idle();
  expect(known.lists()).toEqual({
    projects: [
      { id: 'p1', slug: 'PAY', name: 'Project PAY', icon: null, totalTasks: null },
      { id: 'p2', slug: 'WEB', name: 'Project WEB', icon: null, totalTasks: 7 },
    ],
    labels: [{ id: 'l1', name: 'billing', color: '#112233' }],
    people: [
      { id: 'u1', name: 'You', email: 'you@example.com' },
      { id: 'u2', name: 'Nora Vance', email: '' },
    ],
    columns: {
      p1: [
        { slug: 'to-do', name: 'to-do', isFinal: false },
        { slug: 'done', name: 'done', isFinal: true },
      ],
      p2: expect.any(Array),
    },
  });
});

test('the projects are unknown until the first answer, even if there are none or it fails', async () => {
  const fails = () => Promise.reject(new ServiceError({ kind: 'unreachable', message: 'No network' }));
  for (const listProjects of [async () => [], fails]) {
    const known = store();
    known.start(OF, service({ listProjects }).client);
    expect(known.projects()).toBeNull();
    await known.idle().catch(() => undefined);
    expect(known.projects()).toEqual([]);
    database.exec('DELETE FROM workspace_directory');
  }
});

test('lists of earlier versions, without icons and numbers of tasks, can be read', () => {
  const lists = { projects: [{ id: 'p1', slug: 'PAY', name: 'Pay' }], labels: [], people: [], columns: {} };
  database
    .prepare('INSERT INTO workspace_directory (account_id, workspace_id, lists) VALUES (?, ?, ?)')
    .run(OF.accountId, OF.workspaceId, JSON.stringify(lists));
  const known = store();
  known.load(OF);
  expect(known.projects()).toEqual([{ id: 'p1', slug: 'PAY', name: 'Pay', icon: null, totalTasks: null }]);
});

test('the lists and the last used project are there at the next start before any request', async () => {
  const first = store();
  first.start(OF, service().client);
  await first.idle();
  first.setLastProject('p2');
  database.close();
  open();
  const second = store();
  second.load(OF);
  expect(second.lists()).toEqual(first.lists());
  expect(second.lastProjectId()).toBe('p2');
  expect(storedDirectory(database, OF)).toEqual(first.lists());
  second.load({ ...OF, workspaceId: 'w2' });
  expect(second.lists().projects).toEqual([]);
  expect(second.lastProjectId()).toBeNull();
});

describe('a list that is rejected', () => {
  test.each(['listWorkspaceLabels', 'listMembers'] as const)('%s: the others are still read', async (name) => {
    const known = store();
    const refuse = () => Promise.reject(new ServiceError({ kind: 'rejected', message: 'no', status: 403 }));
    known.start(OF, service({ [name]: refuse }).client);
    await known.idle();
    expect(known.lists().projects).toHaveLength(2);
    expect(Object.keys(known.lists().columns)).toEqual(['p1', 'p2']);
  });

  test.each([400, 403, 500])('columns of one project (%i): the others are read, that one later', async (status) => {
    let isRefused = true;
    const { client, asked } = service();
    const known = store();
    known.start(OF, {
      ...client,
      listColumns: (id) => {
        const answer = client.listColumns(id);
        return isRefused && id === 'p1'
          ? Promise.reject(new ServiceError({ kind: 'rejected', message: 'no', status }))
          : answer;
      },
    });
    await known.idle();
    expect(Object.keys(known.lists().columns)).toEqual(['p2']);
    isRefused = false;
    clock += 60_000;
    known.refreshIfStale();
    await known.idle();
    expect(asked.filter((one) => one === 'columns p1')).toHaveLength(1);
    clock += 600_000;
    known.refreshIfStale();
    await known.idle();
    expect(Object.keys(known.lists().columns)).toEqual(['p2', 'p1']);
  });

  test('offline, all stay as they were', async () => {
    const known = store();
    known.start(OF, service().client);
    await known.idle();
    const before = known.lists();
    const refuse = () => Promise.reject(new ServiceError({ kind: 'unreachable', message: 'gone' }));
    const offline = { listProjects: refuse, listWorkspaceLabels: refuse, listMembers: refuse, listColumns: refuse };
    known.start(OF, service(offline).client);
    await known.idle();
    expect(known.lists()).toEqual(before);
  });
});

test('showing the window reads at most once a minute, and unchanged lists are not published', async () => {
  const { client, asked } = service();
  const known = store();
  known.start(OF, client);
  await known.idle();
  const [questions, told] = [asked.length, changes];
  known.refreshIfStale();
  clock += 59_000;
  known.refreshIfStale();
  await known.idle();
  expect(asked).toHaveLength(questions);
  clock += 1_000;
  known.refreshIfStale();
  await known.idle();
  expect(asked).toHaveLength(questions + 1);
  expect(changes).toBe(told);
});

test('columns of many projects are read within the quota, the last used first', async () => {
  const many = Array.from({ length: 45 }, (_, index) => project(`p${index}`, `P${index}`));
  const { client, asked } = service({ listProjects: async () => many });
  const known = store();
  known.load(OF);
  known.setLastProject('p40');
  known.start(OF, client);
  await known.idle();
  expect(asked).toHaveLength(30);
  expect(asked[0]).toBe('columns p40');
  await known.loadColumns('p44');
  expect(known.lists().columns.p44).toHaveLength(2);
  clock += 60_000;
  known.refreshIfStale();
  await known.idle();
  expect(Object.keys(known.lists().columns)).toHaveLength(45);
});

test('a project that comes back from the archive has its columns again', async () => {
  let archivedAt: string | null = null;
  const { client } = service({ listProjects: async () => [project('p1', 'PAY', archivedAt)] });
  const known = store();
  known.start(OF, client);
  for (const [at, columns] of [
    [CREATED, []],
    [null, ['p1']],
  ] as const) {
    archivedAt = at;
    known.changed();
    await known.idle();
    expect(Object.keys(known.lists().columns)).toEqual(columns);
  }
});

test('a board that is read brings its columns, also those of an archived project', async () => {
  const known = store();
  known.boardRead('p1', [column('qa')]);
  expect(known.projects()).toBeNull();
  const { client, asked } = service();
  known.start(OF, client);
  await known.idle();
  for (const id of ['p1', 'p3']) {
    known.boardRead(id, [column('qa', true)]);
    known.changed();
    await known.idle();
    expect(known.lists().columns[id]).toEqual([{ slug: 'qa', name: 'qa', isFinal: true }]);
  }
  expect(asked.filter((one) => one.startsWith('columns'))).toEqual(['columns p1', 'columns p2']);
  expect(known.projects()?.map(({ id }) => id)).toEqual(['p1', 'p2']);
});

test('the projects that are not archived are reported after each complete answer', async () => {
  const listed: (readonly string[])[] = [];
  let projects: unknown[] = [project('p1', 'PAY'), project('p3', 'OLD', CREATED)];
  const client = clientWith((path) => (path.endsWith('/project') ? projects : []));
  const known = createWorkspaceDirectory({
    database,
    now: () => clock,
    onChange: () => undefined,
    onProjects: (ids) => listed.push(ids),
  });
  known.start(OF, client);
  await known.idle();
  // The missing project may be the unreadable one.
  projects = [null];
  known.changed();
  await known.idle();
  expect(listed).toEqual([['p1']]);
});

test('answers for a workspace that was left are dropped', async () => {
  let answer: (projects: Awaited<ReturnType<WorkspaceDirectoryClient['listProjects']>>) => void = () => undefined;
  const slow = service({ listProjects: () => new Promise((resolve) => (answer = resolve)) });
  const known = store();
  known.start(OF, slow.client);
  known.load(null);
  answer([project('p9', 'GONE')]);
  await known.idle();
  expect(known.lists().projects).toEqual([]);
  expect(storedDirectory(database, OF).projects).toEqual([]);
});

test('unreadable records of all lists are reported together, and the others are shown', async () => {
  const unreadable: (UnreadableRecords | undefined)[] = [];
  const known = createWorkspaceDirectory({
    database,
    now: () => clock,
    onChange: () => undefined,
    onUnreadable: (found) => unreadable.push(found),
  });
  const client = clientWith((path) => {
    if (path.endsWith('/project')) return [null, project('p1', 'PAY')];
    if (path.includes('/label/')) return [label('l1', 'billing'), { ...label('l2', 'bug'), id: 7 }];
    if (path.endsWith('/members')) return [{ name: 'No id' }, { id: 'u1', name: 'You' }];
    return [column('to-do')];
  });
  known.start(OF, client);
  await known.idle();
  expect(unreadable.at(-1)?.dropped).toEqual({ project: 1, label: 1, member: 1 });
  expect(known.lists()).toMatchObject({ projects: [{ id: 'p1' }], labels: [{ id: 'l1' }], people: [{ id: 'u1' }] });
  known.load(null);
  expect(unreadable.at(-1)).toBeUndefined();
});

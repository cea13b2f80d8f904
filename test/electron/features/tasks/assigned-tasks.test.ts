/** The tasks assigned to the user: polled, stored on disk, published when they changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAssignedTasksReader, type TasksSource } from '../../../../electron/features/tasks/assigned-tasks.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { ServiceError, type ServiceErrorFacts } from '../../../../electron/service/errors.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import type {
  AssignedTask,
  AssignedTasks,
  BoardTask,
  UnreadableRecords,
} from '../../../../electron/service/records.ts';
import { type Database, openDatabase } from '../../../../electron/store/database.ts';
import { serveLocalWorkspace } from '../../local/serve.ts';
import { testWorkspace } from '../../local/workspace.ts';
import { answering, type RawServer, rawServer } from '../../service/raw-server.ts';

const START = Date.UTC(2026, 10, 21, 12);
const POLL_MS = 60_000;

function task(id: string, changed: Partial<AssignedTask> = {}): AssignedTask {
  return {
    id,
    projectId: 'p1',
    number: Number(id.replace(/\D/g, '')),
    title: `Task ${id}`,
    status: 'to-do',
    statusName: 'To do',
    statusIcon: null,
    priority: 'low',
    dueDate: null,
    projectName: 'Project',
    projectSlug: 'PRJ',
    projectIcon: null,
    labels: [],
    ...changed,
  };
}
const list = (...tasks: AssignedTask[]): AssignedTasks => ({ tasks, total: tasks.length });

const OFFLINE: ServiceErrorFacts = { kind: 'unreachable', message: 'No connection.' };
const UNAUTHORIZED: ServiceErrorFacts = {
  kind: 'rejected',
  status: 401,
  code: 'UNAUTHORIZED',
  message: 'Unauthorized',
};

/** A database with two accounts. */
function database(path = ':memory:'): Database {
  const opened = openDatabase(path, new Date(START)).database;
  const insert = opened.prepare(
    `INSERT OR IGNORE INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
     VALUES (?, 'device', 'https://pm.example.org/api', 'service-cli', ?, 'Ada', '[]', '2026')`,
  );
  insert.run('ada', 'u1');
  insert.run('bob', 'u2');
  onTestFinished(() => {
    if (opened.isOpen) opened.close();
  });
  return opened;
}

interface Ask {
  workspaceId: string;
  at: number;
  answer: (answer: AssignedTasks | ServiceErrorFacts) => void;
}

/** A service that the test answers by hand. */
function scripted(db = database()) {
  const asks: Ask[] = [];
  const told: string[] = [];
  let dead = false;
  let random = 0.5;
  const never = createHttp({
    baseUrl: 'http://never.invalid/api',
    transport: () => new Promise(() => {}),
    userAgent: '',
  });
  const client = {
    ...createClient(never),
    listAssignedTasks: (workspaceId: string) =>
      new Promise<AssignedTasks>((resolve, reject) => {
        asks.push({
          workspaceId,
          at: Date.now(),
          answer: (answer) => ('kind' in answer ? reject(new ServiceError(answer)) : resolve(answer)),
        });
      }),
  };
  const assigned = createAssignedTasksReader({
    database: db,
    now: Date.now,
    random: () => random,
    pollMs: () => POLL_MS,
    isCredentialDead: async () => {
      told.push('is it dead?');
      if (dead) assigned.stop();
      return dead;
    },
    onChange: () => told.push('changed'),
  });
  onTestFinished(() => assigned.stop());
  const source: TasksSource = { accountId: 'ada', userId: 'u1', workspaceId: 'w1', server: 'pm.example.org', client };

  return {
    db,
    assigned,
    asks,
    source,
    setRandom: (value: number) => {
      random = value;
    },
    setDead: () => {
      dead = true;
    },
    /** The views published since the last call. */
    told: () => told.splice(0),
    /** Answers the last request and awaits the effects. */
    async answer(answer: AssignedTasks | ServiceErrorFacts) {
      const last = asks.at(-1);
      if (last === undefined) throw new Error('Nothing was asked.');
      last.answer(answer);
      await vi.advanceTimersByTimeAsync(0);
    },
    titles: () => assigned.view().tasks.map(({ title }) => title),
    stored: () => db.prepare('SELECT list, fetched_at FROM assigned_tasks WHERE account_id = ?').get('ada'),
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('in simulated time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  describe('a read', () => {
    test('begins at once, and the view shows the first one as loading', async () => {
      const { assigned, asks, source, answer } = scripted();
      expect(assigned.view()).toMatchObject({ tasks: [], total: 0, fetchedAt: null, loading: false, error: null });
      assigned.start(source);
      expect(asks).toMatchObject([{ workspaceId: 'w1', at: START }]);
      expect(assigned.view().loading).toBe(true);
      await answer(list(task('1')));
      expect(assigned.view()).toMatchObject({
        total: 1,
        loading: false,
        fetchedAt: '2026-11-21T12:00:00.000Z',
        error: null,
        failingSince: null,
        nextTryAt: null,
      });
      expect(assigned.find('1')).toMatchObject({ identifier: 'PRJ-1' });
      expect(assigned.find('2')).toBeUndefined();
    });

    test.each([
      [0, 54_000],
      [0.5, 60_000],
      [0.999_999, 66_000],
    ])('is repeated after about a minute (random %d: %d ms)', async (chance, ms) => {
      const { assigned, asks, source, answer, setRandom } = scripted();
      setRandom(chance);
      assigned.start(source);
      await answer(list());
      await pass(ms - 10);
      expect(asks).toHaveLength(1);
      await pass(10);
      expect(asks).toHaveLength(2);
    });

    test('never overlaps another one, however slow the answer', async () => {
      const { assigned, asks, source, answer } = scripted();
      assigned.start(source);
      await pass(10 * POLL_MS);
      assigned.refresh();
      assigned.refresh(true);
      assigned.refreshIfStale();
      expect(asks).toHaveLength(1);
      // Requests during the read cause one more read.
      await answer(list());
      expect(asks).toHaveLength(2);
      await answer(list());
      expect(asks).toHaveLength(2);
    });

    test('ends with stop, which ignores a pending answer', async () => {
      const { assigned, asks, source, answer, told, stored } = scripted();
      assigned.start(source);
      told();
      assigned.stop();
      expect(assigned.view().loading).toBe(false);
      told();
      await answer(list(task('1')));
      await pass(10 * POLL_MS);
      assigned.refresh(true);
      assigned.refreshIfStale();
      expect(asks).toHaveLength(1);
      expect(assigned.view().tasks).toEqual([]);
      expect(told()).toEqual([]);
      expect(stored()).toBeUndefined();
    });

    test('starts at once with another workspace, without waiting for the old answer', async () => {
      const { assigned, asks, source, answer, titles } = scripted();
      assigned.start(source);
      assigned.start({ ...source, workspaceId: 'w2' });
      expect(asks.map(({ workspaceId }) => workspaceId)).toEqual(['w1', 'w2']);
      await answer(list(task('2')));
      asks[0]?.answer(list(task('1')));
      await pass(0);
      expect(titles()).toEqual(['Task 2']);
      expect(asks).toHaveLength(2);
      await pass(POLL_MS);
      expect(asks.map(({ workspaceId }) => workspaceId)).toEqual(['w1', 'w2', 'w2']);
    });

    test('happens at once on request; the list stays until the answer', async () => {
      const { assigned, asks, source, answer, titles, told } = scripted();
      assigned.start(source);
      await answer(list(task('1')));
      await pass(5_000);
      told();
      assigned.refresh(true);
      expect(asks).toHaveLength(2);
      expect(assigned.view().loading).toBe(true);
      expect(titles()).toEqual(['Task 1']);
      await answer(list(task('1')));
      expect(assigned.view()).toMatchObject({ loading: false, fetchedAt: '2026-11-21T12:00:05.000Z' });
      expect(told()).toEqual(['changed', 'changed']);
      // The interval starts again.
      await pass(POLL_MS - 1);
      expect(asks).toHaveLength(2);
      await pass(1);
      expect(asks).toHaveLength(3);
    });

    test('happens when the window is shown, unless the list is fresh', async () => {
      const { assigned, asks, source, answer } = scripted();
      assigned.start(source);
      await answer(list());
      await pass(9_999);
      assigned.refreshIfStale();
      expect(asks).toHaveLength(1);
      await pass(1);
      assigned.refreshIfStale();
      expect(asks).toHaveLength(2);
      expect(assigned.view().loading).toBe(false);
      await answer(list());
      // The clock was set back, so the age of the list is unknown.
      vi.setSystemTime(START - 3_600_000);
      assigned.refreshIfStale();
      expect(asks).toHaveLength(3);
    });
  });

  describe('an answer', () => {
    test('that is unchanged publishes and stores nothing, but counts as fresh', async () => {
      const { assigned, source, answer, told, stored } = scripted();
      assigned.start(source);
      await answer(list(task('1'), task('2')));
      const before = stored();
      told();
      for (let round = 0; round < 3; round += 1) {
        await pass(POLL_MS);
        await answer(list(task('1'), task('2')));
      }
      expect(told()).toEqual([]);
      expect(stored()).toEqual(before);
      expect(assigned.fetchedAt()).toBe('2026-11-21T12:03:00.000Z');
    });

    test.each<[string, AssignedTasks]>([
      ['another title', list(task('1', { title: 'Other' }), task('2'))],
      ['another order', list(task('2'), task('1'))],
      ['one less', list(task('1'))],
      ['another total', { tasks: [task('1'), task('2')], total: 200 }],
      ['another due date', list(task('1', { dueDate: '2026-11-22T00:00:00.000Z' }), task('2'))],
      ['another label', list(task('1', { labels: [{ id: 'l', name: 'Bug', color: 'red' }] }), task('2'))],
    ])('with %s is published once and stored', async (_what, changed) => {
      const { assigned, source, answer, told, stored } = scripted();
      assigned.start(source);
      await answer(list(task('1'), task('2')));
      told();
      await pass(POLL_MS);
      await answer(changed);
      expect(told()).toEqual(['changed']);
      expect(assigned.view().total).toBe(changed.total);
      expect(assigned.view().tasks.map(({ id }) => id)).toEqual(changed.tasks.map(({ id }) => id));
      expect(stored()?.fetched_at).toBe('2026-11-21T12:01:00.000Z');
    });

    test('with more than 500 tasks is truncated; the total stays', async () => {
      const { assigned, source, answer } = scripted();
      assigned.start(source);
      await answer({ tasks: Array.from({ length: 530 }, (_, index) => task(`t${index}`)), total: 530 });
      expect(assigned.view().tasks).toHaveLength(500);
      expect(assigned.view().total).toBe(530);
    });
  });

  describe('after an error', () => {
    test('the list stays, the error is shown, and the delay doubles up to 15 minutes', async () => {
      const { assigned, asks, source, answer, titles } = scripted();
      assigned.start(source);
      await answer(list(task('1')));
      await pass(POLL_MS);
      await answer(OFFLINE);
      expect(titles()).toEqual(['Task 1']);
      expect(assigned.view()).toMatchObject({
        error: { kind: 'unreachable', title: 'Can’t reach pm.example.org' },
        failingSince: '2026-11-21T12:01:00.000Z',
        nextTryAt: '2026-11-21T12:01:10.000Z',
        fetchedAt: '2026-11-21T12:00:00.000Z',
        loading: false,
      });
      for (const seconds of [10, 20, 40, 80, 160, 320, 640, 900, 900, 900]) {
        const count = asks.length;
        await pass(seconds * 1000 - 1);
        expect(asks, `${seconds} s`).toHaveLength(count);
        await pass(1);
        expect(asks, `${seconds} s`).toHaveLength(count + 1);
        await answer(OFFLINE);
      }
      expect(assigned.view().failingSince).toBe('2026-11-21T12:01:00.000Z');
    });

    test('the view shows when the list was last confirmed, also by unchanged answers', async () => {
      const { assigned, source, answer } = scripted();
      assigned.start(source);
      for (let round = 0; round < 4; round += 1) {
        await answer(list(task('1')));
        await pass(POLL_MS);
      }
      await answer(OFFLINE);
      expect(assigned.view().fetchedAt).toBe('2026-11-21T12:03:00.000Z');
    });

    test.each([
      [0, 7_500],
      [0.999_999, 12_500],
    ])('the delay is randomized, so that not all copies retry at once (random %d: %d ms)', async (chance, ms) => {
      const { assigned, asks, source, answer, setRandom } = scripted();
      setRandom(chance);
      assigned.start(source);
      await answer(OFFLINE);
      await pass(ms - 10);
      expect(asks).toHaveLength(1);
      await pass(10);
      expect(asks).toHaveLength(2);
    });

    test('the first answer clears the error and restores the interval', async () => {
      const { assigned, asks, source, answer, told } = scripted();
      assigned.start(source);
      await answer(list(task('1')));
      await pass(POLL_MS);
      await answer(OFFLINE);
      await pass(10_000);
      await answer(OFFLINE);
      told();
      await pass(20_000);
      await answer(list(task('1')));
      expect(told()).toEqual(['changed']);
      expect(assigned.view()).toMatchObject({ error: null, failingSince: null, nextTryAt: null });
      await pass(POLL_MS);
      expect(asks).toHaveLength(5);
      await answer(OFFLINE);
      await pass(10_000);
      expect(asks).toHaveLength(6);
    });

    test('a first failure ends the loading state', async () => {
      const { assigned, source, answer } = scripted();
      assigned.start(source);
      await answer(OFFLINE);
      expect(assigned.view()).toMatchObject({ loading: false, fetchedAt: null, error: { kind: 'unreachable' } });
    });

    test('the service’s retry time is obeyed, also when the window is shown', async () => {
      const { assigned, asks, source, answer } = scripted();
      assigned.start(source);
      await answer({ kind: 'rejected', status: 429, message: 'Slow down', retryAfterMs: 120_000 });
      expect(assigned.view()).toMatchObject({
        error: { kind: 'rate-limited' },
        nextTryAt: '2026-11-21T12:02:00.000Z',
      });
      await pass(60_000);
      assigned.refreshIfStale();
      await pass(59_999);
      expect(asks).toHaveLength(1);
      await pass(1);
      expect(asks).toHaveLength(2);
      // Also with other statuses than 429.
      await answer({ kind: 'rejected', status: 503, message: 'Later', retryAfterMs: 300_000 });
      await pass(60_000);
      assigned.refreshIfStale();
      expect(asks).toHaveLength(2);
      // A refresh by the person ignores it.
      assigned.refresh(true);
      expect(asks).toHaveLength(3);
    });

    test('a retry time shorter than the delay does not shorten it', async () => {
      const { assigned, asks, source, answer } = scripted();
      assigned.start(source);
      await answer({ kind: 'rejected', status: 429, message: 'Slow down', retryAfterMs: 0 });
      await pass(9_999);
      expect(asks).toHaveLength(1);
    });

    test('a dead credential stops the reads: the list stays without an error', async () => {
      const { assigned, asks, source, answer, titles, told, setDead } = scripted();
      assigned.start(source);
      await answer(list(task('1')));
      await pass(POLL_MS);
      told();
      setDead();
      await answer(UNAUTHORIZED);
      expect(told()).toEqual(['is it dead?']);
      await pass(100 * POLL_MS);
      expect(asks).toHaveLength(2);
      expect(titles()).toEqual(['Task 1']);
      expect(assigned.view()).toMatchObject({ error: null, loading: false });
    });

    test('a dead credential also ends the loading state', async () => {
      const { assigned, source, answer, setDead } = scripted();
      setDead();
      assigned.start(source);
      await answer(UNAUTHORIZED);
      expect(assigned.view().loading).toBe(false);
    });

    test('a 401 with a valid credential is an ordinary failure', async () => {
      const { assigned, asks, source, answer, told } = scripted();
      assigned.start(source);
      told();
      await answer(UNAUTHORIZED);
      expect(told()).toEqual(['is it dead?', 'changed']);
      expect(assigned.view().failingSince).not.toBeNull();
      await pass(10_000);
      expect(asks).toHaveLength(2);
    });

    test('no other error counts as a dead credential', async () => {
      const { assigned, source, answer, told } = scripted();
      assigned.start(source);
      for (const facts of [OFFLINE, { ...UNAUTHORIZED, status: 403 }, { ...UNAUTHORIZED, status: 500 }]) {
        told();
        await answer(facts);
        expect(told()).toEqual(['changed']);
        assigned.refresh();
      }
    });
  });

  describe('on disk', () => {
    test('the last list is shown at once after a restart, before any answer', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'punchcard-assigned-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const path = join(folder, 'punchcard.sqlite');
      const first = scripted(database(path));
      first.assigned.start(first.source);
      await first.answer({ tasks: [task('1', { title: 'Kept one' }), task('2')], total: 7 });
      first.assigned.stop();
      first.db.close();

      const second = scripted(database(path));
      second.assigned.load('ada', 'w1');
      expect(second.titles()).toEqual(['Kept one', 'Task 2']);
      expect(second.assigned.view()).toMatchObject({
        total: 7,
        fetchedAt: '2026-11-21T12:00:00.000Z',
        loading: false,
      });
      second.assigned.start(second.source);
      expect(second.assigned.view()).toMatchObject({ total: 7, loading: false });
      // The same answer publishes nothing, even after a restart.
      second.told();
      await second.answer({ tasks: [task('1', { title: 'Kept one' }), task('2')], total: 7 });
      expect(second.told()).toEqual([]);
    });

    test('the list of another workspace or account is not shown', async () => {
      const { assigned, source, answer, titles } = scripted();
      assigned.start(source);
      await answer(list(task('1')));
      assigned.stop();
      assigned.load('ada', 'w2');
      expect(assigned.view()).toMatchObject({ tasks: [], total: 0, fetchedAt: null });
      assigned.load('bob', 'w1');
      expect(titles()).toEqual([]);
      assigned.load('ada', null);
      expect(titles()).toEqual([]);
      assigned.load('ada', 'w1');
      expect(titles()).toEqual(['Task 1']);
    });

    test.each(['not json', '{"workspaceId":"w1"}', '{"workspaceId":"w1","total":1,"tasks":[{"id":1}]}', 'null'])(
      'a stored list that cannot be parsed is ignored: %s',
      async (text) => {
        const { assigned, source, answer, db, titles } = scripted();
        db.prepare("INSERT INTO assigned_tasks (account_id, list, fetched_at) VALUES ('ada', ?, '2026')").run(text);
        assigned.start(source);
        expect(assigned.view()).toMatchObject({ tasks: [], loading: true, fetchedAt: null });
        await answer(list(task('1')));
        expect(titles()).toEqual(['Task 1']);
      },
    );

    test('after a failed write to disk the list is published with the next read', async () => {
      const { assigned, source, answer, titles, db } = scripted();
      db.exec("CREATE TRIGGER full BEFORE INSERT ON assigned_tasks BEGIN SELECT raise(ABORT, 'disk full'); END");
      assigned.start(source);
      await answer(list(task('1')));
      expect(assigned.view().error).toMatchObject({ kind: 'internal', explanation: 'The reason: “disk full”.' });
      db.exec('DROP TRIGGER full');
      await pass(10_000);
      await answer(list(task('1')));
      expect(titles()).toEqual(['Task 1']);
      expect(assigned.view().error).toBeNull();
    });

    test('the reader knows the account of its list', () => {
      const { assigned, source } = scripted();
      assigned.start(source);
      expect([assigned.isOf('ada', 'w1'), assigned.isOf('ada', 'w2'), assigned.isOf('bob', 'w1')]).toEqual([
        true,
        false,
        false,
      ]);
      assigned.clear();
      expect(assigned.isOf('ada', 'w1')).toBe(false);
    });

    test('signing out clears the view, not the stored list', async () => {
      const { assigned, asks, source, answer, stored } = scripted();
      assigned.start(source);
      await answer(list(task('1')));
      assigned.clear();
      expect(assigned.view()).toMatchObject({ tasks: [], total: 0, fetchedAt: null });
      expect(stored()).toBeDefined();
      await pass(POLL_MS * 2);
      expect(asks).toHaveLength(1);
    });
  });
});

// ---- over loopback -------------------------------------------------------------------------------------------------

function overLoopback(baseUrl: string, credential: string, source: Pick<TasksSource, 'userId' | 'workspaceId'>) {
  const changes: number[] = [];
  let unreadable: UnreadableRecords | undefined;
  const assigned = createAssignedTasksReader({
    database: database(),
    now: Date.now,
    random: Math.random,
    pollMs: () => POLL_MS,
    isCredentialDead: async () => false,
    onChange: () => changes.push(1),
    onUnreadable: (found) => {
      unreadable = found;
    },
  });
  onTestFinished(() => assigned.stop());
  const http = createHttp({ baseUrl, transport: fetch, userAgent: 'test', credential: () => credential });
  assigned.start({ accountId: 'ada', server: 'here', client: createClient(http), ...source });
  return { assigned, changes: () => changes.splice(0).length, unreadable: () => unreadable };
}

describe('from the local workspace', () => {
  test('the list is read, follows changes and recovers from faults', async () => {
    const local = await testWorkspace();
    const server = await serveLocalWorkspace(local.workspace);
    onTestFinished(() => server.close());
    const { id } = await local.addTask({ title: 'First', userId: local.userId, priority: 'high' });
    await local.addTask({ title: 'Done', userId: local.userId, status: 'done' });
    const { assigned, changes } = overLoopback(server.baseUrl, local.token, local);
    await assigned.idle();
    expect(assigned.view()).toMatchObject({ total: 1, error: null });
    expect(assigned.find(id)).toMatchObject({ identifier: 'ME-1', title: 'First', priority: 'high' });

    changes();
    assigned.refresh();
    await assigned.idle();
    expect(changes()).toBe(0);

    server.intercept = () => 'drop';
    assigned.refresh();
    await assigned.idle();
    expect(assigned.view()).toMatchObject({ total: 1, error: { kind: 'timeout' } });

    server.intercept = undefined;
    await local.call('PUT', `/task/title/${id}`, { title: 'Renamed' });
    assigned.refresh();
    await assigned.idle();
    expect(assigned.view().error).toBeNull();
    expect(assigned.find(id)?.title).toBe('Renamed');
    expect(server.requests.every(({ path }) => path.startsWith('/api/task/assigned?'))).toBe(true);
  });

  test('the boards give the same tasks as the list, in the same order', async () => {
    // A clock that advances with every reading, so that no two tasks have the same age.
    let tick = START;
    const local = await testWorkspace({ now: () => (tick += 1000) });
    local.workspace.addSample();
    const server = await serveLocalWorkspace(local.workspace);
    onTestFinished(() => server.close());
    const newer = overLoopback(server.baseUrl, local.token, local);
    await newer.assigned.idle();
    server.intercept = (request) =>
      request.url.includes('/task/assigned') ? new Response('Task not found', { status: 404 }) : undefined;
    const older = overLoopback(server.baseUrl, local.token, local);
    await older.assigned.idle();
    expect(newer.assigned.view().total).toBeGreaterThan(5);
    expect(older.assigned.view().total).toBe(newer.assigned.view().total);
    expect(older.assigned.view().tasks).toEqual(newer.assigned.view().tasks);
  });
});

describe('from an older server', () => {
  const project = (id: string, archivedAt: string | null = null) => ({
    id,
    workspaceId: 'w1',
    slug: id.toUpperCase(),
    icon: 'Layout',
    name: `Project ${id}`,
    description: '',
    createdAt: '2026-08-01T08:00:00.000Z',
    isPublic: false,
    archivedAt,
    statistics: { completionPercentage: 0, totalTasks: 1, dueDate: null },
    columns: [],
  });
  const boardTask = (id: string, changed: Partial<BoardTask> = {}): BoardTask => ({
    id,
    title: id,
    number: 1,
    description: null,
    status: 'to-do',
    priority: 'no-priority',
    startDate: null,
    dueDate: null,
    position: 1,
    createdAt: '2026-08-01T08:00:00.000Z',
    userId: 'u1',
    assigneeName: 'Ada',
    assigneeId: 'u1',
    assigneeImage: null,
    projectId: 'p1',
    labels: [{ id: 'l1', name: 'Bug', color: 'red' }],
    externalLinks: [],
    ...changed,
  });

  /** Answers like a server without `/task/assigned`: 404 as text, boards without related data. */
  function older(
    projects: ReturnType<typeof project>[],
    boards: Record<string, { open?: BoardTask[]; done?: BoardTask[]; planned?: BoardTask[]; archived?: BoardTask[] }>,
  ): Promise<RawServer> {
    return rawServer((request, response) => {
      const url = new URL(request.path, 'http://host');
      if (url.pathname === '/api/project') return answering(200, projects)(request, response);
      const id = /^\/api\/task\/tasks\/(.+)$/.exec(url.pathname)?.[1];
      const found = id === undefined ? undefined : boards[id];
      if (id === undefined || found === undefined) return answering(404, 'Task not found')(request, response);
      const [page, limit] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('limit'))];
      const open = found.open ?? [];
      const isFirst = page === 1;
      const data = {
        ...project(id),
        columns: [
          {
            id: 'to-do',
            name: 'To do',
            icon: null,
            isFinal: false,
            tasks: open.slice((page - 1) * limit, page * limit),
          },
          { id: 'done', name: 'Done', icon: null, isFinal: true, tasks: isFirst ? (found.done ?? []) : [] },
        ],
        archivedTasks: isFirst ? (found.archived ?? []) : [],
        plannedTasks: isFirst ? (found.planned ?? []) : [],
      };
      const totalPages = Math.max(1, Math.ceil(open.length / limit));
      const pagination = { total: open.length, page, pageSize: limit, totalPages };
      return answering(200, { data, pagination })(request, response);
    });
  }
  const pathsOf = (server: RawServer) => server.requests.splice(0).map(({ path }) => path.replace(/\?.*/, ''));

  test('the boards are read instead: by due date, priority and age, without completed, archived or duplicate tasks', async () => {
    const server = await older([project('p1'), project('p2'), project('gone', '2026-09-01T00:00:00.000Z')], {
      p1: {
        open: [
          boardTask('old, no date', { createdAt: '2026-08-01T08:00:00.000Z' }),
          boardTask('new, no date', { createdAt: '2026-08-02T08:00:00.000Z' }),
          boardTask('urgent, no date', { priority: 'urgent' }),
          boardTask('due later', { dueDate: '2026-12-01T00:00:00.000Z' }),
        ],
        done: [boardTask('done')],
        archived: [boardTask('archived')],
      },
      p2: {
        open: [
          boardTask('due first', { projectId: 'p2', dueDate: '2026-11-01T00:00:00.000Z' }),
          boardTask('due later, high', { projectId: 'p2', priority: 'high', dueDate: '2026-12-01T00:00:00.000Z' }),
        ],
        planned: [boardTask('planned', { projectId: 'p2', status: 'planned', createdAt: '2026-08-03T08:00:00.000Z' })],
      },
    });
    const { assigned } = overLoopback(server.baseUrl, 'token', { userId: 'u1', workspaceId: 'w1' });
    await assigned.idle();
    expect(assigned.view().error).toBeNull();
    expect(assigned.view().tasks.map(({ title }) => title)).toEqual([
      'due first',
      'due later, high',
      'due later',
      'urgent, no date',
      'old, no date',
      'new, no date',
      'planned',
    ]);
    expect(assigned.view().total).toBe(7);
    expect(assigned.find('planned')).toMatchObject({ statusName: null, projectName: 'Project p2' });
    expect(assigned.find('due later')).toMatchObject({
      identifier: 'P1-1',
      statusName: 'To do',
      labels: [{ name: 'Bug', color: 'red' }],
    });
    const boards = server.requests.filter(({ path }) => path.startsWith('/api/task/tasks/'));
    expect(boards.map(({ path }) => path)).toEqual([
      '/api/task/tasks/p1?page=1&limit=100&assigneeId=u1&sortBy=number&sortOrder=asc',
      '/api/task/tasks/p2?page=1&limit=100&assigneeId=u1&sortBy=number&sortOrder=asc',
    ]);
  });

  test.each([
    [250, 250],
    [530, 500],
  ])('of %i tasks %i are shown', async (all, shown) => {
    const open = Array.from({ length: all }, (_, index) => boardTask(`t${index}`, { number: index }));
    const server = await older([project('p1')], { p1: { open } });
    const { assigned } = overLoopback(server.baseUrl, 'token', { userId: 'u1', workspaceId: 'w1' });
    await assigned.idle();
    expect(assigned.view().tasks).toHaveLength(shown);
    expect(assigned.view().total).toBe(all);
  });

  test('an unreadable task is counted on both ways of reading, and the others are shown', async () => {
    const open = [boardTask('one'), { title: 'No id' }, boardTask('two', { dueDate: 'soon' })] as BoardTask[];
    const server = await older([project('p1')], { p1: { open } });
    const { assigned, unreadable } = overLoopback(server.baseUrl, 'token', { userId: 'u1', workspaceId: 'w1' });
    await assigned.idle();
    expect(assigned.view()).toMatchObject({ tasks: [{ id: 'one' }, { id: 'two', dueDate: null }] });
    expect(unreadable()).toMatchObject({ dropped: { task: 1 }, repaired: { task: 1 } });

    const newer = await rawServer(answering(200, { tasks: [task('1', { title: null as never }), null], total: 2 }));
    const { assigned: other, unreadable: otherUnreadable } = overLoopback(newer.baseUrl, 'token', {
      userId: 'u1',
      workspaceId: 'w1',
    });
    await other.idle();
    expect(other.view()).toMatchObject({ tasks: [{ title: '' }], error: null });
    expect(otherUnreadable()?.dropped).toEqual({ task: 1 });
    newer.answer = answering(200, list(task('1')));
    other.refresh();
    await other.idle();
    expect(otherUnreadable()).toBeUndefined();
    // The same list, but with unreadable records, which are published too.
    newer.answer = answering(200, { tasks: [task('1'), 7], total: 1 });
    other.refresh();
    await other.idle();
    expect(otherUnreadable()?.dropped).toEqual({ task: 1 });
  });

  test('a missing endpoint is not requested again', async () => {
    const server = await older([project('p1')], { p1: { open: [boardTask('one')] } });
    const { assigned } = overLoopback(server.baseUrl, 'token', { userId: 'u1', workspaceId: 'w1' });
    await assigned.idle();
    expect(pathsOf(server)).toEqual(['/api/task/assigned', '/api/project', '/api/task/tasks/p1']);
    assigned.refresh();
    await assigned.idle();
    expect(pathsOf(server)).toEqual(['/api/project', '/api/task/tasks/p1']);
  });

  test('a web page’s 404 does not make a server an older one', async () => {
    const server = await rawServer(answering(404, '<html>nginx</html>', { 'Content-Type': 'text/html' }));
    const { assigned } = overLoopback(server.baseUrl, 'token', { userId: 'u1', workspaceId: 'w1' });
    await assigned.idle();
    expect(pathsOf(server)).toEqual(['/api/task/assigned']);
    expect(assigned.view().error).toMatchObject({ kind: 'not-the-service' });
  });

  test('a 404 during an outage is forgotten once the endpoint answers', async () => {
    const server = await rawServer(answering(404, 'default backend - 404'));
    const { assigned } = overLoopback(server.baseUrl, 'token', { userId: 'u1', workspaceId: 'w1' });
    await assigned.idle();
    expect(assigned.view().error).toMatchObject({ kind: 'rejected' });
    pathsOf(server);
    server.answer = answering(200, list(task('1')));
    assigned.refresh();
    await assigned.idle();
    expect(pathsOf(server)).toEqual(['/api/task/assigned']);
    expect(assigned.view()).toMatchObject({ total: 1, error: null });
  });
});

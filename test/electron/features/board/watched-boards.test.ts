/** Watched boards: polled rarely, stored on disk. The service is the local workspace. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWatchedBoards, type WatchedSource } from '../../../../electron/features/board/watched-boards.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { NOON, testWorkspace } from '../../local/workspace.ts';
import { addAccount } from '../account/account-row.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVERY = 15 * MINUTE;
const SOON = new Date(NOON + DAY + 1).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 50; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(0);
  }
}

/** A board with one task of each kind. */
async function desk() {
  const local = await testWorkspace();
  const { call, projectId } = local;
  const { database } = openDatabase(':memory:', new Date(NOON));
  onTestFinished(() => database.close());
  for (const id of ['ada', 'bob']) {
    addAccount(database, id, id);
  }
  const asked: string[] = [];
  const state = { answer: undefined as (() => Response) | undefined, dead: false, changes: 0 };
  const http = createHttp({
    baseUrl: 'http://punchcard.local/api',
    transport: async (input, init) => {
      const request = new Request(input, init);
      asked.push(new URL(request.url).search);
      return state.answer?.() ?? local.workspace.fetch(request);
    },
    userAgent: 'Test',
    credential: () => local.token,
  });
  const source: WatchedSource = { accountId: 'ada', client: createClient(http) };
  const begin = () => {
    const boards = createWatchedBoards({
      database,
      now: Date.now,
      random: () => 0.5,
      pace: () => ({ everyMs: EVERY, restMs: MINUTE }),
      isCredentialDead: async () => {
        if (state.dead) boards.stop();
        return state.dead;
      },
      onChange: () => {
        state.changes += 1;
      },
    });
    onTestFinished(() => boards.stop());
    return boards;
  };
  return {
    ...local,
    state,
    asked,
    source,
    begin,
    watched: begin(),
    project: { id: projectId, name: 'Mine' },
    /** The requests since the last call: `check` for a revision, `read` for tasks. */
    reads: () => asked.splice(0).map((query) => (query.includes('dueBefore') ? 'read' : 'check')),
    rename: (id: string, title: string) => call('PUT', `/task/title/${id}`, { title }),
  };
}
const titles = (boards: ReturnType<typeof createWatchedBoards>) =>
  boards.boards('ada').map(({ tasks }) => tasks.map(({ title }) => title).sort());

describe('a watched board', () => {
  test('keeps open tasks due soon, with their assignees', async () => {
    const { watched, source, project, addTask, userId, projectId, workspaceId } = await desk();
    await addTask({ title: 'Mine', dueDate: SOON, userId });
    await addTask({ title: 'Nobody’s', dueDate: new Date(NOON - 90 * DAY).toISOString() });
    for (const status of ['done', 'planned', 'archived']) await addTask({ title: status, dueDate: SOON, status });
    await addTask({ title: 'Undated' });
    await addTask({ title: 'Far', dueDate: new Date(NOON + 100 * DAY).toISOString() });
    watched.start(source);
    watched.watch('ada', project, true);
    expect(watched.boards('ada')).toEqual([]);
    await pass(0);
    const [board] = watched.boards('ada');
    expect(board).toMatchObject({ projectId, workspaceId });
    expect(board?.tasks.map(({ title, assignee }) => [title, assignee?.id]).sort()).toEqual([
      ['Mine', userId],
      ['Nobody’s', undefined],
    ]);
    expect(board?.tasks[0]).toMatchObject({ projectId, identifier: 'ME-1', statusName: 'To do', dueDate: SOON });
    expect(watched.find(board?.tasks[0]?.id ?? '')?.title).toBe('Mine');
    expect(watched.boards('bob')).toEqual([]);
  });

  test('is read again only if its revision changed, and at least once a day', async () => {
    const { watched, source, project, addTask, rename, reads } = await desk();
    const { id } = await addTask({ title: 'One', dueDate: SOON });
    const far = await addTask({ title: 'Far', dueDate: new Date(NOON + 40.5 * DAY).toISOString() });
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    expect(reads()).toEqual(['read']);
    await pass(EVERY - 1);
    expect(reads()).toEqual([]);
    await pass(1);
    expect(reads()).toEqual(['check']);
    await rename(id, 'Two');
    await pass(EVERY);
    expect([reads(), titles(watched)]).toEqual([['check', 'read'], [['Two']]]);
    for (let quarter = 0; quarter < 96; quarter += 1) await pass(EVERY);
    expect(reads().filter((what) => what === 'read')).toHaveLength(1);
    expect(watched.find(far.id)?.title).toBe('Far');
  });

  test('is read soon after an event, and once for many events', async () => {
    const { watched, source, project, addTask, projectId, reads } = await desk();
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    reads();
    await addTask({ title: 'One', dueDate: SOON });
    for (let number = 0; number < 30; number += 1) watched.changed(projectId);
    watched.changed('another');
    await pass(59_000);
    expect(reads()).toEqual([]);
    await pass(1_000);
    expect([reads(), titles(watched)]).toEqual([['check', 'read'], [['One']]]);
    await pass(5 * MINUTE);
    watched.changed(projectId);
    await pass(2_000);
    expect(reads()).toEqual(['check']);
  });

  test('is available after a restart without network, and for its account only', async () => {
    const { watched, source, project, addTask, begin, state } = await desk();
    await addTask({ title: 'One', dueDate: SOON });
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    watched.stop();
    state.answer = () => {
      throw new TypeError('fetch failed');
    };
    const again = begin();
    again.load('ada');
    expect(titles(again)).toEqual([['One']]);
    again.start(source);
    await pass(0);
    expect([titles(again), again.view()]).toEqual([
      [['One']],
      [{ projectId: project.id, name: 'Personal', isGone: false }],
    ]);
    again.load('bob');
    expect([again.view(), again.boards('ada')]).toEqual([[], []]);
  });

  test('can be removed', async () => {
    const { watched, source, project, addTask, begin, reads } = await desk();
    await addTask({ title: 'One', dueDate: SOON });
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    watched.watch('ada', project, false);
    reads();
    await pass(DAY);
    expect([watched.view(), watched.boards('ada'), reads()]).toEqual([[], [], []]);
    const again = begin();
    again.load('ada');
    expect(again.view()).toEqual([]);
  });

  test('stays removed if it is removed during a read', async () => {
    const { watched, source, project } = await desk();
    watched.start(source);
    watched.watch('ada', project, true);
    await vi.advanceTimersByTimeAsync(0);
    watched.watch('ada', project, false);
    await pass(MINUTE);
    expect([watched.view(), watched.boards('ada')]).toEqual([[], []]);
    watched.watch('ada', project, true);
    await pass(MINUTE);
    expect(titles(watched)).toEqual([[]]);
  });

  test('their number is limited to ten', async () => {
    const { watched } = await desk();
    for (let number = 0; number < 10; number += 1) watched.watch('ada', { id: `p${number}`, name: `P${number}` }, true);
    expect(() => watched.watch('ada', { id: 'more', name: 'More' }, true)).toThrow(
      'You already get reminders for 10 boards',
    );
    expect(watched.view()).toHaveLength(10);
  });

  test('an accepted change is applied before the next read', async () => {
    const { watched, source, project, addTask } = await desk();
    const { id } = await addTask({ title: 'One', dueDate: SOON });
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    watched.sent(new Map([[id, { dueDate: new Date(NOON).toISOString() }]]));
    expect(watched.find(id)?.dueDate).toBe(new Date(NOON).toISOString());
    watched.sent(new Map([[id, { status: { slug: 'done', name: 'Done', isFinal: true } }]]));
    expect(watched.find(id)).toBeUndefined();
  });
});

describe('after a failed read', () => {
  const rejection =
    (status: number, headers: Record<string, string> = {}) =>
    () =>
      Response.json({ message: 'No', code: 'NO' }, { status, headers });

  test.each([400, 403, 404])('%i: its tasks are dropped, and it is read once a day', async (status) => {
    const { watched, source, project, addTask, state, reads } = await desk();
    await addTask({ title: 'One', dueDate: SOON });
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    state.answer = rejection(status);
    await pass(EVERY);
    expect([watched.view()[0]?.isGone, watched.boards('ada')]).toEqual([true, []]);
    reads();
    watched.changed(project.id);
    await pass(DAY - 1);
    expect(reads()).toEqual([]);
    state.answer = undefined;
    await pass(1);
    expect([watched.view()[0]?.isGone, titles(watched)]).toEqual([false, [['One']]]);
  });

  test('a failed read is repeated after the time the service asks for, and the known tasks stay', async () => {
    const { watched, source, project, addTask, state, reads } = await desk();
    await addTask({ title: 'One', dueDate: SOON });
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    reads();
    state.answer = rejection(500);
    await pass(EVERY);
    await pass(3 * MINUTE);
    expect([new Set(reads()), titles(watched)]).toEqual([new Set(['check']), [['One']]]);
    state.answer = rejection(429, { 'Retry-After': '7200' });
    await pass(30 * MINUTE);
    reads();
    await pass(80 * MINUTE);
    expect(reads()).toEqual([]);
    state.answer = undefined;
    await pass(60 * MINUTE);
    expect(reads()[0]).toBe('check');
  });

  test('a dead credential stops the reads', async () => {
    const { watched, source, project, state, reads } = await desk();
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    Object.assign(state, { answer: rejection(401), dead: true });
    await pass(EVERY);
    reads();
    await pass(DAY);
    expect(reads()).toEqual([]);
  });

  test('a server may ignore the filter and have no revision', async () => {
    const { watched, source, project, addTask, state, workspace, token, reads } = await desk();
    await addTask({ title: 'One', dueDate: SOON });
    await addTask({ title: 'Far', dueDate: new Date(NOON + 100 * DAY).toISOString() });
    await addTask({ title: 'Undated' });
    const url = `http://punchcard.local/api/task/tasks/${project.id}?page=1&limit=100&sortBy=number&sortOrder=asc`;
    const whole = await workspace.fetch(new Request(url, { headers: { Authorization: `Bearer ${token}` } }));
    const { data, pagination } = (await whole.json()) as { data: unknown; pagination: Record<string, unknown> };
    const { revision: _, relatedRevision: __, ...old } = pagination;
    state.answer = () => Response.json({ data, pagination: old });
    watched.start(source);
    watched.watch('ada', project, true);
    await pass(0);
    await pass(EVERY);
    expect([reads(), titles(watched)]).toEqual([['read', 'read'], [['One']]]);
  });
});

/** One change of several tasks: one request of the service's bulk route, one undo, and what happens if it refuses a part. */
import { expect, test } from 'vitest';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { Task } from '../../../../electron/service/records.ts';
import type { TaskChange } from '../../../../shared/contract/tasks.ts';
import { TOAST_MS } from '../../../../shared/limits.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { ACCOUNT, pageScreen } from './page-screen.ts';

/** Three tasks in a list, and the requests that change them. */
async function three() {
  const screen = await pageScreen();
  const { local, server, rows, edits, client } = screen;
  const ids: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { id, number } = await local.addTask({ title, userId: local.userId, priority: 'low' });
    rows.set(
      id,
      taskView(`ME-${number}`, { id, status: 'to-do', statusName: 'To do', priority: 'low', dueDate: null }),
    );
    ids.push(id);
  }
  const requests: string[] = [];
  server.intercept = async (request) => {
    if (request.method === 'GET') return undefined;
    const body = request.body === null ? '' : await request.clone().text();
    const what = body.startsWith('{') ? JSON.parse(body) : {};
    requests.push(what.operation ?? `${request.method} ${new URL(request.url).pathname.split('/').slice(-2)[0]}`);
    return undefined;
  };
  const [first = '', second = '', third = ''] = ids;
  const projectId = Task.parse((await local.call('GET', `/task/${first}`)).json).projectId;
  for (const [id, row] of rows) rows.set(id, { ...row, projectId });
  await edits['tasks.places']({ taskId: first });
  const read = (id: string) => client.getTask(id);
  const change = (of: (taskId: string) => TaskChange) => edits['tasks.change']({ changes: ids.map(of) });
  const values = async <F extends keyof Task>(field: F) =>
    (await Promise.all(ids.map(read))).map((task) => task[field]);
  const labels = async () =>
    (await Promise.all(ids.map((id) => client.listTaskLabels(id)))).map((all) => all.map(({ name }) => name));
  return { ...screen, ids, first, second, third, requests, change, values, labels };
}

test('a priority of several tasks is one request and one undo', async () => {
  const screen = await three();
  screen.change((taskId) => ({ taskId, priority: 'high' }));
  expect(screen.said.map(({ text }) => text)).toEqual(['Priority of 3 tasks changed']);
  await screen.send();
  expect(screen.requests).toEqual(['updatePriority']);
  expect(await screen.values('priority')).toEqual(['high', 'high', 'high']);
  screen.undo();
  await screen.send();
  expect(screen.requests).toEqual(['updatePriority', 'updatePriority']);
  expect(await screen.values('priority')).toEqual(['low', 'low', 'low']);
});

test('different values are restored', async () => {
  const screen = await three();
  const [date, other] = ['2026-11-20T16:15:00.000Z', '2026-11-21T16:15:00.000Z'];
  await screen.local.call('PUT', `/task/due-date/${screen.first}`, { dueDate: other });
  const row = screen.rows.get(screen.first);
  if (row) screen.rows.set(screen.first, { ...row, dueDate: other });
  screen.change((taskId) => ({ taskId, dueDate: date }));
  await screen.send();
  expect(await screen.values('dueDate')).toEqual([date, date, date]);
  screen.undo();
  await screen.send();
  expect(await screen.values('dueDate')).toEqual([other, null, null]);
});

test('a status, an assignee, and a deletion after the time for undo', async () => {
  const screen = await three();
  screen.change((taskId) => ({ taskId, status: 'done' }));
  expect(screen.said.at(-1)?.text).toBe('3 tasks moved to Done');
  screen.change((taskId) => ({ taskId, userId: null }));
  screen.change((taskId) => ({ taskId, isDeleted: true }));
  await screen.send();
  expect(await screen.values('status')).toEqual(['done', 'done', 'done']);
  expect(await screen.values('userId')).toEqual([null, null, null]);
  screen.clock.ms += TOAST_MS + 1_000;
  await screen.send();
  expect(screen.requests).toEqual(['updateStatus', 'updateAssignee', 'delete']);
  await expect(screen.client.getTask(screen.first)).rejects.toMatchObject({ isGone: true });
});

test('a move to a column that was added since names that one', async () => {
  const screen = await three();
  screen.change((taskId) => ({ taskId, status: 'qa' }));
  expect(screen.said.at(-1)?.text).toBe('3 tasks moved to qa');
});

test('a label is added and removed, and each can be undone', async () => {
  const screen = await three();
  const { workspaceId } = screen.local;
  await screen.local.call('POST', '/label', { name: 'bug', color: '#d64545', workspaceId });
  screen.clock.ms += 120_000;
  screen.known.refreshIfStale();
  await screen.known.idle();
  screen.change((taskId) => ({ taskId, label: 'bug', isOn: true }));
  await screen.send();
  const all = [['bug'], ['bug'], ['bug']];
  expect(await screen.labels()).toEqual(all);
  screen.undo();
  await screen.send();
  expect(await screen.labels()).toEqual([[], [], []]);
  screen.redo();
  await screen.send();
  for (const [id, row] of screen.rows) screen.rows.set(id, { ...row, labels: [{ name: 'bug', color: '#d64545' }] });
  screen.change((taskId) => ({ taskId, label: 'bug', isOn: false }));
  expect(screen.said.at(-1)?.text).toBe('“bug” removed from 3 tasks');
  await screen.send();
  expect(await screen.labels()).toEqual([[], [], []]);
  screen.undo();
  await screen.send();
  expect(await screen.labels()).toEqual(all);
  expect(screen.requests).toEqual(['addLabel', 'removeLabel', 'addLabel', 'removeLabel', 'addLabel']);
});

test('a label that the workspace does not have is added one by one', async () => {
  const screen = await three();
  screen.change((taskId) => ({ taskId, label: 'new', isOn: true }));
  await screen.send();
  expect(await screen.labels()).toEqual([['new'], ['new'], ['new']]);
  screen.undo();
  await screen.send();
  expect(await screen.labels()).toEqual([[], [], []]);
});

test('what the service refuses in a part is named, and the rest is done', async () => {
  const screen = await three();
  await screen.local.call('PATCH', '/task/bulk', { taskIds: [screen.second], operation: 'delete' });
  screen.change((taskId) => ({ taskId, priority: 'high' }));
  await screen.send();
  expect(screen.requests).toEqual(['updatePriority', 'PUT priority', 'PUT priority', 'PUT priority']);
  expect(screen.rejected.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^The priority of ME-2 stays as it was: /),
  ]);
  expect((await screen.client.getTask(screen.third)).priority).toBe('high');
  expect(screen.outbox.count(ACCOUNT)).toBe(0);
});

test('a server without that route gets a request for each, at once', async () => {
  const screen = await three();
  const { intercept } = screen.server;
  screen.server.intercept = async (request) => {
    await intercept?.(request);
    return request.method === 'PATCH' ? new Response('404 Not Found', { status: 404 }) : undefined;
  };
  screen.change((taskId) => ({ taskId, priority: 'high' }));
  await screen.send();
  expect(await screen.values('priority')).toEqual(['high', 'high', 'high']);
});

test('offline all wait and are shown, and one request sends them afterwards', async () => {
  const screen = await three();
  const { local, outbox, server } = screen;
  // Nothing listens on that port.
  const baseUrl = server.baseUrl.replace(/:\d+/, ':1');
  const http = createHttp({ baseUrl, transport: fetch, userAgent: 'test', credential: () => local.token });
  screen.change((taskId) => ({ taskId, priority: 'high' }));
  outbox.startSending({
    accountId: ACCOUNT,
    userId: local.userId,
    server: 'pm.example.org',
    client: createClient(http),
  });
  await outbox.idle();
  expect(outbox.list(ACCOUNT).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  expect(screen.taskChanges.pending(ACCOUNT).get(screen.third)).toMatchObject({ priority: 'high' });
  screen.clock.ms += 10 * 60_000;
  await screen.send();
  expect(screen.requests).toEqual(['updatePriority']);
  expect(await screen.values('priority')).toEqual(['high', 'high', 'high']);
});

test('a lost answer is followed by a request for each', async () => {
  const screen = await three();
  const { intercept } = screen.server;
  let isFirst = true;
  screen.server.intercept = async (request) => {
    await intercept?.(request);
    if (request.method !== 'PATCH' || !isFirst) return undefined;
    isFirst = false;
    return 'drop';
  };
  screen.change((taskId) => ({ taskId, priority: 'high' }));
  for (let times = 0; times < 8; times += 1) {
    await screen.send();
    screen.clock.ms += 60_000;
  }
  expect(await screen.values('priority')).toEqual(['high', 'high', 'high']);
  expect(screen.requests).toEqual(['updatePriority', 'PUT priority', 'PUT priority', 'PUT priority']);
});

test('a change that is not sent is taken back before it leaves', async () => {
  const screen = await three();
  screen.change((taskId) => ({ taskId, label: 'bug', isOn: true }));
  expect(screen.outbox.count(ACCOUNT)).toBe(3);
  screen.undo();
  expect(screen.outbox.count(ACCOUNT)).toBe(0);
});

test('tasks that have the value already are left out', async () => {
  const screen = await three();
  const row = screen.rows.get(screen.first);
  if (row) screen.rows.set(screen.first, { ...row, priority: 'high' });
  screen.change((taskId) => ({ taskId, priority: 'high' }));
  expect(screen.said.map(({ text }) => text)).toEqual(['Priority of 2 tasks changed']);
});

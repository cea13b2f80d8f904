/** Calendar feeds (docs/service.md#calendar-feeds). */
import { expect, test } from 'vitest';
import { CalendarFeed, Label } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

const make = ({ call, projectId }: TestWorkspace, body: unknown = {}, init = {}) =>
  call('POST', `/calendar-feed/project/${projectId}`, body, init);

const read = ({ call }: TestWorkspace, token: string) =>
  call('GET', `/calendar-feed/${token}/calendar.ics`, undefined, { token: null });

async function label({ call, workspaceId }: TestWorkspace, name: string, taskId?: string) {
  return Label.parse((await call('POST', '/label', { name, color: '#f00', workspaceId, taskId })).json);
}

test('can be read without a login until it is removed', async () => {
  const local = await testWorkspace();
  await local.addTask({ title: 'Dated', dueDate: '2026-12-24' });
  await local.addTask({ title: 'Undated' });
  await local.addTask({ title: 'Archived', dueDate: '2026-12-24', status: 'archived' });
  const response = await make(local, { timeZone: 'Europe/Berlin' });
  const feed = CalendarFeed.parse(response.json);
  expect(response.status).toBe(201);
  expect(feed).toMatchObject({ projectId: local.projectId, labelIds: [], timeZone: 'Europe/Berlin' });
  expect(feed.token).toMatch(/^[0-9a-f]{64}$/);
  const path = `/calendar-feed/project/${local.projectId}`;
  expect((await local.call('GET', path)).json).toEqual([feed]);

  const calendar = await read(local, feed.token);
  expect(calendar.status).toBe(200);
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(calendar.text.match(/^SUMMARY:.*/gm)).toEqual(['SUMMARY:ME-1 Dated']);

  expect((await local.call('DELETE', `${path}/${feed.id}`)).json).toEqual({ success: true });
  expect((await read(local, feed.token)).status).toBe(404);
  expect((await local.call('DELETE', `${path}/${feed.id}`)).status).toBe(404);
});

test('contains the tasks with any of its labels', async () => {
  const local = await testWorkspace();
  const [red, both, other] = [
    await local.addTask({ title: 'red', dueDate: '2026-12-24' }),
    await local.addTask({ title: 'both', dueDate: '2026-12-25' }),
    await local.addTask({ title: 'other', dueDate: '2026-12-26' }),
  ];
  const definitions = [await label(local, 'red'), await label(local, 'blue')];
  for (const [name, id] of [
    ['red', red.id],
    ['red', both.id],
    ['blue', both.id],
    ['green', other.id],
  ] as const) {
    await label(local, name, id);
  }
  const feed = CalendarFeed.parse((await make(local, { labelIds: definitions.map(({ id }) => id) })).json);
  const { text } = await read(local, feed.token);
  expect(text.match(/SUMMARY:ME-\d+ (\w+)/g)).toEqual(['SUMMARY:ME-1 red', 'SUMMARY:ME-2 both']);
});

test('for a copy without a definition creates the definition, which needs label:create', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask({ dueDate: '2026-12-24' });
  const copy = await label(local, 'red', id);
  const key = local.workspace.createApiKey('feeds', ['project:share']);
  expect((await make(local, { labelIds: [copy.id] }, { token: key })).json).toMatchObject({
    missingPermissions: ['label:create'],
  });
  const feed = CalendarFeed.parse((await make(local, { labelIds: [copy.id] })).json);
  const all = Label.array().parse((await local.call('GET', `/label/workspace/${local.workspaceId}`)).json);
  expect(all.find(({ taskId }) => taskId === null)).toMatchObject({ id: feed.labelIds[0], name: 'red' });
});

test('rejects unknown zones, labels and tokens, and people without project:share', async () => {
  const local = await testWorkspace();
  expect((await make(local, { timeZone: 'Nowhere/Land' })).status).toBe(400);
  expect((await make(local, { labelIds: ['nope'] })).status).toBe(400);
  expect((await make(local, { labelIds: Array.from({ length: 101 }, () => 'x') })).json).toMatchObject({
    issues: [{ path: 'body.labelIds' }],
  });
  expect((await read(local, 'short')).status).toBe(400);
  expect((await read(local, 'a'.repeat(64))).status).toBe(404);
  const { token } = local.workspace.addPerson({ name: 'Mira', role: 'member' });
  expect((await make(local, {}, { token })).json).toMatchObject({ missingPermissions: ['project:share'] });
});

test('keeps its tasks when the project moves and the label it left is deleted', async () => {
  const local = await testWorkspace();
  const task = await local.addTask({ title: 'red', dueDate: '2026-12-24' });
  const definition = await label(local, 'red');
  await label(local, 'red', task.id);
  const feed = CalendarFeed.parse((await make(local, { labelIds: [definition.id] })).json);
  const home = local.workspace.addWorkspace('Home');
  await local.call('PUT', `/project/${local.projectId}/move`, { workspaceId: home });
  await local.call('DELETE', `/label/${definition.id}`);
  expect((await read(local, feed.token)).text).toContain('SUMMARY:ME-1 red');
});

test('keeps its tasks when the sample is removed, whose label they have', async () => {
  const local = await testWorkspace();
  local.workspace.addSample();
  const labels = Label.array().parse((await local.call('GET', `/label/workspace/${local.workspaceId}`)).json);
  const sample = labels.find(({ taskId }) => taskId === null);
  const task = await local.addTask({ title: 'mine', dueDate: '2026-12-24' });
  await local.call('PUT', `/label/${sample?.id}/task`, { taskId: task.id });
  const feed = CalendarFeed.parse((await make(local, { labelIds: [sample?.id] })).json);
  local.workspace.clearSample();
  expect((await read(local, feed.token)).text).toContain('SUMMARY:ME-1 mine');
  // A new sample uses the label that stayed.
  local.workspace.addSample();
  const again = Label.array().parse((await local.call('GET', `/label/workspace/${local.workspaceId}`)).json);
  expect(again.filter(({ taskId }) => taskId === null)).toHaveLength(
    labels.filter(({ taskId }) => taskId === null).length,
  );
});

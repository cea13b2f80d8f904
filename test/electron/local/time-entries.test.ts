/** Time entries (docs/service.md#time-entries). */
import { describe, expect, test } from 'vitest';
import { TimeEntry } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

const START = '2026-11-18T09:00:00.000Z';
const END = '2026-11-18T09:30:00.900Z';

async function withTask() {
  const local = await testWorkspace();
  const { id: taskId } = await local.addTask();
  const post = (body: object) => local.call('POST', '/time-entry', { taskId, startTime: START, ...body });
  return { ...local, taskId, post, start: async (body = {}) => TimeEntry.parse((await post(body)).json) };
}

describe('an entry', () => {
  test('without an end is running: endTime and duration are null', async () => {
    const { post, taskId, userId } = await withTask();
    expect(await post({})).toMatchObject({
      status: 200,
      json: { taskId, userId, startTime: START, endTime: null, duration: null, description: null },
    });
  });

  test('has a duration in whole seconds, computed by the server', async () => {
    const { call, post, start } = await withTask();
    expect((await post({ endTime: END, description: 'Mail' })).json).toMatchObject({
      duration: 1800,
      description: 'Mail',
    });
    const { id } = await start();
    expect((await call('PUT', `/time-entry/${id}`, { startTime: START, endTime: END })).json).toMatchObject({
      id,
      duration: 1800,
    });
    expect((await post({ endTime: START })).json).toMatchObject({ duration: 0 });
  });

  test('can run at the same time as others', async () => {
    const { call, start, taskId } = await withTask();
    const [first, second] = [await start(), await start()];
    const { json } = await call('GET', `/time-entry/task/${taskId}`);
    expect(TimeEntry.array().parse(json)).toMatchObject([{ endTime: null }, { endTime: null }]);
    expect(first.id).not.toBe(second.id);
  });

  test('keeps absent fields on update; its end cannot be cleared', async () => {
    const { call, start } = await withTask();
    const { id } = await start({ endTime: END, description: 'Mail' });
    const { json } = await call('PUT', `/time-entry/${id}`, { startTime: '2026-11-18T09:10:00Z' });
    expect(json).toMatchObject({
      startTime: '2026-11-18T09:10:00.000Z',
      endTime: END,
      duration: 1200,
      description: 'Mail',
    });
    expect((await call('GET', `/time-entry/${id}`)).json).toEqual(json);
  });

  test('that starts after its end is rejected, on POST and on PUT', async () => {
    const { call, post, start } = await withTask();
    const refusal = { status: 400, json: { code: 'BAD_REQUEST', message: /^Start time cannot be after end time\. / } };
    const expected = { ...refusal, json: { ...refusal.json, message: expect.stringMatching(refusal.json.message) } };
    expect(await post({ startTime: END, endTime: START })).toMatchObject(expected);
    const { id } = await start({ endTime: END });
    expect(await call('PUT', `/time-entry/${id}`, { startTime: '2026-11-18T10:00:00Z' })).toMatchObject(expected);
    expect((await call('GET', `/time-entry/${id}`)).json).toMatchObject({ startTime: START, endTime: END });
  });

  test('names the invalid field', async () => {
    const { call, post, start } = await withTask();
    expect((await post({ startTime: 'now' })).json).toMatchObject({ issues: [{ path: 'body.startTime' }] });
    expect((await post({ endTime: null })).json).toMatchObject({ issues: [{ path: 'body.endTime' }] });
    const { id } = await start();
    expect((await call('PUT', `/time-entry/${id}`, {})).json).toMatchObject({ issues: [{ path: 'body.startTime' }] });
  });

  test('on an unknown task is 404; other unknown ids are 400', async () => {
    const { call, post } = await withTask();
    expect(await post({ taskId: 'nope' })).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
    expect((await call('GET', '/time-entry/nope')).status).toBe(400);
    expect((await call('PUT', '/time-entry/nope', { startTime: START })).status).toBe(400);
    expect((await call('GET', '/time-entry/task/nope')).status).toBe(400);
  });
});

test('the entries of a task are sorted by start and have the person’s name', async () => {
  const { call, post, taskId } = await withTask();
  await post({ startTime: '2026-11-18T11:00:00Z', description: 'second' });
  await post({ startTime: '2026-11-18T08:00:00Z', description: 'first' });
  expect((await call('GET', `/time-entry/task/${taskId}`)).json).toMatchObject([
    { description: 'first', userName: 'You' },
    { description: 'second', userName: 'You' },
  ]);
});

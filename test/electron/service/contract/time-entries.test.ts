/** Time entries (docs/service.md#time-entries); see also client.test.ts. */
import { expect, test } from 'vitest';
import { isOlder, served } from './served.ts';

test('a time entry is read by its id', async () => {
  const { client, addTask } = await served();
  const { id: taskId } = await addTask();
  const entry = await client.createTimeEntry({ taskId, startTime: '2026-11-18T09:00:00.000Z' });
  expect(await client.getTimeEntry(entry.id)).toEqual(entry);
  await expect(client.getTimeEntry('nothing')).rejects.toMatchObject({ kind: 'rejected' });
  expect((await client.listTimeEntries(taskId))[0]?.userName).toBe('You');
});

test('an entry created with its end has its duration at once, on an older server after the next change', async () => {
  const { client, addTask } = await served();
  const { id: taskId } = await addTask();
  const times = { startTime: '2026-11-18T09:00:00.000Z', endTime: '2026-11-18T09:01:00.000Z' };
  const { id, duration } = await client.createTimeEntry({ taskId, ...times });
  expect(duration).toBe(isOlder ? 0 : 60);
  expect((await client.getTimeEntry(id)).duration).toBe(isOlder ? 0 : 60);
  expect((await client.updateTimeEntry(id, times)).duration).toBe(60);
  expect((await client.listTimeEntries(taskId))[0]?.duration).toBe(60);
});

/** Time entries by their id and with their people; the rest of them is in client.test.ts (field notes 5). */
import { expect, test } from 'vitest';
import { served } from './served.ts';

test('a time entry is read by its id', async () => {
  const { client, addTask } = await served();
  const { id: taskId } = await addTask();
  const entry = await client.createTimeEntry({ taskId, startTime: '2026-11-18T09:00:00.000Z' });
  expect(await client.getTimeEntry(entry.id)).toEqual(entry);
  await expect(client.getTimeEntry('nothing')).rejects.toMatchObject({ kind: 'refused' });
  expect((await client.listTimeEntries(taskId))[0]?.userName).toBe('You');
});

/** A duplicate is closed only if nobody changed it and nobody is still asked about it. */
import { expect, test } from 'vitest';
import { type TimeEntryClosePayload, timeEntryClose } from '../../../../electron/features/time/entry-close-write.ts';
import { writeContext } from '../../outbox/context.ts';
import { clientWith, entry, type Json } from '../../service/malformed.ts';

const startTime = '2026-11-18T08:00:00.000Z';
const endTime = '2026-11-18T08:30:00.000Z';
const twin: TimeEntryClosePayload = { serverId: 'e1', identifier: 'ME-1', startTime, endTime, note: 'Mail' };

/** Sends it to a server that has `there`. Returns the result and the number of requests that change something. */
async function close(payload: TimeEntryClosePayload, there: Json) {
  let puts = 0;
  const client = clientWith((_path, method) => {
    if (method === 'GET') return { ...entry('e1'), startTime, endTime, description: 'Mail', ...there };
    puts += 1;
    return { ...entry('e1'), startTime, endTime: startTime, description: 'Mail' };
  });
  const sender = { accountId: 'a', userId: 'u', server: 'pm.example.org', client };
  const result = await timeEntryClose.send(payload, sender, writeContext({ serverId: 'e1' }));
  return { result, puts };
}

test('A duplicate gets no duration', async () => {
  expect(await close(twin, {})).toMatchObject({ result: { value: { endTime: startTime } }, puts: 1 });
});

test('One that somebody changed since it was found stays', async () => {
  for (const there of [
    { endTime: '2026-11-18T09:00:00.000Z' },
    { endTime: null },
    { description: 'Call' },
    { startTime: '2026-11-18T07:00:00.000Z' },
  ])
    expect(await close(twin, there)).toEqual({ result: {}, puts: 0 });
});

test('One that is closed already is not closed again', async () => {
  expect(await close(twin, { endTime: startTime })).toEqual({ result: {}, puts: 0 });
});

test('“Try all now” does not answer the question whether it is a duplicate', async () => {
  const asking = { ...twin, doubt: { taskId: 't', startTime, endTime, note: 'Mail', createdAt: startTime } };
  expect(await close(asking, {})).toEqual({ result: { ask: asking }, puts: 0 });
});

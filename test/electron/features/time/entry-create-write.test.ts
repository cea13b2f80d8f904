/** The request for a new entry, and finding one whose answer was lost. */
import { describe, expect, test } from 'vitest';
import { type TimeEntryCreatePayload, timeEntryCreate } from '../../../../electron/features/time/entry-create-write.ts';
import type { SendResult } from '../../../../electron/outbox/write-kind.ts';
import { TimeEntry } from '../../../../electron/service/records.ts';
import { writeContext } from '../../outbox/context.ts';
import { ACCOUNT, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';

const END = iso(T0 + 30 * MINUTE);

function payloadOf({ task }: Machine, changed: Partial<TimeEntryCreatePayload> = {}): TimeEntryCreatePayload {
  return { taskId: task.taskId, identifier: 'PAY-142', startTime: iso(T0), endTime: null, note: '', ...changed };
}

/** Sends the entry; nothing has to be asked. */
async function send(machine: Machine, changed: Partial<TimeEntryCreatePayload> = {}): Promise<SendResult> {
  const result = await timeEntryCreate.send(payloadOf(machine, changed), machine.sender, writeContext());
  if ('ask' in result) throw new Error('a question');
  return result;
}

/** Answers like an older server, with a duration of 0 until an update (docs/service.md#time-entries). */
function actAsOlder(machine: Machine, changed: Partial<TimeEntry> = {}): void {
  let isUpdated = false;
  machine.server.intercept = async (request) => {
    isUpdated ||= request.method === 'PUT';
    if (isUpdated || request.url.includes('/time-entry/task/')) return undefined;
    const answer = await machine.local.workspace.fetch(request.clone());
    return json({ ...TimeEntry.parse(await answer.json()), duration: 0, ...changed });
  };
}

test('on a deleted task with a lost answer: it is not found and needs the person', async () => {
  const machine = await startMachine();
  const { local, task } = machine;
  await local.call('PATCH', '/task/bulk', { taskIds: [task.taskId], operation: 'delete' });
  // Older servers fail on it and list no entries.
  machine.server.intercept = ({ method }) => (method === 'POST' ? json('Internal Server Error', 500) : undefined);
  machine.timer.start(ACCOUNT, task);
  for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
  expect(machine.items()).toMatchObject([
    { state: 'needs-you', sendingSince: null, lastError: expect.stringContaining('it was deleted') },
  ]);
});

describe('send', () => {
  test.each([
    ['running', {}, {}],
    ['running with a note', { note: 'Mail' }, { description: 'Mail' }],
    ['complete', { endTime: END }, { endTime: END }],
    ['complete with a note', { endTime: END, note: 'Mail' }, { endTime: END, description: 'Mail' }],
  ])('%s: exactly these fields', async (_, changed, fields) => {
    const machine = await startMachine();
    const result = await send(machine, changed);
    expect(machine.writes).toEqual([
      { method: 'POST', body: { taskId: machine.task.taskId, startTime: iso(T0), ...fields } },
    ]);
    const [entry] = await machine.atService();
    expect(result).toMatchObject({
      serverId: entry?.id,
      seen: { serverId: entry?.id, startTime: iso(T0), note: entry?.description ?? '' },
      observedRounding: { changes: ['exact'], leavesOutEnds: false },
    });
    expect(result.followUp).toBeUndefined();
  });

  test('a duration of 0 from an older server is corrected by an update', async () => {
    const machine = await startMachine();
    actAsOlder(machine);
    const payload = payloadOf(machine, { endTime: END, note: 'Mail' });
    const result = await send(machine, payload);
    expect(result).toMatchObject({ followUp: { kind: 'time-entry.update', payload } });
  });

  test('but not if 0 is correct or the entry runs', async () => {
    const machine = await startMachine();
    actAsOlder(machine);
    const none = await send(machine, { endTime: iso(T0 + 900) });
    const running = await send(machine);
    expect([none.followUp, running.followUp]).toEqual([undefined, undefined]);
  });

  test('an answer without an end is corrected too', async () => {
    const machine = await startMachine();
    actAsOlder(machine, { endTime: null, duration: null });
    const result = await send(machine, { endTime: END });
    expect(result).toMatchObject({
      followUp: { kind: 'time-entry.update' },
      observedRounding: { leavesOutEnds: true },
    });
  });

  test('an unreadable end in the answer does not teach that the server leaves out ends', async () => {
    const machine = await startMachine();
    machine.server.intercept = async (request) => {
      const answer = (await (await machine.local.workspace.fetch(request)).json()) as TimeEntry;
      return json({ ...answer, endTime: 7 });
    };
    expect(await send(machine, { endTime: END })).toMatchObject({ observedRounding: { leavesOutEnds: false } });
  });

  test('through the outbox: POST, then an identical PUT, and the duration is correct', async () => {
    const machine = await startMachine();
    actAsOlder(machine);
    const payload = payloadOf(machine, { endTime: END, note: 'Mail' });
    machine.run.outbox.add({ accountId: 'account-1', kind: timeEntryCreate.kind, subject: 'a', payload }, T0);
    await machine.pass(0);
    const [post, put] = machine.writes;
    expect(post?.body).toEqual({ taskId: machine.task.taskId, ...put?.body });
    expect(put).toEqual({ method: 'PUT', body: { startTime: iso(T0), endTime: END, description: 'Mail' } });
    expect([machine.writes.length, machine.items()]).toEqual([2, []]);
    expect(await machine.atService()).toMatchObject([{ duration: 1800 }]);
  });
});

describe('find', () => {
  const SENT = iso(T0);
  /** Searches for the lost answer to a request that was prepared when the task had no entries; `known` belong to other entries. */
  const find = (machine: Machine, changed: Partial<TimeEntryCreatePayload> = {}, known: string[] = []) =>
    timeEntryCreate.find(
      payloadOf(machine, { before: [], ...changed }),
      machine.sender,
      writeContext({
        isKnown: (id) => known.includes(id),
        observedRounding: { changes: ['exact'], leavesOutEnds: false },
      }),
    );

  test('returns the entry with the same person and the same start to the millisecond', async () => {
    const machine = await startMachine();
    await send(machine, { startTime: iso(T0 - 3 * SECOND) });
    await send(machine, { startTime: iso(T0 + 1) });
    expect(await find(machine)).toHaveProperty('ask');
    const { serverId } = await send(machine);
    expect(await find(machine)).toMatchObject({ serverId, seen: { serverId, startTime: SENT } });
  });

  test('returns it also if its note was changed since; the update compares with the note that was sent', async () => {
    const machine = await startMachine();
    const { serverId } = await send(machine, { note: 'other' });
    expect(await find(machine)).toMatchObject({ serverId, seen: { note: '' }, followUp: { payload: { note: '' } } });
  });

  test('returns the entry of an earlier request, with an update to what it is now', async () => {
    const machine = await startMachine();
    const { serverId } = await send(machine);
    const requests = [{ startTime: SENT, endTime: null, note: '' }];
    expect(await find(machine, { startTime: iso(T0 - 5 * MINUTE), requests })).toMatchObject({
      serverId,
      followUp: { kind: 'time-entry.update', payload: { startTime: iso(T0 - 5 * MINUTE) } },
    });
  });

  test('skips entries that are linked to others', async () => {
    const machine = await startMachine();
    const one = await send(machine);
    expect(await find(machine, {}, [one.serverId ?? ''])).toBeUndefined();
    const two = await send(machine);
    expect(await find(machine, {}, [one.serverId ?? ''])).toMatchObject({ serverId: two.serverId });
  });

  test('skips entries of other people', async () => {
    const machine = await startMachine();
    await send(machine);
    const somebody = { ...machine.sender, userId: 'somebody' };
    const payload = payloadOf(machine, { before: [] });
    expect(await timeEntryCreate.find(payload, somebody, writeContext())).toBeUndefined();
  });

  test('compares the start as an instant, however it is written', async () => {
    const machine = await startMachine();
    await send(machine);
    expect(await find(machine, { startTime: '2026-11-18T10:00:00.137+01:00' })).toHaveProperty('serverId');
  });

  test('reports a deleted task, which the list of its entries does not', async () => {
    const machine = await startMachine();
    machine.server.intercept = (request) => (request.url.includes('/time-entry/task/') ? json([]) : undefined);
    await expect(find(machine, { taskId: 'gone' })).rejects.toMatchObject({ kind: 'rejected', status: 400 });
  });

  test('asks about a running entry with our start, which was sent with an end', async () => {
    const machine = await startMachine();
    const { serverId } = await send(machine);
    expect(await find(machine, { endTime: END })).toMatchObject({ ask: { doubt: { serverId, endTime: null } } });
  });

  test('on a server that leaves out ends, that entry is ours and gets its end', async () => {
    const machine = await startMachine();
    const { serverId } = await send(machine);
    const payload = payloadOf(machine, { before: [], endTime: END });
    const context = writeContext({ observedRounding: { changes: ['exact'], leavesOutEnds: true } });
    expect(await timeEntryCreate.find(payload, machine.sender, context)).toMatchObject({
      serverId,
      followUp: { kind: 'time-entry.update' },
    });
  });
});

test('descriptions', async () => {
  const machine = await startMachine();
  expect(timeEntryCreate.describe(payloadOf(machine))).toBe('Start PAY-142');
  expect(timeEntryCreate.describe(payloadOf(machine, { endTime: END }))).toBe('Entry on PAY-142');
});

/** The request for a new entry, and finding one whose answer was lost. */
import { describe, expect, test } from 'vitest';
import { type TimeEntryCreatePayload, timeEntryCreate } from '../../../../electron/features/time/entry-create-write.ts';
import { NO_SERVER_HABITS } from '../../../../electron/outbox/similarity.ts';
import type { WriteContext } from '../../../../electron/outbox/write-kind.ts';
import { TimeEntry } from '../../../../electron/service/records.ts';
import { ACCOUNT, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';

/** These ids are linked to other entries. */
const around = (known: string[] = []): WriteContext => ({
  isKnown: (id) => known.includes(id),
  rivals: [],
  habits: NO_SERVER_HABITS,
});

const END = iso(T0 + 30 * MINUTE);

function payloadOf({ task }: Machine, changed: Partial<TimeEntryCreatePayload> = {}): TimeEntryCreatePayload {
  return { taskId: task.taskId, identifier: 'PAY-142', startTime: iso(T0), endTime: null, note: '', ...changed };
}

/** Answers like an older server, with a duration of 0 (docs/service.md#time-entries). */
function actAsOlder(machine: Machine, changed: Partial<TimeEntry> = {}): void {
  machine.server.intercept = async (request) => {
    if (request.method !== 'POST') return undefined;
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
    const result = await timeEntryCreate.send(payloadOf(machine, changed), machine.sender, undefined);
    expect(machine.writes).toEqual([
      { method: 'POST', body: { taskId: machine.task.taskId, startTime: iso(T0), ...fields } },
    ]);
    const [entry] = await machine.atService();
    expect(result).toEqual({ serverId: entry?.id, habits: NO_SERVER_HABITS });
  });

  test('a duration of 0 from an older server is corrected by an update', async () => {
    const machine = await startMachine();
    actAsOlder(machine);
    const payload = payloadOf(machine, { endTime: END, note: 'Mail' });
    const result = await timeEntryCreate.send(payload, machine.sender, undefined);
    expect(result).toMatchObject({ followUp: { kind: 'time-entry.update', payload } });
  });

  test('but not if 0 is correct or the entry runs', async () => {
    const machine = await startMachine();
    actAsOlder(machine);
    const none = await timeEntryCreate.send(payloadOf(machine, { endTime: iso(T0 + 900) }), machine.sender, undefined);
    const running = await timeEntryCreate.send(payloadOf(machine), machine.sender, undefined);
    expect([none.followUp, running.followUp]).toEqual([undefined, undefined]);
  });

  test('an answer without an end is corrected too', async () => {
    const machine = await startMachine();
    actAsOlder(machine, { endTime: null, duration: null });
    const result = await timeEntryCreate.send(payloadOf(machine, { endTime: END }), machine.sender, undefined);
    expect(result.followUp?.kind).toBe('time-entry.update');
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
  const find = (machine: Machine, changed: Partial<TimeEntryCreatePayload> = {}, known: string[] = []) =>
    timeEntryCreate.find(payloadOf(machine, changed), machine.sender, around(known));

  test('returns the entry with the same person, start and note', async () => {
    const machine = await startMachine();
    await timeEntryCreate.send(payloadOf(machine, { startTime: iso(T0 - 3 * SECOND) }), machine.sender, undefined);
    await timeEntryCreate.send(payloadOf(machine, { note: 'other' }), machine.sender, undefined);
    expect(await find(machine)).toBeUndefined();
    const { serverId } = await timeEntryCreate.send(payloadOf(machine), machine.sender, undefined);
    expect(await find(machine)).toEqual({ serverId });
  });

  test('skips entries that are linked to others', async () => {
    const machine = await startMachine();
    const one = await timeEntryCreate.send(payloadOf(machine), machine.sender, undefined);
    expect(await find(machine, {}, [one.serverId ?? ''])).toBeUndefined();
    const two = await timeEntryCreate.send(payloadOf(machine), machine.sender, undefined);
    expect(await find(machine, {}, [one.serverId ?? ''])).toEqual({ serverId: two.serverId });
  });

  test('skips entries of other people', async () => {
    const machine = await startMachine();
    await timeEntryCreate.send(payloadOf(machine), machine.sender, undefined);
    const somebody = { ...machine.sender, userId: 'somebody' };
    expect(await timeEntryCreate.find(payloadOf(machine), somebody, around())).toBeUndefined();
  });

  test('compares the start as an instant, however it is written', async () => {
    const machine = await startMachine();
    await timeEntryCreate.send(payloadOf(machine), machine.sender, undefined);
    expect(await find(machine, { startTime: '2026-11-18T10:00:00.000+01:00' })).toBeDefined();
  });

  test('reports a deleted task, which the list of its entries does not', async () => {
    const machine = await startMachine();
    machine.server.intercept = (request) => (request.url.includes('/time-entry/task/') ? json([]) : undefined);
    await expect(find(machine, { taskId: 'gone' })).rejects.toMatchObject({ kind: 'rejected', status: 400 });
  });

  test('of a complete entry with no duration requires the update', async () => {
    const machine = await startMachine();
    const { serverId } = await timeEntryCreate.send(payloadOf(machine), machine.sender, undefined);
    expect(await find(machine, { endTime: END })).toMatchObject({ serverId, followUp: { kind: 'time-entry.update' } });
  });
});

test('descriptions', async () => {
  const machine = await startMachine();
  expect(timeEntryCreate.describe(payloadOf(machine))).toBe('Start PAY-142');
  expect(timeEntryCreate.describe(payloadOf(machine, { endTime: END }))).toBe('Entry on PAY-142');
});

/** What is put for a changed entry. */
import { describe, expect, test } from 'vitest';
import { timeEntryCreate } from '../../../../electron/features/time/entry-create-write.ts';
import { type TimeEntryUpdatePayload, timeEntryUpdate } from '../../../../electron/features/time/entry-update-write.ts';
import { NO_SERVER_HABITS } from '../../../../electron/outbox/similarity.ts';
import { iso, MINUTE, startMachine, T0 } from '../../outbox/machine.ts';

const PAYLOAD: TimeEntryUpdatePayload = { identifier: 'PAY-142', startTime: iso(T0), endTime: null, note: '' };

async function posted() {
  const machine = await startMachine();
  const create = { taskId: machine.task.taskId, identifier: 'PAY-142', startTime: iso(T0), endTime: null, note: 'old' };
  const { serverId } = await timeEntryCreate.send(create, machine.sender, undefined);
  machine.writes.length = 0;
  return { machine, serverId };
}

describe('send', () => {
  test('carries the whole entry; a note that was emptied is emptied there', async () => {
    const { machine, serverId } = await posted();
    expect(await timeEntryUpdate.send(PAYLOAD, machine.sender, serverId)).toEqual({});
    expect(machine.writes).toEqual([{ method: 'PUT', body: { startTime: iso(T0), description: '' } }]);
    expect(await machine.atService()).toMatchObject([{ description: '', endTime: null }]);
  });

  test('with an end', async () => {
    const { machine, serverId } = await posted();
    const endTime = iso(T0 + MINUTE);
    await timeEntryUpdate.send({ ...PAYLOAD, endTime, note: 'new' }, machine.sender, serverId);
    await timeEntryUpdate.send({ ...PAYLOAD, endTime, note: 'new' }, machine.sender, serverId);
    expect(machine.writes).toHaveLength(2);
    expect(await machine.atService()).toMatchObject([{ description: 'new', endTime, duration: 60 }]);
  });

  test('without the service’s id is rejected, in words', async () => {
    const { machine } = await posted();
    await expect(timeEntryUpdate.send(PAYLOAD, machine.sender, undefined)).rejects.toMatchObject({
      kind: 'rejected',
      message: 'The server does not have this entry.',
    });
    expect(machine.writes).toEqual([]);
  });

  test('of a discarded entry that is gone there is as good as done; any other is rejected', async () => {
    const { machine } = await posted();
    const send = (id: string | undefined, isDiscarded: boolean) =>
      timeEntryUpdate.send({ ...PAYLOAD, endTime: iso(T0), isDiscarded }, machine.sender, id);
    for (const id of [undefined, 'no-such-entry']) {
      expect(await send(id, true)).toEqual({});
      await expect(send(id, false)).rejects.toMatchObject({ kind: 'rejected' });
    }
    machine.server.intercept = () => Response.json({ message: 'No' }, { status: 403 });
    await expect(send('no-such-entry', true)).rejects.toMatchObject({ status: 403 });
  });
});

test('is never looked for: what is read would not tell whether an older one still comes', async () => {
  const { machine } = await posted();
  expect(
    await timeEntryUpdate.find(PAYLOAD, machine.sender, { isKnown: () => false, rivals: [], habits: NO_SERVER_HABITS }),
  ).toBeUndefined();
});

test('words, with the clock of this place', () => {
  expect(timeEntryUpdate.describe(PAYLOAD)).toBe('Change PAY-142');
  expect(timeEntryUpdate.describe({ ...PAYLOAD, isDiscarded: true })).toBe('Discard PAY-142');
  const endTime = new Date(2026, 10, 18, 14, 6, 59);
  const said = timeEntryUpdate.describe({ ...PAYLOAD, endTime: endTime.toISOString() });
  expect(['Stop PAY-142 at 14:06', 'Stop PAY-142 at 2:06 pm']).toContain(said);
});

/** The request for a changed entry. */
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
  test('contains the whole entry; an emptied note is emptied at the service', async () => {
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

  test('without the service’s id is rejected with an explanation', async () => {
    const { machine } = await posted();
    await expect(timeEntryUpdate.send(PAYLOAD, machine.sender, undefined)).rejects.toMatchObject({
      kind: 'rejected',
      message: 'The server does not have this entry.',
    });
    expect(machine.writes).toEqual([]);
  });

  test('of a discarded entry that no longer exists succeeds; of any other it is rejected', async () => {
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

test('is never looked up, because a read cannot show whether an older request is still in flight', async () => {
  const { machine } = await posted();
  expect(
    await timeEntryUpdate.find(PAYLOAD, machine.sender, { isKnown: () => false, rivals: [], habits: NO_SERVER_HABITS }),
  ).toBeUndefined();
});

test('descriptions with local times', () => {
  expect(timeEntryUpdate.describe(PAYLOAD)).toBe('Change PAY-142');
  expect(timeEntryUpdate.describe({ ...PAYLOAD, isDiscarded: true })).toBe('Discard PAY-142');
  const endTime = new Date(2026, 10, 18, 14, 6, 59);
  const said = timeEntryUpdate.describe({ ...PAYLOAD, endTime: endTime.toISOString() });
  expect(['Stop PAY-142 at 14:06', 'Stop PAY-142 at 2:06 pm']).toContain(said);
});

/** The request for a changed entry. */
import { describe, expect, test } from 'vitest';
import { timeEntryCreate } from '../../../../electron/features/time/entry-create-write.ts';
import { type TimeEntryUpdatePayload, timeEntryUpdate } from '../../../../electron/features/time/entry-update-write.ts';
import { writeContext } from '../../outbox/context.ts';
import { iso, MINUTE, startMachine, T0 } from '../../outbox/machine.ts';

const PAYLOAD: TimeEntryUpdatePayload = { identifier: 'PAY-142', startTime: iso(T0), endTime: null, note: '' };

/** An entry at the service; `send` sends an update of it. */
async function posted() {
  const machine = await startMachine();
  const create = { taskId: machine.task.taskId, identifier: 'PAY-142', startTime: iso(T0), endTime: null, note: 'old' };
  const created = await timeEntryCreate.send(create, machine.sender, writeContext());
  if ('ask' in created) throw new Error('a question');
  machine.writes.length = 0;
  const { serverId, seen } = created;
  const send = (changed: Partial<TimeEntryUpdatePayload> = {}, known: Parameters<typeof writeContext>[0] = {}) =>
    timeEntryUpdate.send({ ...PAYLOAD, ...changed }, machine.sender, writeContext({ serverId, seen, ...known }));
  return { machine, serverId, send };
}

describe('send', () => {
  test('contains the whole entry; an emptied note is emptied at the service', async () => {
    const { machine, serverId, send } = await posted();
    expect(await send()).toMatchObject({ seen: { serverId, startTime: iso(T0), note: '' } });
    expect(machine.writes).toEqual([{ method: 'PUT', body: { startTime: iso(T0), description: '' } }]);
    expect(await machine.atService()).toMatchObject([{ description: '', endTime: null }]);
  });

  test('with an end; what the service has from a request whose answer was lost is not sent again', async () => {
    const { machine, send } = await posted();
    const endTime = iso(T0 + MINUTE);
    await send({ endTime, note: 'new' });
    await send({ endTime, note: 'new' }, { isRepeated: true });
    expect(machine.writes).toHaveLength(1);
    expect(await machine.atService()).toMatchObject([{ description: 'new', endTime, duration: 60 }]);
  });

  test('without the service’s id is rejected with an explanation', async () => {
    const { machine, send } = await posted();
    await expect(send({}, { serverId: undefined })).rejects.toMatchObject({
      kind: 'rejected',
      message: 'The server does not have this entry.',
    });
    expect(machine.writes).toEqual([]);
  });

  test('of a discarded entry that no longer exists succeeds; of any other it is rejected', async () => {
    const { machine, send } = await posted();
    for (const serverId of [undefined, 'no-such-entry']) {
      expect(await send({ endTime: iso(T0), isDiscarded: true }, { serverId })).toEqual({});
      await expect(send({ endTime: iso(T0) }, { serverId })).rejects.toMatchObject({ kind: 'rejected' });
    }
    machine.server.intercept = () => Response.json({ message: 'No' }, { status: 403 });
    const refused = send({ endTime: iso(T0), isDiscarded: true }, { serverId: 'no-such-entry' });
    await expect(refused).rejects.toMatchObject({ status: 403 });
  });
});

test('is never looked up, because a read cannot show whether an older request is still in flight', async () => {
  const { machine } = await posted();
  expect(await timeEntryUpdate.find(PAYLOAD, machine.sender, writeContext())).toBeUndefined();
});

test('descriptions with local times', () => {
  expect(timeEntryUpdate.describe(PAYLOAD)).toBe('Change PAY-142');
  expect(timeEntryUpdate.describe({ ...PAYLOAD, isDiscarded: true })).toBe('Discard PAY-142');
  const endTime = new Date(2026, 10, 18, 14, 6, 59);
  const said = timeEntryUpdate.describe({ ...PAYLOAD, endTime: endTime.toISOString() });
  expect(['Stop PAY-142 at 14:06', 'Stop PAY-142 at 2:06 pm']).toContain(said);
});

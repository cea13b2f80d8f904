/** POST creates a calendar feed each time: a lost one is found, and two equal ones stay two. */
import { expect, test } from 'vitest';
import { CalendarFeed, Label } from '../../../../electron/service/records.ts';
import { add, HOW, loseFirst, passLong, startWith } from '../../outbox/lost-answers.ts';
import type { Machine } from '../../outbox/machine.ts';

const feedsOf = async ({ local }: Machine) =>
  CalendarFeed.array().parse((await local.call('GET', `/calendar-feed/project/${local.projectId}`)).json);

async function payloadOf({ local }: Machine, timeZone = 'Europe/Oslo') {
  const body = { name: 'bug', color: '#ff0000', workspaceId: local.workspaceId };
  const { id } = Label.parse((await local.call('POST', '/label', body)).json);
  return { projectId: local.projectId, projectName: 'Personal', labelIds: [id], timeZone, before: null };
}

test.each(HOW)('a feed is created once if the answer is lost: %s', async (how) => {
  const machine = await startWith();
  add(machine, 'calendar.add', 'c', await payloadOf(machine));
  loseFirst(machine, '/calendar-feed', how);
  await passLong(machine);
  expect(await feedsOf(machine)).toHaveLength(1);
  expect(machine.items()).toEqual([]);
});

test('two equal ones with lost answers stay two', async () => {
  const machine = await startWith();
  const payload = await payloadOf(machine);
  add(machine, 'calendar.add', 'one', payload);
  add(machine, 'calendar.add', 'other', payload);
  let lost = 0;
  machine.server.intercept = (request) => {
    if (request.method !== 'POST' || lost === 2) return undefined;
    lost += 1;
    return 'commit-then-drop';
  };
  await passLong(machine);
  await passLong(machine);
  expect(await feedsOf(machine)).toHaveLength(2);
  expect(machine.outbox.serverId('one')).not.toBe(machine.outbox.serverId('other'));
});

test('an older equal feed is not taken for the new one', async () => {
  const machine = await startWith();
  const payload = await payloadOf(machine);
  const { projectId } = payload;
  await machine.local.call('POST', `/calendar-feed/project/${projectId}`, {
    labelIds: payload.labelIds,
    timeZone: payload.timeZone,
  });
  add(machine, 'calendar.add', 'c', payload);
  loseFirst(machine, '/calendar-feed', 'drop');
  await passLong(machine);
  expect(await feedsOf(machine)).toHaveLength(2);
});

test.each(HOW)('a feed is removed if the answer is lost: %s', async (how) => {
  const machine = await startWith();
  add(machine, 'calendar.add', 'c', await payloadOf(machine));
  await machine.pass(0);
  const [feed] = await feedsOf(machine);
  const payload = { projectId: machine.local.projectId, projectName: 'Personal', feedId: feed?.id ?? '' };
  add(machine, 'calendar.remove', 'c', payload);
  loseFirst(machine, '/calendar-feed', how);
  await passLong(machine);
  expect(await feedsOf(machine)).toEqual([]);
  expect(machine.rejected).toEqual([]);
});

/** A list that holds records nobody can read still says what became of a write. */
import { expect, test } from 'vitest';
import { ACCOUNT, MINUTE, SECOND, startMachine } from './machine.ts';

test('a lost entry whose own record is odd is not sent again', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  machine.timer.setNote(ACCOUNT, 'Mail');
  machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
  await machine.pass(15 * SECOND);
  const [lost] = await machine.sender.client.listTimeEntries(machine.task.taskId);
  machine.server.intercept = ({ method, url }) =>
    method === 'GET' && url.includes('/time-entry/task/') ? Response.json([{ ...lost, description: 7 }]) : undefined;
  for (let round = 0; round < 4; round += 1) await machine.pass(MINUTE);
  expect([machine.posts(), machine.state()]).toEqual([1, ['needs-you']]);
  machine.server.intercept = undefined;
  machine.outbox.retry();
  await machine.pass(MINUTE);
  expect([machine.posts(), machine.items()]).toEqual([1, []]);
});

test('a lost entry is found beside odd ones, and ends at the service when it ends here', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
  await machine.pass(15 * SECOND);
  expect(machine.state()).toEqual(['unknown']);

  const [lost] = await machine.sender.client.listTimeEntries(machine.task.taskId);
  const other = { ...lost, id: 'other', userId: 'somebody-else' };
  const odd = [null, 'text', { ...other, startTime: 'soon' }, { ...other, description: 7, createdAt: null }];
  machine.server.intercept = ({ method, url }) =>
    method === 'GET' && url.includes('/time-entry/task/') ? Response.json([...odd, lost]) : undefined;
  for (let round = 0; round < 3; round += 1) await machine.pass(MINUTE);
  expect([machine.posts(), machine.items()]).toEqual([1, []]);

  machine.timer.stop(ACCOUNT);
  await machine.pass(MINUTE);
  machine.server.intercept = undefined;
  expect((await machine.atService()).map(({ endTime }) => endTime != null)).toEqual([true]);
});

/** Searching for a lost write in a list with unreadable records. */
import { expect, test } from 'vitest';
import { projectUpdate } from '../../../electron/features/projects/project-writes.ts';
import { ACCOUNT, MINUTE, SECOND, startMachine } from './machine.ts';

test('a lost entry with an unreadable record is not sent again', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  machine.timer.setNote(ACCOUNT, 'Mail');
  machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
  await machine.pass(15 * SECOND);
  const [lost] = await machine.sender.client.listTimeEntries(machine.task.taskId);
  machine.server.intercept = ({ method, url }) =>
    method === 'GET' && url.includes('/time-entry/task/') ? Response.json([{ ...lost, description: 7 }]) : undefined;
  for (let round = 0; round < 4; round += 1) await machine.pass(MINUTE);
  expect([machine.posts(), machine.items()]).toEqual([1, []]);
});

test('a lost entry is found next to unreadable ones and is stopped at the service', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
  await machine.pass(15 * SECOND);
  expect(machine.state()).toEqual(['unknown']);

  const [lost] = await machine.sender.client.listTimeEntries(machine.task.taskId);
  const other = { ...lost, id: 'other', userId: 'somebody-else' };
  const malformed = [null, 'text', { ...other, startTime: 'soon' }, { ...other, description: 7, createdAt: null }];
  machine.server.intercept = ({ method, url }) =>
    method === 'GET' && url.includes('/time-entry/task/') ? Response.json([...malformed, lost]) : undefined;
  for (let round = 0; round < 3; round += 1) await machine.pass(MINUTE);
  expect([machine.posts(), machine.items()]).toEqual([1, []]);

  machine.timer.stop(ACCOUNT);
  await machine.pass(MINUTE);
  machine.server.intercept = undefined;
  expect((await machine.atService()).map(({ endTime }) => endTime != null)).toEqual([true]);
});

const MALFORMED = {
  taskId: 7,
  userId: {},
  description: ['Note'],
  startTime: 'soon',
  endTime: 7,
  duration: 'x',
  createdAt: null,
};

test.each(Object.keys(MALFORMED))(
  'an entry is sent once, and can be stopped, if the %s in the answer is unreadable',
  async (field) => {
    const machine = await startMachine();
    machine.server.intercept = async (request) => {
      if (request.method === 'GET') return undefined;
      const answer = await machine.local.workspace.fetch(request);
      return Response.json({
        ...((await answer.json()) as object),
        [field]: MALFORMED[field as keyof typeof MALFORMED],
      });
    };
    machine.timer.start(ACCOUNT, machine.task);
    await machine.pass(15 * SECOND);
    // An answer that does not name its task and start proves nothing; the entry is found by its start.
    expect(machine.state()).toEqual(['taskId', 'startTime'].includes(field) ? ['unknown'] : []);
    await machine.pass(MINUTE);
    expect(machine.items()).toEqual([]);
    machine.timer.stop(ACCOUNT);
    await machine.pass(MINUTE);
    expect([machine.posts(), machine.items()]).toEqual([1, []]);
    expect((await machine.atService()).map(({ endTime }) => endTime != null)).toEqual([true]);
  },
);

test('an update counts as sent after a success with an unreadable body', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(15 * SECOND);
  machine.server.intercept = async (request) => {
    if (request.method !== 'PUT') return undefined;
    await machine.local.workspace.fetch(request);
    return Response.json({ success: true });
  };
  machine.timer.stop(ACCOUNT);
  await machine.pass(MINUTE);
  expect(machine.items()).toEqual([]);
  expect(machine.server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('an update answered by a proxy does not count as sent', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(15 * SECOND);
  machine.server.intercept = ({ method }) => (method === 'PUT' ? Response.json({ success: true }) : undefined);
  machine.timer.stop(ACCOUNT);
  await machine.pass(MINUTE);
  expect(machine.items()).toMatchObject([{ state: 'unknown' }]);
  machine.server.intercept = undefined;
  for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
  expect(machine.items()).toEqual([]);
  expect((await machine.atService()).map(({ endTime }) => endTime != null)).toEqual([true]);
});

test('a lost entry with an unreadable note is found and gets its note again', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  machine.timer.setNote(ACCOUNT, 'Note');
  let isLost = false;
  machine.server.intercept = async ({ method, url }) => {
    if (method === 'POST' && !isLost) {
      isLost = true;
      return 'commit-then-drop';
    }
    if (method !== 'GET' || !url.includes('/time-entry/task/')) return undefined;
    return Response.json((await machine.atService()).map((entry) => ({ ...entry, description: { rich: 'text' } })));
  };
  for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
  expect([machine.posts(), machine.items()]).toEqual([1, []]);
  expect((await machine.atService()).map(({ description }) => description)).toEqual(['Note']);
});

test('a damaged write that follows a new task does not stop the others from getting its id', async () => {
  const machine = await startMachine();
  for (const subject of ['damaged', 'whole']) {
    const write = { accountId: ACCOUNT, kind: 'time-entry.create', subject, payload: { taskId: 'new' }, after: 'new' };
    machine.outbox.add(write, machine.clock.ms + MINUTE);
  }
  machine.run.database.exec(`UPDATE outbox SET payload = '{"no' WHERE subject = 'damaged'`);
  machine.outbox.setFieldsAfter(ACCOUNT, 'new', { taskId: '1' });
  expect(machine.items()).toMatchObject([{ subject: 'damaged' }, { payload: { taskId: '1' } }]);
});

test('a project with an unreadable field is not overwritten', async () => {
  const machine = await startMachine({ furtherKinds: [projectUpdate] });
  const change = (changed: object) =>
    machine.outbox.add(
      {
        accountId: ACCOUNT,
        kind: projectUpdate.kind,
        subject: 'project:p',
        payload: { projectId: machine.local.projectId, projectName: 'Personal', changed, whole: null },
      },
      machine.clock.ms,
    );
  let field = 'description';
  machine.server.intercept = async (request) => {
    if (request.method !== 'GET') return undefined;
    const answer = await machine.local.workspace.fetch(request);
    return Response.json({ ...((await answer.json()) as object), [field]: 7 });
  };
  change({ name: 'New name' });
  await machine.pass(MINUTE);
  expect(machine.items()).toEqual([]);
  expect(machine.rejected).toHaveLength(1);
  expect(machine.server.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  // A field that is not sent back may be unreadable.
  field = 'createdAt';
  change({ name: 'New name' });
  for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
  expect(machine.items()).toEqual([]);
});

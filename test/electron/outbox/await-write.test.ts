/** The result of awaiting a write: done, rejected, or waiting. */
import { expect, test } from 'vitest';
import { projectArchive, projectCreate } from '../../../electron/features/projects/project-writes.ts';
import { createAwaitWrite } from '../../../electron/outbox/await-write.ts';
import { ServiceError } from '../../../electron/service/errors.ts';
import { Project } from '../../../electron/service/records.ts';
import { addAccount } from '../features/account/account-row.ts';
import { startWith } from './lost-answers.ts';
import { ACCOUNT, type Machine, MINUTE } from './machine.ts';

const awaiting = ({ outbox, clock }: Machine, waitMs = 5_000) =>
  createAwaitWrite({ outbox, now: () => clock.ms, waitMs });

function archive({ local: { projectId } }: Machine, isArchived = true) {
  const payload = { projectId, projectName: 'Personal', isArchived };
  return { accountId: ACCOUNT, kind: projectArchive.kind, subject: projectArchive.subject(payload), payload };
}
const nothing = () => null;

test('resolves with the service’s answer', async () => {
  const machine = await startWith();
  const { workspaceId, call } = machine.local;
  const payload = { name: 'Web', slug: 'WEB', icon: '', workspaceId, before: null };
  const write = { accountId: ACCOUNT, kind: projectCreate.kind, subject: 'project:new', payload };
  const end = await awaiting(machine)(write, (value) => projectCreate.result(value, payload));
  if (end.state !== 'done') throw new Error(end.state);
  const { json } = await call('GET', `/project/${end.value}`);
  expect(Project.parse(json)).toMatchObject({ name: 'Web', slug: 'WEB' });
});

test('resolves to the service’s message after a rejection', async () => {
  const machine = await startWith();
  machine.server.intercept = (request) =>
    request.method === 'PUT'
      ? Response.json({ message: 'Not you', code: 'MISSING_PERMISSION', missingPermissions: [] }, { status: 403 })
      : undefined;
  const end = await awaiting(machine)(archive(machine), nothing);
  expect(end).toEqual({ state: 'rejected', why: 'Not you' });
  expect(machine.items()).toEqual([]);
});

test('resolves as waiting while the service is unreachable, and the write is sent later', async () => {
  const machine = await startWith();
  machine.network.isDown = true;
  let looks = 0;
  const openItem = (id: number) => {
    looks += 1;
    return machine.outbox.openItem(id);
  };
  const write = createAwaitWrite({ outbox: { ...machine.outbox, openItem }, now: () => machine.clock.ms });
  expect(await write(archive(machine), nothing)).toMatchObject({ state: 'waits', isSending: false });
  // The next write is not even attempted while sending is held: it is looked at once, and once more for its state.
  looks = 0;
  expect(await write(archive(machine, false), nothing)).toMatchObject({ state: 'waits', isSending: false });
  expect(looks).toBe(2);
  expect(machine.state()).toEqual(['waiting', 'waiting']);
  machine.network.isDown = false;
  await machine.pass(MINUTE);
  expect(machine.items()).toEqual([]);
});

test('goes on waiting for the result while another account’s sending is held', async () => {
  const machine = await startWith();
  addAccount(machine.run.database, 'account-2', 'other');
  const unreachable = () => Promise.reject(new ServiceError({ kind: 'unreachable', message: 'No answer' }));
  const client = new Proxy(machine.sender.client, { get: () => unreachable });
  machine.outbox.startSending({ ...machine.sender, accountId: 'account-2', client });
  machine.outbox.add({ ...archive(machine), accountId: 'account-2' }, machine.clock.ms);
  machine.outbox.wake();
  await machine.outbox.idle('account-2');
  expect([machine.outbox.isHeld(), machine.outbox.isHeld(ACCOUNT)]).toEqual([true, false]);
  // Its own request begins after the first look.
  machine.outbox.stopSending(ACCOUNT);
  const end = awaiting(machine)(archive(machine), nothing);
  setTimeout(() => machine.outbox.startSending(machine.sender), 300);
  expect(await end).toEqual({ state: 'done', value: null });
});

test('resolves as being sent if the answer takes long', async () => {
  const machine = await startWith();
  let answer = () => {};
  machine.server.intercept = (request) =>
    request.method === 'PUT' ? new Promise((resolve) => (answer = () => resolve(undefined))) : undefined;
  const end = await awaiting(machine, 2_000)(archive(machine), nothing);
  expect(end).toEqual({ state: 'waits', isSending: true, why: null });
  answer();
  await machine.outbox.idle();
  expect(machine.items()).toEqual([]);
});

test('resolves as rejected if the write is taken back', async () => {
  const machine = await startWith();
  machine.outbox.stopSending();
  const end = awaiting(machine)(archive(machine), nothing);
  machine.outbox.takeBack(`project:${machine.local.projectId}`);
  expect(await end).toMatchObject({ state: 'rejected' });
});

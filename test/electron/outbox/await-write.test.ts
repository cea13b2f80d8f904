/** The result of awaiting a write: done, rejected, or waiting. */
import { expect, test } from 'vitest';
import { createProjectChanges } from '../../../electron/features/projects/project-changes.ts';
import { createAwaitWrite } from '../../../electron/outbox/await-write.ts';
import { Project } from '../../../electron/service/records.ts';
import { startWith } from './lost.ts';
import { ACCOUNT, type Machine, MINUTE } from './machine.ts';

function changesOf(machine: Machine, waitMs = 5_000) {
  const { outbox } = machine;
  return createProjectChanges(createAwaitWrite({ outbox, now: () => machine.clock.ms, waitMs }));
}
const named = ({ local }: Machine) => ({ projectId: local.projectId, projectName: 'Personal' });

test('resolves with the service’s answer', async () => {
  const machine = await startWith();
  const { workspaceId, call } = machine.local;
  const end = await changesOf(machine).create(ACCOUNT, { name: 'Web', slug: 'WEB', icon: '', workspaceId });
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
  const end = await changesOf(machine).setArchived(ACCOUNT, named(machine), true);
  expect(end).toEqual({ state: 'rejected', why: 'Not you' });
  expect(machine.items()).toEqual([]);
});

test('resolves as waiting while the service is unreachable, and the write is sent later', async () => {
  const machine = await startWith();
  machine.network.isDown = true;
  // Longer than a test may take: neither write is waited for.
  const changes = changesOf(machine, MINUTE);
  expect(await changes.setArchived(ACCOUNT, named(machine), true)).toMatchObject({ state: 'waits', isSending: false });
  // The next write is not even attempted while sending is held.
  expect(await changes.setArchived(ACCOUNT, named(machine), false)).toMatchObject({ state: 'waits', isSending: false });
  expect(machine.state()).toEqual(['waiting', 'waiting']);
  machine.network.isDown = false;
  await machine.pass(MINUTE);
  expect(machine.items()).toEqual([]);
});

test('resolves as being sent if the answer takes long', async () => {
  const machine = await startWith();
  let answer = () => {};
  machine.server.intercept = (request) =>
    request.method === 'PUT' ? new Promise((resolve) => (answer = () => resolve(undefined))) : undefined;
  const end = await changesOf(machine, 300).setArchived(ACCOUNT, named(machine), true);
  expect(end).toEqual({ state: 'waits', isSending: true, why: null });
  answer();
  await machine.outbox.idle();
  expect(machine.items()).toEqual([]);
});

test('resolves as rejected if the write is taken back', async () => {
  const machine = await startWith();
  machine.outbox.pause();
  const end = changesOf(machine).setArchived(ACCOUNT, named(machine), true);
  machine.outbox.takeBack(`project:${machine.local.projectId}`);
  expect(await end).toMatchObject({ state: 'rejected' });
});

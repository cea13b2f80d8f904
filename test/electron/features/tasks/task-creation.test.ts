/** New tasks before and after they are sent: edited, undone, removed. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pendingChanges } from '../../../../electron/features/tasks/apply-pending.ts';
import { createTaskChanges } from '../../../../electron/features/tasks/task-changes.ts';
import { TASK_CREATE, taskCreate } from '../../../../electron/features/tasks/task-create-write.ts';
import { type CreateOptions, createCreation } from '../../../../electron/features/tasks/task-creation.ts';
import { LABEL_ATTACH, labels } from '../../../../electron/features/tasks/task-labels.ts';
import { subtaskAdd } from '../../../../electron/features/tasks/task-relations.ts';
import { taskDelete } from '../../../../electron/features/tasks/task-writes.ts';
import { createUndo } from '../../../../electron/outbox/undo.ts';
import type { NewTask } from '../../../../shared/contract/new-task.ts';
import type { ReadTaskPage } from '../../../../shared/contract/task-page.ts';
import { ACCOUNT, json, type Machine, MINUTE, SECOND, startMachine } from '../../outbox/machine.ts';

async function start(options: { isOffline?: boolean } = {}) {
  const machine = await startMachine({ furtherKinds: [taskCreate, ...labels.writes, subtaskAdd, taskDelete] });
  machine.network.isDown = options.isOffline ?? false;
  const told: { text: string; undoId: number }[] = [];
  const { database, outbox } = machine.run;
  const now = () => machine.clock.ms;
  const undo = createUndo(now);
  const taskChanges = createTaskChanges({
    database,
    outbox,
    undo,
    now,
    showToast: (text, { undoId }) => told.push({ text, undoId }),
    onChange: () => undefined,
  });
  const dated: { id: string; dueDate: string; at: number }[] = [];
  const creation = createCreation({
    database,
    outbox,
    queue: taskChanges.queue,
    now,
    onDueDate: (_, { id, dueDate }, at) => dated.push({ id, dueDate, at }),
    onCreated: () => undefined,
  });
  const place = { accountId: ACCOUNT, workspaceId: machine.local.workspaceId };
  const task: NewTask = {
    projectId: machine.local.projectId,
    projectSlug: 'ME',
    title: 'Send the invoice',
    description: '',
    priority: 'high',
    status: 'to-do',
    labels: [{ name: 'billing' }, { name: 'fresh' }],
  };
  const itemId = () => machine.items().find(({ kind }) => kind === TASK_CREATE)?.id ?? 0;
  const undoLast = () => undo.undo(ACCOUNT, told.at(-1)?.undoId ?? 0);
  const redo = () => undo.redo(ACCOUNT);
  return { machine, creation, undoLast, redo, told, dated, place, task, itemId };
}

const Found = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  labels: z.array(z.object({ name: z.string() })).default([]),
});
const tasksAt = async ({ local }: Machine) =>
  Found.array().parse((await local.call('GET', `/task?workspaceId=${local.workspaceId}`)).json);
const titles = async (machine: Machine) =>
  (await tasksAt(machine)).map(({ title }) => title).filter((title) => !['First', 'Second'].includes(title));
const labelsOf = async ({ local }: Machine, taskId: string) =>
  z
    .array(z.object({ name: z.string() }))
    .parse((await local.call('GET', `/label/task/${taskId}`)).json)
    .map(({ name }) => name)
    .sort();

describe('before it is sent', () => {
  test('it can be read back as it was written', async () => {
    const { machine, creation, place, task, itemId } = await start({ isOffline: true });
    const full: NewTask = {
      ...task,
      description: 'two\nlines',
      dueDate: '2026-11-24T00:00:00.000Z',
      userId: machine.local.userId,
    };
    creation.create(place, [full]);
    await machine.pass(0);
    expect(creation.waiting(ACCOUNT, itemId())).toEqual(full);
    const label = machine.items().find(({ kind }) => kind === LABEL_ATTACH);
    expect(creation.waiting(ACCOUNT, label?.id ?? 0)).toBeNull();
    expect(creation.waiting('somebody else', itemId())).toBeNull();
  });

  test('its due date is announced with the time of writing and the local id', async () => {
    const { machine, creation, dated, place, task } = await start({ isOffline: true });
    const dueDate = '2026-11-24T15:00:00.000Z';
    const [, second] = creation.create(place, [task, { ...task, dueDate }], { writtenAt: [1, 2] });
    const [third] = creation.create(place, [{ ...task, dueDate }]);
    expect(dated).toEqual([
      { id: second, dueDate, at: 2 },
      { id: third, dueDate, at: machine.clock.ms },
    ]);
  });

  test('it is under way from sending until the service confirms it', async () => {
    const { machine, creation, place, task } = await start();
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
    creation.create(place, [task]);
    expect(creation.unconfirmed(ACCOUNT)).toEqual([]);
    await machine.pass(0);
    expect(creation.unconfirmed(ACCOUNT)).toMatchObject([{ title: 'Send the invoice' }]);
    machine.server.intercept = undefined;
    for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
    expect(creation.unconfirmed(ACCOUNT)).toEqual([]);
  });

  test('an edited task is created once, with the edits and the same local id', async () => {
    const { machine, creation, place, task, itemId } = await start({ isOffline: true });
    const [name] = creation.create(place, [task]);
    await machine.pass(0);
    const again = creation.create(place, [{ ...task, title: 'Send it today', labels: [{ name: 'fresh' }] }], {
      replacedItemId: itemId(),
    });
    expect(again).toEqual([name]);
    machine.network.isDown = false;
    for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
    expect(machine.items()).toEqual([]);
    expect(await titles(machine)).toEqual(['Send it today']);
    expect(await labelsOf(machine, machine.outbox.serverId(name ?? '') ?? '')).toEqual(['fresh']);
  });

  test('an undone edit restores the former task', async () => {
    const { machine, creation, undoLast, place, task, itemId } = await start({ isOffline: true });
    creation.create(place, [task]);
    creation.create(
      place,
      [
        { ...task, title: 'Another', labels: [] },
        { ...task, title: 'One more' },
      ],
      { replacedItemId: itemId() },
    );
    undoLast();
    expect(creation.waiting(ACCOUNT, itemId())).toEqual(task);
    machine.network.isDown = false;
    for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
    expect(await titles(machine)).toEqual(['Send the invoice']);
  });

  test('a task that may exist at the service can no longer be edited, and nothing is added', async () => {
    const { machine, creation, place, task, itemId } = await start();
    machine.server.intercept = ({ method }) => (method === 'POST' ? 'commit-then-drop' : undefined);
    creation.create(place, [task]);
    await machine.pass(0);
    const before = machine.items();
    expect(creation.waiting(ACCOUNT, itemId())).toBeNull();
    expect(() => creation.create(place, [{ ...task, title: 'Another' }], { replacedItemId: itemId() })).toThrow(
      'Too late',
    );
    expect(machine.items()).toEqual(before);
  });

  test('a rejected task can be edited and is sent again', async () => {
    const { machine, creation, place, task, itemId } = await start();
    creation.create(place, [{ ...task, status: 'nowhere' }]);
    await machine.pass(0);
    expect(machine.items()[0]?.state).toBe('needs-you');
    creation.create(place, [task], { replacedItemId: itemId() });
    for (let round = 0; round < 3; round += 1) await machine.pass(SECOND);
    expect(machine.items()).toEqual([]);
    expect(await titles(machine)).toEqual(['Send the invoice']);
  });

  test('removing a rejected task also removes its labels', async () => {
    const { machine, creation, place, task, itemId } = await start();
    creation.create(place, [{ ...task, status: 'nowhere' }]);
    await machine.pass(0);
    const id = itemId();
    creation.discard(ACCOUNT, id);
    machine.outbox.remove(ACCOUNT, id);
    await machine.pass(MINUTE);
    expect(machine.items()).toEqual([]);
    expect(machine.rejected).toEqual([]);
  });
});

describe('a subtask', () => {
  const Relations = z.array(z.object({ sourceTaskId: z.string(), targetTaskId: z.string(), relationType: z.string() }));
  const started = async (options: { isOffline?: boolean } = {}) => {
    const made = await start(options);
    const { machine, creation, place, task } = made;
    const [parent] = await tasksAt(machine);
    const subtaskOf = { taskId: parent?.id ?? '', identifier: 'ME-1' };
    const [localId = ''] = creation.create(place, [{ ...task, labels: [] }], { subtaskOf });
    const relations = async () =>
      Relations.parse((await machine.local.call('GET', `/task-relation/${subtaskOf.taskId}`)).json);
    const relation = () => ({
      sourceTaskId: subtaskOf.taskId,
      targetTaskId: machine.outbox.serverId(localId),
      relationType: 'subtask',
    });
    return { ...made, subtaskOf, relations, relation };
  };

  test('is created first and then related, also if the answer is lost', async () => {
    const { machine, relations, relation } = await started();
    let lost = 0;
    machine.server.intercept = ({ method, url }) => {
      if (method !== 'POST' || !url.includes('task-relation') || lost > 0) return undefined;
      lost += 1;
      return 'commit-then-drop';
    };
    for (let round = 0; round < 6; round += 1) await machine.pass(MINUTE);
    expect(lost).toBe(1);
    expect(await relations()).toMatchObject([relation()]);
    expect(machine.items()).toEqual([]);
  });

  test('is shown on the page of its parent at once, and undone with the task', async () => {
    const { machine, subtaskOf, undoLast, redo, relations } = await started({ isOffline: true });
    const page = { relations: [] } as unknown as ReadTaskPage;
    const shown = () =>
      pendingChanges(machine.items())
        .get(subtaskOf.taskId)
        ?.edits?.reduce((before, edit) => edit(before), page).relations;
    expect(shown()).toMatchObject([{ kind: 'subtask', isUnsent: true, task: { title: 'Send the invoice' } }]);
    undoLast();
    expect(machine.items()).toEqual([]);
    redo();
    machine.network.isDown = false;
    for (let round = 0; round < 4; round += 1) await machine.pass(MINUTE);
    expect(await relations()).toHaveLength(1);
  });
});

describe('undone', () => {
  test('before it was sent: the service gets no request', async () => {
    const { machine, creation, undoLast, place, task } = await start({ isOffline: true });
    creation.create(place, [task, { ...task, title: 'Another' }]);
    undoLast();
    expect(machine.items()).toEqual([]);
  });

  async function made(options: CreateOptions = {}) {
    const started = await start();
    const { machine, creation, place, task } = started;
    const [name = ''] = creation.create(place, [{ ...task, labels: [] }], options);
    await machine.pass(0);
    const serverId = machine.outbox.serverId(name) ?? '';
    const { labels: _, ...fields } = task;
    const item = { accountId: ACCOUNT, kind: TASK_CREATE, subject: name, payload: { ...fields, lastNumber: 0 } };
    creation.sent(item as never, { id: serverId, identifier: 'ME-3' });
    expect(started.told.at(-1)?.text).toBe(options.gesture?.text ?? 'ME-3 created');
    return started;
  }

  test.each([{}, { gesture: { text: '2 new tasks are saved' } }])('after it was created: deleted', async (options) => {
    const { machine, undoLast } = await made(options);
    undoLast();
    await machine.pass(SECOND);
    expect(await titles(machine)).toEqual([]);
    expect(machine.items()).toEqual([]);
  });

  test('and created again: it is another task, and undone as well', async () => {
    const { machine, undoLast, redo } = await made();
    undoLast();
    await machine.pass(SECOND);
    redo();
    await machine.pass(SECOND);
    expect(await titles(machine)).toEqual(['Send the invoice']);
    undoLast();
    await machine.pass(SECOND);
    expect(await titles(machine)).toEqual([]);
  });

  test('and written again before it was sent: created once, with its labels', async () => {
    const { machine, creation, undoLast, redo, place, task } = await start({ isOffline: true });
    const [id = ''] = creation.create(place, [task]);
    undoLast();
    redo();
    machine.network.isDown = false;
    for (let round = 0; round < 4; round += 1) await machine.pass(MINUTE);
    expect(await titles(machine)).toEqual(['Send the invoice']);
    expect(await labelsOf(machine, machine.outbox.serverId(id) ?? '')).toEqual(['billing', 'fresh']);
  });

  test.each([403, 404])('without permission or route (%s): archived', async (status) => {
    const { machine, undoLast } = await made();
    machine.server.intercept = ({ method }) =>
      method === 'PATCH' ? Response.json({ message: 'No' }, { status }) : undefined;
    undoLast();
    await machine.pass(SECOND);
    expect((await tasksAt(machine)).find(({ title }) => title === 'Send the invoice')?.status).toBe('archived');
    expect(machine.items()).toEqual([]);
  });
});

/** The first creation reaches the service or not, and is refused. */
function refuse({ server, local }: Machine, isStored: boolean): void {
  let isFirst = true;
  server.intercept = async (request) => {
    if (!isFirst || request.method !== 'POST') return undefined;
    isFirst = false;
    if (isStored) await local.workspace.fetch(request);
    return json({ message: 'No', code: 'FORBIDDEN' }, 403);
  };
}

test.each([true, false])('a refused task that is undone is nowhere, also if it was stored: %s', async (isStored) => {
  const { machine, creation, undoLast, place, task } = await start();
  refuse(machine, isStored);
  creation.create(place, [task]);
  await machine.pass(0);
  expect(machine.state()[0]).toBe('needs-you');
  undoLast();
  for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
  expect([machine.items(), await titles(machine)]).toEqual([[], []]);
  expect(machine.server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an undo does not delete a colleague’s task with the same title', async () => {
  const { machine, creation, undoLast, place, task } = await start();
  const { local } = machine;
  let isFirst = true;
  machine.server.intercept = ({ method }) => {
    if (!isFirst || method !== 'POST') return undefined;
    isFirst = false;
    return 'drop';
  };
  creation.create(place, [task]);
  await machine.pass(0);
  const { token } = local.workspace.addPerson({ name: 'Mira', role: 'member' });
  const { title, description, priority, status } = task;
  await local.call('POST', `/task/${local.projectId}`, { title, description, priority, status }, { token });
  for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
  expect(await titles(machine)).toEqual([title, title]);
  undoLast();
  for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
  expect(await titles(machine)).toEqual([title]);
});

test('a label that the service answers with as another task’s copy stays on that task', async () => {
  const { machine } = await start();
  const { local, server, task, otherTask } = machine;
  const { workspaceId } = local;
  const bug = { name: 'Bug', color: 'red' };
  const { json: copy } = await local.call('POST', '/label', { ...bug, workspaceId, taskId: otherTask.taskId });
  let isFirst = true;
  server.intercept = ({ method, url }) => {
    if (!isFirst || method !== 'POST' || !url.endsWith('/label')) return undefined;
    isFirst = false;
    return json(copy);
  };
  const payload = { taskId: task.taskId, identifier: 'ME-1', workspaceId, labelId: null, ...bug };
  machine.outbox.add({ accountId: ACCOUNT, kind: LABEL_ATTACH, subject: 'l', payload }, machine.clock.ms);
  await machine.pass(0);
  expect([await labelsOf(machine, task.taskId), await labelsOf(machine, otherTask.taskId)]).toEqual([['Bug'], ['Bug']]);
});

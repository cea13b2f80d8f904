/** The position in a column: no other field of the task changes with it. */
import { expect, test } from 'vitest';
import { Task } from '../../../../electron/service/records.ts';
import { add, HOW, loseFirst, passLong, startWith } from '../../outbox/lost.ts';
import { json, type Machine } from '../../outbox/machine.ts';

const read = async ({ local, task }: Machine): Promise<Task> =>
  Task.parse((await local.call('GET', `/task/${task.taskId}`)).json);

const put = (machine: Machine, position: number, status = 'in-progress') =>
  add(machine, 'task.position', 'p', {
    taskId: machine.task.taskId,
    identifier: 'ME-1',
    status,
    position,
    whole: null,
  });

async function full(): Promise<Machine> {
  const machine = await startWith();
  const { call, userId } = machine.local;
  const task = await read(machine);
  await call('PUT', `/task/${task.id}`, {
    title: 'All of it',
    description: 'A **long** text',
    priority: 'high',
    status: 'in-progress',
    projectId: task.projectId,
    position: 3,
    startDate: '2026-11-20T08:00:00.000Z',
    dueDate: '2026-11-21T00:00:00.000Z',
    userId,
  });
  return machine;
}

test.each(HOW)('all other fields stay, also those changed while the answer was lost: %s', async (how) => {
  const machine = await full();
  const before = await read(machine);
  loseFirst(machine, '/task/', how);
  put(machine, 7);
  await machine.pass(0);
  await machine.local.call('PUT', `/task/title/${before.id}`, { title: 'Another title' });
  await machine.local.call('PUT', `/task/description/${before.id}`, { description: 'Another text' });
  await passLong(machine);
  expect(machine.items()).toEqual([]);
  const after = await read(machine);
  const { updatedAt: _, ...rest } = { ...before } as Record<string, unknown>;
  expect(after).toMatchObject({ ...rest, title: 'Another title', description: 'Another text', position: 7 });
});

test('a position in another column is not sent', async () => {
  const machine = await full();
  put(machine, 7, 'done');
  await machine.pass(0);
  expect(await read(machine)).toMatchObject({ position: 3, status: 'in-progress' });
  expect(machine.items()).toEqual([]);
});

test('unreadable fields are not overwritten', async () => {
  const machine = await full();
  const { startDate: _, ...without } = await read(machine);
  for (const odd of [without, { ...without, startDate: 7 }, { ...(await read(machine)), description: 7 }]) {
    machine.server.intercept = (request) => (request.method === 'GET' ? json(odd) : undefined);
    put(machine, 7);
    await machine.pass(0);
    machine.server.intercept = () => undefined;
    expect(await read(machine)).toMatchObject({ position: 3, description: 'A **long** text' });
    // Retrying would give the same result.
    expect(machine.items()).toEqual([]);
    expect(machine.rejected.splice(0)).toEqual([expect.stringContaining('ME-1')]);
  }
});

test('unreadable fields are not overwritten after a lost answer', async () => {
  const machine = await full();
  const odd = { ...(await read(machine)), startDate: 7 };
  loseFirst(machine, '/task/', 'drop');
  put(machine, 7);
  await machine.pass(0);
  machine.server.intercept = (request) => (request.method === 'GET' ? json(odd) : undefined);
  await passLong(machine);
  machine.server.intercept = () => undefined;
  expect(await read(machine)).toMatchObject({ position: 3 });
  expect(machine.items()).toEqual([]);
  expect(machine.rejected).toHaveLength(1);
});

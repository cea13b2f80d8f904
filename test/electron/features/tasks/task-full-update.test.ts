/** The full update of a task: only the field that is set changes. */
import { describe, expect, test } from 'vitest';
import { Task } from '../../../../electron/service/records.ts';
import { add, HOW, loseFirst, passLong, startWith } from '../../outbox/lost-answers.ts';
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

test('the contents of another task, with which a mixed-up proxy answers, are not written', async () => {
  const machine = await full();
  const { json: other } = await machine.local.call('GET', `/task/${machine.otherTask.taskId}`);
  machine.server.intercept = (request) => (request.method === 'GET' ? json(other) : undefined);
  put(machine, 7);
  await machine.pass(0);
  expect(await read(machine)).toMatchObject({ title: 'All of it', description: 'A **long** text', position: 3 });
  // The next answer may be the right one.
  machine.server.intercept = () => undefined;
  await passLong(machine);
  expect(await read(machine)).toMatchObject({ title: 'All of it', description: 'A **long** text', position: 7 });
  expect(machine.rejected).toEqual([]);
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

const start = (machine: Machine, startDate: string | null) =>
  add(machine, 'task.start-date', 's', { taskId: machine.task.taskId, identifier: 'ME-1', startDate, whole: null });

describe('a start date', () => {
  test.each(HOW)(
    'is set without changing another field, also one that changes while the answer is lost: %s',
    async (how) => {
      const machine = await full();
      const { updatedAt: _, ...before } = (await read(machine)) as Record<string, unknown>;
      loseFirst(machine, '/task/', how);
      start(machine, '2026-11-19T00:00:00.000Z');
      await machine.pass(0);
      await machine.local.call('PUT', `/task/due-date/${before.id}`, { dueDate: '2026-11-30T00:00:00.000Z' });
      await passLong(machine);
      expect(machine.items()).toEqual([]);
      expect(await read(machine)).toMatchObject({
        ...before,
        startDate: '2026-11-19T00:00:00.000Z',
        dueDate: '2026-11-30T00:00:00.000Z',
      });
    },
  );

  test('is cleared, and the other fields stay', async () => {
    const machine = await full();
    const { updatedAt: _, ...before } = (await read(machine)) as Record<string, unknown>;
    start(machine, null);
    await machine.pass(0);
    expect(await read(machine)).toMatchObject({ ...before, startDate: null });
  });

  test('is set on a task without a position, which older servers have', async () => {
    const machine = await full();
    const stored = { ...(await read(machine)), position: null };
    let sent: unknown;
    machine.server.intercept = async (request) => {
      if (request.method === 'GET') return json(stored);
      sent = await request.clone().json();
      return undefined;
    };
    start(machine, '2026-11-19T00:00:00.000Z');
    await machine.pass(0);
    expect(sent).toMatchObject({ position: 0, startDate: '2026-11-19T00:00:00.000Z' });
  });

  test('after the due date is rejected by the service, with a message', async () => {
    const machine = await full();
    start(machine, '2026-11-22T00:00:00.000Z');
    await machine.pass(0);
    expect(machine.items()).toEqual([]);
    expect(machine.rejected).toEqual([expect.stringContaining('The start date of ME-1 stays as it was')]);
    expect(await read(machine)).toMatchObject({ startDate: '2026-11-20T08:00:00.000Z' });
  });
});

/** A new task reaches the service once, whatever happens to the answer; later changes of it are sent after it. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import {
  TASK_CREATE,
  type TaskCreatePayload,
  taskCreate,
} from '../../../../electron/features/tasks/task-create-write.ts';
import { labels } from '../../../../electron/features/tasks/task-labels.ts';
import { type TaskStatusPayload, taskStatus } from '../../../../electron/features/tasks/task-writes.ts';
import { ACCOUNT, HOUR, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import { backUp, passMinutes } from '../time/doubtful-server.ts';

const kinds = [taskCreate, taskStatus, ...labels.writes];

async function machineWithTasks(options: Parameters<typeof startMachine>[0] = {}): Promise<Machine> {
  return startMachine({ ...options, furtherKinds: kinds });
}

function payloadOf({ local }: Machine, changed: Partial<TaskCreatePayload> = {}): TaskCreatePayload {
  return {
    projectId: local.projectId,
    projectSlug: 'ME',
    title: 'Send the invoice',
    description: '',
    priority: 'high',
    status: 'to-do',
    ...changed,
  };
}

function create(machine: Machine, subject: string, changed: Partial<TaskCreatePayload> = {}): number {
  const payload = payloadOf(machine, changed);
  return machine.outbox.add({ accountId: ACCOUNT, kind: TASK_CREATE, subject, payload }, machine.clock.ms);
}

const Found = z.object({ id: z.string(), title: z.string(), number: z.number(), status: z.string() });

async function tasksAt({ local }: Machine, title = 'Send the invoice'): Promise<z.infer<typeof Found>[]> {
  const { json } = await local.call('GET', `/task?workspaceId=${local.workspaceId}`);
  return Found.array()
    .parse(json)
    .filter((task) => task.title === title);
}

/** Intercepts the first POST of a task. */
function lose(machine: Machine, how: 'drop' | 'commit-then-drop'): void {
  let isLost = false;
  machine.server.intercept = (request) => {
    if (isLost || request.method !== 'POST' || !request.url.includes('/task/')) return undefined;
    isLost = true;
    return how;
  };
}

describe('a new task', () => {
  test('is not taken for another task that the service answers with', async () => {
    const machine = await machineWithTasks();
    create(machine, 'other', { title: 'Their task' });
    await machine.pass(0);
    const [their] = await tasksAt(machine, 'Their task');
    const { json: theirs } = await machine.local.call('GET', `/task/${their?.id}`);
    create(machine, 'new');
    let isFirst = true;
    machine.server.intercept = async (request) => {
      if (!isFirst || request.method !== 'POST') return undefined;
      isFirst = false;
      await machine.local.workspace.fetch(request);
      return Response.json(theirs);
    };
    await machine.pass(5 * MINUTE);
    await machine.pass(5 * MINUTE);
    const own = await tasksAt(machine);
    expect(own).toHaveLength(1);
    expect(machine.outbox.serverId('new')).toBe(own[0]?.id);
  });

  test('is created with every field', async () => {
    const machine = await machineWithTasks();
    const dueDate = '2026-11-24T00:00:00.000Z';
    create(machine, 'new', { description: 'To Halden', dueDate, userId: machine.local.userId, status: 'in-progress' });
    await machine.pass(0);
    const [task] = await tasksAt(machine);
    const { json } = await machine.local.call('GET', `/task/${task?.id}`);
    expect(json).toMatchObject({
      title: 'Send the invoice',
      description: 'To Halden',
      priority: 'high',
      status: 'in-progress',
      dueDate,
      userId: machine.local.userId,
    });
    expect(machine.outbox.serverId('new')).toBe(task?.id);
  });

  test.each(['drop', 'commit-then-drop'] as const)('is created once if the answer is lost: %s', async (how) => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    lose(machine, how);
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    expect(machine.items()).toEqual([]);
    expect(await tasksAt(machine)).toHaveLength(1);
  });

  test('is created once if the app is killed between Enter and the answer', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    lose(machine, 'commit-then-drop');
    await machine.pass(0);
    machine.crash();
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    expect(await tasksAt(machine)).toHaveLength(1);
  });

  type Column = { tasks: object[] };
  const tasksOf = (odd: (task: object) => unknown) => (column: Column) => ({ ...column, tasks: column.tasks.map(odd) });
  test.each<[string, (column: Column) => unknown]>([
    ['an invalid task', tasksOf(() => 7)],
    ['no number', tasksOf((task) => ({ ...task, number: 'x' }))],
    ['no title', tasksOf((task) => ({ ...task, title: {} }))],
    ['an invalid column', () => 7],
    ['a column with invalid tasks', (column) => ({ ...column, tasks: 7 })],
  ])('that may exist but cannot be read is not created twice: %s', async (_, odd) => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    lose(machine, 'commit-then-drop');
    await machine.pass(0);
    machine.server.intercept = async (request) => {
      if (!request.url.includes('/task/tasks/')) return undefined;
      const answer = await machine.local.workspace.fetch(request.clone());
      const { data, pagination } = (await answer.json()) as { data: { columns: Column[] }; pagination: object };
      const columns = data.columns.map(odd);
      return Response.json({ data: { ...data, columns }, pagination });
    };
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    expect(machine.items()).toMatchObject([
      { state: 'needs-you', lastError: expect.stringContaining('may already have this') },
    ]);
    machine.server.intercept = undefined;
    machine.outbox.retry(machine.items()[0]?.id);
    await machine.pass(MINUTE);
    expect(machine.items()).toEqual([]);
    expect(await tasksAt(machine)).toHaveLength(1);
  });

  test('is created once if the board of another project answers the search for it', async () => {
    const machine = await machineWithTasks();
    const { local, server } = machine;
    const { workspaceId } = local;
    const { json: other } = await local.call('POST', '/project', { name: 'Web', slug: 'WEB', icon: '', workspaceId });
    const { id } = z.object({ id: z.string() }).parse(other);
    const { json: board } = await local.call('GET', `/task/tasks/${id}`);
    create(machine, 'task');
    lose(machine, 'commit-then-drop');
    await machine.pass(0);
    server.intercept = ({ url }) => (url.includes('/task/tasks/') ? json(board) : undefined);
    await passMinutes(machine, 10);
    server.intercept = () => undefined;
    await passMinutes(machine, 10);
    expect(await tasksAt(machine)).toHaveLength(1);
    expect(machine.items()).toEqual([]);
  });

  test('is not confused with an older one of the same title', async () => {
    const machine = await machineWithTasks();
    machine.local.clock.ms = machine.clock.ms - HOUR;
    await machine.local.addTask({ title: 'Send the invoice' });
    create(machine, 'new');
    lose(machine, 'drop');
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    expect(await tasksAt(machine)).toHaveLength(2);
  });

  test('and an equal one stay two if both answers are lost', async () => {
    const machine = await machineWithTasks();
    create(machine, 'one');
    create(machine, 'other');
    let lost = 0;
    machine.server.intercept = (request) => {
      if (request.method !== 'POST' || lost === 2) return undefined;
      lost += 1;
      return 'commit-then-drop';
    };
    for (let round = 0; round < 20; round += 1) await machine.pass(MINUTE);
    expect(await tasksAt(machine)).toHaveLength(2);
    expect(machine.outbox.serverId('one')).not.toBe(machine.outbox.serverId('other'));
  });

  test.each<[string, (text: string) => string]>([
    ['trims', (text) => text.trim()],
    ['changes line ends', (text) => text.replaceAll('\r\n', '\n')],
    ['changes the Unicode form', (text) => text.normalize('NFD')],
    ['cuts', (text) => text.slice(0, 36)],
  ])('is created once if the server %s and the answer is lost', async (_, change) => {
    const machine = await machineWithTasks();
    create(machine, 'new', { title: ' Über die Rechnung an Halden, zweiter Teil ', description: 'Erst\r\ndann ' });
    let posts = 0;
    machine.server.intercept = async (request) => {
      if (request.method !== 'POST') return undefined;
      posts += 1;
      const { title, description, ...rest } = (await request.clone().json()) as Record<'title' | 'description', string>;
      const body = JSON.stringify({ ...rest, title: change(title), description: change(description) });
      const { url, method, headers } = request;
      await machine.local.workspace.fetch(new Request(url, { method, headers, body }));
      return 'drop';
    };
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    expect([machine.items(), posts]).toEqual([[], 1]);
  });

  test('is not confused with one of another person that begins alike', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    let isLost = false;
    machine.server.intercept = async (request) => {
      if (isLost || request.method !== 'POST') return undefined;
      isLost = true;
      await machine.local.addTask({ title: 'Send' });
      return 'drop';
    };
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    expect(await tasksAt(machine)).toHaveLength(1);
  });

  const theirs = async ({ local }: Machine, fields: { title: string; description?: string }) => {
    const { token } = local.workspace.addPerson({ name: 'Mira', role: 'member' });
    const body = { description: '', priority: 'low', status: 'to-do', ...fields };
    return Found.parse((await local.call('POST', `/task/${local.projectId}`, body, { token })).json);
  };

  test.each([
    ['the same title', 'Send the invoice', ''],
    ['the same title and a description too long for the board', 'Send the invoice', 'x'.repeat(70_000)],
    ['the beginning of its title', 'Update the dependencies of the desktop', ''],
  ])('is not confused with a later one of another person that has %s', async (_, title, description) => {
    const machine = await machineWithTasks();
    const wanted = title.startsWith('Send') ? title : `${title} app`;
    create(machine, 'new', { title: wanted });
    lose(machine, 'drop');
    await machine.pass(0);
    const other = await theirs(machine, { title, description });
    await passMinutes(machine, 10);
    const own = (await tasksAt(machine, wanted)).filter(({ id }) => id !== other.id);
    expect(own).toHaveLength(1);
    expect(machine.outbox.serverId('new')).toBe(own[0]?.id);
  });

  test('of unknown origin is left to the person, who sends it all the same, but not with everything else', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    machine.server.intercept = ({ url, method }) => {
      if (url.includes('/activity/')) return json({ message: 'No', code: 'FORBIDDEN' }, 403);
      return method === 'POST' && machine.posts() === 0 && machine.state()[0] === 'sending' ? 'drop' : undefined;
    };
    await machine.pass(0);
    const other = await theirs(machine, { title: 'Send the invoice' });
    await passMinutes(machine, 5);
    expect(machine.items()).toMatchObject([
      { state: 'needs-you', lastError: expect.stringContaining('may already have this') },
    ]);
    machine.server.intercept = undefined;
    machine.outbox.retry();
    await passMinutes(machine);
    expect(machine.state()).toEqual(['needs-you']);
    machine.outbox.retry(machine.items()[0]?.id);
    await passMinutes(machine);
    const own = (await tasksAt(machine)).filter(({ id }) => id !== other.id);
    expect([machine.items(), own.map(({ id }) => id)]).toEqual([[], [machine.outbox.serverId('new')]]);
  });

  test('of unknown origin is not sent again because the disk was full when the person was to be asked', async () => {
    const machine = await machineWithTasks();
    vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    create(machine, 'new');
    machine.server.intercept = ({ url, method }) => {
      if (url.includes('/activity/')) return json({ message: 'No', code: 'FORBIDDEN' }, 403);
      const isFirst = method === 'POST' && machine.posts() === 0 && machine.state()[0] === 'sending';
      return isFirst ? 'commit-then-drop' : undefined;
    };
    const { database } = machine.run;
    database.exec(
      `CREATE TRIGGER full BEFORE UPDATE ON outbox WHEN NEW.state = 'needs-you' BEGIN SELECT raise(ABORT, 'full'); END`,
    );
    await passMinutes(machine, 5);
    database.exec('DROP TRIGGER full');
    await passMinutes(machine, 5);
    expect(machine.items()).toMatchObject([{ state: 'needs-you' }]);
    expect(await tasksAt(machine)).toHaveLength(1);
  });

  test.each([429, 409, 403, 400])('that was stored and refused with %i is there once', async (status) => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    let isFirst = true;
    machine.server.intercept = async (request) => {
      if (!isFirst || request.method !== 'POST') return undefined;
      isFirst = false;
      await machine.local.workspace.fetch(request);
      return json({ message: 'No', code: 'NO' }, status, { 'Retry-After': '5' });
    };
    await passMinutes(machine, 2);
    machine.outbox.retry();
    await passMinutes(machine, 10);
    expect([machine.items(), await tasksAt(machine)]).toEqual([[], [expect.anything()]]);
  });

  test('that was retitled before it was found keeps its new title', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new', { title: 'Sned the invoice' });
    lose(machine, 'commit-then-drop');
    await machine.pass(0);
    const [task] = await tasksAt(machine, 'Sned the invoice');
    await machine.local.call('PUT', `/task/title/${task?.id}`, { title: 'Send the invoice' });
    await passMinutes(machine, 10);
    expect([await tasksAt(machine), await tasksAt(machine, 'Sned the invoice')]).toMatchObject([
      [{ id: task?.id }],
      [],
    ]);
    expect(machine.outbox.serverId('new')).toBe(task?.id);
  });

  test('that may have gone to another project is left to the person', async () => {
    const machine = await machineWithTasks();
    const { local } = machine;
    const fields = { name: 'Other', slug: 'OT', icon: 'Layout', workspaceId: local.workspaceId };
    const other = Found.pick({ id: true }).parse((await local.call('POST', '/project', fields)).json);
    create(machine, 'new');
    lose(machine, 'commit-then-drop');
    await machine.pass(0);
    const [task] = await tasksAt(machine);
    await local.call('PUT', `/task/move/${task?.id}`, { destinationProjectId: other.id });
    await passMinutes(machine, 10);
    expect(await tasksAt(machine)).toMatchObject([{ id: task?.id }]);
    expect(machine.state()).toEqual(['needs-you']);
  });

  test.each([403, 429])(
    'that was refused with %i is no question where the newest task was deleted before',
    async (status) => {
      const machine = await machineWithTasks();
      create(machine, 'old', { title: 'Deleted since' });
      await machine.pass(0);
      const [old] = await tasksAt(machine, 'Deleted since');
      await machine.local.call('DELETE', `/task/${old?.id}`);
      create(machine, 'new');
      let isFirst = true;
      machine.server.intercept = ({ method }) => {
        if (!isFirst || method !== 'POST') return undefined;
        isFirst = false;
        return json({ message: 'No', code: 'NO' }, status, { 'Retry-After': '5' });
      };
      await machine.pass(0);
      machine.outbox.retry();
      await passMinutes(machine, 5);
      expect([machine.items(), await tasksAt(machine)]).toEqual([[], [expect.anything()]]);
    },
  );

  test('of a restored data folder that was sent since is left to the person', async () => {
    const machine = await machineWithTasks();
    machine.network.isDown = true;
    create(machine, 'new');
    await machine.pass(0);
    const restore = backUp(machine);
    machine.network.isDown = false;
    await passMinutes(machine, 10);
    machine.crash(restore);
    await passMinutes(machine, 10);
    expect([machine.state(), await tasksAt(machine)]).toEqual([['needs-you'], [expect.anything()]]);
    machine.outbox.retry(machine.items()[0]?.id);
    await passMinutes(machine);
    expect([machine.state(), await tasksAt(machine)]).toEqual([[], [expect.anything(), expect.anything()]]);
  });

  test('is not another new task of the project that the service answers with', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    let other: { id: string } | undefined;
    machine.server.intercept = async (request) => {
      if (other !== undefined || request.method !== 'POST') return undefined;
      await machine.local.workspace.fetch(request);
      other = await theirs(machine, { title: 'Of Mira' });
      return json(other);
    };
    await passMinutes(machine);
    expect(machine.outbox.serverId('new')).toBe((await tasksAt(machine))[0]?.id);
  });

  test('that another person has moved in the meantime is still found', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    lose(machine, 'commit-then-drop');
    await machine.pass(0);
    const [task] = await tasksAt(machine);
    await machine.local.call('PUT', `/task/status/${task?.id}`, { status: 'archived' });
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    expect(await tasksAt(machine)).toEqual([{ ...task, status: 'archived' }]);
  });

  test('that is rejected keeps the typed text', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new', { status: 'nowhere' });
    await machine.pass(0);
    expect(machine.items()).toMatchObject([{ state: 'needs-you', payload: { title: 'Send the invoice' } }]);
    expect(machine.items()[0]?.lastError).toMatch(/to-do/);
  });

  test('that is undone while the last number is read is never sent', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    machine.server.intercept = () => {
      machine.server.intercept = undefined;
      machine.outbox.takeBack('new');
      return undefined;
    };
    await machine.pass(0);
    expect([machine.items(), await tasksAt(machine)]).toEqual([[], []]);
  });
});

describe('a change of a task that is not created yet', () => {
  const local = { taskId: 'new', identifier: 'ME', title: 'Send the invoice', projectName: 'Personal' };

  function move(machine: Machine): void {
    const payload: TaskStatusPayload = {
      taskId: 'new',
      identifier: 'ME',
      status: 'done',
      statusName: 'Done',
      isFinal: true,
      fromName: 'To do',
    };
    machine.outbox.add(
      { accountId: ACCOUNT, kind: taskStatus.kind, subject: 'new:status', payload, after: 'new' },
      machine.clock.ms,
    );
  }

  test('waits for the creation, and then applies to the service’s task', async () => {
    const machine = await machineWithTasks();
    machine.network.isDown = true;
    create(machine, 'new');
    move(machine);
    machine.timer.start(ACCOUNT, local);
    await machine.pass(20 * SECOND);
    expect(machine.state()).toEqual(['waiting', 'waiting', 'waiting']);
    machine.network.isDown = false;
    await machine.pass(10 * MINUTE);
    const [task] = await tasksAt(machine);
    expect(task).toMatchObject({ status: 'done' });
    const of = { ...local, taskId: task?.id ?? '' };
    expect(await machine.atService(of)).toMatchObject([{ startTime: new Date(T0).toISOString(), endTime: null }]);
    expect(machine.view().running?.task).toMatchObject({ taskId: task?.id, identifier: `ME-${task?.number}` });
  });

  test('is sent after the creation even after a crash', async () => {
    const machine = await machineWithTasks();
    create(machine, 'new');
    lose(machine, 'commit-then-drop');
    machine.timer.start(ACCOUNT, local);
    await machine.pass(20 * SECOND);
    machine.crash();
    for (let round = 0; round < 10; round += 1) await machine.pass(MINUTE);
    const [task, ...others] = await tasksAt(machine);
    expect(others).toEqual([]);
    expect(await machine.atService({ ...local, taskId: task?.id ?? '' })).toHaveLength(1);
  });

  test('waits for the person if the creation was abandoned', async () => {
    const machine = await machineWithTasks();
    const id = create(machine, 'new', { status: 'nowhere' });
    machine.timer.start(ACCOUNT, local);
    await machine.pass(20 * SECOND);
    expect(machine.state()).toEqual(['needs-you', 'waiting']);
    machine.outbox.remove(ACCOUNT, id);
    await machine.pass(MINUTE);
    expect(machine.items()).toMatchObject([{ kind: 'time-entry.create', state: 'needs-you' }]);
    // The entry is not lost: it can be moved to an existing task.
    machine.edit.move(ACCOUNT, machine.items()[0]?.subject ?? '', machine.task);
    await machine.pass(MINUTE);
    expect(await machine.atService()).toHaveLength(1);
  });
});

describe('a rejection of a reversible change', () => {
  test('ends the write, and shows the consequence and the reason', async () => {
    const machine = await machineWithTasks();
    const { taskId } = machine.task;
    const payload: TaskStatusPayload = {
      taskId,
      identifier: 'ME-1',
      status: 'nowhere',
      statusName: 'Nowhere',
      isFinal: false,
      fromName: 'To do',
    };
    const id = machine.outbox.add(
      { accountId: ACCOUNT, kind: taskStatus.kind, subject: `${taskId}:status`, payload },
      machine.clock.ms,
    );
    const outcome = machine.outbox.settled(id);
    await machine.pass(0);
    expect(machine.items()).toEqual([]);
    expect(machine.rejected).toHaveLength(1);
    expect(machine.rejected[0]).toMatch(/^ME-1 stays in To do: .*to-do/);
    expect(await outcome).toMatchObject({ state: 'rejected' });
  });

  test('does not happen while the service cannot be reached', async () => {
    const machine = await machineWithTasks();
    machine.network.isDown = true;
    create(machine, 'new');
    await machine.pass(0);
    expect(machine.state()).toEqual(['waiting']);
    expect(machine.rejected).toEqual([]);
  });
});

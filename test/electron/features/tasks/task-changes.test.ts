/** Changes of tasks: one write each, the last one counts, with an undo for ten seconds. */

import { describe, expect, test } from 'vitest';
import { taskStatus } from '../../../../electron/features/tasks/task-writes.ts';
import { createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import { TOAST_MS } from '../../../../shared/limits.ts';
import { ACCOUNT, make, pageScreen } from './page-screen.ts';

const TODO = { slug: 'to-do', name: 'To do', isFinal: false };
const REVIEW = { slug: 'in-review', name: 'In review', isFinal: false };
const DONE = { slug: 'done', name: 'Done', isFinal: true };

async function withTask() {
  const screen = await pageScreen();
  const { id } = await screen.local.addTask({ title: 'Write' });
  return { ...screen, task: { id, identifier: 'ME-1' } };
}

describe('a change', () => {
  test('that is pending is replaced by the next one of the same field', async () => {
    const { taskChanges, outbox, task } = await withTask();
    taskChanges.setStatus(ACCOUNT, task, TODO, REVIEW);
    taskChanges.setStatus(ACCOUNT, task, REVIEW, DONE);
    make(taskChanges, taskChanges.fieldChange(ACCOUNT, task, 'priority', 'low', 'high'));
    expect(outbox.list(ACCOUNT).map(({ kind }) => kind)).toEqual([taskStatus.kind, 'task.priority']);
    expect(outbox.list(ACCOUNT)[0]?.payload).toMatchObject({ status: 'done', fromName: 'To do' });
  });

  test('to the current value does nothing', async () => {
    const { taskChanges, outbox, said, task } = await withTask();
    taskChanges.setStatus(ACCOUNT, task, TODO, TODO);
    make(taskChanges, taskChanges.fieldChange(ACCOUNT, task, 'priority', 'low', 'low'));
    make(taskChanges, taskChanges.fieldChange(ACCOUNT, task, 'dueDate', null, null));
    make(taskChanges, taskChanges.fieldChange(ACCOUNT, task, 'title', 'Write', 'Write'));
    make(taskChanges, taskChanges.fieldChange(ACCOUNT, task, 'assignee', null, null));
    taskChanges.moveAll(ACCOUNT, [], TODO, DONE);
    expect([outbox.count(ACCOUNT), said.length]).toEqual([0, 0]);
  });

  test('of many tasks is one write, and one undo', async () => {
    const { taskChanges, outbox, local, undo, send, task } = await withTask();
    const other = await local.addTask({ title: 'Other' });
    taskChanges.moveAll(ACCOUNT, [task, { id: other.id, identifier: 'ME-2' }], TODO, DONE);
    expect(outbox.count(ACCOUNT)).toBe(1);
    await send();
    const statuses = async () =>
      Promise.all(
        [task.id, other.id].map(
          async (id) => ((await local.call('GET', `/task/${id}`)).json as { status: string }).status,
        ),
      );
    expect(await statuses()).toEqual(['done', 'done']);
    undo();
    await send();
    expect(await statuses()).toEqual(['to-do', 'to-do']);
  });

  test('is on disk before it is published', async () => {
    const { taskChanges, database, task } = await withTask();
    make(taskChanges, taskChanges.fieldChange(ACCOUNT, task, 'title', 'Write', 'Write it'));
    const row = database.prepare(`SELECT payload FROM outbox WHERE kind = 'task.title'`).get();
    expect(JSON.parse(String(row?.payload))).toMatchObject({ title: 'Write it' });
  });
});

describe('undo', () => {
  test('reverts only the last change', async () => {
    const { taskChanges, task, undo } = await withTask();
    make(taskChanges, taskChanges.fieldChange(ACCOUNT, task, 'priority', 'low', 'high'));
    taskChanges.setStatus(ACCOUNT, task, TODO, DONE);
    undo();
    expect(taskChanges.pending(ACCOUNT).get(task.id)).toMatchObject({
      priority: 'high',
      status: { slug: 'to-do' },
    });
  });

  test('and redo, step by step', async () => {
    const { taskChanges, task, undo, redo } = await withTask();
    make(taskChanges, taskChanges.fieldChange(ACCOUNT, task, 'title', 'Write', 'Write it'));
    taskChanges.setStatus(ACCOUNT, task, TODO, DONE);
    const shown = () => {
      const { title, status } = taskChanges.pending(ACCOUNT).get(task.id) ?? {};
      return [title, status?.slug];
    };
    undo();
    undo(1);
    expect(shown()).toEqual(['Write', 'to-do']);
    redo();
    redo();
    expect(shown()).toEqual(['Write it', 'done']);
  });

  test('of a write that is being sent asks to wait', async () => {
    const { taskChanges, task } = await withTask();
    expect(() => taskChanges.queue.takeBack(ACCOUNT, `${task.id}:label:bug`)).toThrow('That is being sent right now');
  });
});

describe('a task that is deleted', () => {
  const there = async ({ local, task }: Awaited<ReturnType<typeof withTask>>) =>
    (await local.call('GET', `/task/${task.id}`)).status === 200;

  test('disappears at once, and at the service after the time for undo', async () => {
    const screen = await withTask();
    const { taskChanges, task, clock, send } = screen;
    make(taskChanges, taskChanges.removal(ACCOUNT, task));
    make(taskChanges, taskChanges.removal(ACCOUNT, task));
    expect(taskChanges.pending(ACCOUNT).get(task.id)).toEqual({ isDeleted: true });
    clock.ms += TOAST_MS;
    await send();
    expect(await there(screen)).toBe(true);
    clock.ms += 1_000;
    await send();
    expect(await there(screen)).toBe(false);
    expect(screen.outbox.count(ACCOUNT)).toBe(0);
  });

  test('stays after an undo', async () => {
    const screen = await withTask();
    make(screen.taskChanges, screen.taskChanges.removal(ACCOUNT, screen.task));
    screen.undo();
    expect(screen.taskChanges.pending(ACCOUNT).size).toBe(0);
    screen.clock.ms += 60_000;
    await screen.send();
    expect(await there(screen)).toBe(true);
  });

  test('returns if the service rejects the deletion', async () => {
    const screen = await withTask();
    const { taskChanges, task, clock, outbox, local, server, rejected } = screen;
    const { token } = local.workspace.addPerson({ name: 'Mem', role: 'member' });
    const http = { baseUrl: server.baseUrl, transport: fetch, userAgent: 'test', credential: () => token };
    const client = createClient(createHttp(http));
    make(taskChanges, taskChanges.removal(ACCOUNT, task));
    clock.ms += TOAST_MS + 1_000;
    outbox.startSending({ accountId: ACCOUNT, userId: local.userId, server: 'pm.example.org', client });
    await outbox.idle();
    expect(rejected.map(({ sentence }) => sentence)).toEqual([expect.stringMatching(/^ME-1 was not deleted: /)]);
    expect([taskChanges.pending(ACCOUNT).size, outbox.count(ACCOUNT)]).toEqual([0, 0]);
    expect(await client.getTask(task.id)).toMatchObject({ id: task.id });
  });
});

test('placing a task moves others aside, and undo restores all of them', async () => {
  const { taskChanges, local, outbox, send, undo, task } = await withTask();
  const other = await local.addTask({ title: 'Other', status: 'done' });
  const placed = [
    { ...task, from: 1, to: 5 },
    { id: other.id, identifier: 'ME-2', from: 1, to: 6 },
  ];
  taskChanges.place(ACCOUNT, task, TODO, DONE, placed);
  expect(taskChanges.pending(ACCOUNT).get(task.id)).toMatchObject({ status: { slug: 'done' }, position: 5 });
  await send();
  const there = async () =>
    Promise.all(
      [task.id, other.id].map(async (id) => {
        const { status, position } = (await local.call('GET', `/task/${id}`)).json as Record<string, unknown>;
        return [status, position];
      }),
    );
  expect(await there()).toEqual([
    ['done', 5],
    ['done', 6],
  ]);
  undo();
  await send();
  expect(await there()).toEqual([
    ['to-do', 1],
    ['done', 1],
  ]);
  expect(outbox.count(ACCOUNT)).toBe(0);
});

describe('a task that is dropped into another column', () => {
  test('keeps both its column and its place on disk, or neither', async () => {
    const { taskChanges, database, outbox, task } = await withTask();
    database.exec(`CREATE TEMP TRIGGER fails BEFORE INSERT ON outbox WHEN NEW.kind = 'task.position'
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    const drop = () => taskChanges.place(ACCOUNT, task, TODO, DONE, [{ ...task, from: 1, to: 5 }]);
    expect(drop).toThrow('disk full');
    expect(outbox.list(ACCOUNT)).toEqual([]);
    database.exec('DROP TRIGGER fails');
    drop();
    expect(outbox.list(ACCOUNT).map(({ kind }) => kind)).toEqual([taskStatus.kind, 'task.position']);
  });
});

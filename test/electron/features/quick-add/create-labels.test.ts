/** New tasks: stored at once, created once, followed by their labels, and undone. */
import { describe, expect, test, vi } from 'vitest';
import { createCreation } from '../../../../electron/features/tasks/task-creation.ts';
import type { OutboxItem } from '../../../../electron/outbox/write-kind.ts';
import type { NewTask } from '../../../../shared/contract/new-task.ts';
import { ACCOUNT, pageScreen } from '../tasks/page-screen.ts';

async function maker() {
  const screen = await pageScreen();
  const { database, outbox, clock, where } = screen;
  const { queue } = screen.taskChanges;
  const creation = createCreation({ database, outbox, queue, now: () => clock.ms, onCreated: () => undefined });
  const task = (title: string, changed: Partial<NewTask> = {}): NewTask => ({
    projectId: screen.local.projectId,
    projectSlug: 'ME',
    title,
    description: '',
    priority: 'low',
    status: 'to-do',
    labels: [],
    ...changed,
  });
  const there = async () => {
    const { json } = await screen.local.call('GET', `/task?workspaceId=${where.workspaceId}`);
    return (json as { id: string; title: string }[]).map(({ title }) => title).sort();
  };
  return { ...screen, creation, task, there };
}

/** The sent outbox row that is passed to `made`. */
const itemOf = (subject: string): OutboxItem => ({
  id: 1,
  accountId: ACCOUNT,
  kind: 'task.create',
  subject,
  payload: {
    projectId: 'p1',
    projectSlug: 'ME',
    title: 'One',
    description: '',
    priority: 'low',
    status: 'to-do',
    startDate: null,
    dueDate: null,
    userId: null,
    lastNumber: 0,
  },
  state: 'sent',
  createdAt: '',
  notBefore: '',
  attempts: 1,
  lastError: null,
  sendingSince: null,
});

describe('a new task', () => {
  test('is on disk before the toast, and then at the service with its labels', async () => {
    const { creation, task, there, outbox, said, where, local, send } = await maker();
    const [localId = ''] = creation.create(where, [
      task('Send it', { labels: [{ name: 'billing' }, { name: 'ops' }] }),
    ]);
    expect(outbox.list(ACCOUNT).map(({ kind }) => kind)).toEqual([
      'task.create',
      'task.label-attach',
      'task.label-attach',
    ]);
    expect(said.at(-1)?.text).toBe('New task “Send it” is saved');
    await send();
    expect(await there()).toEqual(['Send it']);
    const { json } = await local.call('GET', `/label/task/${outbox.serverId(localId)}`);
    expect((json as { name: string }[]).map(({ name }) => name).sort()).toEqual(['billing', 'ops']);
  });

  test('is not created at all if the database fails for one of several', async () => {
    const { creation, task, outbox, where } = await maker();
    vi.spyOn(outbox, 'add')
      .mockImplementationOnce(outbox.add)
      .mockImplementationOnce(() => {
        throw new Error('disk');
      });
    expect(() => creation.create(where, [task('One'), task('Two')])).toThrow('disk');
    expect(outbox.count(ACCOUNT)).toBe(0);
  });

  test('undone before it is sent leaves no write, nor do its labels', async () => {
    const { creation, task, there, outbox, where, undo, send } = await maker();
    creation.create(where, [task('One', { labels: [{ name: 'ops' }] }), task('Two')]);
    undo();
    expect(outbox.count(ACCOUNT)).toBe(0);
    await send();
    expect(await there()).toEqual([]);
  });

  test('undone after its creation is deleted at the service', async () => {
    const { creation, task, there, where, undo, send, outbox, said } = await maker();
    const [localId = ''] = creation.create(where, [task('One')]);
    await send();
    creation.sent(itemOf(localId), {
      id: outbox.serverId(localId),
      identifier: 'ME-1',
      title: 'One',
      projectName: 'P',
    });
    expect(said.at(-1)?.text).toBe('ME-1 created');
    undo();
    await send();
    expect(await there()).toEqual([]);
  });
});

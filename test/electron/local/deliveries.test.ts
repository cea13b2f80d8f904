/** Webhook deliveries (docs/service.md#webhooks), over real loopback. */

import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { LocalWorkspaceOptions } from '../../../electron/local/local-workspace.ts';
import { WebhookEventKind } from '../../../shared/projects/webhook-events.ts';
import { eventually } from '../../until.ts';
import { startReceiver } from './receiver.ts';
import { testWorkspace } from './workspace.ts';

const ALL = Object.fromEntries(WebhookEventKind.options.map((kind) => [kind, true]));

async function hooked(body: object = {}, options: Partial<LocalWorkspaceOptions> = {}) {
  const receiver = await startReceiver();
  const local = await testWorkspace({ publicUrl: 'http://tasks.example', ...options });
  const path = `/generic-webhook-integration/project/${local.projectId}`;
  const answer = await local.call('POST', path, { webhookUrl: receiver.url, events: ALL, ...body });
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...local, receiver, path };
}

test('a delivery is signed over its raw body, and only with a secret', async () => {
  const { receiver, addTask, call, path } = await hooked({ secret: 'shared secret' });
  await addTask({ title: 'Grüße' });
  const [signed] = await receiver.wait(1);
  expect(signed?.headers['content-type']).toBe('application/json');
  expect(signed?.headers['x-kaneo-signature']).toBe(
    createHmac('sha256', 'shared secret')
      .update(signed?.raw ?? '')
      .digest('hex'),
  );
  await call('PATCH', path, { secret: null });
  await addTask();
  const [, unsigned] = await receiver.wait(2);
  expect(unsigned?.headers).not.toHaveProperty('x-kaneo-signature');
});

test('contains the event, the project, the task and the actor', async () => {
  const { receiver, addTask, projectId, workspaceId, userId, clock } = await hooked();
  const { id } = await addTask({ title: 'Call', status: 'in-progress' });
  const [first] = await receiver.wait(1);
  expect(first?.method).toBe('POST');
  expect(first?.json).toEqual({
    event: 'task.created',
    timestamp: new Date(clock.ms).toISOString(),
    integration: { type: 'generic-webhook' },
    project: { id: projectId, name: 'Personal', workspaceId },
    task: {
      id,
      number: 1,
      title: 'Call',
      status: 'in-progress',
      statusName: 'In progress',
      priority: 'medium',
      url: `http://tasks.example/dashboard/workspace/${workspaceId}/project/${projectId}/task/${id}`,
    },
    actor: { id: userId, name: 'You' },
    data: { title: 'Call', description: '', priority: 'medium', status: 'in-progress', number: 1 },
  });
});

test('every kind of change is delivered with the old and the new value', async () => {
  const { receiver, addTask, call, userId, workspaceId, projectId } = await hooked();
  const { id } = await addTask();
  const other = (await call('POST', '/project', { name: 'O', slug: 'O', icon: '', workspaceId })).json as {
    id: string;
  };
  const steps: [string, () => Promise<unknown>, object][] = [
    [
      'task.status_changed',
      () => call('PUT', `/task/status/${id}`, { status: 'done' }),
      { oldStatus: 'to-do', newStatus: 'done' },
    ],
    [
      'task.priority_changed',
      () => call('PUT', `/task/priority/${id}`, { priority: 'low' }),
      { oldPriority: 'medium', newPriority: 'low' },
    ],
    [
      'task.title_changed',
      () => call('PUT', `/task/title/${id}`, { title: 'New' }),
      { oldTitle: 'A task', newTitle: 'New' },
    ],
    [
      'task.description_changed',
      () => call('PUT', `/task/description/${id}`, { description: 'D' }),
      { oldDescription: '', newDescription: 'D' },
    ],
    [
      'task.due_date_changed',
      () => call('PUT', `/task/due-date/${id}`, { dueDate: '2027-12-24' }),
      { oldDueDate: null, newDueDate: '2027-12-24T00:00:00.000Z' },
    ],
    [
      'task.assignee_changed',
      () => call('PUT', `/task/assignee/${id}`, { userId }),
      { oldAssigneeId: null, newAssigneeId: userId, newAssignee: 'You' },
    ],
    [
      'task.unassigned',
      () => call('PATCH', '/task/bulk', { taskIds: [id], operation: 'updateAssignee', value: null }),
      { oldAssigneeId: userId },
    ],
    ['task.comment_created', () => call('POST', `/comment/${id}`, { content: 'Hm' }), { comment: 'Hm' }],
    [
      'task.moved',
      () => call('PUT', `/task/move/${id}`, { destinationProjectId: other.id }),
      { oldProjectId: projectId, newProjectId: other.id },
    ],
  ];
  let count = 1;
  for (const [event, act, data] of steps) {
    await act();
    count += 1;
    const received = await receiver.wait(count);
    expect(received.at(-1)?.json).toMatchObject({ event, data });
  }
  const gone = await addTask();
  await receiver.wait(count + 1);
  await call('DELETE', `/task/${gone.id}`);
  const received = await receiver.wait(count + 2);
  expect(received.at(-1)?.json).toMatchObject({ event: 'task.deleted', task: { id: gone.id, title: 'A task' } });
  expect(Object.keys(received.at(-1)?.json.task ?? {})).toEqual(['id', 'title']);
});

describe('no delivery', () => {
  test('for a kind that is off, while inactive, or without a change', async () => {
    const { receiver, addTask, call, path } = await hooked({ events: { ...ALL, taskTitleChanged: false } });
    const { id } = await addTask();
    await receiver.wait(1);
    await call('PUT', `/task/title/${id}`, { title: 'New' });
    await call('PUT', `/task/status/${id}`, { status: 'to-do' });
    await call('PATCH', path, { isActive: false });
    await call('PUT', `/task/status/${id}`, { status: 'done' });
    await call('PATCH', path, { isActive: true });
    await call('PUT', `/task/priority/${id}`, { priority: 'low' });
    const received = await receiver.wait(2);
    expect(received.map(({ json }) => json.event)).toEqual(['task.created', 'task.priority_changed']);
  });

  test('for a rejected bulk change', async () => {
    const { receiver, addTask, call } = await hooked();
    const { id } = await addTask();
    await call('PATCH', '/task/bulk', { taskIds: [id], operation: 'updateStatus', value: 'nowhere' });
    await call('PUT', `/task/status/${id}`, { status: 'done' });
    expect((await receiver.wait(2)).map(({ json }) => json.event)).toEqual(['task.created', 'task.status_changed']);
  });
});

test('the answer does not wait for the receiver, and redirects are not followed', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { receiver, addTask } = await hooked();
  receiver.status = null;
  await addTask();
  await receiver.wait(1);
  receiver.status = 302;
  await addTask();
  await receiver.wait(2);
  await eventually(() => expect(warned).toHaveBeenCalledTimes(1));
  expect(String(warned.mock.calls[0]?.[1])).toContain('302');
  expect(receiver.received).toHaveLength(2);
  warned.mockRestore();
});

test('resolves the name for every delivery and connects to the checked address', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const receiver = await startReceiver();
  let address = '127.0.0.1';
  let lookups = 0;
  const resolve = () => {
    lookups += 1;
    return Promise.resolve([{ address, family: 4 }]);
  };
  const local = await testWorkspace({ webhooks: { resolve } });
  // No resolver knows the name, so the connection can only use the checked address.
  const webhookUrl = `http://hooks.punchcard.invalid:${receiver.port}/`;
  await local.call('POST', `/generic-webhook-integration/project/${local.projectId}`, { webhookUrl });
  await local.addTask();
  const [first] = await receiver.wait(1);
  expect(first?.headers.host).toBe(`hooks.punchcard.invalid:${receiver.port}`);
  expect(lookups).toBe(2);
  address = '192.168.0.1';
  await local.addTask();
  await eventually(() => expect(warned).toHaveBeenCalledTimes(1));
  expect(String(warned.mock.calls[0]?.[1])).toContain('192.168.0.1');
  expect(receiver.received).toHaveLength(1);
  warned.mockRestore();
});

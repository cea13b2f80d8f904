/** Reading one task for its page. */

import { describe, expect, onTestFinished, test } from 'vitest';
import { readTaskPage, refreshTaskPage, taskWebAddress } from '../../../../electron/features/tasks/read-task-page.ts';
import { taskView } from '../../../../electron/features/tasks/task-view.ts';
import { type Client, createClient } from '../../../../electron/service/client.ts';
import { createHttp } from '../../../../electron/service/http.ts';
import type { TaskView } from '../../../../shared/contract/task-view.ts';
import { serveLocalWorkspace } from '../../local/serve.ts';
import { testWorkspace } from '../../local/workspace.ts';
import { clientWith, entry, label } from '../../service/malformed.ts';
import { answering, rawServer } from '../../service/raw-server.ts';

const clientOf = (baseUrl: string, token = 'token') =>
  createClient(createHttp({ baseUrl, transport: fetch, userAgent: 'test', credential: () => token }));

const read = (client: Client, known: TaskView) =>
  readTaskPage({ client, userId: 'u1', slugOf: () => undefined }, known.id, known);

const KNOWN = taskView({
  id: 't1',
  projectId: 'p1',
  number: 1,
  title: 'A task',
  status: 'to-do',
  statusName: 'To do',
  priority: 'low',
  dueDate: '2026-11-20T00:00:00.000Z',
  projectName: 'P',
  projectSlug: 'P',
  labels: [],
});

describe('the task page', () => {
  test('add the fields that the list lacks, and later changes', async () => {
    const local = await testWorkspace();
    const server = await serveLocalWorkspace(local.workspace);
    onTestFinished(() => server.close());
    const client = clientOf(server.baseUrl, local.token);
    const { id } = await local.addTask({ title: 'Write', description: 'All of it.', userId: local.userId });
    const [listed] = (await client.listAssignedTasks(local.workspaceId)).tasks;
    if (listed === undefined) throw new Error('The list is empty.');
    const known = taskView(listed);
    expect(await read(client, known)).toMatchObject({
      task: known,
      description: { text: 'All of it.', isWhole: true },
      assignee: { id: local.userId, name: 'You' },
      labels: [],
      relations: [],
      links: [],
      entries: [],
    });

    await local.call('PUT', `/task/status/${id}`, { status: 'in-progress' });
    await local.call('PUT', `/task/priority/${id}`, { priority: 'urgent' });
    await local.call('PUT', `/task/due-date/${id}`, { dueDate: '2026-12-01' });
    expect((await read(client, known)).task).toEqual({
      ...known,
      startDate: null,
      status: 'in-progress',
      // Its display name is not part of the answer.
      statusName: null,
      priority: 'urgent',
      dueDate: '2026-12-01T00:00:00.000Z',
    });
    await local.call('PUT', `/task/due-date/${id}`, {});
    const dated = { ...known, dueDate: '2026-12-01T00:00:00.000Z' };
    expect((await read(client, dated)).task.dueDate).toBeNull();
  });

  test('report unreadable records, and show the rest', async () => {
    const task = { id: 't1', projectId: 'p1', description: { rich: 'text' }, priority: 'critical' };
    const client = clientWith((path) => {
      if (path === '/api/task/t1') return task;
      if (path.startsWith('/api/label/')) return [{ ...label('l1'), taskId: 't1' }, null];
      const entries = [entry('e1'), { ...entry('e2'), endTime: 'late' }].map((one) => ({ ...one, taskId: 't1' }));
      return path.startsWith('/api/time-entry/') ? entries : [null];
    });
    const page = await read(client, KNOWN);
    expect(page).toMatchObject({
      task: { title: 'A task', priority: 'unknown' },
      description: { text: '', isWhole: false },
      labels: [{ id: 'l1' }],
      entries: [{ id: 'e1' }],
    });
    expect(page.unreadable?.dropped).toEqual({
      label: 1,
      relation: 1,
      'external link': 1,
      entry: 1,
      comment: 1,
      activity: 1,
    });
    // Also in a copy, such as one with an own change.
    const source = { client, userId: 'u1', slugOf: () => undefined };
    const later = await refreshTaskPage(source, { ...page }, new Set(['task']), undefined);
    expect(later.unreadable).toEqual(page.unreadable);
    // Reading some parts again says nothing about the others.
    const some = await refreshTaskPage(source, { ...page }, new Set(['relations', 'entries']), undefined);
    expect(some.unreadable?.dropped).toEqual(page.unreadable?.dropped);
    const readable = { ...source, client: clientWith(() => []) };
    const better = await refreshTaskPage(readable, { ...page }, new Set(['relations', 'entries']), undefined);
    expect(better.unreadable?.dropped).toEqual({ label: 1, 'external link': 1, comment: 1, activity: 1 });
    const all = new Set(['labels', 'relations', 'links', 'entries', 'comments', 'activity'] as const);
    expect((await refreshTaskPage(readable, { ...page }, all, undefined)).unreadable).toBeUndefined();
  });

  test('keep known fields if the service sends only the required ones', async () => {
    const { baseUrl } = await rawServer(
      answering(200, { id: 't1', projectId: 'p1', position: 1, number: 1, userId: null }),
    );
    expect(await read(clientOf(baseUrl), KNOWN)).toMatchObject({
      task: KNOWN,
      description: { text: '', isWhole: true },
      assignee: null,
      // This answer to every request is not a list.
      labels: null,
      relations: null,
      links: null,
      entries: null,
      comments: null,
      events: null,
    });
  });

  test('cut a very long description', async () => {
    const { baseUrl } = await rawServer(
      answering(200, { id: 't1', projectId: 'p1', description: 'x'.repeat(2_000_000) }),
    );
    const { description } = await read(clientOf(baseUrl), KNOWN);
    expect([description.text.length, description.isWhole]).toEqual([100_000, false]);
  });

  test('fail as the service fails', async () => {
    const { baseUrl } = await rawServer(answering(404, 'Task not found'));
    await expect(read(clientOf(baseUrl), KNOWN)).rejects.toMatchObject({ kind: 'rejected', status: 404 });
  });
});

test('the web app shows a task at its address, whatever is in the ids', () => {
  expect(taskWebAddress('https://pm.example.org', 'w1', { id: 't1', projectId: 'p1' })).toBe(
    'https://pm.example.org/dashboard/workspace/w1/project/p1/task/t1',
  );
  expect(taskWebAddress('https://example.org/pm', 'w/1', { id: '../t', projectId: 'p?1' })).toBe(
    'https://example.org/pm/dashboard/workspace/w%2F1/project/p%3F1/task/..%2Ft',
  );
});

/** Realtime (docs/service.md#realtime), over real sockets. */
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../until.ts';
import { serveLocalWorkspace } from './serve.ts';
import { testWorkspace } from './workspace.ts';

async function served(options: Parameters<typeof serveLocalWorkspace>[1] = {}) {
  const local = await testWorkspace();
  const server = await serveLocalWorkspace(local.workspace, options);
  onTestFinished(() => server.close());
  const dial = (path: string, token: string | null = local.token) =>
    new WebSocket(`${server.baseUrl.replace('http', 'ws')}${path}`, {
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    });
  /** An open socket, and what came through it. */
  const watch = async (path: string, token?: string) => {
    const socket = dial(path, token);
    const events: { type: string; projectId?: string; taskId?: string }[] = [];
    socket.on('message', (data) => events.push(JSON.parse(String(data))));
    await once(socket, 'open');
    return { socket, events };
  };
  return { ...local, server, dial, watch };
}

async function refusal(socket: WebSocket): Promise<number | undefined> {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
  return response.statusCode;
}

test('a project’s socket sends its changes', async () => {
  const { call, addTask, watch, projectId, workspaceId } = await served();
  const { events } = await watch(`/ws/${projectId}?windowId=1`);
  const expectNext = async (expected: object[]) => {
    await eventually(() => expect(events).toEqual(expected));
    events.length = 0;
  };
  const { id } = await addTask();
  const about = (type: string, taskId = id) => ({ type, projectId, taskId });
  await expectNext([about('TASK_CREATED')]);
  await call('PUT', `/task/title/${id}`, { title: 'New' });
  await expectNext([about('TASK_UPDATED')]);
  await call('PUT', `/task/status/${id}`, { status: 'done' });
  await expectNext([about('TASK_UPDATED'), about('TASK_RELATION_UPDATED', '')]);
  await call('POST', '/label', { name: 'bug', color: '#f00', workspaceId, taskId: id });
  await expectNext([about('TASK_LABEL_UPDATED')]);
  const comment = (await call('POST', `/comment/${id}`, { content: 'Hm' })).json as { id: string };
  await expectNext([about('COMMENT_UPDATED')]);
  await call('PUT', `/comment/${comment.id}`, { content: 'Hm?' });
  await call('DELETE', `/comment/${comment.id}`);
  await expectNext([about('COMMENT_UPDATED'), about('COMMENT_UPDATED')]);
  const other = (await call('POST', '/project', { name: 'O', slug: 'O', icon: '', workspaceId })).json as {
    id: string;
  };
  await call('POST', `/task/${other.id}`, { title: 'x', description: '', priority: 'low', status: 'to-do' });
  await call('POST', '/time-entry', { taskId: id, startTime: '2026-11-18T09:00:00Z' });
  await call('DELETE', `/task/${id}`);
  await expectNext([about('TASK_DELETED')]);
});

test('a person’s socket sends only their notifications', async () => {
  const { call, addTask, watch, userId, workspace } = await served();
  const mira = workspace.addPerson({ name: 'Mira', role: 'admin' });
  const [mine, hers] = [await watch('/ws/user'), await watch('/ws/user', mira.token)];
  const { id } = await addTask();
  await call('PUT', `/task/assignee/${id}`, { userId }, { token: mira.token });
  await eventually(() => expect(mine.events).toEqual([{ type: 'NOTIFICATION_CREATED' }]));
  await call('PUT', `/task/assignee/${id}`, { userId: mira.user.id });
  await eventually(() => expect(hers.events).toEqual([{ type: 'NOTIFICATION_CREATED' }]));
  expect(mine.events).toHaveLength(1);
});

test('a ping is accepted and not answered', async () => {
  const { server, watch } = await served();
  const { socket, events } = await watch('/ws/user');
  socket.send('{"type":"ping"}');
  await eventually(() => expect(server.socketMessages).toEqual(['{"type":"ping"}']));
  expect(events).toEqual([]);
  expect(server.openSockets()).toEqual(['/api/ws/user']);
  server.dropSockets();
  await once(socket, 'close');
  await eventually(() => expect(server.openSockets()).toEqual([]));
});

describe('rejected', () => {
  test('without a live login, for an unknown project, and without realtime', async () => {
    const { dial, projectId } = await served();
    expect(await refusal(dial('/ws/user', null))).toBe(401);
    expect(await refusal(dial(`/ws/${projectId}`, 'dead'))).toBe(401);
    expect(await refusal(dial('/ws/nope'))).toBe(403);
    const without = await served({ realtime: false });
    expect(await refusal(without.dial('/ws/user'))).toBe(404);
  });
});

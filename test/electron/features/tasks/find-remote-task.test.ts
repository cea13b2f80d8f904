/** Finding a task by its identifier if it is in no list, on newer and older servers. */
import { expect, test } from 'vitest';
import { findRemoteTask } from '../../../../electron/features/tasks/search-tasks.ts';
import { served } from '../../service/contract/served.ts';

async function setUp() {
  const at = await served();
  const task = await at.addTask({ title: 'Fix the tap' });
  await at.addTask({ title: `ME-${task.number} again` });
  const projects = [{ id: at.projectId, slug: 'ME', name: 'Personal', icon: null, totalTasks: 2 }];
  const source = { client: at.client, workspaceId: at.workspaceId, projects };
  const ref = {
    taskId: task.id,
    identifier: `ME-${task.number}`,
    title: 'Fix the tap',
    projectId: at.projectId,
    projectName: 'Personal',
  };
  return { ...at, source, ref };
}

test('with the endpoint for identifiers', async () => {
  const { source, ref } = await setUp();
  expect(await findRemoteTask(source, ref.identifier)).toEqual(ref);
});

test('with a search if the server lacks the endpoint', async () => {
  const { source, ref, server } = await setUp();
  server.intercept = (request) =>
    request.url.includes('by-ticket-id') ? new Response('404 Not Found', { status: 404 }) : undefined;
  expect(await findRemoteTask(source, ref.identifier.toLowerCase())).toEqual(ref);
});

test('a text that is not an identifier causes no request; an unknown identifier finds nothing', async () => {
  const { source, server } = await setUp();
  const before = server.requests.length;
  expect(await findRemoteTask(source, 'the tap')).toBeUndefined();
  expect(server.requests).toHaveLength(before);
  expect(await findRemoteTask(source, 'ME-999')).toBeUndefined();
});

/** Finding a task by its identifier if it is in no list, on newer and older servers. */
import { expect, test } from 'vitest';
import { findRemoteTask, isIdentifier } from '../../../../electron/features/tasks/search-tasks.ts';
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

test('an unknown identifier finds nothing, also on a server without any search; one that fails is an error', async () => {
  const { source, server } = await setUp();
  expect(await findRemoteTask(source, 'ME-999')).toBeUndefined();
  const answer = (status: number) => {
    server.intercept = () => new Response(`${status}`, { status });
    return findRemoteTask(source, 'ME-999');
  };
  expect(await answer(404)).toBeUndefined();
  await expect(answer(503)).rejects.toThrow();
});

test('a part of a title is no identifier', () => {
  expect(['ME-1', 'web-app-12', 'the tap', 'tap'].map(isIdentifier)).toEqual([true, true, false, false]);
});

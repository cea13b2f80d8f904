/** Long descriptions, in pages and searched (docs/service.md#descriptions). */
import { expect, test } from 'vitest';
import { readDescription } from '../../../../electron/service/read-descriptions.ts';
import { isOlder, NO_ROUTE, served } from './served.ts';

/** Over 64 KiB, and of signs that are two UTF-16 units each: pages are counted in code points. */
const LONG = '🌱'.repeat(40_000);
const PAGE = 32_768;

async function withLongOne() {
  const local = await served();
  const { id } = await local.addTask({ description: `${LONG}Watering can` });
  const share = async (isPublic: boolean, description: string) =>
    local.client.updateProject(local.projectId, { name: 'Garden', icon: 'Sprout', slug: 'ME', description, isPublic });
  return { ...local, taskId: id, share };
}

test('a task’s description is left out of the board and read in pages of code points; an older server leaves nothing out', async () => {
  const { client, taskId, projectId } = await withLongOne();
  const board = await client.getBoardPage(projectId, { page: 1, limit: 100, sortBy: 'number', sortOrder: 'asc' });
  const [onBoard] = board.data.columns.flatMap(({ tasks }) => tasks);
  if (isOlder) {
    expect(onBoard?.description).toBe(`${LONG}Watering can`);
    expect(onBoard?.descriptionDeferred).toBeUndefined();
    await expect(client.getTaskDescriptionPage(taskId, { offset: 0 })).rejects.toMatchObject(NO_ROUTE);
    expect(await readDescription(client, { of: 'task', taskId })).toBe(`${LONG}Watering can`);
    return;
  }
  expect(onBoard).toMatchObject({ id: taskId, description: null, descriptionDeferred: true });

  const first = await client.getTaskDescriptionPage(taskId, { offset: 0 });
  expect([...first.content]).toHaveLength(PAGE);
  expect(first.nextOffset).toBe(PAGE);
  const second = await client.getTaskDescriptionPage(taskId, { offset: PAGE, version: first.version });
  expect(second).toMatchObject({ version: first.version, nextOffset: null });
  expect(first.content + second.content).toBe(`${LONG}Watering can`);
  expect(await readDescription(client, { of: 'task', taskId })).toBe(`${LONG}Watering can`);
});

test('a page of another version is rejected', async () => {
  const { client, taskId } = await withLongOne();
  await expect(client.getTaskDescriptionPage(taskId, { offset: 0, version: '999' })).rejects.toMatchObject(
    isOlder ? NO_ROUTE : { kind: 'rejected', status: 409, code: 'CONFLICT' },
  );
});

test('what is in it is found', async () => {
  const { client, taskId, projectId } = await withLongOne();
  if (isOlder) {
    await expect(client.listDescriptionMatches(projectId, { query: 'watering' })).rejects.toMatchObject(NO_ROUTE);
    return;
  }
  expect(await client.listDescriptionMatches(projectId, { query: 'watering CAN' })).toEqual({
    ids: [taskId],
    nextCursor: null,
  });
  expect((await client.listDescriptionMatches(projectId, { query: 'watering', after: taskId })).ids).toEqual([]);
});

test('of a public project, its own and its tasks’ are read without signing in', async () => {
  const { stranger, share, taskId, projectId, lastCredential } = await withLongOne();
  // A route that is not there wants a login first.
  await expect(stranger.getPublicTaskDescriptionPage(projectId, taskId, { offset: 0 })).rejects.toMatchObject({
    status: isOlder ? 401 : 404,
  });
  await share(true, `About ${LONG}`);
  if (isOlder) {
    await expect(readDescription(stranger, { of: 'public-project', projectId })).rejects.toMatchObject({ status: 401 });
    return;
  }
  expect((await stranger.getPublicProjectDescriptionPage(projectId, { offset: 0 })).nextOffset).toBe(PAGE);
  expect((await stranger.getPublicTaskDescriptionPage(projectId, taskId, { offset: 0 })).nextOffset).toBe(PAGE);
  expect(lastCredential()).toBeUndefined();
  expect(await readDescription(stranger, { of: 'public-project', projectId })).toBe(`About ${LONG}`);
  expect(await readDescription(stranger, { of: 'public-task', projectId, taskId })).toBe(`${LONG}Watering can`);
});

test('a project’s own is part of the project', async () => {
  const { client, share, projectId } = await withLongOne();
  await share(false, `About ${LONG}`);
  expect(await readDescription(client, { of: 'project', projectId })).toBe(`About ${LONG}`);
});

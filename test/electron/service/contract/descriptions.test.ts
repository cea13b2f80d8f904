/** Pages and search of long descriptions (docs/service.md#descriptions). */
import { expect, test } from 'vitest';
import { readDescription } from '../../../../electron/service/read-descriptions.ts';
import { isOlder, NO_ROUTE, served } from './served.ts';

/** Over 64 KiB, of characters with two UTF-16 units each, because pages are measured in code points. */
const LONG = '🌱'.repeat(40_000);
const PAGE = 32_768;

async function withLongDescription() {
  const local = await served();
  const { id } = await local.addTask({ description: `${LONG}Watering can` });
  const share = async (isPublic: boolean, description: string) =>
    local.client.updateProject(local.projectId, { name: 'Garden', icon: 'Sprout', slug: 'ME', description, isPublic });
  return { ...local, taskId: id, share };
}

test('a long description is omitted from the board and read in pages of code points; older servers send it with the board', async () => {
  const { client, taskId, projectId } = await withLongDescription();
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
  const { client, taskId } = await withLongDescription();
  await expect(client.getTaskDescriptionPage(taskId, { offset: 0, version: '999' })).rejects.toMatchObject(
    isOlder ? NO_ROUTE : { kind: 'rejected', status: 409, code: 'CONFLICT' },
  );
});

test('its text is searched', async () => {
  const { client, taskId, projectId } = await withLongDescription();
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

test('the descriptions of a public project and of its tasks are read without signing in', async () => {
  const { stranger, share, taskId, projectId, lastCredential } = await withLongDescription();
  // A missing route requires a login first.
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

test('a project’s description is part of the project', async () => {
  const { client, share, projectId } = await withLongDescription();
  await share(false, `About ${LONG}`);
  expect(await readDescription(client, { of: 'project', projectId })).toBe(`About ${LONG}`);
});

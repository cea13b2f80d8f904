/** Projects (docs/service.md#projects). */
import { describe, expect, test } from 'vitest';
import { coded, isOlder, NO_ROUTE, served } from './served.ts';

async function withGarden() {
  const local = await served();
  const garden = await local.client.createProject({
    name: 'Garden',
    workspaceId: local.workspaceId,
    icon: 'Sprout',
    slug: 'GAR',
  });
  return { ...local, garden };
}

describe('a project', () => {
  test('is created with columns', async () => {
    const { client, garden, workspaceId } = await withGarden();
    expect(garden).toMatchObject({ workspaceId, name: 'Garden', slug: 'GAR', icon: 'Sprout', archivedAt: null });
    expect(await client.listColumns(garden.id)).toHaveLength(4);
  });

  test('with the key of another project is rejected', async () => {
    const { client, workspaceId } = await withGarden();
    const again = { name: 'Garage', workspaceId, icon: '', slug: 'gar' };
    await expect(client.createProject(again)).rejects.toMatchObject({ status: 409, ...coded('CONFLICT') });
  });

  test('is changed', async () => {
    const { client, garden } = await withGarden();
    const body = { name: 'Allotment', icon: 'Leaf', slug: 'ALL', description: 'Beans', isPublic: true };
    expect(await client.updateProject(garden.id, body)).toMatchObject({ id: garden.id, ...body });
    expect(await client.getProject(garden.id)).toMatchObject(body);
  });

  test('is archived, hidden, and restored', async () => {
    const { client, garden, workspaceId } = await withGarden();
    expect((await client.archiveProject(garden.id)).archivedAt).toEqual(expect.any(String));
    const names = async (includeArchived: boolean) =>
      (await client.listProjects(workspaceId, { includeArchived })).map(({ name }) => name);
    expect(await names(false)).toEqual(['Personal']);
    expect(await names(true)).toEqual(['Personal', 'Garden']);
    expect((await client.unarchiveProject(garden.id)).archivedAt).toBeNull();
    expect(await names(false)).toEqual(['Personal', 'Garden']);
  });

  test('is deleted', async () => {
    const { client, garden } = await withGarden();
    expect(await client.deleteProject(garden.id)).toMatchObject({ id: garden.id });
    await expect(client.getProject(garden.id)).rejects.toMatchObject({ kind: 'rejected' });
  });

  test('has the earliest due date of its open tasks, on an older server of all its tasks', async () => {
    const { client, addTask, workspaceId } = await served();
    await addTask({ status: 'done', dueDate: '2026-11-01' });
    await addTask({ dueDate: '2026-12-01' });
    const [project] = await client.listProjects(workspaceId);
    expect(project?.statistics?.dueDate).toBe(isOlder ? '2026-11-01T00:00:00.000Z' : '2026-12-01T00:00:00.000Z');
  });

  test('is reordered', async () => {
    const { client, garden, projectId, workspaceId } = await withGarden();
    const projects = [
      { id: garden.id, position: 3 },
      { id: projectId, position: 7 },
    ];
    expect((await client.reorderProjects(workspaceId, { projects })).map(({ id, position }) => [id, position])).toEqual(
      [
        [garden.id, 0],
        [projectId, 1],
      ],
    );
  });

  test('moves to another workspace; assignees who are not members there are cleared', async () => {
    const { client, garden, workspace, workspaceId, lastRequest } = await withGarden();
    const rejection = (status: number) => (isOlder ? NO_ROUTE : { status });
    await expect(client.moveProject(garden.id, workspaceId)).rejects.toMatchObject(rejection(400));
    await expect(client.moveProject(garden.id, 'elsewhere')).rejects.toMatchObject(rejection(403));
    const { user } = workspace.addPerson({ name: 'Mira', role: 'member' });
    const body = { title: 'Dig', description: '', priority: 'low', status: 'to-do', userId: user.id } as const;
    await client.createTask(garden.id, body);
    const other = workspace.addWorkspace('Home');
    expect((await client.listWorkspaces()).map(({ name }) => name)).toEqual(['My workspace', 'Home']);
    const moved = client.moveProject(garden.id, other);
    if (isOlder) return expect(moved).rejects.toMatchObject(NO_ROUTE);
    expect(await moved).toMatchObject({ id: garden.id, workspaceId: other, unassignedTaskCount: 1 });
    expect(lastRequest()).toBe(`PUT /project/${garden.id}/move`);
    expect((await client.listProjects(other)).map(({ id }) => id)).toEqual([garden.id]);
    expect((await client.listProjects(workspaceId)).map(({ id }) => id)).not.toContain(garden.id);
  });
});

test('a background is uploaded, read and removed', async () => {
  const { client, garden } = await withGarden();
  const file = { contentType: 'image/png', size: 4 };
  const requested = client.requestBackgroundUpload(garden.id, file);
  if (isOlder) {
    await expect(requested).rejects.toMatchObject(NO_ROUTE);
    const stored = { ...file, key: 'k', version: '1' };
    await expect(client.finalizeBackgroundUpload(garden.id, stored)).rejects.toMatchObject(NO_ROUTE);
    await expect(client.deleteBackground(garden.id)).rejects.toMatchObject(NO_ROUTE);
    return;
  }
  const { key, version, ...target } = await requested;
  await client.uploadBytes(target, new Uint8Array([1, 2, 3, 4]));
  const { url } = await client.finalizeBackgroundUpload(garden.id, { ...file, key, version });
  expect(url).toContain(`/project/${garden.id}/background`);
  expect(await client.getProject(garden.id)).toMatchObject({ backgroundVersion: version });
  const { contentType, bytes } = await client.downloadBackground(garden.id);
  expect([contentType, [...bytes]]).toEqual(['image/png', [1, 2, 3, 4]]);
  expect(await client.deleteBackground(garden.id)).toBeUndefined();
  await expect(client.downloadBackground(garden.id)).rejects.toMatchObject({ kind: 'rejected', status: 404 });
});

test('a public board is read page by page without signing in', async () => {
  const { client, stranger, garden, lastCredential, lastRequest } = await withGarden();
  const numbers = { page: 1, limit: 100, relatedPage: 1 };
  await expect(stranger.getPublicBoardPage(garden.id, numbers)).rejects.toMatchObject({ status: 403 });
  await client.updateProject(garden.id, { name: 'Garden', icon: '', slug: 'GAR', description: '', isPublic: true });
  const board = await client.getPublicBoardPage(garden.id, numbers);
  expect(board).toMatchObject({
    id: garden.id,
    columns: [{ slug: 'to-do' }, { slug: 'in-progress' }, { slug: 'in-review' }, { slug: 'done' }],
  });
  // An older server sends the bare board.
  if (isOlder) expect(board.pagination).toBeUndefined();
  else {
    const pagination = { total: 0, page: 1, pageSize: 100, relatedPage: 1, relatedTotalPages: 1 };
    expect(board.pagination).toMatchObject(pagination);
  }
  expect(lastRequest()).toBe(`GET /public-project/${garden.id}?page=1&limit=100&relatedPage=1`);
  expect(lastCredential()).toBeUndefined();
});

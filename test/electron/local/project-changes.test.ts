/** Creating, changing, reordering and deleting projects (docs/service.md#projects). */
import { describe, expect, test } from 'vitest';
import { Project, ProjectListItem } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

async function create({ call, workspaceId }: TestWorkspace, slug: string) {
  const body = { name: `Project ${slug}`, slug, icon: 'Folder', workspaceId };
  return Project.parse((await call('POST', '/project', body)).json);
}

const listed = async ({ call, workspaceId }: TestWorkspace, query = '') =>
  ProjectListItem.array()
    .parse((await call('GET', `/project?workspaceId=${workspaceId}${query}`)).json)
    .map(({ slug }) => slug);

test('a new project is last and has the four default columns', async () => {
  const local = await testWorkspace();
  const project = await create(local, 'WEB');
  expect(project).toMatchObject({ name: 'Project WEB', icon: 'Folder', isPublic: false, lastTaskNumber: 0 });
  expect(await listed(local)).toEqual(['ME', 'WEB']);
  expect((await local.call('GET', `/column/${project.id}`)).json).toHaveLength(4);
});

test('slugs are unique, ignoring case', async () => {
  const local = await testWorkspace();
  const { call, workspaceId } = local;
  const body = { name: 'x', slug: 'me', icon: '', workspaceId };
  expect(await call('POST', '/project', body)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
  const { id } = await create(local, 'WEB');
  const full = { name: 'x', icon: '', slug: 'Me', description: '', isPublic: false };
  expect((await call('PUT', `/project/${id}`, full)).status).toBe(409);
  expect((await call('PUT', `/project/${id}`, { ...full, slug: 'web' })).status).toBe(200);
  expect((await call('POST', '/project', { ...body, slug: 'NEW', workspaceId: 'nope' })).status).toBe(403);
});

describe('PUT /project/{id}', () => {
  const FULL = { name: 'New name', icon: 'Star', slug: 'NN', description: 'Why', isPublic: true };

  test('replaces and requires all fields', async () => {
    const { call, projectId } = await testWorkspace();
    expect((await call('PUT', `/project/${projectId}`, FULL)).json).toMatchObject({ id: projectId, ...FULL });
    expect((await call('PUT', `/project/${projectId}`, { name: 'x' })).json).toMatchObject({
      issues: [{ path: 'body.icon' }, { path: 'body.slug' }, { path: 'body.description' }, { path: 'body.isPublic' }],
    });
    expect((await call('PUT', '/project/nope', FULL)).status).toBe(400);
  });

  test('with an API key needs project:share only to change the visibility', async () => {
    const { call, projectId, workspace } = await testWorkspace();
    const token = workspace.createApiKey('editor', ['project:update']);
    expect((await call('PUT', `/project/${projectId}`, FULL, { token })).json).toMatchObject({
      code: 'API_KEY_SCOPE',
      missingPermissions: ['project:share'],
    });
    expect((await call('PUT', `/project/${projectId}`, { ...FULL, isPublic: false }, { token })).status).toBe(200);
  });
});

test('an archived project is hidden by default and can be restored', async () => {
  const local = await testWorkspace();
  const { id } = await create(local, 'WEB');
  const archived = Project.parse((await local.call('PUT', `/project/${id}/archive`)).json);
  expect(archived.archivedAt).toBe(new Date(local.clock.ms).toISOString());
  expect(await listed(local)).toEqual(['ME']);
  expect(await listed(local, '&includeArchived=true')).toEqual(['ME', 'WEB']);
  expect((await local.call('PUT', `/project/${id}/unarchive`)).json).toMatchObject({ archivedAt: null });
  expect(await listed(local)).toEqual(['ME', 'WEB']);
});

test('deleting a project deletes its tasks', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask();
  expect((await local.call('DELETE', `/project/${local.projectId}`)).json).toMatchObject({ id: local.projectId });
  expect((await local.call('GET', `/task/${id}`)).status).toBe(400);
  expect(await listed(local)).toEqual([]);
  const { token } = local.workspace.addPerson({ name: 'Mira', role: 'member' });
  const other = await create(local, 'WEB');
  expect((await local.call('DELETE', `/project/${other.id}`, undefined, { token })).json).toMatchObject({
    missingPermissions: ['project:delete'],
  });
});

describe('reordering', () => {
  async function four() {
    const local = await testWorkspace();
    const ids: Record<string, string> = { ME: local.projectId };
    for (const slug of ['A', 'B', 'C']) ids[slug] = (await create(local, slug)).id;
    const reorder = (wanted: [string, number][]) =>
      local.call('PUT', `/project/reorder?workspaceId=${local.workspaceId}`, {
        projects: wanted.map(([slug, position]) => ({ id: ids[slug] ?? slug, position })),
      });
    return { ...local, reorder };
  }

  test('uses the relative order and renumbers from 0; omitted projects keep their rank', async () => {
    const local = await four();
    const answer = await local.reorder([
      ['C', 10],
      ['ME', 70],
    ]);
    expect(
      Project.array()
        .parse(answer.json)
        .map(({ slug, position }) => [slug, position]),
    ).toEqual([
      ['C', 0],
      ['A', 1],
      ['B', 2],
      ['ME', 3],
    ]);
    expect(await listed(local)).toEqual(['C', 'A', 'B', 'ME']);
  });

  test('rejects duplicates, foreign projects, an empty list and another workspace', async () => {
    const { reorder, call } = await four();
    expect(
      (
        await reorder([
          ['A', 0],
          ['A', 1],
        ])
      ).status,
    ).toBe(400);
    expect((await reorder([['nope', 0]])).status).toBe(400);
    expect((await reorder([])).json).toMatchObject({ issues: [{ path: 'body.projects' }] });
    expect((await call('PUT', '/project/reorder?workspaceId=nope', { projects: [] })).status).toBe(403);
  });
});

/** Members, roles, and POST /auth/organization/has-permission (docs/service.md#permissions). */
import { describe, expect, test } from 'vitest';
import { WorkspaceMember } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

test('members are listed with their roles, the owner first', async () => {
  const { call, workspaceId, workspace, userId } = await testWorkspace();
  workspace.addPerson({ name: 'Ada', role: 'viewer' });
  const { token } = workspace.addPerson({ name: 'Mira', role: 'admin' });
  const { json } = await call('GET', `/workspace/${workspaceId}/members`);
  expect(WorkspaceMember.array().parse(json)).toMatchObject([
    { id: userId, role: 'owner' },
    { name: 'Ada', role: 'viewer' },
    { name: 'Mira', role: 'admin' },
  ]);
  expect((await call('GET', '/workspace/nope/members')).status).toBe(403);
  expect((await call('GET', '/workspace', undefined, { token })).json).toMatchObject([{ role: 'admin' }]);
  expect((await call('GET', '/user/me', undefined, { token })).json).toMatchObject({ name: 'Mira', role: 'user' });
});

describe('has-permission', () => {
  async function permissionsOf(role: 'viewer' | 'member' | 'admin' | 'owner', permissions: object) {
    const { call, workspace, workspaceId: organizationId } = await testWorkspace();
    const { token } = workspace.addPerson({ name: 'Mira', role });
    const answer = await call('POST', '/auth/organization/has-permission', { permissions, organizationId }, { token });
    return answer.json;
  }
  const yes = { success: true, error: '' };
  const no = { success: false, error: 'Missing permissions' };

  test.each([
    ['viewer', { task: ['read'] }, yes],
    ['viewer', { task: ['read', 'update'] }, no],
    ['member', { task: ['create', 'read', 'update'], label: ['delete'] }, yes],
    ['member', { task: ['assign'] }, no],
    ['member', { task: ['delete'] }, no],
    ['member', { project: ['update'] }, no],
    ['admin', { task: ['assign', 'delete'], project: ['update', 'share'], workspace: ['manage_settings'] }, yes],
    ['admin', { workspace: ['delete'] }, no],
    ['owner', { workspace: ['delete'] }, yes],
    ['owner', { task: ['fly'] }, no],
  ] as const)('%s, %j', async (role, permissions, expected) => {
    expect(await permissionsOf(role, permissions)).toEqual(expected);
  });

  test('needs the caller’s organization; the singular is always false', async () => {
    const { call, workspaceId: organizationId } = await testWorkspace();
    const ask = (body: unknown) => call('POST', '/auth/organization/has-permission', body);
    const permissions = { task: ['read'] };
    expect((await ask({ permissions })).status).toBe(400);
    expect((await ask({ organizationId })).status).toBe(400);
    expect((await ask({ permissions, organizationId: 'nope' })).status).toBe(401);
    expect((await ask({ permission: permissions, organizationId })).json).toEqual(no);
    expect((await ask({ permissions, permission: permissions, organizationId })).json).toEqual(yes);
  });

  test('a key is limited to its scopes', async () => {
    const { call, workspace, workspaceId: organizationId } = await testWorkspace();
    const token = workspace.createApiKey('reader', ['task:read']);
    const ask = async (permissions: object) =>
      (await call('POST', '/auth/organization/has-permission', { permissions, organizationId }, { token })).json;
    expect(await ask({ task: ['read'] })).toEqual(yes);
    expect(await ask({ task: ['update'] })).toEqual(no);
  });
});

test('a missing scope is reported before a missing permission', async () => {
  const { call, workspace, addTask } = await testWorkspace();
  const { id } = await addTask();
  const token = workspace.createApiKey('reader', ['task:read']);
  expect(await call('DELETE', `/task/${id}`, undefined, { token })).toMatchObject({
    status: 403,
    json: { code: 'API_KEY_SCOPE', missingPermissions: ['task:delete'] },
  });
});

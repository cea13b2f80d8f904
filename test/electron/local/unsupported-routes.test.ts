/** Routes of features that the local workspace lacks: a code host without an app (docs/service.md#code-host), sign-in providers. */
import { expect, test } from 'vitest';
import {
  ApiError,
  CodeHostApp,
  Config,
  InstallationVerification,
  InstanceStatus,
  InterfaceDocument,
} from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

test('the code host: no app, no installation, no link', async () => {
  const { call, projectId, workspace } = await testWorkspace();
  const root = '/github-integration';
  expect(CodeHostApp.parse((await call('GET', `${root}/app-info`)).json)).toEqual({ appName: null });
  const body = { repositoryOwner: 'o', repositoryName: 'r' };
  expect(InstallationVerification.parse((await call('POST', `${root}/verify`, body)).json)).toMatchObject({
    installed: false,
  });
  expect((await call('POST', `${root}/verify`, {})).json).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await call('GET', `${root}/project/${projectId}`)).json).toBeNull();
  const refused = async (method: string, path: string, sent?: unknown) => {
    const { status, json } = await call(method, root + path, sent);
    ApiError.parse(json);
    return status;
  };
  expect(await refused('GET', `/repositories/${projectId}`)).toBe(503);
  expect(await refused('GET', '/repositories/nope')).toBe(400);
  expect(await refused('POST', `/project/${projectId}`, body)).toBe(503);
  expect(await refused('PATCH', `/project/${projectId}`, { isActive: false })).toBe(404);
  expect(await refused('DELETE', `/project/${projectId}`)).toBe(404);
  expect(await refused('POST', '/import-issues', { projectId })).toBe(404);
  const key = workspace.createApiKey('script');
  expect((await call('GET', `${root}/repositories/${projectId}`, undefined, { token: key })).json).toMatchObject({
    code: 'SESSION_REQUIRED',
  });
  const { token } = workspace.addPerson({ name: 'Mira', role: 'member' });
  expect((await call('POST', `${root}/verify`, body, { token })).json).toMatchObject({
    missingPermissions: ['workspace:manage_settings'],
  });
});

test('the instance routes need no login; the id token needs one and is null', async () => {
  const { call } = await testWorkspace();
  const open = async (path: string) => (await call('GET', path, undefined, { token: null })).json;
  expect(InstanceStatus.parse(await open('/instance/status'))).toEqual({ hasUsers: true, hasAdmin: true });
  expect(Config.parse(await open('/config'))).toMatchObject({ hasImageUploads: true, disableRegistration: true });
  const { info, paths } = InterfaceDocument.parse(await open('/openapi'));
  expect(info.version).toBe('1.0.0');
  expect(paths).toHaveProperty(['/task/tasks/{projectId}', 'get']);
  expect(paths).toHaveProperty(['/task/{id}', 'put']);
  expect((await call('GET', '/oauth/id-token')).json).toEqual({ idToken: null });
  expect((await call('GET', '/oauth/id-token', undefined, { token: null })).status).toBe(401);
});

/** Routes of features that the local workspace lacks: a code host without an app (docs/service.md#code-host), MCP clients (docs/service.md#mcp-clients), sign-in providers. */
import { describe, expect, test } from 'vitest';
import {
  ApiError,
  CodeHostApp,
  Config,
  InstallationVerification,
  InstanceStatus,
  InterfaceDocument,
  OAuthError,
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

describe('MCP: registration is refused, every error is an OAuthError', () => {
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    token: string | null = null,
  ) => {
    const { call } = await testWorkspace({ publicUrl: 'http://tasks.example' });
    const { status, json } = await call(method, path, body, { token, headers });
    return [status, OAuthError.parse(json).error];
  };
  const CLIENT = { redirect_uris: ['http://127.0.0.1:5000/cb', 'https://example.com/cb'], client_name: 'Me' };

  test('register', async () => {
    expect(await ask('POST', '/mcp/register', CLIENT)).toEqual([503, 'temporarily_unavailable']);
    const uri = (uris: string[]) => ask('POST', '/mcp/register', { redirect_uris: uris });
    expect(await uri(['http://example.com/cb'])).toEqual([400, 'invalid_redirect_uri']);
    expect(await uri([])).toEqual([400, 'invalid_redirect_uri']);
    expect(await uri(Array.from({ length: 11 }, () => 'https://example.com'))).toEqual([400, 'invalid_redirect_uri']);
    expect(await ask('POST', '/mcp/register', { ...CLIENT, client_name: 'x'.repeat(101) })).toEqual([
      400,
      'invalid_client_metadata',
    ]);
  });

  test('authorize', async () => {
    const query = (changes: object = {}) =>
      `/mcp/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: 'c',
        redirect_uri: 'https://example.com',
        code_challenge: 'x',
        code_challenge_method: 'S256',
        ...changes,
      })}`;
    expect(await ask('GET', query())).toEqual([400, 'invalid_client']);
    expect(await ask('GET', query({ response_type: 'token' }))).toEqual([400, 'unsupported_response_type']);
    expect(await ask('GET', query({ code_challenge_method: 'plain' }))).toEqual([400, 'invalid_request']);
  });

  test('the consent', async () => {
    const path = '/mcp/authorize/request/nope';
    expect(await ask('GET', path)).toEqual([404, 'invalid_request']);
    expect(await ask('POST', path, { approved: true })).toEqual([403, 'invalid_origin']);
    const origin = { Origin: 'http://tasks.example' };
    expect(await ask('POST', path, { approved: true }, origin)).toEqual([401, 'access_denied']);
    const { call, token } = await testWorkspace({ publicUrl: 'http://tasks.example' });
    expect((await call('POST', path, { approved: true }, { token, headers: origin })).status).toBe(404);
  });

  test('token, as JSON and as a form', async () => {
    const body = { grant_type: 'authorization_code', code: 'c', client_id: 'c', code_verifier: 'v', redirect_uri: 'r' };
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await ask('POST', '/mcp/token', body)).toEqual([400, 'invalid_client']);
    expect(await ask('POST', '/mcp/token', new URLSearchParams(body).toString(), form)).toEqual([
      400,
      'invalid_client',
    ]);
    expect(await ask('POST', '/mcp/token', { ...body, grant_type: 'refresh_token' })).toEqual([
      400,
      'unsupported_grant_type',
    ]);
    expect(await ask('POST', '/mcp/token', {})).toEqual([400, 'invalid_request']);
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

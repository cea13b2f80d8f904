/** PUT /column/{id} (docs/service.md#columns). */
import { expect, test } from 'vitest';
import { Column } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

test('changes any of the four fields but not the slug; a final column completes its tasks', async () => {
  const { call, projectId, workspaceId, addTask, userId } = await testWorkspace();
  await addTask({ userId });
  const columns = async () => Column.array().parse((await call('GET', `/column/${projectId}`)).json);
  const [first] = await columns();
  const put = (body: unknown) => call('PUT', `/column/${first?.id}`, body);
  expect((await put({ name: 'Ideas', icon: 'bulb', color: '#fc0' })).json).toMatchObject({
    slug: 'to-do',
    name: 'Ideas',
    icon: 'bulb',
    color: '#fc0',
    isFinal: false,
  });
  expect((await put({ isFinal: true, icon: null })).json).toMatchObject({ name: 'Ideas', icon: null, isFinal: true });
  expect((await columns())[0]).toMatchObject({ name: 'Ideas', isFinal: true });
  expect((await call('GET', `/task/assigned?workspaceId=${workspaceId}`)).json).toMatchObject({ total: 0 });
});

test('rejects an empty change, an invalid field, an unknown column and a missing permission', async () => {
  const { call, projectId, workspace } = await testWorkspace();
  const [first] = Column.array().parse((await call('GET', `/column/${projectId}`)).json);
  expect((await call('PUT', `/column/${first?.id}`, {})).status).toBe(400);
  expect((await call('PUT', `/column/${first?.id}`, { name: '' })).json).toMatchObject({
    issues: [{ path: 'body.name' }],
  });
  expect((await call('PUT', '/column/nope', { name: 'x' })).status).toBe(400);
  const { token } = workspace.addPerson({ name: 'Mira', role: 'member' });
  expect((await call('PUT', `/column/${first?.id}`, { name: 'x' }, { token })).json).toMatchObject({
    code: 'MISSING_PERMISSION',
    missingPermissions: ['project:update'],
  });
});

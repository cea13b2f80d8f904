/** GET /public-project/{id} (docs/service.md#boards). */
import { expect, test } from 'vitest';
import { BoardResponse, PublicBoardPage } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

test('is the board that a member sees, in pages, without a login', async () => {
  const { call, projectId, workspace } = await testWorkspace();
  workspace.addSample();
  const full = { name: 'Personal', icon: '', slug: 'ME', description: '', isPublic: true };
  await call('PUT', `/project/${projectId}`, full);
  for (let count = 0; count < 3; count += 1) {
    await call('POST', `/task/${projectId}`, { title: `${count}`, description: '', priority: 'low', status: 'to-do' });
  }
  const query = '?limit=2&page=2&sortBy=number';
  const board = PublicBoardPage.parse(
    (await call('GET', `/public-project/${projectId}${query}`, undefined, { token: null })).json,
  );
  const { data, pagination } = BoardResponse.parse((await call('GET', `/task/tasks/${projectId}${query}`)).json);
  expect(board).toEqual({ ...data, pagination });
  expect(pagination).toMatchObject({ total: 3, page: 2, totalPages: 2 });
});

test('is 403 if the project is not public, and 404 if it is unknown', async () => {
  const { call, projectId } = await testWorkspace();
  const read = (id: string) => call('GET', `/public-project/${id}`, undefined, { token: null });
  expect(await read(projectId)).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } });
  expect(await read('nope')).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
});

test('omits a project description above 64 KiB and sets descriptionDeferred', async () => {
  const { call, projectId } = await testWorkspace();
  const describe = (description: string) =>
    call('PUT', `/project/${projectId}`, { name: 'P', icon: '', slug: 'ME', description, isPublic: true });
  await describe('x'.repeat(64 * 1024));
  expect((await call('GET', `/public-project/${projectId}`)).json).not.toHaveProperty('descriptionDeferred');
  await describe('x'.repeat(64 * 1024 + 1));
  expect((await call('GET', `/public-project/${projectId}`)).json).toMatchObject({
    description: null,
    descriptionDeferred: true,
  });
});

/** External links of a task (docs/service.md#external-links). */
import { expect, test } from 'vitest';
import { LinkWithIntegration, TaskExternalLink } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

test('a link added by a person is listed, is on the board, and can be removed', async () => {
  const { call, addTask, projectId } = await testWorkspace();
  const { id } = await addTask();
  const url = 'https://example.com/a?b=1';
  const link = TaskExternalLink.parse((await call('POST', `/external-link/task/${id}`, { url, title: 'A page' })).json);
  expect(link).toMatchObject({ taskId: id, url, title: 'A page', resourceType: 'url', integrationId: null });
  expect(LinkWithIntegration.array().parse((await call('GET', `/external-link/task/${id}`)).json)).toEqual([
    { ...link, integration: null },
  ]);
  expect((await call('GET', `/task/tasks/${projectId}`)).text).toContain(url);
  expect((await call('DELETE', `/external-link/task/${id}/${link.id}`)).json).toEqual({ id: link.id });
  expect((await call('GET', `/external-link/task/${id}`)).json).toEqual([]);
});

test('rejects other schemes, long titles and unknown ids', async () => {
  const { call, addTask } = await testWorkspace();
  const { id } = await addTask();
  const post = (body: unknown) => call('POST', `/external-link/task/${id}`, body);
  expect((await post({ url: 'javascript:alert(1)' })).status).toBe(400);
  expect((await post({ url: 'not an address' })).status).toBe(400);
  expect((await post({ url: 'https://example.com', title: 'x'.repeat(201) })).json).toMatchObject({
    issues: [{ path: 'body.title' }],
  });
  expect((await call('GET', '/external-link/task/nope')).status).toBe(400);
  expect((await call('DELETE', `/external-link/task/${id}/nope`)).status).toBe(404);
});

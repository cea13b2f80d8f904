/** GET /search (docs/service.md#search). */
import { expect, test } from 'vitest';
import { SearchResults } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

async function find({ call, workspaceId }: TestWorkspace, q: string, more = '') {
  const query = `?workspaceId=${workspaceId}&q=${encodeURIComponent(q)}${more}`;
  return SearchResults.parse((await call('GET', `/search${query}`)).json);
}

const titles = ({ results }: SearchResults) => results.map(({ title }) => title);

test('finds tasks and projects by words: identifiers first, titles before descriptions', async () => {
  const local = await testWorkspace();
  await local.addTask({ title: 'Other', description: 'About the BANK' });
  await local.addTask({ title: 'Call the bank' });
  await local.addTask({ title: 'ME-1 is meant', description: '' });
  expect(await find(local, 'bank')).toMatchObject({
    totalCount: 2,
    searchQuery: 'bank',
    results: [
      { type: 'task', title: 'Call the bank', taskNumber: 2, projectSlug: 'ME', status: 'to-do' },
      { type: 'task', title: 'Other' },
    ],
  });
  expect(titles(await find(local, 'me-1'))).toEqual(['Other', 'ME-1 is meant']);
  expect(await find(local, 'personal')).toMatchObject({ results: [{ type: 'project', id: local.projectId }] });
  expect(titles(await find(local, 'personal', '&type=tasks'))).toEqual([]);
});

test('ignores the case of all letters', async () => {
  const local = await testWorkspace();
  await local.addTask({ title: 'Überarbeiten' });
  await local.addTask({ title: 'Other', description: 'ÉTUDE' });
  expect(titles(await find(local, 'überarbeiten'))).toEqual(['Überarbeiten']);
  expect(titles(await find(local, 'Étude'))).toEqual(['Other']);
});

test('escapes wildcards', async () => {
  const local = await testWorkspace();
  await local.addTask({ title: '100% of it' });
  await local.addTask({ title: '100 of it' });
  await local.addTask({ title: 'a_b' });
  await local.addTask({ title: 'axb' });
  expect(titles(await find(local, '100%'))).toEqual(['100% of it']);
  expect(titles(await find(local, 'a_b'))).toEqual(['a_b']);
});

test('returns 1 to 50 results', async () => {
  const local = await testWorkspace();
  for (let count = 0; count < 55; count += 1) await local.addTask();
  const found = await find(local, 'task');
  expect([found.results.length, found.totalCount]).toEqual([20, 55]);
  expect((await find(local, 'task', '&limit=50')).results).toHaveLength(50);
  for (const limit of [0, 51]) {
    const { json } = await local.call('GET', `/search?workspaceId=${local.workspaceId}&q=x&limit=${limit}`);
    expect(json).toMatchObject({ issues: [{ path: 'query.limit' }] });
  }
  expect((await local.call('GET', '/search?workspaceId=nope&q=x')).status).toBe(403);
  expect((await local.call('GET', `/search?workspaceId=${local.workspaceId}`)).status).toBe(400);
});

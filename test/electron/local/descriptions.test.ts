/** Long descriptions in pages (docs/service.md#descriptions). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BoardResponse,
  PublicBoardPage,
  TaskDescriptionMatches,
  TaskDescriptionPage,
} from '../../../electron/service/records.ts';
import { cases } from '../../properties.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

/** Page length in code points. */
const PAGE = 32_768;

async function readAll({ call }: TestWorkspace, path: string, token?: null) {
  const pages: TaskDescriptionPage[] = [];
  for (let query = ''; ; ) {
    const { json } = await call('GET', path + query, undefined, token === null ? { token } : {});
    const page = TaskDescriptionPage.parse(json);
    pages.push(page);
    if (page.nextOffset === null) return pages;
    query = `?offset=${page.nextOffset}&version=${page.version}`;
  }
}

test('returns any text completely, in pages of code points', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask();
  const letter = fc.constantFrom('a', 'é', '漢', '🙂');
  const text = fc.tuple(letter, letter, fc.constantFrom(0, 1, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE, 2 * PAGE + 3));
  await fc.assert(
    fc.asyncProperty(text, async ([first, second, length]) => {
      const description = Array.from({ length }, (_, index) => (index % 7 === 0 ? first : second)).join('');
      await local.call('PUT', `/task/description/${id}`, { description });
      const pages = await readAll(local, `/task/${id}/description`);
      expect(pages.map(({ content }) => content).join('')).toBe(description);
      expect(pages.map(({ content }) => [...content].length).slice(0, -1)).toEqual(
        Array.from({ length: pages.length - 1 }, () => PAGE),
      );
    }),
    { numRuns: cases(20) },
  );
});

test('a change between pages is 409; the version stays while the text stays', async () => {
  const { call, addTask } = await testWorkspace();
  const { id } = await addTask({ description: 'a'.repeat(PAGE + 1) });
  const page = TaskDescriptionPage.parse((await call('GET', `/task/${id}/description`)).json);
  const rest = `/task/${id}/description?offset=${page.nextOffset}&version=${page.version}`;
  await call('PUT', `/task/title/${id}`, { title: 'Other' });
  expect((await call('GET', rest)).status).toBe(200);
  await call('PUT', `/task/description/${id}`, { description: 'b'.repeat(PAGE + 1) });
  expect(await call('GET', rest)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } });
});

test.each(['offset=-1', 'offset=x', 'offset=2000000001', 'version=x', 'version=12345678901'])(
  'refuses ?%s',
  async (query) => {
    const { call, addTask } = await testWorkspace();
    const { id } = await addTask();
    expect((await call('GET', `/task/${id}/description?${query}`)).json).toMatchObject({
      issues: [{ path: `query.${query.split('=')[0]}` }],
    });
  },
);

test('an unknown task is 404; a page past the end is empty', async () => {
  const { call, addTask } = await testWorkspace();
  const { id } = await addTask({ description: 'short' });
  expect((await call('GET', '/task/nope/description')).status).toBe(404);
  expect((await call('GET', `/task/${id}/description?offset=99`)).json).toMatchObject({
    content: '',
    nextOffset: null,
  });
});

test('the limit of 64 KiB counts bytes, not characters', async () => {
  const local = await testWorkspace();
  // Two bytes each in UTF-8.
  const [fits, over] = ['é'.repeat(32 * 1024), `${'é'.repeat(32 * 1024)}.`];
  for (const description of [fits, over]) await local.addTask({ description });
  await local.call('PUT', `/project/${local.projectId}`, {
    name: 'Personal',
    icon: '',
    slug: 'ME',
    description: over,
    isPublic: true,
  });
  const { data } = BoardResponse.parse((await local.call('GET', `/task/tasks/${local.projectId}?sortBy=number`)).json);
  const inBoard = PublicBoardPage.parse((await local.call('GET', `/public-project/${local.projectId}`)).json);
  for (const board of [data, inBoard]) {
    expect(board).toMatchObject({ description: null, descriptionDeferred: true });
    const tasks = board.columns
      .flatMap((column) => column.tasks)
      .sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
    expect(tasks.map(({ description, descriptionDeferred }) => [description, descriptionDeferred])).toEqual([
      [fits, undefined],
      [null, true],
    ]);
  }
  const found = TaskDescriptionMatches.parse(
    (await local.call('GET', `/task/description-matches/${local.projectId}?query=%C3%A9`)).json,
  );
  expect(found.ids).toHaveLength(1);
});

describe('matches', () => {
  test('are in long descriptions only, ignore case, and come in pages of 100', async () => {
    const local = await testWorkspace();
    const long = (text: string) => `${text}${'.'.repeat(64 * 1024)}`;
    await local.addTask({ description: 'needle' });
    await local.addTask({ description: long('other') });
    const wanted: string[] = [];
    for (let count = 0; count < 103; count += 1)
      wanted.push((await local.addTask({ description: long('Ä NEEDLE') })).id);
    const find = async (query: string) =>
      TaskDescriptionMatches.parse(
        (await local.call('GET', `/task/description-matches/${local.projectId}?query=${query}`)).json,
      );
    const first = await find('%C3%A4%20needle');
    expect(first.ids).toHaveLength(100);
    const second = await find(`needle&after=${first.nextCursor}`);
    expect(second).toMatchObject({ nextCursor: null });
    expect([...first.ids, ...second.ids].sort()).toEqual(wanted.sort());
  });

  test('need a query of 1 to 256 characters', async () => {
    const { call, projectId } = await testWorkspace();
    const find = (query: string) => call('GET', `/task/description-matches/${projectId}?query=${query}`);
    expect((await find('')).status).toBe(400);
    expect((await find('x'.repeat(257))).status).toBe(400);
    expect((await find('x')).json).toEqual({ ids: [], nextCursor: null });
    expect((await call('GET', '/task/description-matches/nope?query=x')).status).toBe(400);
  });
});

describe('of a public project', () => {
  async function shared() {
    const local = await testWorkspace();
    const share = (isPublic: boolean) =>
      local.call('PUT', `/project/${local.projectId}`, {
        name: 'Personal',
        icon: '',
        slug: 'ME',
        description: 'p'.repeat(PAGE + 5),
        isPublic,
      });
    const { id } = await local.addTask({ description: 't'.repeat(PAGE + 5) });
    await share(true);
    const paths = [
      `/public-project/${local.projectId}/description`,
      `/public-project/${local.projectId}/task/${id}/description`,
    ];
    return { ...local, share, paths };
  }

  test('descriptions of project and task need no login', async () => {
    const local = await shared();
    for (const [index, path] of local.paths.entries()) {
      const text = (await readAll(local, path, null)).map(({ content }) => content).join('');
      expect(text).toBe(['p', 't'][index]?.repeat(PAGE + 5));
    }
  });

  test('are 404 if not public, and 409 if no longer public between pages', async () => {
    const { call, share, paths } = await shared();
    await share(false);
    for (const path of paths) {
      expect((await call('GET', path, undefined, { token: null })).status).toBe(404);
      expect((await call('GET', `${path}?offset=${PAGE}&version=1`, undefined, { token: null })).status).toBe(409);
    }
    expect((await call('GET', '/public-project/nope/description', undefined, { token: null })).status).toBe(404);
  });
});

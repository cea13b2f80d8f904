/** Malformed counts do not fail an answer: they are derived from its records, and no record is lost. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { tasksOf } from '../../../electron/service/board-pages.ts';
import { createClient } from '../../../electron/service/client.ts';
import { createHttp } from '../../../electron/service/http.ts';
import { readAssigned } from '../../../electron/service/read-boards.ts';
import { readDescription } from '../../../electron/service/read-descriptions.ts';
import {
  assignedTask,
  board,
  boardTask,
  changed,
  clientWith,
  column,
  corruption,
  holds,
  type Json,
  project,
} from './malformed.ts';
import { type BoardRead, readBoard, readPublicBoard } from './read-board.ts';

vi.spyOn(console, 'warn').mockImplementation(() => undefined);

const IDS = Array.from({ length: 250 }, (_, index) => `t${index + 1}`);

/** A board of 250 tasks. `paginationOf` changes the pagination of its pages. */
function boardClient(paginationOf: (actual: Json) => unknown, isPublic = false) {
  const requests: string[] = [];
  const transport = async (url: string): Promise<Response> => {
    const query = new URL(url).searchParams;
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    requests.push(`${page}.${query.get('relatedPage') ?? 1}`);
    const tasks = IDS.slice((page - 1) * limit, page * limit).map(boardTask);
    const data = board({ columns: [{ ...column('c'), tasks }] });
    const actual = { total: IDS.length, page, pageSize: limit, totalPages: Math.ceil(IDS.length / limit) };
    const pagination = paginationOf({ ...actual, relatedPage: 1, relatedTotalPages: 1, revision: 'r' });
    return Response.json(isPublic ? { ...data, pagination } : { data, pagination });
  };
  const client = createClient(createHttp({ baseUrl: 'http://host.invalid/api', userAgent: 'test', transport }));
  return { client, requests };
}

async function idsOf(reads: AsyncGenerator<BoardRead>): Promise<string[]> {
  let last: BoardRead | undefined;
  for await (const read of reads) last = read;
  expect(last?.isComplete).toBe(true);
  return last === undefined ? [] : tasksOf(last.board).map(({ id }) => id);
}

const FIELDS = ['total', 'page', 'pageSize', 'totalPages', 'relatedTotalPages', 'revision'];
/** Missing, malformed or wrong counts. (A wrong page count of 1 would be accepted if nothing contradicts it.) */
const malformedCount = fc.constantFrom<unknown>(null, undefined, '', 'many', -1, 1.5, 1e9, [], {}, 0, '3');

describe('a board', () => {
  test('is read to the end if one of its counts is malformed', async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(...FIELDS), malformedCount, fc.boolean(), async (field, value, isPublic) => {
        const { client, requests } = boardClient((actual) => ({ ...actual, [field]: value }), isPublic);
        const ids = await idsOf(isPublic ? readPublicBoard(client, 'p') : readBoard(client, 'p'));
        expect(ids).toEqual(IDS);
        expect(requests.length).toBeLessThanOrEqual(12);
      }),
      60,
    );
  });

  test('is read to the end if all of its counts are malformed or missing', async () => {
    for (const malformed of [
      undefined,
      null,
      'none',
      [],
      {},
      { total: null, totalPages: 'x', pageSize: -1, page: {} },
    ]) {
      expect(await idsOf(readBoard(boardClient(() => malformed).client, 'p'))).toEqual(IDS);
    }
    const { client } = boardClient(() => ({ total: 250 }));
    expect((await readAssigned(client, 'p', 'u')).tasks).toHaveLength(250);
  });

  test('with a full page and a higher total has more pages than stated', async () => {
    const { client } = boardClient((actual) => ({ ...actual, totalPages: 1 }));
    expect(await idsOf(readBoard(client, 'p'))).toEqual(IDS);
  });

  test('is read without further requests if its counts are correct', async () => {
    const { client, requests } = boardClient((actual) => actual);
    await idsOf(readBoard(client, 'p'));
    expect(requests).toEqual(['1.1', '2.1', '3.1']);
  });
});

test.each([
  [{ tasks: [assignedTask('a')], total: 7 }, 7],
  [{ tasks: [assignedTask('a')], total: null }, 1],
  [{ tasks: [assignedTask('a'), assignedTask('b')], total: 1 }, 2],
  [{ tasks: [], total: -3 }, 0],
  [{ tasks: [] }, 0],
])('the total of assigned tasks is at least the number of tasks: %#', async (answer, total) => {
  expect((await clientWith(() => answer).listAssignedTasks('w')).total).toBe(total);
});

test('countAssignedTasks rejects a malformed total', async () => {
  const counted = (total: unknown) => clientWith(() => ({ tasks: [], total })).countAssignedTasks('w');
  expect(await counted(7)).toBe(7);
  await expect(counted('x')).rejects.toMatchObject({ kind: 'malformed' });
});

test('malformed counts do not hide search hits, repositories, projects and matches', async () => {
  await holds(
    fc.asyncProperty(corruption, async (change) => {
      const count = changed(3, change);
      const found = await clientWith(() => ({
        results: [{ id: 't', type: 'task', title: 'T' }],
        totalCount: count,
      })).search({ workspaceId: 'w', q: 't' });
      expect(found.results).toHaveLength(1);
      const listing = await clientWith(() => ({ repositories: [], installations: [], total: count })).listRepositories(
        'p',
      );
      expect(listing.total).toBeGreaterThanOrEqual(0);
      const statistics = { completionPercentage: count, totalTasks: count, dueDate: null };
      expect(await clientWith(() => [{ ...project('p'), statistics }]).listProjects('w')).toHaveLength(1);
      const matches = await clientWith(() => ({ ids: ['t1', count, 't2'], nextCursor: count })).listDescriptionMatches(
        'p',
        { query: 'x' },
      );
      expect(matches.ids).toEqual(expect.arrayContaining(['t1', 't2']));
    }),
    60,
  );
});

describe('a description', () => {
  const reading = (page: Json) =>
    readDescription(
      clientWith(() => page),
      { of: 'task', taskId: 't' },
    );

  test('shorter than a page ends there if the next offset is malformed', async () => {
    for (const nextOffset of [null, undefined, 'x', -1, {}]) {
      expect(await reading({ content: 'Text', version: 7, nextOffset })).toBe('Text');
    }
  });

  test('of a full page is an error if the next offset is malformed', async () => {
    await expect(reading({ content: 'x'.repeat(32_768), version: 'v', nextOffset: 'x' })).rejects.toMatchObject({
      kind: 'malformed',
    });
  });
});

/** Reading boards page by page: changes during the read, busy and older servers (docs/service.md#boards). */
import { describe, expect, test } from 'vitest';
import { tasksOf } from '../../../electron/service/board-pages.ts';
import { boardRevision } from '../../../electron/service/read-boards.ts';
import type { ReadOptions } from '../../../electron/service/retry-busy-page.ts';
import { clientOf, served } from './contract/served.ts';
import { answering, type RawRequest, rawServer } from './raw-server.ts';
import { type BoardRead, readBoard, readPublicBoard } from './read-board.ts';

/** A `sleep` that returns at once and records the requested times (ms). */
function withoutWaits(): ReadOptions & { waits: number[] } {
  const waits: number[] = [];
  return { waits, sleep: async (ms) => void waits.push(ms) };
}

async function all(reads: AsyncIterable<BoardRead>): Promise<BoardRead[]> {
  const found: BoardRead[] = [];
  for await (const read of reads) found.push(read);
  return found;
}

const numbersOf = ({ board }: BoardRead) => tasksOf(board).map(({ number }) => number);

describe('on the local workspace', () => {
  test('every page is read, and each task occurs once with its labels and links', async () => {
    const { client, addTask, projectId, workspaceId } = await served();
    const tasks = [];
    for (let number = 1; number <= 205; number += 1) {
      tasks.push(await addTask({ status: ['to-do', 'done', 'planned', 'archived'][number % 4] ?? '' }));
    }
    // Two and a half related pages of labels and one of links on the first page of tasks.
    for (let number = 0; number < 5; number += 1) {
      const { id: label } = await client.createLabel({ name: `Label ${number}`, color: '#000000', workspaceId });
      const taskIds = tasks.slice(0, 50).map(({ id }) => id);
      await client.updateTasks({ taskIds, operation: 'addLabel', value: label });
    }
    await client.createExternalLink(tasks[0]?.id ?? '', { url: 'https://example.org/' });

    const reads = await all(readBoard(client, projectId));
    expect(reads.map(({ progress }) => progress)).toEqual([
      { tasksRead: 100, total: 205, page: 1, totalPages: 3 },
      { tasksRead: 200, total: 205, page: 2, totalPages: 3 },
      { tasksRead: 205, total: 205, page: 3, totalPages: 3 },
    ]);
    expect(reads.map(({ isComplete }) => isComplete)).toEqual([false, false, true]);
    expect(reads.map(({ isRestart }) => isRestart)).toEqual([false, false, false]);

    const [first, , last] = reads;
    if (first === undefined || last === undefined) throw new Error('No board was read.');
    expect(last.board.columns.map(({ name }) => name)).toEqual(['To do', 'In progress', 'In review', 'Done']);
    expect(numbersOf(last).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(tasks.map(({ number }) => number));
    expect(last.board.plannedTasks).toHaveLength(51);
    expect(last.board.archivedTasks).toHaveLength(51);
    const labels = new Map(
      tasksOf(last.board).map((task) => [task.number, task.labels?.map(({ name }) => name).sort()]),
    );
    const five = [0, 1, 2, 3, 4].map((number) => `Label ${number}`);
    for (let number = 1; number <= 50; number += 1) expect(labels.get(number)).toEqual(five);
    expect(labels.get(51)).toEqual([]);
    expect(tasksOf(first.board).find(({ number }) => number === 1)?.externalLinks).toHaveLength(1);
  });

  test('an empty board is one page', async () => {
    const { client, projectId, server } = await served();
    const reads = await all(readBoard(client, projectId));
    expect(reads).toMatchObject([{ progress: { tasksRead: 0, total: 0 }, isComplete: true }]);
    expect(reads[0]?.board.columns).toHaveLength(4);
    expect(server.requests).toHaveLength(1);
  });

  test('a change during the read starts it again', async () => {
    const { client, addTask, projectId, server, call } = await served();
    for (let number = 1; number <= 150; number += 1) await addTask({ title: `Task ${number}` });
    let hasChanged = false;
    server.intercept = async (request) => {
      if (!hasChanged && new URL(request.url).searchParams.get('page') === '2') {
        hasChanged = true;
        await call('POST', `/task/${projectId}`, { title: 'New', description: '', priority: 'low', status: 'done' });
      }
      return undefined;
    };
    const options = withoutWaits();
    const reads = await all(readBoard(client, projectId, options));
    expect(reads.map(({ isRestart, progress }) => [isRestart, progress.page, progress.total])).toEqual([
      [false, 1, 150],
      [true, 1, 151],
      [false, 2, 151],
    ]);
    expect(numbersOf(reads.at(-1) as BoardRead)).toHaveLength(151);
    expect(options.waits).toHaveLength(1);
  });

  test('the revision changes only with the board', async () => {
    const { client, addTask, projectId, server } = await served();
    const { id } = await addTask();
    const before = await boardRevision(client, projectId);
    expect(before).toEqual(expect.any(String));
    expect(await boardRevision(client, projectId)).toBe(before);
    expect((await all(readBoard(client, projectId)))[0]?.revision).toBe(before);
    await client.setTaskTitle(id, 'Another title');
    expect(await boardRevision(client, projectId)).not.toBe(before);
    expect(server.requests[0]?.path).toContain('limit=1');
  });

  test('a public board is read without signing in; others are rejected', async () => {
    const { client, stranger, addTask, projectId, server } = await served();
    for (let number = 1; number <= 101; number += 1) await addTask();
    await expect(all(readPublicBoard(stranger, projectId))).rejects.toMatchObject({ status: 403 });
    await expect(all(readPublicBoard(stranger, 'nothing'))).rejects.toMatchObject({ status: 404 });
    await client.updateProject(projectId, { name: 'P', icon: '', slug: 'ME', description: '', isPublic: true });
    const before = server.requests.length;
    const reads = await all(readPublicBoard(client, projectId));
    expect(reads.map(({ progress }) => progress.tasksRead)).toEqual([100, 101]);
    const credentials = server.requests.slice(before).map(({ headers }) => headers.authorization);
    expect(credentials).toEqual([undefined, undefined]);
  });
});

/** One page as sent by a server. */
interface Page {
  tasks?: object[];
  pagination?: object;
  columns?: object[];
}

const task = (number: number, more: object = {}) => ({
  id: `t${number}`,
  title: `Task ${number}`,
  number,
  description: null,
  status: 'to-do',
  priority: 'low',
  createdAt: '2026-11-18T12:00:00.000Z',
  projectId: 'p',
  ...more,
});

const board = ({ tasks = [], columns }: Page) => ({
  id: 'p',
  name: 'Project',
  slug: 'PRJ',
  workspaceId: 'w',
  columns: columns ?? [{ id: 'to-do', name: 'To do', isFinal: false, tasks }],
  archivedTasks: [],
  plannedTasks: [],
});

interface PageRequest {
  page: number;
  relatedPage: number;
  /** Number of earlier requests. */
  before: number;
}

/** A server that sends these pages. */
async function serverWith(
  pageFor: (request: PageRequest) => Page | { status: number; headers?: Record<string, string> },
) {
  let before = 0;
  const server = await rawServer((request: RawRequest, response) => {
    const query = new URL(request.path, 'http://host').searchParams;
    const page = Number(query.get('page'));
    const found = pageFor({ page, relatedPage: Number(query.get('relatedPage') ?? 1), before });
    before += 1;
    if ('status' in found) {
      const body = { message: 'Not now', code: 'SERVICE_UNAVAILABLE' };
      return answering(found.status, body, { 'Content-Type': 'application/json', ...found.headers })(request, response);
    }
    const pagination = { total: 3, page, pageSize: 100, totalPages: 3, ...found.pagination };
    return answering(200, { data: board(found), pagination })(request, response);
  });
  return { server, client: clientOf(server.baseUrl, 'token') };
}

describe('a server that', () => {
  test('sends no related pages and revisions, like older ones, is read page by page', async () => {
    const { client, server } = await serverWith(({ page }) => ({ tasks: [task(page)] }));
    const reads = await all(readBoard(client, 'p'));
    expect(numbersOf(reads.at(-1) as BoardRead)).toEqual([1, 2, 3]);
    expect(reads.every(({ revision }) => revision === undefined)).toBe(true);
    expect(server.requests.map(({ path }) => path)).toEqual(
      [1, 2, 3].map((page) => `/api/task/tasks/p?page=${page}&limit=100&sortBy=number&sortOrder=asc`),
    );
    expect(await boardRevision(client, 'p')).toBeUndefined();
  });

  test('splits columns, labels and links into related pages: they are joined by slug and id', async () => {
    const label = (id: string) => ({ id, name: id, color: 'red' });
    const link = {
      id: 'x',
      taskId: 't1',
      resourceType: 'url',
      externalId: 'x',
      url: 'https://x',
      createdAt: '2026-11-18',
    };
    const column = (id: string, position: number, tasks: object[]) => ({
      id,
      slug: id,
      name: id,
      isFinal: false,
      position,
      tasks,
    });
    const pages: Page[] = [
      { columns: [column('b', 1, [task(1, { labels: [label('l1')], externalLinks: [] })])] },
      {
        columns: [
          column('a', 0, []),
          column('b', 1, [task(1, { labels: [label('l1'), label('l2')], externalLinks: [link] })]),
        ],
      },
      { columns: [column('c', 2, []), column('b', 1, [task(1, { labels: [label('l3')], externalLinks: [] })])] },
    ];
    const { client, server } = await serverWith(({ relatedPage }) => ({
      ...pages[relatedPage - 1],
      pagination: { totalPages: 1, relatedPage, relatedTotalPages: 3, relatedRevision: 'r', revision: '1' },
    }));
    const [only] = await all(readBoard(client, 'p'));
    expect(only?.board.columns.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const [joined] = tasksOf((only as BoardRead).board);
    expect(joined?.labels?.map(({ id }) => id)).toEqual(['l1', 'l2', 'l3']);
    expect(joined?.externalLinks).toMatchObject([{ id: 'x', url: 'https://x' }]);
    expect(server.requests).toHaveLength(3);
  });

  test('announces too many pages and related pages does not cause endless requests', async () => {
    const { client, server } = await serverWith(({ page }) => ({
      tasks: page === 1 ? [task(1)] : [],
      pagination: { totalPages: 1e6, relatedTotalPages: 1e6 },
    }));
    await all(readBoard(client, 'p'));
    // Two pages, an empty related page for each, and the page that was requested before the second turned out to be empty.
    expect(server.requests.length).toBeLessThanOrEqual(6);
  });

  test('sends a task twice, because it moved during the read: the last one counts', async () => {
    const { client } = await serverWith(({ page }) => ({
      tasks: page === 3 ? [task(1, { title: 'Moved' }), task(3)] : [task(page)],
    }));
    const last = (await all(readBoard(client, 'p'))).at(-1);
    expect(tasksOf((last as BoardRead).board).map(({ title }) => title)).toEqual(['Task 2', 'Moved', 'Task 3']);
    expect(last?.progress.tasksRead).toBe(3);
  });

  test('sends everything in one huge page is read in one request', async () => {
    const tasks = Array.from({ length: 5_000 }, (_, index) => task(index + 1, { description: 'x'.repeat(500) }));
    const { client } = await serverWith(() => ({
      tasks,
      pagination: { total: 5_000, totalPages: 1, pageSize: 5_000 },
    }));
    const [only] = await all(readBoard(client, 'p'));
    expect(only?.progress).toEqual({ tasksRead: 5_000, total: 5_000, page: 1, totalPages: 1 });
  });

  test('sends a public board as one page, like older ones, is read in one request', async () => {
    const server = await rawServer(answering(200, board({ tasks: [task(1), task(2)] })));
    const reads = await all(readPublicBoard(clientOf(server.baseUrl, 'token'), 'p'));
    expect(reads).toMatchObject([{ progress: { tasksRead: 2, total: 2, page: 1, totalPages: 1 }, isComplete: true }]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('has unreadable tasks is read to the end, and they are counted', async () => {
    // The second page has only unreadable tasks, but is not the last.
    const { client } = await serverWith(({ page }) => ({
      tasks:
        page === 2
          ? [{ id: null }, { title: 'No id' }]
          : [task(page), task(page + 10, { title: null, dueDate: 'soon' })],
      pagination: { totalPages: 3 },
    }));
    const reads = await all(readBoard(client, 'p'));
    const last = reads.at(-1) as BoardRead;
    expect(tasksOf(last.board).map(({ id, title }) => [id, title])).toEqual([
      ['t1', 'Task 1'],
      ['t11', ''],
      ['t3', 'Task 3'],
      ['t13', ''],
    ]);
    expect(last.isComplete).toBe(true);
    expect(reads.map(({ unreadable }) => unreadable?.dropped.task ?? 0)).toEqual([0, 2, 0]);
  });
});

describe('a board that changes', () => {
  test.each([
    [
      'revision',
      (relatedPage: number, before: number) => ({ revision: `${before}`, relatedRevision: 'r', relatedPage }),
    ],
    [
      'relatedRevision',
      (relatedPage: number, before: number) => ({ revision: '1', relatedRevision: `${before}`, relatedPage }),
    ],
  ])('its %s with every answer is an error after three restarts', async (_what, paginationOf) => {
    const { client, server } = await serverWith(({ relatedPage, before }) => ({
      tasks: [task(1)],
      pagination: { relatedTotalPages: 2, ...paginationOf(relatedPage, before) },
    }));
    const options = withoutWaits();
    await expect(all(readBoard(client, 'p', options))).rejects.toMatchObject({
      code: 'KEEPS_CHANGING',
      message: 'The board keeps changing while it is read.',
    });
    // Four reads of a page and its related page each.
    expect(server.requests).toHaveLength(8);
    expect(options.waits).toHaveLength(3);
    expect(options.waits).toEqual(options.waits.toSorted((a, b) => a - b));
  });

  test('its related revision between pages, but not within one, is read once', async () => {
    const { client, server } = await serverWith(({ page }) => ({
      tasks: [task(page)],
      pagination: { revision: '1', relatedRevision: `of page ${page}`, relatedTotalPages: 1 },
    }));
    expect(await all(readBoard(client, 'p'))).toHaveLength(3);
    expect(server.requests).toHaveLength(3);
  });
});

describe('a service that is busy', () => {
  test('is retried after its Retry-After, or with increasing pauses', async () => {
    const { client } = await serverWith(({ page, before }) => {
      if (before === 0) return { status: 503, headers: { 'Retry-After': '3' } };
      if (before === 1 || before === 2) return { status: 503 };
      return { tasks: [task(page)], pagination: { totalPages: 1 } };
    });
    const options = withoutWaits();
    expect(await all(readBoard(client, 'p', options))).toHaveLength(1);
    expect(options.waits).toEqual([3_000, 1_000, 2_000]);
  });

  test('for too long is an error, and so is any other rejection', async () => {
    const busy = await serverWith(() => ({ status: 503 }));
    await expect(all(readBoard(busy.client, 'p', withoutWaits()))).rejects.toMatchObject({ status: 503 });
    expect(busy.server.requests).toHaveLength(4);
    for (const status of [400, 401, 403, 404, 500]) {
      const rejecting = await serverWith(() => ({ status }));
      await expect(all(readBoard(rejecting.client, 'p', withoutWaits()))).rejects.toMatchObject({ status });
      expect(rejecting.server.requests).toHaveLength(1);
    }
  });

  test('for an API key is retried after its minute; a quota that is never refilled is not', async () => {
    const limited = await serverWith(({ page, before }) =>
      before === 1 ? { status: 429, headers: { 'Retry-After': '60' } } : { tasks: [task(page)] },
    );
    const options = withoutWaits();
    expect(await all(readBoard(limited.client, 'p', options))).toHaveLength(3);
    expect(options.waits).toEqual([60_000]);
    const spent = await serverWith(() => ({ status: 429 }));
    await expect(all(readBoard(spent.client, 'p', withoutWaits()))).rejects.toMatchObject({ status: 429 });
    const far = await serverWith(() => ({ status: 503, headers: { 'Retry-After': '3600' } }));
    await expect(all(readBoard(far.client, 'p', withoutWaits()))).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
    expect(far.server.requests).toHaveLength(1);
  });
});

describe('leaving the board', () => {
  test('aborts a request in progress', async () => {
    const abort = new AbortController();
    const server = await rawServer((_request, _response) => abort.abort());
    const reading = all(readBoard(clientOf(server.baseUrl, 'token'), 'p', { signal: abort.signal }));
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });

  test('ends a wait at once', async () => {
    const abort = new AbortController();
    const { client, server } = await serverWith(() => {
      setTimeout(() => abort.abort(), 50);
      return { status: 503, headers: { 'Retry-After': '60' } };
    });
    await expect(all(readBoard(client, 'p', { signal: abort.signal }))).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.requests).toHaveLength(1);
  });

  test('between two pages requests no more pages', async () => {
    const { client, server } = await serverWith(({ page }) => ({ tasks: [task(page)] }));
    for await (const { progress } of readBoard(client, 'p')) if (progress.page === 2) break;
    expect(server.requests).toHaveLength(2);
  });
});

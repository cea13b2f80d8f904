/** Endless or repeated pages: the read ends with an error, after the pages read so far. */

import { describe, expect, test } from 'vitest';
import { TASK_CREATE, TaskCreatePayload, taskCreate } from '../../../electron/features/tasks/task-create-write.ts';
import { createClient } from '../../../electron/service/client.ts';
import { createHttp } from '../../../electron/service/http.ts';
import { MAX_TASKS } from '../../../electron/service/page-limit.ts';
import { readAssigned, readBoardPages } from '../../../electron/service/read-boards.ts';
import { readDescription } from '../../../electron/service/read-descriptions.ts';
import type { BoardQuery } from '../../../electron/service/resources/boards.ts';
import { answering, rawServer } from './raw-server.ts';

const task = (number: number, labels: object[] = []) => ({
  id: `t${number}`,
  title: `Task ${number}`,
  number,
  status: 'to-do',
  priority: 'low',
  createdAt: '2026-11-18T12:00:00.000Z',
  projectId: 'p',
  labels,
});

/** A server that announces a billion pages. `tasksOf` returns the tasks of a page. */
async function endless(tasksOf: (query: Pick<BoardQuery, 'page' | 'relatedPage'>) => object[], relatedTotalPages = 1) {
  const server = await rawServer(({ path }, response) => {
    const { searchParams } = new URL(path, 'http://x.test');
    const [page, relatedPage] = [Number(searchParams.get('page')), Number(searchParams.get('relatedPage') ?? 1)];
    const board = {
      data: {
        id: 'p',
        name: 'Project',
        slug: 'PRJ',
        workspaceId: 'w',
        columns: [{ id: 'to-do', name: 'To do', isFinal: false, tasks: tasksOf({ page, relatedPage }) }],
        archivedTasks: [],
        plannedTasks: [],
      },
      pagination: { total: 1e11, page, pageSize: 100, totalPages: 1e9, relatedTotalPages },
    };
    return answering(200, board)({ method: 'GET', path, headers: {}, text: '' }, response);
  });
  const client = createClient(createHttp({ baseUrl: server.baseUrl, transport: fetch, userAgent: 'test' }));
  return { client, server };
}

/** A thousand new tasks on each page, to keep the test fast. */
const newTasks = ({ page }: { page: number }) => Array.from({ length: 1_000 }, (_, at) => task(page * 1_000 + at));

const REPEATS = { kind: 'malformed', message: 'The service sends the same page again and again.' };

async function allOf(pages: ReturnType<typeof readBoardPages>): Promise<number> {
  let read = 0;
  for await (const { progress } of pages) read = progress.tasksRead;
  return read;
}

describe('a board', () => {
  test('that never ends is read up to the limit', async () => {
    const { client, server } = await endless(newTasks);
    let read = 0;
    const reading = async () => {
      for await (const { progress } of readBoardPages(client, 'p')) read = progress.tasksRead;
    };
    await expect(reading()).rejects.toMatchObject({ kind: 'too-large', reason: { is: 'endless', what: 'tasks' } });
    expect(read).toBe(MAX_TASKS);
    expect(server.requests.length).toBeLessThan(MAX_TASKS / 1_000 + 5);
  });

  test('whose pages repeat is an error', async () => {
    const { client, server } = await endless(() => newTasks({ page: 1 }));
    await expect(allOf(readBoardPages(client, 'p'))).rejects.toMatchObject(REPEATS);
    expect(server.requests.length).toBeLessThan(10);
  });

  test('whose labels never end is an error', async () => {
    let labels = 0;
    const label = () => ({ id: `l${++labels}`, name: 'Label', color: 'red' });
    const { client, server } = await endless(() => [task(1, [label()])], 1e9);
    await expect(allOf(readBoardPages(client, 'p'))).rejects.toMatchObject({
      reason: { is: 'endless', what: 'labels' },
    });
    // Two pages of tasks are read at the same time.
    expect(server.requests.length).toBeLessThan(450);
  });
});

test('assigned tasks on an endless board are an error', async () => {
  const { client } = await endless(newTasks);
  await expect(readAssigned(client, 'p', 'u')).rejects.toMatchObject({ reason: { is: 'endless', what: 'tasks' } });
  const again = await endless(() => newTasks({ page: 1 }));
  await expect(readAssigned(again.client, 'p', 'u')).rejects.toMatchObject(REPEATS);
});

test('a lost task on an endless board is not taken for absent', async () => {
  const payload = TaskCreatePayload.parse({
    projectId: 'p',
    projectSlug: 'PRJ',
    title: 'Mine',
    description: '',
    priority: 'low',
    status: 'to-do',
    startDate: null,
    dueDate: null,
    userId: null,
    lastNumber: 0,
  });
  const { client } = await endless(() => newTasks({ page: 1 }));
  const context = { isKnown: () => false, otherLostWrites: [], observedRounding: { shiftMs: 0, losesNotes: false } };
  expect(taskCreate.kind).toBe(TASK_CREATE);
  await expect(taskCreate.find(payload, { client, userId: 'u' } as never, context as never)).rejects.toMatchObject(
    REPEATS,
  );
});

test('a description that never ends is an error', async () => {
  const content = 'x'.repeat(4_000_000);
  const { baseUrl, requests } = await rawServer(({ path }, response) => {
    const offset = Number(new URL(path, 'http://x.test').searchParams.get('offset'));
    return answering(200, { content, version: '1', nextOffset: offset + 1 })(
      { method: 'GET', path, headers: {}, text: '' },
      response,
    );
  });
  const client = createClient(createHttp({ baseUrl, transport: fetch, userAgent: 'test' }));
  await expect(readDescription(client, { of: 'task', taskId: 't' })).rejects.toMatchObject({
    reason: { is: 'description-long' },
  });
  expect(requests.length).toBeLessThan(10);
});

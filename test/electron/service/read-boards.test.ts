/** Reads a person's open tasks on a board (docs/service.md#boards). */

import { describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../electron/service/client.ts';
import { createHttp } from '../../../electron/service/http.ts';
import { readAssigned } from '../../../electron/service/read-boards.ts';
import type { BoardResponse, BoardTask } from '../../../electron/service/records.ts';
import type { BoardQuery } from '../../../electron/service/resources/boards.ts';
import { serveLocalWorkspace } from '../local/serve.ts';
import { testWorkspace } from '../local/workspace.ts';

async function served() {
  const local = await testWorkspace();
  const server = await serveLocalWorkspace(local.workspace);
  onTestFinished(() => server.close());
  const http = createHttp({
    baseUrl: server.baseUrl,
    transport: fetch,
    userAgent: 'test',
    credential: () => local.token,
  });
  return { ...local, server, client: createClient(http) };
}

describe('on the local workspace', () => {
  test('every page is read, and each task occurs once, by number', async () => {
    const { client, addTask, projectId, userId, server } = await served();
    for (let number = 1; number <= 205; number += 1) await addTask({ title: `Task ${number}`, userId });
    const board = await readAssigned(client, projectId, userId);
    expect(board).toMatchObject({ projectName: 'Personal', projectSlug: 'ME' });
    expect(board.tasks.map(({ task }) => task.number)).toEqual(Array.from({ length: 205 }, (_, index) => index + 1));
    expect(server.requests.map(({ path }) => new URL(path, server.url).searchParams.get('page'))).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  test('final columns, archived tasks and other people’s tasks are omitted; planned ones have no column', async () => {
    const { client, addTask, projectId, userId } = await served();
    await addTask({ title: 'Open', userId });
    await addTask({ title: 'Under way', userId, status: 'in-progress' });
    await addTask({ title: 'Planned', userId, status: 'planned' });
    await addTask({ title: 'Done', userId, status: 'done' });
    await addTask({ title: 'Archived', userId, status: 'archived' });
    await addTask({ title: 'Nobody’s' });
    const { tasks } = await readAssigned(client, projectId, userId);
    expect(tasks.map(({ task, column }) => [task.title, column?.name ?? null]).sort()).toEqual([
      ['Open', 'To do'],
      ['Planned', null],
      ['Under way', 'In progress'],
    ]);
  });

  test('a board without tasks is read once', async () => {
    const { client, projectId, userId, server } = await served();
    expect((await readAssigned(client, projectId, userId)).tasks).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });
});

/** A client that returns these pages. */
function scripted(pages: { tasks: BoardTask[]; planned?: BoardTask[] }[], totalPages = pages.length) {
  const requests: BoardQuery[] = [];
  const getBoardPage = async (projectId: string, query: BoardQuery): Promise<BoardResponse> => {
    requests.push(query);
    const page = pages[query.page - 1];
    return {
      data: {
        id: projectId,
        name: 'Project',
        slug: 'PRJ',
        workspaceId: 'w',
        columns: [{ id: 'to-do', name: 'To do', isFinal: false, tasks: page?.tasks ?? [] }],
        archivedTasks: [],
        plannedTasks: page?.planned ?? [],
      },
      pagination: { total: 0, page: query.page, pageSize: query.limit, totalPages },
    };
  };
  return { requests, client: { getBoardPage } };
}

const task = (number: number, title = `Task ${number}`): BoardTask => ({
  id: `t${number}`,
  title,
  number,
  status: 'to-do',
  priority: 'low',
  createdAt: '2026-11-18T12:00:00.000Z',
  projectId: 'p',
});

describe('a board that changes during the read', () => {
  test('a task on two pages occurs once, as on the last page', async () => {
    const { client, requests } = scripted([
      { tasks: [task(1), task(2)] },
      { tasks: [task(3)], planned: [task(2, 'Task 2, put off')] },
    ]);
    const { tasks } = await readAssigned(client, 'p', 'u');
    expect(tasks.map((found) => [found.task.title, found.column?.name ?? null])).toEqual([
      ['Task 1', 'To do'],
      ['Task 2, put off', null],
      ['Task 3', 'To do'],
    ]);
    expect(requests).toEqual(
      [1, 2].map((page) => ({ page, limit: 100, assigneeId: 'u', sortBy: 'number', sortOrder: 'asc' })),
    );
  });

  test('an empty page ends the read, regardless of the announced pages', async () => {
    const { client, requests } = scripted([{ tasks: [task(1)] }, { tasks: [] }], 1_000_000);
    expect((await readAssigned(client, 'p', 'u')).tasks).toHaveLength(1);
    // The third was requested together with the second.
    expect(requests).toHaveLength(3);
  });
});

test('a busy service is asked again, and a board that changed is read again', async () => {
  const { client, addTask, projectId, userId, server } = await served();
  for (let number = 1; number <= 101; number += 1) await addTask({ userId });
  let isBusy = true;
  let hasChanged = false;
  server.intercept = async (request) => {
    if (isBusy) {
      isBusy = false;
      return Response.json({ message: 'Busy', code: 'BUSY' }, { status: 503 });
    }
    if (!hasChanged && new URL(request.url).searchParams.get('page') === '2') {
      hasChanged = true;
      await addTask({ userId });
    }
    return undefined;
  };
  const waits: number[] = [];
  const options = { sleep: async (ms: number) => void waits.push(ms) };
  expect((await readAssigned(client, projectId, userId, options)).tasks).toHaveLength(102);
  expect(waits).toHaveLength(2);
});

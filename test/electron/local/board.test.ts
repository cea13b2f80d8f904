/** Board pages (docs/service.md#boards). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { BoardResponse } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

async function board({ call, projectId }: TestWorkspace, query = '') {
  return BoardResponse.parse((await call('GET', `/task/tasks/${projectId}${query}`)).json);
}

function tasksOf({ data }: BoardResponse) {
  return [...data.columns.flatMap((column) => column.tasks), ...data.plannedTasks, ...data.archivedTasks];
}

async function filled(count: number) {
  const local = await testWorkspace();
  for (let at = 0; at < count; at += 1) await local.addTask({ title: `Task ${at}` });
  return local;
}

test('has 50 tasks by default, 100 at most, and every task exactly once', async () => {
  const local = await filled(120);
  const first = await board(local);
  expect(tasksOf(first)).toHaveLength(50);
  expect(first.pagination).toMatchObject({ total: 120, page: 1, pageSize: 50, totalPages: 3 });
  expect((await board(local, '?limit=1000')).pagination).toMatchObject({ pageSize: 100, totalPages: 2 });

  for (const sortBy of ['createdAt', 'priority', 'dueDate', 'position', 'title', 'number']) {
    const ids: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      ids.push(
        ...tasksOf(await board(local, `?limit=25&page=${page}&sortBy=${sortBy}&sortOrder=desc`)).map((t) => t.id),
      );
    }
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
  }
  expect(tasksOf(await board(local, '?page=9'))).toEqual([]);
});

test('lists tasks in their columns, and planned and archived ones separately', async () => {
  const local = await testWorkspace();
  await local.addTask({ title: 'doing', status: 'in-progress', userId: local.userId });
  await local.addTask({ title: 'planned', status: 'planned' });
  await local.addTask({ title: 'archived', status: 'archived' });
  const { data } = await board(local);
  expect(data.columns.map((column) => [column.id, column.isFinal, column.tasks.map((task) => task.title)])).toEqual([
    ['to-do', false, []],
    ['in-progress', false, ['doing']],
    ['in-review', false, []],
    ['done', true, []],
  ]);
  expect(data.columns[1]?.tasks[0]).toMatchObject({
    assigneeName: 'You',
    assigneeId: local.userId,
    subtaskCounts: { completed: 0, total: 0 },
    labels: [],
    externalLinks: [],
  });
  expect([data.plannedTasks, data.archivedTasks]).toMatchObject([[{ title: 'planned' }], [{ title: 'archived' }]]);
});

test('filters and sorts', async () => {
  const local = await testWorkspace();
  await local.addTask({ title: 'b', priority: 'low', dueDate: '2026-12-01', userId: local.userId });
  await local.addTask({ title: 'A', priority: 'urgent', dueDate: '2026-12-03' });
  await local.addTask({ title: 'c', priority: 'medium', status: 'in-review' });
  const titles = async (query: string) => tasksOf(await board(local, query)).map((task) => task.title);
  expect(await titles('?status=in-review')).toEqual(['c']);
  expect(await titles('?priority=urgent')).toEqual(['A']);
  expect(await titles(`?assigneeId=${local.userId}`)).toEqual(['b']);
  expect(await titles('?dueBefore=2026-12-02')).toEqual(['b']);
  expect(await titles('?dueAfter=2026-12-02')).toEqual(['A']);
  expect(await titles('?status=to-do&sortBy=title')).toEqual(['A', 'b']);
  expect(await titles('?status=to-do&sortBy=priority&sortOrder=desc')).toEqual(['A', 'b']);
  expect(await titles('?status=to-do&sortBy=number')).toEqual(['b', 'A']);
});

test.each(['page=0', 'limit=0', 'limit=1.5', 'sortBy=colour', 'priority=soon', 'dueBefore=garbage'])(
  'refuses ?%s',
  async (query) => {
    const { call, projectId } = await testWorkspace();
    expect(await call('GET', `/task/tasks/${projectId}?${query}`)).toMatchObject({
      status: 400,
      json: { code: 'VALIDATION_ERROR', issues: [{ path: `query.${query.split('=')[0]}` }] },
    });
  },
);

test('omits a description above 64 KiB and sets descriptionDeferred; the task itself has it', async () => {
  const local = await testWorkspace();
  const long = 'é'.repeat(32 * 1024 + 1);
  const { id } = await local.addTask({ description: long });
  expect(tasksOf(await board(local))).toMatchObject([{ description: null, descriptionDeferred: true }]);
  expect((await local.call('GET', `/task/${id}`)).json).toMatchObject({ description: long });
});

test('spreads more than 100 labels, links and columns over related pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-board-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'local.db');
  const local = await testWorkspace({ path });
  const { id } = await local.addTask({ status: 'done' });
  // Directly in the database, for speed; no route creates columns.
  const file = new DatabaseSync(path);
  const label = file.prepare("INSERT INTO label VALUES (?, ?, ?, ?, '#000', '2026-11-01T00:00:00.000Z', 0)");
  const column = file.prepare(
    "INSERT INTO board_column VALUES (?, ?, ?, 'More', NULL, NULL, 0, ?, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')",
  );
  for (let at = 0; at < 250; at += 1) label.run(`label-${at}`, local.workspaceId, id, `Label ${at}`);
  for (let at = 0; at < 130; at += 1) column.run(`column-${at}`, local.projectId, `more-${at}`, 10 + at);
  const link = file.prepare(
    "INSERT INTO external_link VALUES (?, ?, NULL, 'url', 'x', 'https://example.com', NULL, NULL, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')",
  );
  for (let at = 0; at < 210; at += 1) link.run(`link-${at}`, id);
  file.close();

  const pages = [];
  for (const relatedPage of [1, 2, 3]) pages.push(await board(local, `?relatedPage=${relatedPage}`));
  expect(pages.map((page) => page.pagination.relatedTotalPages)).toEqual([3, 3, 3]);
  expect(pages.map((page) => tasksOf(page)[0]?.labels?.length)).toEqual([100, 100, 50]);
  expect(new Set(pages.flatMap((page) => tasksOf(page)[0]?.labels?.map((found) => found.id))).size).toBe(250);
  expect(pages.map((page) => tasksOf(page)[0]?.externalLinks?.length)).toEqual([100, 100, 10]);
  expect(new Set(pages.flatMap((page) => tasksOf(page)[0]?.externalLinks?.map((found) => found.id))).size).toBe(210);
  // The task's own column is on every page.
  expect(pages.map((page) => page.data.columns.length)).toEqual([100, 35, 1]);
});

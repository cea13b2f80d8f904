/** Malformed input is rejected with a message; malformed data in an existing file is still read. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BoardResponse } from '../../../electron/service/records.ts';
import { type TestWorkspace, testWorkspace } from './workspace.ts';

const boardOf = async ({ call, projectId }: TestWorkspace, query = '') =>
  BoardResponse.parse((await call('GET', `/task/tasks/${projectId}${query}`)).json);
const tasksOf = async (local: TestWorkspace) =>
  (await boardOf(local, '?sortBy=number')).data.columns.flatMap(({ tasks }) => tasks);

describe('a position', () => {
  const replace = async (local: TestWorkspace, id: string, position: number) =>
    local.call('PUT', `/task/${id}`, { title: 'x', description: '', priority: 'low', status: 'to-do', position });

  test.each([2 ** 53, 2 ** 53 - 1, -(2 ** 51), 1e300, 1.5])(
    'of %d is rejected, and the board stays readable',
    async (position) => {
      const local = await testWorkspace();
      const { id } = await local.addTask();
      expect(await replace(local, id, position)).toMatchObject({
        status: 400,
        json: { code: 'VALIDATION_ERROR', issues: [{ path: 'body.position' }] },
      });
      await local.addTask();
      expect(await tasksOf(local)).toHaveLength(2);
    },
  );

  test('at the limit leaves room for others after it', async () => {
    const local = await testWorkspace();
    const { id } = await local.addTask();
    expect((await replace(local, id, 2 ** 50)).status).toBe(200);
    await local.addTask();
    expect((await tasksOf(local)).map(({ position }) => position)).toEqual([2 ** 50, 2 ** 50 + 1]);
  });

  test.each(['9223372036854775807', '9007199254740992', '-9223372036854775808'])(
    'of %s in an existing file is read, and tasks can still be placed after it',
    async (position) => {
      const folder = mkdtempSync(join(tmpdir(), 'punchcard-position-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, 'local.sqlite');
      const local = await testWorkspace({ path });
      const { id } = await local.addTask();
      const file = new DatabaseSync(path);
      file.exec(`UPDATE task SET position = ${position}`);
      file.close();
      await local.addTask();
      const moved = await local.addTask({ status: 'done' });
      expect((await local.call('PUT', `/task/status/${moved.id}`, { status: 'to-do' })).status).toBe(200);
      const tasks = await tasksOf(local);
      expect(tasks).toHaveLength(3);
      expect(tasks.every((task) => Number.isSafeInteger(task.position))).toBe(true);
      expect((await local.call('GET', `/task/${id}`)).status).toBe(200);
      expect((await replace(local, id, 1)).status).toBe(200);
      local.workspace.close();
    },
  );
});

describe('the character U+0000', () => {
  test.each([
    ['a title', 'title', { title: 'Pay \0 now' }],
    ['a description', 'description', { description: 'One\0two' }],
  ])('in %s is rejected with a message, and nothing is created', async (_what, field, fields) => {
    const local = await testWorkspace();
    const body = { title: 'x', description: '', priority: 'low', status: 'to-do', ...fields };
    const answer = await local.call('POST', `/task/${local.projectId}`, body);
    const issue = { path: `body.${field}`, message: 'The character U+0000 is not allowed' };
    expect(answer).toMatchObject({ status: 400, json: { code: 'VALIDATION_ERROR', issues: [issue] } });
    expect(await tasksOf(local)).toEqual([]);
  });

  test('is rejected in lists and in a query', async () => {
    const { call, workspaceId } = await testWorkspace();
    expect(await call('PATCH', '/task/bulk', { taskIds: ['a', 'b\0'], operation: 'delete' })).toMatchObject({
      json: { issues: [{ path: 'body.taskIds.1' }] },
    });
    expect(await call('GET', `/search?q=a%00b&workspaceId=${workspaceId}`)).toMatchObject({
      status: 400,
      json: { issues: [{ path: 'query.q' }] },
    });
  });
});

describe('a year', () => {
  test.each(['+010000-01-01T00:00:00Z', '+275760-09-13', '-000001-12-31T00:00:00Z'])(
    'without four digits is rejected: %s',
    async (dueDate) => {
      const local = await testWorkspace();
      const { id } = await local.addTask();
      const refusal = {
        status: 400,
        json: { message: expect.stringContaining('The year must be between 0 and 9999') },
      };
      expect(await local.call('PUT', `/task/due-date/${id}`, { dueDate })).toMatchObject(refusal);
      const bulk = { taskIds: [id], operation: 'updateDueDate', value: dueDate };
      expect(await local.call('PATCH', '/task/bulk', bulk)).toMatchObject(refusal);
      expect(await local.call('POST', '/time-entry', { taskId: id, startTime: dueDate })).toMatchObject(refusal);
    },
  );

  test('9999 is the last one accepted', async () => {
    const local = await testWorkspace();
    const { id } = await local.addTask();
    const dueDate = '9999-12-31T23:59:59.999Z';
    expect((await local.call('PUT', `/task/due-date/${id}`, { dueDate })).json).toMatchObject({ dueDate });
  });
});

test('a value of the wrong type is one issue, about its type', async () => {
  const local = await testWorkspace();
  const { id } = await local.addTask();
  expect((await local.call('PUT', `/task/status/${id}`, { status: [] })).json).toEqual({
    message: 'body.status: Invalid input: expected string, received array',
    code: 'VALIDATION_ERROR',
    issues: [{ path: 'body.status', message: 'Invalid input: expected string, received array' }],
  });
});

test.each([3, 1_000_001, Number.MAX_SAFE_INTEGER])('page %d of a board of one page is empty', async (page) => {
  const local = await testWorkspace();
  await local.addTask();
  const { data, pagination } = await boardOf(local, `?page=${page}`);
  expect(data.columns.flatMap(({ tasks }) => tasks)).toEqual([]);
  expect(pagination).toMatchObject({ total: 1, page, totalPages: 1 });
  expect((await boardOf(local, `?relatedPage=${page}`)).pagination.relatedPage).toBe(page);
});

test('a crash is a 500 with its code and without details', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'local.sqlite');
  const local = await testWorkspace({ path });
  const { id } = await local.addTask();
  const file = new DatabaseSync(path);
  file.exec('DROP TABLE external_link');
  file.close();
  const answer = await local.call('GET', `/external-link/task/${id}`);
  expect(answer).toMatchObject({
    status: 500,
    json: { message: 'Internal Server Error', code: 'INTERNAL_SERVER_ERROR' },
  });
  expect(answer.text).not.toContain('external_link');
  expect(log).toHaveBeenCalledOnce();
  local.workspace.close();
});

/** While another program locks the local workspace's database, requests fail at once with a message; a stored change succeeds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLocalWorkspace } from '../../../electron/local/local-workspace.ts';
import { testWorkspace } from './workspace.ts';

test('a write fails with a message while another program uses the data, and works afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-local-'));
  const path = join(folder, 'workspace.sqlite');
  const opened = vi.spyOn(DatabaseSync.prototype, 'exec');
  const workspace = openLocalWorkspace({ path, language: () => 'en' });
  const { token } = workspace.openSession();
  const other = new DatabaseSync(path);
  onTestFinished(() => {
    opened.mockRestore();
    other.close();
    workspace.close();
    rmSync(folder, { recursive: true });
  });
  const write = () =>
    workspace.fetch(
      new Request('http://local/api/notification/read-all', {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: '{}',
      }),
    );
  // For so long a request blocks the app (ms).
  const database = opened.mock.contexts.at(-1) as DatabaseSync;
  expect(database.prepare('PRAGMA busy_timeout').get()?.timeout).toBeLessThan(1_000);
  expect((await write()).status).toBe(200);
  other.exec('BEGIN IMMEDIATE');
  const answer = await write();
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { message: 'Another program is using the data', code: 'SERVICE_UNAVAILABLE' },
  ]);
  other.exec('COMMIT');
  expect((await write()).status).toBe(200);
});

test('a stored change is answered as one although its activity cannot be stored', async () => {
  const failures = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-local-'));
  const path = join(folder, 'workspace.sqlite');
  const local = await testWorkspace({ path });
  const other = new DatabaseSync(path);
  onTestFinished(() => {
    failures.mockRestore();
    other.close();
    local.workspace.close();
    rmSync(folder, { recursive: true });
  });
  other.exec("CREATE TRIGGER full BEFORE INSERT ON activity BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  const seen: string[] = [];
  local.workspace.onEvent(({ type }) => void seen.push(type));
  // addTask() throws unless the answer is 200.
  const { id } = await local.addTask();
  expect((await local.call('PUT', `/task/title/${id}`, { title: 'New' })).status).toBe(200);
  expect(seen).toEqual(['TASK_CREATED', 'TASK_UPDATED']);
  expect(failures).toHaveBeenCalledTimes(2);
});

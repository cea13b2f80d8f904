/** The command line while the app is not running; test/electron/cli/commands.test.ts tests the rest. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answerWithoutApp } from '../../../electron/app/command-line-without-app.ts';
import { createTerminalLanguage } from '../../../electron/cli/terminal-language.ts';
import { openDatabase } from '../../../electron/store/database.ts';
import { createSettings } from '../../../electron/store/settings.ts';

const setLanguage = createTerminalLanguage({ LANG: 'C' });

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-alone-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('damaged data is left to the app, which reports it when it sets it aside', async () => {
  const folder = makeFolder();
  const path = join(folder, 'punchcard.sqlite');
  writeFileSync(path, 'no database at all '.repeat(100));
  const before = readFileSync(path);
  expect(await answerWithoutApp(folder, { do: 'add', text: 'x', startTimer: false }, setLanguage)).toMatchObject({
    ok: false,
    why: 'failed',
    said: expect.stringContaining('could not be read'),
  });
  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
});

test('data of a newer Punchcard: an error with the next step', async () => {
  const folder = makeFolder();
  const { database } = openDatabase(join(folder, 'punchcard.sqlite'), new Date());
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect(await answerWithoutApp(folder, { do: 'status' }, setLanguage)).toMatchObject({
    ok: false,
    why: 'failed',
    said: expect.stringContaining('Install the newer version'),
  });
});

test('a line without a project goes to the project with most of the person’s tasks', async () => {
  const folder = makeFolder();
  const { database } = openDatabase(join(folder, 'punchcard.sqlite'), new Date());
  database.exec(`INSERT INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, workspace_id, created_at)
    VALUES ('a1', 'device', 'http://a.example/api', 'service-cli', 'u1', 'You', '[]', 'w1', '2026-11-18T08:00:00.000Z')`);
  createSettings(database).writeValue('current-account', 'a1');
  const projects = ['pay', 'web'].map((id) => ({ id, slug: id.toUpperCase(), name: id }));
  database
    .prepare('INSERT INTO workspace_directory (account_id, workspace_id, lists) VALUES (?, ?, ?)')
    .run('a1', 'w1', JSON.stringify({ projects, labels: [], people: [], columns: {} }));
  const task = { id: 't', identifier: 'WEB-1', title: 'T', projectId: 'web', projectName: 'web', status: 'to-do' };
  const list = { ...task, statusName: null, priority: 'low', dueDate: null, labels: [] };
  database
    .prepare('INSERT INTO assigned_tasks (account_id, list, fetched_at) VALUES (?, ?, ?)')
    .run('a1', JSON.stringify({ workspaceId: 'w1', total: 1, tasks: [list] }), '2026-11-18T08:00:00.000Z');
  database.close();
  expect(
    await answerWithoutApp(folder, { do: 'add', text: 'One\nTwo #pay', startTimer: false }, setLanguage),
  ).toMatchObject({
    ok: true,
    said: 'Added to WEB: One\nAdded to PAY: Two\nThey are sent when Punchcard runs.',
  });
});

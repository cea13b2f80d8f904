/** Files of earlier versions can be read. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isDamage } from '../../../electron/files/set-aside.ts';
import { openLocalDatabase } from '../../../electron/local/database.ts';
import { MIGRATIONS } from '../../../electron/local/schema.ts';
import { hashSecret } from '../../../electron/local/secrets.ts';
import { BoardResponse } from '../../../electron/service/records.ts';
import { testWorkspace } from './workspace.ts';

test('sessions of an earlier version are Punchcard’s own, or those of programs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'local.db');
  const old = new DatabaseSync(path);
  const [then, end] = ['2026-11-17T00:00:00.000Z', '2026-11-24T00:00:00.000Z'];
  old.exec(`${MIGRATIONS[0]}; PRAGMA user_version = 1;
    INSERT INTO person VALUES ('me', 'You', 'you@localhost', NULL, 1, 0);
    INSERT INTO workspace VALUES ('w', 'My workspace', 'my-workspace', '${then}');
    INSERT INTO session VALUES ('1', '${hashSecret('own')}', 'me', 'Punchcard', '${then}', '${then}', '${end}'),
      ('2', '${hashSecret('curl')}', 'me', 'curl/8', '${then}', '${then}', '${end}'),
      ('3', '${hashSecret('none')}', 'me', NULL, '${then}', '${then}', '${end}');`);
  old.close();

  const { workspace, call } = await testWorkspace({ path });
  expect(workspace.programs()).toBe(2);
  workspace.endPrograms();
  const statusOf = async (token: string) => (await call('GET', '/user/me', undefined, { token })).status;
  expect([await statusOf('own'), await statusOf('curl'), await statusOf('none')]).toEqual([200, 401, 401]);
});

test('a workspace of version 1 keeps its owner, tasks and keys, and gets revisions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'local.db');
  const old = new DatabaseSync(path);
  const then = '2026-11-01T00:00:00.000Z';
  old.exec(`${MIGRATIONS[0]}; PRAGMA user_version = 1;
    INSERT INTO person VALUES ('me', 'You', 'you@localhost', NULL, 1, 0), ('mira', 'Mira', 'm@example.com', NULL, 0, 1);
    INSERT INTO workspace VALUES ('w', 'My workspace', 'my-workspace', '${then}');
    INSERT INTO project VALUES ('p', 'w', 'ME', NULL, 'Personal', NULL, '${then}', 0, NULL, 0, 1, 0);
    INSERT INTO task VALUES ('t', 'p', 1, 'Old', 'Text', 'planned', 'low', NULL, NULL, 1, 'me', '${then}', '${then}', 0);
    INSERT INTO api_key VALUES ('k', 'script', '${hashSecret('key')}', 'me', NULL, '${then}');`);
  old.close();

  const { call } = await testWorkspace({ path });
  const answer = await call('GET', '/task/tasks/p', undefined, { token: 'key' });
  expect(BoardResponse.parse(answer.json)).toMatchObject({
    data: { plannedTasks: [{ id: 't', title: 'Old', assigneeName: 'You' }] },
    pagination: { revision: '1', relatedRevision: '1' },
  });
  expect(answer.headers.get('x-ratelimit-limit')).toBe('100');
  expect((await call('GET', '/task/t/description')).json).toEqual({ content: 'Text', version: '1', nextOffset: null });
  expect((await call('GET', '/workspace/w/members')).json).toMatchObject([{ role: 'owner' }, { role: 'member' }]);
});

describe.each(MIGRATIONS.map((_, at) => at + 1).slice(0, -1))('a workspace of version %i', (version) => {
  function workspace(more = ''): string {
    const folder = mkdtempSync(join(tmpdir(), 'punchcard-schema-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'local.db');
    const old = new DatabaseSync(path);
    old.exec(`${MIGRATIONS.slice(0, version).join(';')}; PRAGMA user_version = ${version}; ${more}`);
    old.close();
    return path;
  }

  test('comes to what a new one has, and stays as it was beside it', () => {
    const path = workspace();
    const before = schemaAt(path);
    openLocalDatabase(path).close();
    const fresh = join(dirname(path), 'fresh.db');
    openLocalDatabase(fresh).close();
    expect(schemaAt(path)).toEqual(schemaAt(fresh));
    expect(schemaAt(`${path}.schema-${version}`)).toEqual(before);
    expect(before.version).toBe(version);
  });

  test('stays at its version if the last step fails', () => {
    // The table or column that it adds exists already. Version 1 lacks the table that the last step changes.
    const [change] = /(?:CREATE|ALTER) TABLE [^;]+/.exec(MIGRATIONS.at(version === 1 ? -2 : -1) ?? '') ?? [];
    const path = workspace(change);
    const before = schemaAt(path);
    expect(() => openLocalDatabase(path)).toThrow();
    expect(schemaAt(path)).toEqual(before);
  });
});

function schemaAt(path: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const made = database.prepare(
    "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  const found = { version: database.prepare('PRAGMA user_version').get()?.user_version, made: made.all() };
  database.close();
  return found;
}

test.each<[string, (path: string) => void]>([
  ['an empty file beside a log', (path) => loseAllButLog(path)],
  ['an invalid version', (path) => patch(path, 'PRAGMA user_version = -3')],
  ['existing tables', (path) => patch(path, 'PRAGMA user_version = 0')],
  ['a pipe', (path) => pipe(path)],
])('%s is damage: the file is set aside unchanged', (_what, damage) => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'local.db');
  const first = openLocalDatabase(path);
  if (process.platform !== 'win32') {
    for (const suffix of ['', '-wal']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
  }
  first.close();
  damage(path);
  const log = existsSync(`${path}-wal`);
  let found: unknown;
  try {
    openLocalDatabase(path).close();
  } catch (error) {
    found = error;
  }
  expect(isDamage(found)).toBe(true);
  expect(existsSync(`${path}-wal`)).toBe(log);
});

function loseAllButLog(path: string): void {
  truncateSync(path, 0);
  writeFileSync(`${path}-wal`, Buffer.alloc(10_000, 1));
}

function patch(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function pipe(path: string): void {
  rmSync(path);
  if (process.platform === 'win32') mkdirSync(path);
  else execFileSync('mkfifo', [path]);
}

/** Each table has one owner: only the SQL of its folder names it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../electron/store/migrations.ts';

const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'electron/store': ['setting'],
  'electron/outbox': ['outbox', 'server_id', 'abandoned_write', 'server_habits'],
  'electron/features/account': ['account'],
  'electron/features/assistants': ['assistant_action'],
  'electron/features/board': ['board_cache', 'watched_board'],
  'electron/features/idle': ['away_segment', 'away_answer', 'away_heartbeat', 'entry_successor'],
  'electron/features/palette': ['palette_use'],
  'electron/features/projects': ['workspace_directory'],
  'electron/features/quick-add': ['dropped_task'],
  'electron/features/reminders': ['shown_reminder', 'reminder_snooze', 'reminder_day', 'reminder_begun'],
  'electron/features/tasks': ['assigned_tasks'],
  'electron/features/time': ['time_entry', 'tracked_task'],
  'electron/features/time-rules': ['time_rule', 'closed_week'],
};

/** The whole database: they create it, check it and repair it. */
const FOR_ALL = ['migrations', 'database', 'repair-rows', 'row-rules', 'salvage', 'row-counts'].map(
  (name) => `electron/store/${name}.ts`,
);

const root = join(import.meta.dirname, '../../..');
const files = readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' })
  .map((name) => `electron/${name.replaceAll('\\', '/')}`)
  // The local workspace has a database of its own.
  .filter((file) => file.endsWith('.ts') && !file.startsWith('electron/local/') && !FOR_ALL.includes(file));

function tables(): string[] {
  const database = new DatabaseSync(':memory:');
  for (const migration of MIGRATIONS) database.exec(migration);
  const rows = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`);
  const names = rows.all().map(({ name }) => String(name));
  database.close();
  return names;
}

test('Every table has an owner', () => {
  expect(Object.values(OWNERS).flat().sort()).toEqual(tables().sort());
});

test('SQL names only the tables of its folder', () => {
  const name = `(${tables().join('|')})`;
  const before = '\\b(?:FROM|JOIN|INTO|UPDATE|UPDATE OR \\w+|TABLE)';
  const named = new RegExp(`${before}\\s+${name}\\b`, 'g');
  // A name from elsewhere could be any table's.
  const unnamed = new RegExp(`${before}\\s+"?\\$\\{`);
  const leaks = files.flatMap((file) => {
    const owner = Object.keys(OWNERS).find((folder) => file.startsWith(`${folder}/`)) ?? '';
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const found = [...text.matchAll(named)].map((match) => match[1] ?? '');
    if (unnamed.test(text)) found.push('a table without a name');
    return [...new Set(found)].filter((table) => !OWNERS[owner]?.includes(table)).map((table) => `${file}: ${table}`);
  });
  expect(leaks).toEqual([]);
});

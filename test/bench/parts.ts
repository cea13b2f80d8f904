/** The parts of the app that keep time, over a real file, without a window: as main.ts puts them together. */
import { join } from 'node:path';
import { createOutbox } from '../../electron/outbox/outbox.ts';
import { timeEntryCreate } from '../../electron/outbox/time-entry-create.ts';
import { timeEntryUpdate } from '../../electron/outbox/time-entry-update.ts';
import { type Database, openDatabase } from '../../electron/store/database.ts';
import { createChanges } from '../../electron/time/changes.ts';
import { createEntries, type Entry, type TaskRef } from '../../electron/time/entries.ts';
import { createTimer } from '../../electron/time/timer.ts';
import { createWitness } from '../../electron/time/witness.ts';

export const ACCOUNT = 'account-1';

export function openParts(folder: string, { now = Date.now, userId = 'user-1' } = {}) {
  const { database } = openDatabase(join(folder, 'punchcard.sqlite'), new Date());
  database
    .prepare(
      `INSERT INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
       VALUES (?, 'device', 'http://service.example/api', 'service-cli', ?, 'You', '[]', '2026-11-18T08:00:00.000Z')`,
    )
    .run(ACCOUNT, userId);
  const nothing = () => undefined;
  const outbox = createOutbox({
    database,
    kinds: [timeEntryCreate, timeEntryUpdate],
    now,
    random: Math.random,
    onChange: nothing,
    onSent: nothing,
    isCredentialDead: async () => false,
  });
  const entries = createEntries(database);
  const witness = createWitness(now, () => performance.now());
  const changes = createChanges({
    database,
    entries,
    outbox,
    witness,
    now,
    monotonic: () => performance.now(),
    notify: nothing,
    onChange: nothing,
  });
  const timer = createTimer({ entries, outbox, changes, witness, now });
  return { database, outbox, entries, changes, timer };
}

export const taskNumber = (number: number): TaskRef => ({
  taskId: `task-${number}`,
  identifier: `PAY-${number}`,
  title: `Task ${number}`,
  projectName: `Project ${number % 7}`,
});

export function entryOf(id: string, task: TaskRef, start: number, end: number | null): Entry {
  const startTime = new Date(start).toISOString();
  const endTime = end === null ? null : new Date(end).toISOString();
  return { id, accountId: ACCOUNT, task, startTime, endTime, note: '', discardedAt: null, createdAt: startTime };
}

export function countRows(database: Database, table: 'outbox' | 'remote' | 'time_entry'): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
}

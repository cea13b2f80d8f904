/** The parts of the app that keep time, over a real file, without a window: as electron/features/time/time-service.ts puts them together. */

import { join } from 'node:path';
import { type Database, openDatabase } from '../../electron/store/database.ts';
import type { Entry, TaskRef } from '../../shared/time/entry.ts';
import { addAccount } from '../electron/features/account/account-row.ts';
import { createTimeParts } from '../electron/features/time/parts.ts';

export const ACCOUNT = 'account-1';

export function openParts(folder: string, { now = Date.now, userId = 'user-1' } = {}) {
  const { database } = openDatabase(join(folder, 'punchcard.sqlite'), new Date());
  addAccount(database, ACCOUNT, userId);
  return createTimeParts({ database, now, random: Math.random });
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

export function countRows(database: Database, table: 'outbox' | 'server_id' | 'time_entry'): number {
  return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
}

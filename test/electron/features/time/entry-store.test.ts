/** The entries of a day, the state of each, and recent tasks. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { Entry, TaskRef } from '../../../../shared/time/entry.ts';
import { ACCOUNT, assemble, iso, json, MINUTE, newWorld, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';

const task = (taskId: string): TaskRef => ({
  taskId,
  identifier: `ME-${taskId}`,
  title: taskId,
  projectName: 'Personal',
});

let made = 0;

function day() {
  const { database } = openDatabase(':memory:', new Date());
  addAccount(database, ACCOUNT, 'me');
  const { entries, outbox } = assemble(database, newWorld());
  return {
    database,
    entries,
    add(start: string, end: string | null, changed: Partial<Entry> = {}): string {
      made += 1;
      const id = `entry-${made}`;
      const [startTime, endTime] = [utc(start), end && utc(end)];
      const entry = { id, accountId: ACCOUNT, task: task('1'), startTime, endTime, note: '', discardedAt: null };
      entries.put({ ...entry, createdAt: startTime, ...changed });
      return id;
    },
    at: (now: string): ReturnType<typeof entries.view> => entries.view(ACCOUNT, new Date(utc(now)), outbox),
    ids: (now: string): string[] => entries.view(ACCOUNT, new Date(utc(now)), outbox).today.map(({ id }) => id),
  };
}

const utc = (text: string): string => new Date(text).toISOString();

describe('a day in Berlin', () => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Europe/Berlin';
    expect(new Date('2026-07-01T00:00:00Z').getHours()).toBe(2);
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test('is the local day, not the UTC day', () => {
    const { at } = day();
    expect(at('2026-11-18T22:59:59Z').day).toBe('2026-11-18');
    expect(at('2026-11-18T23:00:00Z').day).toBe('2026-11-19');
  });

  test('contains entries that touch it: one across midnight belongs to both days', () => {
    const { add, ids } = day();
    const night = add('2026-11-17T22:30:00Z', '2026-11-17T23:30:00Z');
    const noon = add('2026-11-18T11:00:00Z', '2026-11-18T12:00:00Z');
    const late = add('2026-11-18T22:59:00Z', '2026-11-19T01:00:00Z');
    expect(ids('2026-11-17T12:00:00Z')).toEqual([night]);
    expect(ids('2026-11-18T12:00:00Z')).toEqual([night, noon, late]);
    expect(ids('2026-11-19T12:00:00Z')).toEqual([late]);
  });

  test('excludes entries that end or start exactly at its border', () => {
    const { add, ids } = day();
    const untilMidnight = add('2026-11-17T22:00:00Z', '2026-11-17T23:00:00Z');
    const fromMidnight = add('2026-11-18T23:00:00Z', '2026-11-18T23:30:00Z');
    const emptyAtMidnight = add('2026-11-17T23:00:00Z', '2026-11-17T23:00:00Z');
    expect(ids('2026-11-17T12:00:00Z')).toEqual([untilMidnight]);
    expect(ids('2026-11-18T12:00:00Z')).toEqual([emptyAtMidnight]);
    expect(ids('2026-11-19T12:00:00Z')).toEqual([fromMidnight]);
  });

  test('contains the running entry, however long ago it started', () => {
    const { add, at } = day();
    const id = add('2026-11-10T08:00:00Z', null);
    expect(at('2026-11-18T12:00:00Z')).toMatchObject({ running: { id }, today: [{ id }] });
  });

  test('is 23 hours long when the clocks go forward', () => {
    const { add, ids } = day();
    const first = add('2026-03-28T23:00:00Z', '2026-03-28T23:10:00Z');
    const last = add('2026-03-29T21:50:00Z', '2026-03-29T22:00:00Z');
    const next = add('2026-03-29T22:00:00Z', '2026-03-29T22:10:00Z');
    for (const now of ['2026-03-28T23:30:00Z', '2026-03-29T12:00:00Z', '2026-03-29T21:59:59Z']) {
      expect(ids(now)).toEqual([first, last]);
    }
    expect(ids('2026-03-29T22:00:00Z')).toEqual([next]);
  });

  test('is 25 hours long when they go back, and contains the repeated hour twice', () => {
    const { add, ids } = day();
    const first = add('2026-10-24T22:00:00Z', '2026-10-24T22:10:00Z');
    const twice = add('2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z');
    const last = add('2026-10-25T22:30:00Z', '2026-10-25T22:59:00Z');
    const next = add('2026-10-25T23:00:00Z', '2026-10-25T23:10:00Z');
    for (const now of [
      '2026-10-24T22:30:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T22:59:59Z',
    ]) {
      expect(ids(now)).toEqual([first, twice, last]);
    }
    expect(ids('2026-10-25T23:00:00Z')).toEqual([next]);
  });

  test('that begins at 1:00 in another zone still ends at midnight', () => {
    process.env.TZ = 'Asia/Beirut';
    const { add, ids } = day();
    const first = add('2026-03-28T22:00:00Z', '2026-03-28T22:10:00Z');
    const next = add('2026-03-29T21:30:00Z', '2026-03-29T21:40:00Z');
    expect(ids('2026-03-29T12:00:00Z')).toEqual([first]);
    expect(ids('2026-03-30T12:00:00Z')).toEqual([next]);
    process.env.TZ = 'Europe/Berlin';
  });

  test('follows a change of zone', () => {
    const { add, ids } = day();
    const id = add('2026-11-18T02:00:00Z', '2026-11-18T03:00:00Z');
    expect(ids('2026-11-18T12:00:00Z')).toEqual([id]);
    process.env.TZ = 'America/Los_Angeles';
    expect(ids('2026-11-18T12:00:00Z')).toEqual([]);
    expect(ids('2026-11-18T04:00:00Z')).toEqual([id]);
    process.env.TZ = 'Europe/Berlin';
  });
});

test('entries are sorted by start, without discarded ones and those of other accounts', () => {
  const { add, ids, database, at } = day();
  addAccount(database, 'account-2', 'other');
  const later = add('2026-11-18T11:00:00Z', '2026-11-18T11:30:00Z');
  const earlier = add('2026-11-18T10:00:00Z', '2026-11-18T10:30:00Z');
  add('2026-11-18T10:30:00Z', '2026-11-18T10:40:00Z', { discardedAt: utc('2026-11-18T10:40:00Z') });
  add('2026-11-18T10:45:00Z', null, { discardedAt: utc('2026-11-18T10:50:00Z') });
  add('2026-11-18T10:30:00Z', null, { accountId: 'account-2' });
  expect(ids('2026-11-18T12:00:00Z')).toEqual([earlier, later]);
  expect(at('2026-11-18T12:00:00Z').running).toBeNull();
});

test('recent: the last ten tasks, newest first, without duplicates, with their latest titles', () => {
  const { add, at, entries } = day();
  for (let hour = 0; hour < 12; hour += 1) {
    const start = `2026-11-17T${String(hour).padStart(2, '0')}:00:00Z`;
    add(start, start, { task: task(String(hour)) });
  }
  add('2026-11-18T08:00:00Z', '2026-11-18T08:10:00Z', { task: { ...task('5'), title: 'New title' } });
  add('2026-11-18T09:00:00Z', null, { task: task('99'), discardedAt: utc('2026-11-18T09:01:00Z') });
  const { recent } = at('2026-11-18T12:00:00Z');
  expect(recent.map(({ taskId }) => taskId)).toEqual(['5', '11', '10', '9', '8', '7', '6', '4', '3', '2']);
  expect(recent[0]?.title).toBe('New title');
  expect(entries.taskOf(ACCOUNT, '5')?.title).toBe('New title');
  expect(entries.taskOf(ACCOUNT, 'none')).toBeUndefined();
  expect(entries.taskOf('account-2', '5')).toBeUndefined();
});

test('the state of an entry at the service', async () => {
  const machine = await startMachine();
  const sync = () => {
    const [entry] = machine.view().today;
    return [entry?.sync, entry?.why];
  };
  machine.timer.start(ACCOUNT, machine.task);
  expect(sync()).toEqual(['waiting', null]);
  const seen: unknown[] = [];
  machine.server.intercept = ({ method }) => {
    if (method !== 'POST') return undefined;
    seen.push(sync());
    return json({ message: 'Busy' }, 503);
  };
  await machine.pass(15 * SECOND);
  expect(seen).toEqual([['sending', null]]);
  expect(sync()).toEqual(['waiting', 'Not sent: Busy']);
  machine.server.intercept = ({ method }) => (method === 'POST' ? json({ message: 'Never' }, 400) : undefined);
  for (let round = 0; round < 5; round += 1) await machine.pass(MINUTE);
  expect(sync()).toEqual(['needs-you', 'Not sent: Never']);
  machine.outbox.remove(ACCOUNT, machine.items()[0]?.id ?? 0);
  expect(sync()).toEqual(['needs-you', 'It was removed from the queue; the server may or may not have it.']);
  machine.server.intercept = undefined;
  machine.timer.stop(ACCOUNT);
  await machine.pass(11 * SECOND);
  expect(sync()[0]).toBe('needs-you');
  machine.outbox.retry();
  await machine.outbox.idle();
  expect(sync()).toEqual(['sent', null]);
  expect(await machine.atService()).toMatchObject([{ startTime: iso(T0), endTime: iso(T0 + 315 * SECOND) }]);
});

test('an entry with an abandoned change says that the service has the former one, until the next change', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(15 * SECOND);
  const entry = () => machine.view().today[0];
  machine.server.intercept = ({ method }) =>
    method === 'PUT' ? json({ message: 'Never', code: 'FORBIDDEN' }, 403) : undefined;
  machine.timer.stop(ACCOUNT);
  await machine.pass(11 * SECOND);
  expect(entry()).toMatchObject({ sync: 'needs-you', why: 'Not sent: Never' });
  machine.outbox.remove(ACCOUNT, machine.items()[0]?.id ?? 0);
  const behind = { sync: 'needs-you', why: 'The server still has the earlier version.' };
  expect(entry()).toMatchObject(behind);
  machine.crash();
  expect(entry()).toMatchObject(behind);
  machine.server.intercept = undefined;
  const [{ id } = { id: '' }] = machine.view().today;
  machine.edit.edit(ACCOUNT, id, { start: T0, end: T0 + SECOND, note: 'again' }, {});
  expect(entry()).toMatchObject({ sync: 'waiting' });
  await machine.pass(11 * SECOND);
  expect(entry()).toMatchObject({ sync: 'sent', why: null });
});

test('a day and a range of days', () => {
  const { add, entries, database } = day();
  const id = add('2026-11-18T10:00:00Z', '2026-11-18T11:00:00Z');
  const next = add('2026-11-19T10:00:00Z', '2026-11-19T11:00:00Z');
  const { outbox } = assemble(database, newWorld());
  expect(entries.day(ACCOUNT, '2026-11-18', outbox)).toMatchObject([{ id }]);
  expect(entries.day(ACCOUNT, '2026-11-17', outbox)).toEqual([]);
  const between = (from: string, to: string) =>
    entries.between(ACCOUNT, Date.parse(from), Date.parse(to)).map((e) => e.id);
  expect(between('2026-11-18T10:30:00Z', '2026-11-19T10:00:00Z')).toEqual([id]);
  expect(between('2026-11-18T11:00:00Z', '2026-11-19T10:00:01Z')).toEqual([next]);
});

test('reading recent tasks leaves no statement open on the file', () => {
  const { add, at, database } = day();
  for (let hour = 0; hour < 20; hour += 1) {
    const start = `2026-11-17T${String(hour).padStart(2, '0')}:00:00Z`;
    add(start, start, { task: task(String(hour)) });
  }
  expect(at('2026-11-18T12:00:00Z').recent).toHaveLength(10);
  expect(database.isTransaction).toBe(false);
  expect(() => database.exec('VACUUM')).not.toThrow();
});

test('an entry keeps the id of its project; entries of earlier versions have none', () => {
  const { add, entries } = day();
  const id = add('2026-11-18T10:00:00Z', '2026-11-18T11:00:00Z', { task: { ...task('1'), projectId: 'p1' } });
  const old = add('2026-11-18T11:00:00Z', '2026-11-18T12:00:00Z');
  expect(entries.find(ACCOUNT, id)?.task).toEqual({ ...task('1'), projectId: 'p1' });
  expect(entries.find(ACCOUNT, old)?.task).toEqual(task('1'));
});

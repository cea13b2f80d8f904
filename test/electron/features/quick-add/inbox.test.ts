/** Tasks stored by the command line: each ends up in exactly one place. Real SQLite. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreateTasks } from '../../../../electron/features/quick-add/create-tasks.ts';
import { addToInbox, moveFromInbox } from '../../../../electron/features/quick-add/inbox.ts';
import { type Database, openDatabase, transaction } from '../../../../electron/store/database.ts';
import type { NewTask } from '../../../../shared/contract/new-task.ts';
import { addAccount } from '../account/account-row.ts';

const task = (title: string): NewTask => ({
  projectId: 'p1',
  projectSlug: 'PAY',
  title,
  description: '',
  priority: 'no-priority',
  status: 'to-do',
  labels: [{ name: 'new' }],
});

let database: Database;
const made: string[] = [];
/** Writes like the creation of tasks: in one transaction with `alongside`. */
const make: CreateTasks = (tasks, { inTransaction }) => {
  transaction(database, () => {
    inTransaction?.();
  });
  made.push(...tasks.map(({ title }) => title));
};
const waiting = () => Number(database.prepare('SELECT count(*) AS n FROM inbox').get()?.n);

beforeEach(() => {
  made.length = 0;
  database = openDatabase(':memory:', new Date()).database;
  for (const [id, userId] of [
    ['a1', 'u1'],
    ['a2', 'u2'],
  ] as const) {
    addAccount(database, id, userId);
  }
});

test('each task is created once, in order, for its account', () => {
  addToInbox(database, 'a1', [task('one'), task('two')], new Date());
  addToInbox(database, 'a2', [task('theirs')], new Date());
  addToInbox(database, 'a1', [task('three')], new Date());
  moveFromInbox(database, 'a1', make);
  moveFromInbox(database, 'a1', make);
  expect(made).toEqual(['one', 'two', 'three']);
  expect(waiting()).toBe(1);
});

test('each task keeps the time of writing', () => {
  const written = [1, 2].map((hour) => new Date(Date.UTC(2026, 10, 18, hour)));
  for (const at of written) addToInbox(database, 'a1', [task('one')], at);
  let given: readonly number[] | undefined;
  moveFromInbox(database, 'a1', (tasks, options) => {
    make(tasks, options);
    given = options.writtenAt;
  });
  expect(given).toEqual(written.map(Number));
});

test('an unreadable row stays, and the other tasks are created', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  addToInbox(database, 'a1', [task('one'), task('two'), task('three')], new Date());
  database.exec(`UPDATE inbox SET task = '{"title":' WHERE id = 1; UPDATE inbox SET task = '{}' WHERE id = 3`);
  moveFromInbox(database, 'a1', make);
  expect(made).toEqual(['two']);
  expect(waiting()).toBe(2);
  error.mockRestore();
});

describe('a failed creation', () => {
  test('keeps all tasks for the next attempt', () => {
    addToInbox(database, 'a1', [task('one')], new Date());
    expect(() =>
      moveFromInbox(database, 'a1', () => {
        throw new Error('disk');
      }),
    ).toThrow('disk');
    moveFromInbox(database, 'a1', make);
    expect(made).toEqual(['one']);
  });

  test('inside its transaction keeps them too', () => {
    addToInbox(database, 'a1', [task('one')], new Date());
    const breaking: CreateTasks = (_tasks, { inTransaction }) =>
      transaction(database, () => {
        inTransaction?.();
        throw new Error('power');
      });
    expect(() => moveFromInbox(database, 'a1', breaking)).toThrow('power');
    expect(waiting()).toBe(1);
  });
});

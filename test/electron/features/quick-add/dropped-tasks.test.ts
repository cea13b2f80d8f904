/** Tasks left by command lines: each is created once. Real SQLite. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreateTasks } from '../../../../electron/features/quick-add/create-tasks.ts';
import { type DropFolder, takeDropped } from '../../../../electron/features/quick-add/dropped-tasks.ts';
import { type Database, openDatabase } from '../../../../electron/store/database.ts';
import { createSettings } from '../../../../electron/store/settings.ts';
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
let files: ReturnType<DropFolder['list']>;
/** The folder cannot be changed, or the app is killed before it is. */
let keepsFiles: boolean;
const made: string[] = [];
const fromAssistants: string[][] = [];
const folder: DropFolder = {
  list: () => [...files],
  remove(name) {
    if (!keepsFiles) files = files.filter((file) => file.name !== name);
  },
};

function drop(accountId: string, titles: string[], writtenAt = '2026-11-18T08:00:00.000Z', by?: string): void {
  const name = `${files.length}-${titles.join()}`;
  files.push({ name, accountId, tasks: titles.map(task), writtenAt, ...(by !== undefined && { by }) });
}
/** Like the creation of tasks, of which it writes nothing. */
const make: CreateTasks = (tasks, { commit }) => {
  commit?.(() => undefined);
  made.push(...tasks.map(({ title }) => title));
};
const take = (accountId = 'a1', createTasks = make) =>
  takeDropped({ database, settings: createSettings(database) }, folder, accountId, createTasks, (by, tasks) =>
    fromAssistants.push([by, ...tasks.map(({ title }) => title)]),
  );
const left = () => files.flatMap(({ tasks }) => tasks.map(({ title }) => title));

beforeEach(() => {
  made.length = 0;
  fromAssistants.length = 0;
  files = [];
  keepsFiles = false;
  database = openDatabase(':memory:', new Date()).database;
  for (const [id, userId] of [
    ['a1', 'u1'],
    ['a2', 'u2'],
  ] as const) {
    addAccount(database, id, userId);
  }
});

test('each task is created once, in order, for its account', () => {
  drop('a1', ['one', 'two']);
  drop('a2', ['theirs']);
  drop('a1', ['three']);
  take();
  take();
  expect(made).toEqual(['one', 'two', 'three']);
  expect(left()).toEqual(['theirs']);
});

test('each task keeps the time of writing', () => {
  const written = [1, 2].map((hour) => new Date(Date.UTC(2026, 10, 18, hour)));
  for (const at of written) drop('a1', ['one', 'two'], at.toISOString());
  let given: readonly number[] | undefined;
  take('a1', (tasks, options) => {
    make(tasks, options);
    given = options.writtenAt;
  });
  expect(given).toEqual(written.flatMap((at) => [Number(at), Number(at)]));
});

test('a file that stays after its tasks were created is not taken in again, whoever is signed in meanwhile', () => {
  keepsFiles = true;
  drop('a1', ['one']);
  take();
  drop('a2', ['theirs']);
  take('a2');
  drop('a1', ['two']);
  take();
  expect(made).toEqual(['one', 'theirs', 'two']);
  keepsFiles = false;
  take();
  expect([made, left()]).toEqual([['one', 'theirs', 'two'], []]);
});

describe('a failed creation', () => {
  test('keeps all tasks for the next attempt', () => {
    drop('a1', ['one']);
    expect(() =>
      take('a1', () => {
        throw new Error('disk');
      }),
    ).toThrow('disk');
    take();
    expect(made).toEqual(['one']);
  });

  test('inside its transaction keeps them too', () => {
    drop('a1', ['one']);
    const breaking: CreateTasks = (_tasks, { commit }) =>
      commit?.(() => {
        throw new Error('power');
      });
    expect(() => take('a1', breaking)).toThrow('power');
    expect(left()).toEqual(['one']);
    take();
    expect(made).toEqual(['one']);
  });
});

describe('tasks that an earlier version stored in the database', () => {
  const store = (accountId: string, text: string) =>
    database
      .prepare('INSERT INTO dropped_task (account_id, task, created_at) VALUES (?, ?, ?)')
      .run(accountId, text, '2026-11-18T07:00:00.000Z');
  const waiting = () => Number(database.prepare('SELECT count(*) AS n FROM dropped_task').get()?.n);

  test('are created once, before those of the folder, for their account', () => {
    store('a1', JSON.stringify(task('old')));
    store('a2', JSON.stringify(task('theirs')));
    drop('a1', ['new']);
    take();
    take();
    expect(made).toEqual(['old', 'new']);
    expect(waiting()).toBe(1);
  });

  test('stay if they cannot be read, and the other tasks are created', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    for (const text of ['{"title":', JSON.stringify(task('two')), '{}']) store('a1', text);
    take();
    expect(made).toEqual(['two']);
    expect(waiting()).toBe(2);
    error.mockRestore();
  });
});

test('tells once which tasks an assistant left', () => {
  drop('a1', ['one', 'two'], undefined, 'Zed');
  drop('a1', ['three']);
  drop('a2', ['four'], undefined, 'Zed');
  keepsFiles = true;
  take();
  take();
  expect(fromAssistants).toEqual([['Zed', 'one', 'two']]);
});

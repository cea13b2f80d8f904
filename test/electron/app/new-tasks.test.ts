/** New tasks of several accounts from one gesture. */
import { describe, expect, test } from 'vitest';
import type { BaseParts } from '../../../electron/app/context.ts';
import type { Features } from '../../../electron/app/features.ts';
import { createNewTasks } from '../../../electron/app/new-tasks.ts';
import { createTasksFrom } from '../../../electron/features/quick-add/create-tasks.ts';
import type { CreateOptions } from '../../../electron/features/tasks/index.ts';
import { openDatabase } from '../../../electron/store/database.ts';
import type { TaskOfAccount } from '../../../shared/quick-add/accounts.ts';

interface Person {
  workspaceId?: string | null;
  mayTrack?: boolean;
}

/** Two open accounts, and what creating tasks has done in them. */
function accountsOf(people: Record<string, Person>) {
  const { database } = openDatabase(':memory:', new Date());
  const done: string[] = [];
  const gestures: CreateOptions['gesture'][] = [];
  const of = (id: string) => {
    const { workspaceId = 'w', mayTrack = true } = people[id] ?? {};
    const account = { current: () => ({ id, workspaceId }) };
    const creation = {
      create: (_: unknown, tasks: readonly TaskOfAccount[], { gesture, commit }: CreateOptions) => {
        gestures.push(gesture);
        commit?.(() => void done.push(`${id} writes${database.isTransaction ? '' : ' without a transaction'}`));
        done.push(...tasks.map(({ title }) => `${id}: ${title}`));
        return tasks.map(({ title }) => title);
      },
    };
    const timer = {
      checkMayTrack() {
        if (!mayTrack) throw new Error('may not track');
      },
      start: (accountId: string, { title }: { title: string }) => done.push(`${accountId}: timer on ${title}`),
    };
    const directory = { lists: () => ({ projects: [] }), setLastProject: () => undefined };
    const parts = { account, creation, timer, directory };
    const createTasks = createTasksFrom(parts as unknown as Parameters<typeof createTasksFrom>[0]);
    return { account, quickAdd: { createTasks } };
  };
  const features = { account: {}, inFront: () => ({ accountId: 'a' }), checkOpen: () => undefined, of };
  const newTasks = createNewTasks({ context: { database } } as BaseParts, features as unknown as Features);
  const create = (startTimer: boolean, ...tasks: string[]) =>
    newTasks.create(
      tasks.map((text) => ({ title: text.slice(3), accountId: text.charAt(0), projectId: 'p' }) as TaskOfAccount),
      { startTimer },
    );
  return { create, done, gestures };
}

describe('lines for two accounts', () => {
  test('the timer starts on the first line alone', () => {
    const { create, done } = accountsOf({});
    create(true, 'b: one', 'a: two', 'b: three');
    expect(done).toEqual(['b writes', 'a writes', 'a: two', 'b: one', 'b: three', 'b: timer on one']);
  });

  test('they are one gesture, with one undo for all', () => {
    const { create, gestures } = accountsOf({});
    create(false, 'b: one', 'a: two', 'b: three');
    const [gesture] = gestures;
    expect(gesture).toEqual({ text: '3 new tasks are saved' });
    expect(gestures[1]).toBe(gesture);
    create(false, 'a: four');
    expect(gestures).toEqual([gesture, gesture, undefined]);
  });

  test('no timer starts in the second account, so time need not be allowed there', () => {
    const { create, done } = accountsOf({ b: { mayTrack: false } });
    create(true, 'a: one', 'b: two');
    expect(done).toEqual(['a writes', 'b writes', 'b: two', 'a: one', 'a: timer on one']);
  });

  test.each<[string, Record<string, Person>]>([
    ['time is not allowed in the first', { a: { mayTrack: false } }],
    ['the second has no workspace', { b: { workspaceId: null } }],
  ])('nothing is created if %s', (_, people) => {
    const { create, done } = accountsOf(people);
    expect(() => create(true, 'a: one', 'b: two')).toThrow();
    expect(done).toEqual([]);
  });
});

/** What a person is reminded of: their own tasks as the assigned list has them, others' as a watched board has them. */

import { describe, expect, test } from 'vitest';
import { type KnownTasks, reminderLists } from '../../../../electron/features/reminders/reminder-lists.ts';
import type { PendingChange } from '../../../../electron/features/tasks/apply-pending.ts';
import type { TasksView } from '../../../../shared/contract/task-view.ts';

import { task } from '../../../shared/reminders/machine.ts';

const DUE = '2026-11-18T12:00:00.000Z';
const assigned = (ids: string[], changed: Partial<TasksView> = {}): TasksView => ({
  tasks: ids.map((id) => task(id, DUE)),
  total: ids.length,
  fetchedAt: DUE,
  loading: false,
  error: null,
  failingSince: null,
  nextTryAt: null,
  ...changed,
});
const onBoard = (id: string, userId: string | null) => ({
  ...task(id, DUE),
  assignee: userId === null ? null : { id: userId, name: `Name of ${userId}` },
});
function lists(changed: Partial<KnownTasks> = {}) {
  const board = {
    projectId: 'p1',
    workspaceId: 'w',
    tasks: [onBoard('1', 'me'), onBoard('2', 'you'), onBoard('3', null)],
  };
  const known: KnownTasks = {
    assigned: assigned(['1']),
    boards: [board],
    userId: 'me',
    workspaceId: 'w',
    pending: new Map(),
    underWay: [],
    ...changed,
  };
  return reminderLists(known).map(({ id, tasks }) => [
    id,
    tasks.map((one) => [one.id, one.assignee?.name ?? one.assignee]),
  ]);
}
const pending = (id: string, change: PendingChange) => ({ pending: new Map([[id, change]]) });

describe('the lists', () => {
  test('own tasks come first, and the board’s others with their assignees', () => {
    expect(lists()).toEqual([
      ['assigned w', [['1', undefined]]],
      [
        'board p1',
        [
          ['2', 'Name of you'],
          ['3', null],
        ],
      ],
    ]);
  });

  test('an own task that is done by now is not taken from an older board, unless the list is not whole or of elsewhere', () => {
    const mine = ['1', undefined];
    expect(lists({ assigned: assigned([]) })[1]?.[1]).not.toContainEqual(mine);
    expect(lists({ assigned: assigned(['7'], { total: 101 }) })[1]?.[1]).toContainEqual(mine);
    expect(lists({ assigned: assigned([]), workspaceId: 'another' })[1]?.[1]).toContainEqual(mine);
  });

  test('an assigned list that never came is none; a board does not wait for it', () => {
    expect(lists({ assigned: assigned([], { fetchedAt: null }) }).map(([id]) => id)).toEqual(['board p1']);
    expect(lists({ assigned: null }).map(([id]) => id)).toEqual(['board p1']);
  });

  test('a new task of the person’s own that the service lists before it has confirmed it is left out', () => {
    const made = { projectId: 'p1', title: 'Task 3', dueDate: DUE };
    expect(lists({ underWay: [made] })[1]?.[1]).toEqual([['2', 'Name of you']]);
    expect(lists({ underWay: [{ projectId: 'p1', title: made.title }] })[1]?.[1]).toHaveLength(2);
  });

  test('what the person did and the service does not have yet counts', () => {
    const done = { slug: 'done', name: 'Done', isFinal: true };
    expect(lists(pending('2', { status: done }))[1]?.[1]).toEqual([['3', null]]);
    expect(lists(pending('2', { status: { ...done, slug: 'planned', isFinal: false } }))[1]?.[1]).toEqual([
      ['3', null],
    ]);
    expect(lists(pending('3', { assignee: { id: 'me', name: 'Me' } }))[1]?.[1]).toContainEqual(['3', undefined]);
  });
});

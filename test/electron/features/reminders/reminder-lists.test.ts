/** The tasks to remind of: the person's own from the assigned list, others' from watched boards. */

import { describe, expect, test } from 'vitest';
import { type ReminderSources, reminderLists } from '../../../../electron/features/reminders/reminder-lists.ts';
import type { PendingChange } from '../../../../electron/features/tasks/task-write.ts';
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
function lists(changed: Partial<ReminderSources> = {}) {
  const board = {
    projectId: 'p1',
    workspaceId: 'w',
    tasks: [onBoard('1', 'me'), onBoard('2', 'you'), onBoard('3', null)],
  };
  const sources: ReminderSources = {
    assigned: assigned(['1']),
    boards: [board],
    userId: 'me',
    workspaceId: 'w',
    pending: new Map(),
    unconfirmed: [],
    ...changed,
  };
  return reminderLists(sources).map(({ id, tasks }) => [
    id,
    tasks.map((one) => [one.id, one.assignee?.name ?? one.assignee]),
  ]);
}
const pending = (id: string, change: PendingChange) => ({ pending: new Map([[id, change]]) });

describe('reminder lists', () => {
  test('The assigned tasks come first, then other tasks of watched boards with their assignees', () => {
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

  test('The person’s own task on a board is ignored, unless the assigned list is truncated or of another workspace', () => {
    const mine = ['1', undefined];
    expect(lists({ assigned: assigned([]) })[1]?.[1]).not.toContainEqual(mine);
    expect(lists({ assigned: assigned(['7'], { total: 101 }) })[1]?.[1]).toContainEqual(mine);
    expect(lists({ assigned: assigned([]), workspaceId: 'other' })[1]?.[1]).toContainEqual(mine);
  });

  test('A board does not wait for the assigned list', () => {
    expect(lists({ assigned: assigned([], { fetchedAt: null }) }).map(([id]) => id)).toEqual(['board p1']);
    expect(lists({ assigned: null }).map(([id]) => id)).toEqual(['board p1']);
  });

  test('A new task whose creation is not confirmed is left out', () => {
    const made = { projectId: 'p1', title: 'Task 3', dueDate: DUE };
    expect(lists({ unconfirmed: [made] })[1]?.[1]).toEqual([['2', 'Name of you']]);
    expect(lists({ unconfirmed: [{ projectId: 'p1', title: made.title }] })[1]?.[1]).toHaveLength(2);
  });

  test('Pending changes are applied to tasks of a watched board', () => {
    const done = { slug: 'done', name: 'Done', isFinal: true };
    expect(lists(pending('2', { status: done }))[1]?.[1]).toEqual([['3', null]]);
    expect(lists(pending('2', { status: { ...done, slug: 'planned', isFinal: false } }))[1]?.[1]).toEqual([
      ['3', null],
    ]);
    expect(lists(pending('3', { assignee: { id: 'me', name: 'Me' } }))[1]?.[1]).toContainEqual(['3', undefined]);
  });
});

import { expect, it } from 'vitest';
import { groupTasks } from '../../../renderer/my-tasks/groups.ts';
import { taskView } from './tasks.ts';

// A Thursday.
const now = new Date(2026, 10, 19, 14, 48);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).toISOString();
const wholeDay = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();

const shape = (tasks: Parameters<typeof groupTasks>[0], weekStartsOn: 0 | 1 = 1) =>
  groupTasks(tasks, now, weekStartsOn).map(({ group, tasks }) => [group, tasks.map(({ task }) => task.identifier)]);

it('groups by when a task is due and leaves empty groups out', () => {
  expect(
    shape([
      taskView('LATER-1', { dueDate: wholeDay(23) }),
      taskView('NONE-1'),
      taskView('TODAY-1', { dueDate: wholeDay(19) }),
      taskView('LATE-1', { dueDate: at(19, 9) }),
      taskView('NONE-2', { dueDate: 'some day' }),
    ]),
  ).toEqual([
    ['overdue', ['LATE-1']],
    ['today', ['TODAY-1']],
    ['later', ['LATER-1']],
    ['no-date', ['NONE-1', 'NONE-2']],
  ]);
});

it('follows the first day of the week', () => {
  const sunday = [taskView('A-1', { dueDate: wholeDay(22) })];
  expect(shape(sunday, 1)).toEqual([['this-week', ['A-1']]]);
  expect(shape(sunday, 0)).toEqual([['later', ['A-1']]]);
});

it('puts what is due first first, then what is urgent', () => {
  expect(
    shape([
      taskView('A-1', { dueDate: wholeDay(19), priority: 'low' }),
      taskView('A-2', { dueDate: wholeDay(19), priority: 'urgent' }),
      taskView('A-3', { dueDate: at(19, 16), priority: 'no-priority' }),
    ]),
  ).toEqual([['today', ['A-3', 'A-2', 'A-1']]]);
});

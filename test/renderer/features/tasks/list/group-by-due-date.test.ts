import { expect, it } from 'vitest';
import { groupTasks } from '../../../../../renderer/features/tasks/list/group-by-due-date.ts';
import { taskView } from '../../../../shared/tasks/tasks.ts';

// A Thursday.
const now = new Date(2026, 10, 19, 14, 48);
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).toISOString();
const wholeDay = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();

const shape = (tasks: Parameters<typeof groupTasks>[0]) =>
  groupTasks(tasks, now).map(({ group, tasks }) => [group, tasks.map(({ task }) => task.identifier)]);

it('groups tasks by due date and omits empty groups', () => {
  expect(
    shape([
      taskView('LATER-1', { dueDate: wholeDay(27) }),
      taskView('WEEK-1', { dueDate: wholeDay(26) }),
      taskView('WEEK-2', { dueDate: wholeDay(21) }),
      taskView('TOMORROW-1', { dueDate: at(20, 17) }),
      taskView('NONE-1'),
      taskView('TODAY-1', { dueDate: wholeDay(19) }),
      taskView('LATE-1', { dueDate: at(19, 9) }),
      taskView('NONE-2', { dueDate: 'some day' }),
    ]),
  ).toEqual([
    ['overdue', ['LATE-1']],
    ['today', ['TODAY-1']],
    ['tomorrow', ['TOMORROW-1']],
    ['next-7-days', ['WEEK-2', 'WEEK-1']],
    ['later', ['LATER-1']],
    ['no-date', ['NONE-1', 'NONE-2']],
  ]);
});

it('puts Monday into “tomorrow” on a Sunday, whatever the first day of the week', () => {
  const sunday = new Date(2026, 10, 22, 14, 48);
  const groups = groupTasks([taskView('A-1', { dueDate: wholeDay(23) })], sunday);
  expect(groups.map(({ group }) => group)).toEqual(['tomorrow']);
});

it('sorts by due date, then by priority', () => {
  expect(
    shape([
      taskView('A-1', { dueDate: wholeDay(19), priority: 'low' }),
      taskView('A-2', { dueDate: wholeDay(19), priority: 'urgent' }),
      taskView('A-3', { dueDate: at(19, 16), priority: 'no-priority' }),
    ]),
  ).toEqual([['today', ['A-3', 'A-2', 'A-1']]]);
});

/** English: what notifications say. `when` comes in the words of a due date; texts of others are one line already. */
import { count, plural } from './dates.ts';

export const reminders = {
  start: 'Start timer',
  open: 'Open',
  snooze: {
    '10-min': 'Snooze 10 min',
    '1-hour': 'Snooze 1 h',
    evening: 'Snooze until evening',
    tomorrow: 'Snooze until tomorrow',
    due: 'Snooze until due',
  },
  dueNow: 'Due now',
  /** "Due tomorrow". */
  due: (when: string) => `Due ${when}`,
  /** "Due in 1 h, at 15:00". */
  dueAt: (when: string, time: string) => `Due ${when}, at ${time}`,
  /** "12 tasks overdue, 1 due now, 3 due soon". */
  digest: {
    first: {
      late: (tasks: number) => `${plural(tasks, 'task')} overdue`,
      now: (tasks: number) => `${plural(tasks, 'task')} due now`,
      coming: (tasks: number) => `${plural(tasks, 'task')} due soon`,
    },
    late: (tasks: number) => `${count(tasks)} overdue`,
    now: (tasks: number) => `${count(tasks)} due now`,
    coming: (tasks: number) => `${count(tasks)} due soon`,
  },
  untitled: '(no title)',
  unassigned: 'unassigned',
  somebody: 'someone else',
  more: (tasks: number) => `and ${count(tasks)} more`,
  noTimer: { title: 'No timer is running', body: 'Click to start one.' },
  test: { title: 'A test from Punchcard', body: 'Reminders look like this. These buttons do nothing.' },
};

/** English: what notifications say. `when` comes in the words of a due date; texts of others are one line already. */
import { count, plural } from './dates.ts';

export const reminders = {
  start: 'Start timer',
  open: 'Open',
  snooze: { '10-min': 'Snooze 10 min', '1-hour': 'Snooze 1 h', tomorrow: 'Snooze until tomorrow' },
  now: 'now',
  /** "Due tomorrow". */
  due: (when: string) => `Due ${when}`,
  /** "Due in 1 h, at 15:00". */
  dueAt: (when: string, time: string) => `Due ${when}, at ${time}`,
  dueSoon: (tasks: number) => `${plural(tasks, 'task')} due soon`,
  overdue: (tasks: number) => `${plural(tasks, 'task')} overdue`,
  overdueAndSoon: (late: number, coming: number) => `${plural(late, 'task')} overdue, ${coming} due soon`,
  more: (tasks: number) => `and ${count(tasks)} more`,
  noTimer: { title: 'No timer is running', body: 'Click to start one.' },
  test: { title: 'A test from Punchcard', body: 'Reminders look like this. These buttons do nothing.' },
};

/** English: what notifications say. `when` comes in the words of a due date; texts of others are one line already. */
import { count, plural } from './dates.ts';

/** How many tasks of each kind. */
export interface Digest {
  late: number;
  now: number;
  coming: number;
}

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
  digest({ late, now, coming }: Digest): string {
    const says = (counted: number, state: string, isFirst: boolean) =>
      counted === 0 ? [] : [`${isFirst ? plural(counted, 'task') : count(counted)} ${state}`];
    return [
      ...says(late, 'overdue', true),
      ...says(now, 'due now', late === 0),
      ...says(coming, 'due soon', late === 0 && now === 0),
    ].join(', ');
  },
  unassigned: 'unassigned',
  somebody: 'someone else',
  more: (tasks: number) => `and ${count(tasks)} more`,
  noTimer: { title: 'No timer is running', body: 'Click to start one.' },
  test: { title: 'A test from Punchcard', body: 'Reminders look like this. These buttons do nothing.' },
};

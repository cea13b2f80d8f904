/** German: what notifications say. */
import type { reminders as en } from '../en/reminders.ts';
import { count, tasks } from './dates.ts';

export const reminders: typeof en = {
  start: 'Timer starten',
  open: 'Öffnen',
  snooze: { '10-min': 'In 10 min noch einmal', '1-hour': 'In 1 h noch einmal', tomorrow: 'Morgen früh noch einmal' },
  now: 'jetzt',
  due: (when) => `Fällig: ${when}`,
  dueAt: (when, time) => `Fällig: ${when}, um ${time}`,
  dueSoon: (coming) => `${tasks(coming)} bald fällig`,
  overdue: (late) => `${tasks(late)} überfällig`,
  overdueAndSoon: (late, coming) => `${tasks(late)} überfällig, ${count(coming)} bald fällig`,
  more: (others) => `und ${count(others)} weitere`,
  noTimer: { title: 'Es läuft kein Timer', body: 'Ein Klick führt zum Starten.' },
  test: { title: 'Ein Test von Punchcard', body: 'So sehen Erinnerungen aus. Diese Knöpfe tun nichts.' },
};

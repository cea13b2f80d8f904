/** German: what notifications say. */
import type { reminders as en } from '../en/reminders.ts';
import { count, tasks } from './dates.ts';

export const reminders: typeof en = {
  start: 'Timer starten',
  open: 'Öffnen',
  snooze: {
    '10-min': 'In 10 min erinnern',
    '1-hour': 'In 1 h erinnern',
    evening: 'Heute Abend erinnern',
    tomorrow: 'Morgen früh erinnern',
    due: 'Bei Fälligkeit erinnern',
  },
  dueNow: 'Jetzt fällig',
  due: (when) => `Fällig: ${when}`,
  dueAt: (when, time) => `Fällig: ${when}, um ${time}`,
  digest: {
    first: {
      late: (count) => `${tasks(count)} überfällig`,
      now: (count) => `${tasks(count)} jetzt fällig`,
      coming: (count) => `${tasks(count)} bald fällig`,
    },
    late: (tasks) => `${count(tasks)} überfällig`,
    now: (tasks) => `${count(tasks)} jetzt fällig`,
    coming: (tasks) => `${count(tasks)} bald fällig`,
  },
  untitled: '(ohne Titel)',
  unassigned: 'niemandem zugewiesen',
  somebody: 'jemand anderes',
  more: (others) => `und ${count(others)} weitere`,
  noTimer: { title: 'Es läuft kein Timer', body: 'Ein Klick führt zum Starten.' },
  test: { title: 'Ein Test von Punchcard', body: 'So sehen Erinnerungen aus. Diese Knöpfe tun nichts.' },
};

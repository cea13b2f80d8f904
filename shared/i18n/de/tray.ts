/** German: the tray's tooltip and its menu. */
import type { tray as en } from '../en/tray.ts';
import { tasks } from './dates.ts';

export const tray: typeof en = {
  app: 'Punchcard',
  notSignedIn: 'Punchcard: nicht angemeldet',
  locked: 'Punchcard: Der Schlüsselbund ist gesperrt',
  signedOut: 'Punchcard: abgemeldet',
  offlineSince: (when) => `Offline seit ${when}`,
  notUpdatedSince: (when) => `Nicht aktualisiert seit ${when}`,
  since: (when) => `seit ${when}`,
  overdue: (late) => `${tasks(late)} überfällig`,
  pausedUntil: (when) => `Keine Erinnerungen bis ${when}`,
  tomorrowAt: (time) => `morgen, ${time}`,
  dueAt: (task, time) => `${task} ist um ${time} fällig`,
  dueNow: (task) => `${task} ist jetzt fällig`,
  due: (task, when) => `${task} ist fällig: ${when}`,

  open: 'Punchcard öffnen',
  newTask: 'Neue Aufgabe…',
  signIn: 'Anmelden…',
  stop: (task, title) => `${task} ${title} stoppen`,
  discard: (task) => `${task} verwerfen`,
  switchTo: 'Wechseln zu',
  start: (task, title) => `${task} ${title} starten`,
  startAnother: 'Andere starten',
  noTask: 'Keine Aufgabe zum Starten',
  unlock: 'Schlüsselbund entsperren…',
  signInAgain: 'Wieder anmelden…',
  pause: 'Erinnerungen anhalten',
  pauseHour: 'Für 1 Stunde',
  pauseMorning: 'Bis morgen früh',
  resume: 'Wieder erinnern',
  settings: 'Einstellungen…',
  quit: 'Punchcard beenden',
};

/** German: what is said of time entries, and what is rejected of them. */

import { errorMessage } from '../../errors/error-message.ts';
import type { time as en } from '../en/time.ts';
import { plural } from './dates.ts';

const NOTHING = 'Nichts wurde geändert.';
const LIST = 'Noch einmal in die Liste sehen.';

export const time: typeof en = {
  undo: 'Rückgängig',
  keep: 'Behalten',
  future: errorMessage(
    'Diese Zeit liegt in der Zukunft',
    'Ein Eintrag hält vergangene Zeit fest.',
    'Eine frühere Zeit wählen.',
  ),
  backwards: errorMessage(
    'Er würde enden, bevor er beginnt',
    NOTHING,
    'Ein späteres Ende oder einen früheren Beginn wählen.',
  ),
  long: (duration) =>
    errorMessage(
      `Wirklich ${duration} Stunden?`,
      'Das sind mehr als zwölf Stunden in einem Eintrag.',
      'Bestätigen oder die Zeiten korrigieren.',
    ),
  gone: errorMessage('Dieser Eintrag ist nicht mehr da', 'Er wurde gelöscht oder verworfen.', LIST),
  completed: errorMessage(
    'Ein fertiger Eintrag kann nicht weiterlaufen',
    'Der Server öffnet ihn nicht wieder.',
    'Einen neuen Timer starten.',
  ),
  notWithin: errorMessage('Das liegt nicht im Eintrag', NOTHING, 'Einen Moment zwischen Beginn und Ende wählen.'),
  noOverlap: errorMessage('Sie überschneiden sich nicht mehr', NOTHING, LIST),
  mayNotTrack: errorMessage(
    'Zeiterfassung ist hier nicht erlaubt',
    'Der Server nimmt in diesem Arbeitsbereich keine Zeiten an: Die Berechtigung task:update fehlt.',
    'Jemanden fragen, der den Arbeitsbereich verwaltet. Mit einem API-Schlüssel: einen benutzen, der sie hat.',
  ),
  noTimer: errorMessage('Es läuft kein Timer', 'Er wurde schon gestoppt.', 'Bei den Aufgaben einen starten.'),
  clockBack: (task) =>
    errorMessage(
      `Nach der Uhr hat ${task} noch nicht begonnen`,
      'Die Uhr des Computers wurde zurückgestellt. Der Timer läuft weiter.',
      'Jetzt beginnen lassen, die Zeiten eingeben oder verwerfen.',
    ),
  runsAlready: (task) =>
    errorMessage(
      `${task} läuft schon`,
      'Sein Timer läuft weiter.',
      'Der Beginn lässt sich in seinem Menü verschieben.',
    ),
  startedLater: (task) =>
    errorMessage(
      `${task} hat später begonnen`,
      `Beide würden dieselbe Zeit zählen. ${task} läuft weiter.`,
      'Zuerst stoppen oder verwerfen, oder einen späteren Beginn wählen.',
    ),
  settled: errorMessage('Das ist schon erledigt', 'Der Eintrag wurde inzwischen geändert.', 'Unter Zeit nachsehen.'),
  goneElsewhere: errorMessage(
    'Dieser Timer ist nicht mehr da',
    'Er wurde gestoppt oder übernommen.',
    'Noch einmal nachsehen.',
  ),
  endedElsewhere: errorMessage(
    'Dieser Timer ist zu Ende',
    'Er wurde inzwischen anderswo gestoppt.',
    'Einen anderen starten.',
  ),

  overlaps: (task, duration) => `; überschneidet ${task} um ${duration}`,
  added: (task, duration) => `${task} ${duration} hinzugefügt`,
  changed: (task) => `${task} geändert`,
  moved: (task, from, remains) => `Zu ${task} verschoben${remains ? `; bei ${from} bleibt auf dem Server 0:00` : ''}`,
  movedAll: (task, entries) => `${plural(entries, 'Eintrag', 'Einträge')} zu ${task} verschoben`,
  split: (task, first, second) => `${task} geteilt in ${first} und ${second}`,
  deleted: (task, remains) => `${task} gelöscht${remains ? '; auf dem Server bleibt 0:00' : ''}`,
  layWithin: (task, remains) =>
    `${task} lag ganz im anderen Eintrag und wurde gelöscht${remains ? '; auf dem Server bleibt 0:00' : ''}`,
  trimmed: (task) => `${task} gekürzt`,
  started: (task) => `${task} gestartet`,
  startedAfter: (task, ended) => `${task} gestartet; ${ended}`,
  stopped: (task, duration) => `${task} nach ${duration} gestoppt`,
  stoppedLong: (task, duration) => `${task} nach ${duration} gestoppt; Zeiten prüfen`,
  stoppedClockForward: (task, duration) => `Die Uhr ging vor; ${task} nach ${duration} gestoppt`,
  stoppedClockBack: (task, duration) => `Die Uhr ging zurück; ${task} nach ${duration} gestoppt`,
  notKept: (task, seconds) => `${task} lief ${seconds} s und wurde nicht behalten`,
  startMoved: 'Beginn verschoben',
  noteKept: 'Notiz gespeichert',
  discarded: (task, remains) => `${task} verworfen${remains ? '; auf dem Server bleibt 0:00' : ''}`,
  awaySplit: 'Die Abwesenheit ist ein eigener Eintrag',
  awayTakenOut: 'Die Abwesenheit wurde herausgenommen',
  stoppedElsewhere: (task) => `${task} wurde anderswo gestoppt`,
  runsHere: (task) => `${task} läuft jetzt hier`,
  runsHereAfter: (task, ended) => `${task} läuft jetzt hier; ${ended}`,
  completedElsewhere: (task) => `${task} abgeschlossen`,
};

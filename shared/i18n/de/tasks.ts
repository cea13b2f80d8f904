/** German: what is said of tasks and boards, and what is rejected of them. */

import { errorMessage } from '../../errors/error-message.ts';
import type { tasks as en } from '../en/tasks.ts';
import { count, tasks as number } from './dates.ts';

export const tasks: typeof en = {
  outside: { planned: 'Geplant', archived: 'Archiviert' },
  undo: 'Rückgängig',
  untitled: '(ohne Titel)',
  somebody: 'Jemand',
  moved: (task, column) => `${task} nach ${column} verschoben`,
  priority: (task) => `Priorität von ${task} geändert`,
  dueDate: (task) => `Fälligkeit von ${task} geändert`,
  noDueDate: (task) => `${task} hat keine Fälligkeit mehr`,
  assigned: (task, person) => `Für ${task} ist ${person} zuständig`,
  assignedNobody: (task) => `Für ${task} ist niemand zuständig`,
  title: (task) => `Titel von ${task} geändert`,
  placed: (task) => `${task} in der Spalte verschoben`,
  deleted: (task) => `${task} gelöscht`,
  description: (task) => `Beschreibung von ${task} geändert`,
  descriptionDropped: (task) => `Eigene Beschreibung von ${task} verworfen`,
  labelTaken: (task, label) => `„${label}“ von ${task} entfernt`,
  movedAll: (moved, column) => `${number(moved)} nach ${column} verschoben`,
  labelled: (task, label) => `${task} hat jetzt das Label „${label}“`,
  related: (task, other) => `${task} ist mit ${other} verknüpft`,
  linked: (task, link) => `${task} verweist auf ${link}`,
  commented: (task) => `Kommentar zu ${task} wird gesendet`,
  commentChanged: (task) => `Kommentar zu ${task} geändert`,
  commentRemoved: (task) => `Kommentar zu ${task} gelöscht`,
  column: (name) => `Die Spalte ${name} wurde geändert`,
  unrelated: (task, other) => `${task} ist nicht mehr mit ${other} verknüpft`,
  linkTaken: (task, link) => `Der Link „${link}“ wurde von ${task} entfernt`,
  written: (title) => `Neue Aufgabe „${title}“ ist gespeichert`,
  writtenAll: (written) => `${number(written)} sind gespeichert`,
  created: (task) => `${task} angelegt`,

  descriptionTooLong: errorMessage(
    'Diese Beschreibung ist zu lang, um sie hier zu bearbeiten',
    'Ein so großes Textfeld wäre zu langsam.',
    'Im Browser bearbeiten.',
    'Alles ist, wie es war.',
  ),
  tooLateHere: errorMessage(
    'Zu spät, um sie hier zu ändern',
    'Die Aufgabe ist unterwegs oder schon angelegt.',
    'Dort ändern, wo sie gezeigt wird, sobald sie da ist.',
    'Sie wird angelegt, wie sie war.',
  ),
  onItsWay: errorMessage(
    'Das ist gerade unterwegs',
    'Der Server hat noch nicht geantwortet.',
    'Gleich noch einmal versuchen.',
    'Alles ist so, wie es gezeigt wird.',
  ),
  tooManyBoards: (most) =>
    errorMessage(
      `Erinnert wird schon an ${most} Boards`,
      'Mehr würden den Server überlasten.',
      'Unter Einstellungen, Benachrichtigungen ein anderes abschalten.',
    ),
  notice: {
    created: (made) => `${number(made)} angelegt`,
    more: (others) => `und ${count(others)} weitere`,
    rejected: 'Eine Aufgabe wurde nicht angelegt',
    rejectedInLine: (title, why) => `„${title}“ wurde nicht angelegt: ${why}`,
    rejectedBody: (title, why) => `„${title}“ steht unter Ungesendet.\n${why}`,
  },
  notOpen: errorMessage('Diese Aufgabe ist nicht mehr offen', 'Nichts wurde geändert.', 'Noch einmal öffnen.'),
  notListed: errorMessage(
    'Diese Aufgabe ist nicht mehr in der Liste',
    'Sie wurde erledigt, jemand anderem zugewiesen oder entfernt.',
    'Eine andere wählen.',
  ),

  noBoardOpen: errorMessage('Kein Board ist offen', 'Es wurde inzwischen geschlossen.', 'Noch einmal öffnen.'),
  publicBoard: errorMessage(
    'Ein öffentliches Board lässt sich nur ansehen',
    'Seine Aufgaben lassen sich ändern, wo es als Projekt geöffnet ist.',
    'Anmelden und das Projekt öffnen.',
  ),
  notOnBoard: errorMessage(
    'Diese Aufgabe ist nicht mehr auf dem Board',
    'Sie wurde in ein anderes Projekt verschoben oder entfernt.',
    'Das Board neu laden.',
  ),
  noProject: errorMessage(
    'Es gibt noch kein Projekt',
    'Ein Board gehört zu einem Projekt, und dieser Arbeitsbereich hat keines.',
    'In der Web-App eines anlegen, dann wiederkommen.',
  ),
  noLink: errorMessage(
    'Das ist kein Link zu einem öffentlichen Board',
    'Ein Link sieht aus wie https://pm.example.org/public-project/abc123; der Teil am Ende ist die ID.',
    'Den Link aus dem Browser kopieren und hier einfügen.',
  ),
  noServer: errorMessage(
    'Auf welchem Server?',
    'Eine ID allein sagt nicht, wo das Board ist.',
    'Den ganzen Link einfügen.',
  ),
  noColumn: errorMessage(
    'Diese Spalte gibt es nicht mehr',
    'Sie wurde inzwischen entfernt.',
    'Das Board neu laden, dann eine andere wählen.',
  ),
  noRoom: errorMessage(
    'An dieser Stelle ist kein Platz',
    'Die Positionen in dieser Spalte liegen so dicht, dass zu viele andere Aufgaben verschoben werden müssten.',
    'Einen Platz näher am Ende der Spalte wählen.',
  ),
};

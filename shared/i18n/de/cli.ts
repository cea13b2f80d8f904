/** German: what the command line prints. */
import type { cli as en } from '../en/cli.ts';
import { count, isOne } from './dates.ts';

const EXITS = `0 erledigt, 1 abgelehnt oder misslungen, 2 nicht verstanden,
3 nicht angemeldet, 4 kein Timer läuft, 5 Punchcard läuft nicht`;

export const cli: typeof en = {
  usage: `Aufruf: punchcard <Befehl>

  add "Text"        eine neue Aufgabe, wie in der Schnelleingabe: Titel #Projekt
                    +Label @Person !high >Spalte morgen 17:00 // Beschreibung
  add -             viele Aufgaben, je Zeile eine, von der Standardeingabe
  add               öffnet die Schnelleingabe
  start [Aufgabe]   startet den Timer für eine Aufgabe wie PAY-142; ohne Angabe
                    für die letzte
  stop              stoppt den Timer
  discard           verwirft den laufenden Timer
  status            welcher Timer läuft und wie lange schon
  open [Aufgabe]    öffnet das Fenster, bei einer Aufgabe

  --start           mit add: startet den Timer für die neue Aufgabe
  --from 13:30      mit stop: zählt ab da
  --json            gibt JSON aus
  --help            gibt dies aus
  --version         gibt die Version aus

Ende: ${EXITS}.`,

  noCommand: 'Es wurde kein Befehl angegeben.',
  unknownCommand: (word) => `Den Befehl „${word}“ gibt es nicht.`,
  unknownOption: (option) => `Die Option ${option} gibt es nicht.`,
  noValue: (option) => `${option} nimmt keinen Wert.`,
  needsValue: (option) => `${option} braucht einen Wert.`,
  notUnderstood: 'Das wurde nicht verstanden.',
  startBelongsToAdd: '--start gehört zu add.',
  fromBelongsToStop: '--from gehört zu stop.',
  noTimeOfDay: (text) => `„${text}“ ist keine Uhrzeit wie 13:30.`,
  oneTask: (word) => `${word} nimmt eine Aufgabe.`,
  nothingMore: (word) => `${word} nimmt sonst nichts.`,
  tooLong: 'Der Text ist zu lang.',
  empty: 'Der Text ist leer.',
  tooMany: (most) => `Höchstens ${count(most)} Aufgaben auf einmal.`,
  inLine: (line, why) => `Zeile ${count(line)}: ${why}`,

  starting: 'Punchcard wird gestartet',
  notThere: 'Punchcard läuft nicht. „punchcard open“ startet es.',
  noAnswer: 'Punchcard läuft, antwortete aber nicht.',
  unreadable: 'Die Antwort von Punchcard ist nicht lesbar.',
  otherVersion: 'Punchcard hat das nicht verstanden. Läuft eine andere Version?',
  tooManyAtOnce: 'Zu viele Befehle auf einmal. Gleich noch einmal versuchen.',
  dataUnreadable: (why) => `Die Daten ließen sich nicht lesen: ${why}`,
  noProjects: 'Punchcard kennt die Projekte noch nicht. Einmal öffnen: „punchcard open“.',
  signedOut: 'Nicht angemeldet.',

  noTaskToStart: 'Es gibt keine Aufgabe zum Starten. Eine nennen, etwa PAY-142.',
  noSuchTask: (name) => `Keine der eigenen Aufgaben heißt „${name}“.`,
  severalTasks: (name) => `Mehrere Aufgaben passen zu „${name}“:`,
  nothingRuns: 'Kein Timer läuft.',
  started: (task) => `Gestartet: ${task}`,
  stopped: (task, after) => `Gestoppt: ${task}, nach ${after}`,
  discarded: (task) => `Verworfen: ${task}`,
  startsLater: 'beginnt erst noch: Die Uhr wurde zurückgestellt',
  clockBack: (task) =>
    `Nach der Uhr des Computers hat ${task} noch nicht begonnen: Sie wurde zurückgestellt. Der Timer läuft weiter.
„punchcard stop --from 13:30“ stoppt ihn und zählt ab da; „punchcard discard“ verwirft ihn.`,
  added: (project, title) => `Neu in ${project}: ${title}`,
  sentLater: (tasks) =>
    isOne(tasks) ? 'Sie wird gesendet, sobald Punchcard läuft.' : 'Sie werden gesendet, sobald Punchcard läuft.',
};

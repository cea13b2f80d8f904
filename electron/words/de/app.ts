/** German: what the app says of itself, its window and its data. */
import type { app as en } from '../en/app.ts';
import { said } from '../said.ts';

export const app: typeof en = {
  newTask: 'Neue Aufgabe',
  linkStopsNothing: 'Ein Link wollte den Timer stoppen, aber keiner läuft.',
  linkNamesNone: (name) => `Ein Link nennt ${name}; unter den eigenen Aufgaben ist das nicht.`,
  addressCopied: 'Die Adresse ist kopiert.',
  workspaceSetAside:
    'Der Arbeitsbereich auf diesem Computer ließ sich nicht lesen. Er wurde beiseitegelegt, und ein neuer beginnt.',
  windowAnew: 'Das Fenster arbeitete nicht mehr und wurde neu gemacht. Nichts ging verloren.',
  quickAddAnew: 'Die Zeile für neue Aufgaben arbeitete nicht mehr und wurde neu gemacht, mit dem, was darin stand.',
  quickAddEnded: 'Die Zeile für neue Aufgaben arbeitete nicht mehr. Was darin stand, ist vielleicht verloren.',
  dataSetAside: 'Die Daten ließen sich nicht lesen. Sie wurden beiseitegelegt, und Punchcard beginnt von vorn.',
  dataAnew: 'Die Daten ließen sich nicht lesen; Punchcard beginnt von vorn.',
  fileKept: (path) => `Nichts wurde gelöscht. Die Datei liegt als ${path}`,
  cannotStart: 'Punchcard kann nicht starten',
  newerData:
    'Die Daten hat zuletzt eine neuere Version von Punchcard benutzt; diese kann sie nicht lesen. Die neuere Version installieren und neu starten.',
  untouched: (what, folder) => `${what}\n\nDie Daten sind unberührt, in ${folder}.`,
  malformed: said(
    'Das ergab keinen Sinn',
    'Das Fenster verlangte etwas, das Punchcard nicht kennt.',
    'Punchcard neu starten.',
  ),
  pageNotOpened: said(
    'Diese Seite wird nicht geöffnet',
    'Der Server nannte eine Seite, die weder verschlüsselt noch seine eigene ist.',
    'Den Server selbst im Browser öffnen.',
  ),
  timerRuns: said(
    'Ein Timer läuft',
    'Unter einem laufenden Timer wird nichts installiert.',
    'Ihn stoppen, dann zum Aktualisieren neu starten.',
  ),
};

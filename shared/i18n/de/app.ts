/** German: what the app says of itself, its window and its data. */

import type { SettingName } from '../../contract/settings.ts';

import { errorMessage } from '../../errors/error-message.ts';
import type { app as en } from '../en/app.ts';
import { plural } from './dates.ts';

/** As the settings call them. */
const SETTINGS: Record<SettingName, string> = {
  theme: 'Hell oder dunkel',
  language: 'Sprache',
  trayIcon: 'Symbol im Infobereich',
  zoom: 'Zoom',
  pollSeconds: 'Auf Änderungen prüfen alle',
  pinned: 'Offen halten',
  pinnedOnTop: 'Über anderen Fenstern halten',
  askIdle: 'Nach Abwesenheit fragen',
  idleMinutes: 'Als abwesend gelten nach',
  stillWorkingHours: 'Nachfragen, ob noch gearbeitet wird',
  remindToTrack: 'Erinnern, wenn kein Timer läuft',
  reminders: 'An Fälligkeiten erinnern',
  updates: 'Updates',
  assignToMe: 'Neue Aufgaben mir zuweisen',
  tellCreated: 'Angelegte Aufgaben melden',
  moveOnStart: 'Aufgaben verschieben, wenn ihr Timer startet',
  'client-ids': 'die Client-IDs der Server',
  'missing-features': 'was Servern fehlt',
  'seen-comments': 'welche Kommentare schon gelesen sind',
  'current-account': 'das benutzte Konto',
  lacking: 'welche Berechtigungen fehlen',
  'last-boards': 'die zuletzt offenen Boards',
  'still-working': 'die letzte Frage nach einem langen Timer',
  'quick-add-shortcut': 'das Kürzel für neue Aufgaben',
  'stopped-timer': 'der Timer, der von selbst stoppte',
  'links-refused': 'punchcard://-Links öffnen',
  'shown-notices': 'gezeigte Benachrichtigungen',
  'reminders-paused': 'die Pause der Erinnerungen',
};

export const app: typeof en = {
  newTask: 'Neue Aufgabe',
  tooManyLinks: 'Zu viele Links auf einmal. Eine Minute lang wird keiner mehr befolgt; geändert wurde nichts.',
  linkStopsNothing: 'Ein Link wollte den Timer stoppen, aber keiner läuft.',
  linkNamesNone: (name) => `Ein Link nennt ${name}; unter den eigenen Aufgaben ist das nicht.`,
  addressCopied: 'Die Adresse ist kopiert.',
  tooLateToUndo: errorMessage(
    'Zu spät zum Rückgängigmachen',
    'Nur die letzte Änderung lässt sich rückgängig machen, zehn Sekunden lang.',
    'Die Änderung von Hand zurücknehmen.',
    'Nichts wurde rückgängig gemacht.',
  ),
  textCopied: 'Der Text ist kopiert.',
  workspaceSetAside:
    'Der Arbeitsbereich auf diesem Computer ließ sich nicht lesen. Er wurde beiseitegelegt und ein neuer angelegt.',
  closeWhileRunning: {
    question: (task: string) => `Für ${task} läuft ein Timer`,
    detail: 'Mit diesem Fenster wird Punchcard beendet. Der Timer kann ohne Punchcard weiterlaufen.',
    stopAndQuit: 'Timer stoppen und beenden',
    keepRunning: 'Beenden, Timer weiterlaufen lassen',
    cancel: 'Abbrechen',
  },
  windowAnew: 'Das Fenster reagierte nicht mehr und wurde neu geöffnet. Nichts ging verloren.',
  quickAddAnew: 'Die Zeile für neue Aufgaben reagierte nicht mehr und wurde mit ihrem Text neu geöffnet.',
  quickAddEnded: 'Die Zeile für neue Aufgaben reagierte nicht mehr. Ihr Text ist vielleicht verloren.',
  settings: SETTINGS,
  settingsSetAside: (names) => `Nicht lesbar und zurückgesetzt: ${names}. Die alten Werte sind beiseitegelegt.`,
  damage: {
    accounts: (count) => plural(count, 'Konto', 'Konten'),
    timeEntries: (count) => plural(count, 'Zeiteintrag', 'Zeiteinträge'),
    changes: (count) => plural(count, 'Änderung', 'Änderungen'),
    unsentChanges: (count) => plural(count, 'ungesendete Änderung', 'ungesendete Änderungen'),
    otherRecords: (count) => plural(count, 'anderer Eintrag', 'andere Einträge'),
    repaired: (records) => `Nicht lesbar: ${records}. Was sich nicht reparieren ließ, wurde beiseitegelegt.`,
    startsAnew: 'Die Daten ließen sich nicht lesen. Sie wurden beiseitegelegt, und Punchcard beginnt von vorn.',
    recovered: 'Die Daten waren beschädigt. Was lesbar war, ist noch da; die beschädigte Datei wurde beiseitegelegt.',
    kept: (records) => `Erhalten: ${records}.`,
    repairedRecords: (records) => `Repariert oder beiseitegelegt: ${records}.`,
    doubtful: (count) =>
      `${plural(count, 'ungesendete Änderung ist', 'ungesendete Änderungen sind')} vielleicht schon angekommen. Punchcard sendet sie nur noch einmal, wenn das unter „Ungesendet“ gewählt wird.`,
    signInAgain: 'Vielleicht ist eine neue Anmeldung nötig. Ungesendete Änderungen bleiben bis dahin erhalten.',
    nothingDeleted: 'Nichts wurde gelöscht.',
    fileKept: (file) => `Die beschädigte Datei liegt als ${file}`,
    rowsKept: (file) => `Die Einträge, wie sie waren, liegen in ${file}`,
  },
  notDebugged: (name) =>
    `Punchcard wurde mit ${name} gestartet. Damit könnten andere Programme mitlesen. Ohne diese Angabe starten. Nichts wurde geöffnet.`,
  cannotStart: 'Punchcard kann nicht starten',
  newerData:
    'Die Daten hat zuletzt eine neuere Version von Punchcard benutzt; diese kann sie nicht lesen. Die neuere Version installieren und neu starten.',
  pathTooLong: 'Der Pfad des Datenordners ist für dieses System zu lang. Einen Ordner mit kürzerem Pfad wählen.',
  inUse: 'Ein anderes Programm benutzt die Daten. Dieses Programm schließen und Punchcard neu starten.',
  noRoom: 'Der Datenträger ist voll. Platz schaffen und Punchcard neu starten.',
  notWritable:
    'In den Datenordner lässt sich nicht schreiben. Die Rechte des Ordners prüfen, und ob der Datenträger schreibgeschützt ist.',
  noLock:
    'Es lässt sich nicht sicherstellen, dass Punchcard nur einmal läuft. Prüfen, ob in den Ordner für temporäre Dateien geschrieben werden kann.',
  untouched: (what, folder) => `${what}\n\nDie Daten sind unberührt, in ${folder}.`,
  malformed: errorMessage(
    'Punchcard hat das nicht verstanden',
    'Das Fenster verlangte etwas Unbekanntes.',
    'Punchcard neu starten.',
  ),
  pageNotOpened: errorMessage(
    'Diese Seite wird nicht geöffnet',
    'Der Server nannte eine Seite, die weder verschlüsselt noch seine eigene ist.',
    'Den Server selbst im Browser öffnen.',
  ),
  notInstalled:
    'Die neue Version wurde nicht installiert. Punchcard läuft weiter wie bisher; ein Neustart zum Aktualisieren versucht es noch einmal.',
  timerRuns: errorMessage(
    'Ein Timer läuft',
    'Während ein Timer läuft, wird nichts installiert.',
    'Ihn stoppen, dann zum Aktualisieren neu starten.',
  ),
};

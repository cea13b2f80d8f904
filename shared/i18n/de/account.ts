/** German: what is wrong with an account. */

import { errorMessage } from '../../errors/error-message.ts';
import type { account as en } from '../en/account.ts';

const STAYS = 'Der Timer und alles Ungesendete bleiben auf diesem Computer.';
const NOT_ENCRYPTED = 'Diese Adresse ist nicht verschlüsselt: Andere im Netz könnten mitlesen.';

export const account: typeof en = {
  thisComputer: 'Dieser Computer',
  someServer: 'Der Server',

  stillTrying: (notice: string) => `${notice}. Es wird weiter versucht.`,
  nobody: errorMessage('Nicht angemeldet', 'Dafür wird ein Konto gebraucht.', 'Zuerst anmelden.'),
  nobodyForTask: errorMessage('Nicht angemeldet', 'Für eine Aufgabe wird ein Konto gebraucht.', 'Zuerst anmelden.'),
  notYet: errorMessage('Noch nicht angemeldet', 'Die Anmeldung wird noch gelesen.', 'Noch einmal versuchen.'),
  signedOut: (server) =>
    errorMessage(
      'Abgemeldet',
      `${server} akzeptiert die Anmeldung dieses Computers nicht mehr: Sie ist abgelaufen oder wurde widerrufen.`,
      'Wieder anmelden, um alles Ungesendete zu senden.',
      STAYS,
    ),
  keyNotAccepted: (server) =>
    errorMessage(
      `${server} akzeptiert diesen Schlüssel nicht`,
      'Der Schlüssel ist falsch, wurde widerrufen oder gehört zu einem anderen Server.',
      'Noch einmal kopieren, oder in der Web-App in den Kontoeinstellungen unter API-Schlüssel einen neuen anlegen.',
    ),
  notAKey: {
    characters: errorMessage(
      'Das ist kein API-Schlüssel',
      'Er enthält Zeilenumbrüche, Leerzeichen oder andere Zeichen, die kein Schlüssel hat. Er wurde nicht gesendet.',
      'Den Schlüssel noch einmal kopieren, ohne etwas darum herum.',
    ),
    long: errorMessage(
      'Das ist kein API-Schlüssel',
      'Er ist länger als jeder Schlüssel. Er wurde nicht gesendet.',
      'Den Schlüssel noch einmal kopieren, ohne etwas darum herum.',
    ),
  },
  keyReadable: (server) =>
    errorMessage(
      `Den Schlüssel unverschlüsselt an ${server} senden?`,
      NOT_ENCRYPTED,
      'Eine Adresse mit https:// eingeben oder den Schlüssel trotzdem senden.',
      'Der Schlüssel wurde nicht gesendet.',
    ),
  signInReadable: (server) =>
    errorMessage(
      `Die Anmeldung unverschlüsselt an ${server} senden?`,
      NOT_ENCRYPTED,
      'Eine Adresse mit https:// eingeben oder trotzdem speichern.',
      'Nichts wurde gesendet. Die Adresse bleibt, wie sie war.',
    ),
  somebodyElse: (server) =>
    errorMessage(
      `${server} kennt dieses Konto nicht`,
      'Dort antwortet ein Server, aber die Anmeldung gilt bei ihm nicht. Die Adresse bleibt, wie sie war.',
      'Die Adresse prüfen. Für einen anderen Server abmelden und dort neu anmelden.',
    ),
  lockedAway: errorMessage(
    'Der Schlüsselbund ist gesperrt',
    'Darin liegt die Anmeldung, die zur neuen Adresse mitkommen muss. Die Adresse bleibt, wie sie war.',
    'Den Schlüsselbund entsperren, dann die Adresse ändern.',
  ),
  accountThere: (server) =>
    errorMessage(
      `Für ${server} gibt es schon ein Konto`,
      'Unter dieser Adresse gab es schon eine Anmeldung; dieses Konto kann sie nicht auch haben. Die Adresse bleibt, wie sie war.',
      'Abmelden und unter der neuen Adresse anmelden. Was hier wartet, lässt sich dann aus der Liste des Ungesendeten senden.',
    ),
  notMoved: (server, what) =>
    errorMessage(
      `${server} scheint nicht derselbe Server zu sein`,
      what,
      'Die Adresse prüfen. Für einen anderen Server abmelden und dort neu anmelden.',
      'Nichts wurde gesendet. Alles Ungesendete bleibt bei dem Konto, zu dem es gehört.',
    ),
  doubts: {
    person: 'Die Anmeldung gehört dort zu einer anderen Person.',
    email: (here, there) => `Die E-Mail-Adresse ist dort ${there}, hier ${here}.`,
    workspace: (name) => `Den Arbeitsbereich „${name}“ gibt es dort nicht.`,
    projects: (found, known) => `Dort gibt es ${found} von ${known} bekannten Projekten.`,
    entries: (found, known) => `Dort stehen ${found} der letzten ${known} gesendeten Zeiteinträge unverändert.`,
    tooLittle: 'Hier sind zu wenige Daten bekannt, um den Server daran zu erkennen.',
  },
  otherPerson: (server, person, other, isKept) =>
    errorMessage(
      isKept ? 'Im Schlüsselbund liegt eine fremde Anmeldung' : 'Diese Anmeldung gehört jemand anderem',
      `Laut ${server} gehört sie zu ${other}; dieses Konto ist ${person}. Damit wird nichts gesendet.`,
      `Als ${person} wieder anmelden, oder abmelden, um ein anderes Konto zu benutzen.`,
      STAYS,
    ),
  bothRun: errorMessage(
    'In beiden läuft ein Timer',
    'Was für die andere Adresse aufgehoben ist, hat einen eigenen laufenden Timer. Nichts wurde geändert.',
    'Zuerst den Timer hier stoppen.',
  ),
  noWorkspace: (server) =>
    errorMessage(
      `Kein Arbeitsbereich bei ${server}`,
      'Die Anmeldung hat geklappt, aber es gibt keinen Arbeitsbereich, zu dem dieses Konto gehört.',
      'In der Web-App einen anlegen oder sich einladen lassen, dann noch einmal anmelden.',
    ),
  newerWorkspace: errorMessage(
    'Dieser Arbeitsbereich braucht ein neueres Punchcard',
    'Den Arbeitsbereich auf diesem Computer hat zuletzt eine neuere Version benutzt; diese kann ihn nicht lesen.',
    'Die neuere Version installieren, dann Punchcard neu starten.',
    'Darin wurde nichts geändert.',
  ),
  locked: (message) =>
    errorMessage(
      'Der Schlüsselbund antwortet nicht',
      `${message} Darin liegt die Anmeldung.`,
      'Den Schlüsselbund entsperren, dann noch einmal versuchen.',
      STAYS,
    ),
  noKeychain: (message) =>
    errorMessage(
      'Abgemeldet',
      `${message} Deshalb kann keine Anmeldung gelesen werden.`,
      'Den Schlüsselbund starten, oder wieder anmelden; ohne ihn bleibt die Anmeldung nur im Arbeitsspeicher.',
      STAYS,
    ),
  notStored: (server) =>
    errorMessage(
      'Abgemeldet',
      `Im Schlüsselbund dieses Computers liegt keine brauchbare Anmeldung für ${server}.`,
      'Wieder anmelden, um alles Ungesendete zu senden.',
      STAYS,
    ),
  notKept: (message) =>
    errorMessage(
      'Die Anmeldung wird nicht gespeichert',
      `${message} Die Anmeldung bleibt nur im Arbeitsspeicher.`,
      'Einen Schlüsselbund entsperren oder installieren; sonst nach dem nächsten Start wieder anmelden.',
    ),
  notForgotten: (message) =>
    errorMessage(
      'Im Schlüsselbund liegt noch die alte Anmeldung',
      `Die Abmeldung hat geklappt, aber der Eintrag ließ sich nicht entfernen. ${message}`,
      'Den Schlüsselbund entsperren und dort den Eintrag „Punchcard“ entfernen.',
    ),

  keychain: {
    locked: 'Der Schlüsselbund ist gesperrt oder wartet auf eine Eingabe.',
    ended: 'Das Hilfsprogramm für den Schlüsselbund wurde beendet, bevor es antwortete.',
    garbled: 'Das Hilfsprogramm für den Schlüsselbund gab eine unverständliche Antwort.',
    closed: 'Der Schlüsselbund wird nicht mehr benutzt: Punchcard schließt gerade.',
    notStarted: 'Das Hilfsprogramm für den Schlüsselbund ließ sich nicht starten.',
    noService: 'Auf diesem Computer antwortet kein Schlüsselbund (Secret Service).',
    noLibrary: 'Die Bibliothek für den Schlüsselbund ließ sich nicht laden (unter Linux: libsecret).',
    failed: (detail) => `Der Schlüsselbund lehnte ab: ${detail}`,
  },

  notEncrypted: NOT_ENCRYPTED,
  noAddress: (what) =>
    errorMessage('Das ist keine Adresse', what, 'Die Adresse des Servers eingeben, etwa pm.example.org.'),
  keyNeeded: (server, what, kept) =>
    errorMessage(
      `Für ${server} ist ein Schlüssel nötig`,
      what,
      'Einen Schlüssel eingeben; die Web-App legt ihn in den Kontoeinstellungen unter API-Schlüssel an.',
      kept,
    ),
  denied: errorMessage(
    'Die Anmeldung wurde abgelehnt',
    'Im Browser wurde „Ablehnen“ gedrückt.',
    'War das ein Versehen: noch einmal versuchen.',
  ),
  expired: errorMessage(
    'Der Code ist abgelaufen',
    'Er wurde nicht rechtzeitig bestätigt.',
    'Einen neuen Code anfordern und im Browser bestätigen.',
  ),
  noSignIn: (server) =>
    errorMessage(
      `${server} ist nicht der Dienst`,
      'Ein Server antwortete, aber er kennt diese Anmeldung nicht.',
      'Die Adresse prüfen: Vielleicht gehört ein Pfad dazu, etwa pm.example.org/tasks.',
    ),
};

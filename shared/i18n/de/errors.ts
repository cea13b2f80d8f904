/** German: what people read when the server or the disk fails. */

import { errorMessage } from '../../errors/error-message.ts';
import type { errors as en } from '../en/errors.ts';

const DISK = 'Alles von vorher ist da. Diese Änderung wurde nicht gespeichert.';
const OPERATOR = 'Wer ihn betreibt, kann das einrichten.';

export const errors: typeof en = {
  internal: (message) =>
    errorMessage(
      'In Punchcard ist ein Fehler aufgetreten',
      `Der Grund: „${message}“.`,
      'Noch einmal versuchen. Bleibt es dabei, Punchcard neu starten.',
    ),
  unreachable: (server) =>
    errorMessage(
      `${server} ist nicht erreichbar`,
      'Es gibt keine Verbindung zum Server.',
      'Das Netz prüfen, dann die Adresse.',
    ),
  timeout: (server, message) =>
    errorMessage(
      `${server} antwortet nicht`,
      `${message} Vielleicht ist der Server beschäftigt oder das Netz langsam.`,
      'Einen Moment warten. Dauert es an, das Netz prüfen.',
    ),
  untrusted: (server) =>
    errorMessage(
      `Dem Zertifikat von ${server} wird nicht vertraut`,
      'Vielleicht hört jemand mit, oder der Server benutzt ein eigenes Zertifikat. Nichts wurde gesendet.',
      'Den Betreiber des Servers fragen. Ein Zertifikat der eigenen Organisation muss auf diesem Computer installiert sein.',
    ),
  redirect: (server, location) =>
    errorMessage(
      `${server} verweist woandershin`,
      `Der Server leitet weiter zu ${location ?? 'einer anderen Adresse'}. Punchcard folgt nicht, damit die Anmeldung nirgendwo anders landet.`,
      'Ist dieser Adresse zu trauen, sie als Serveradresse benutzen.',
    ),
  notTheService: (server, message) =>
    errorMessage(
      `${server} ist nicht der Dienst`,
      message,
      'Die Adresse prüfen. In einem Gastnetz ist vielleicht zuerst eine Anmeldung am Netz nötig.',
    ),
  malformed: (server, message) =>
    errorMessage(
      `${server} hat etwas Unerwartetes gesendet`,
      message,
      'Später noch einmal versuchen. Bleibt es dabei, dem Betreiber des Servers Bescheid geben.',
    ),
  diskFull: errorMessage(
    'Die Festplatte ist voll',
    'Für die Änderung ist kein Platz mehr.',
    'Platz schaffen, dann noch einmal.',
    DISK,
  ),
  dataInUse: errorMessage(
    'Ein anderes Programm benutzt die Daten von Punchcard',
    'Es sperrt die Datenbank, deshalb konnte die Änderung nicht festgehalten werden.',
    'Das Programm schließen, dann noch einmal.',
    DISK,
  ),
  diskUnwritable: errorMessage(
    'Auf die Festplatte lässt sich nicht schreiben',
    'Die Änderung konnte nicht festgehalten werden.',
    'Die Festplatte und die Rechte des Datenordners prüfen, dann noch einmal.',
    DISK,
  ),
  slowDown: (server, seconds) =>
    errorMessage(
      `${server} bittet um weniger Tempo`,
      'Es waren zu viele Anfragen.',
      seconds > 0 ? `${seconds} s warten.` : 'Eine Minute warten.',
    ),
  usedUp: (server) =>
    errorMessage(
      'Dieser API-Schlüssel ist aufgebraucht',
      `${server} nimmt damit keine Anfragen mehr an, und sein Kontingent wird nicht erneuert.`,
      'Mit einem anderen Schlüssel anmelden oder über den Browser.',
      'Was noch nicht gesendet ist, bleibt erhalten und geht dann hinaus.',
    ),
  keyScope: (missing) =>
    errorMessage(
      'Dieser API-Schlüssel darf das nicht',
      missing.length > 0 ? `Ihm fehlt die Berechtigung ${missing.join(', ')}.` : 'Ihm fehlt eine Berechtigung.',
      'Einen anderen Schlüssel anlegen, der sie hat, und sich damit anmelden, oder über den Browser.',
    ),
  keysNeedSignIn: errorMessage(
    'API-Schlüssel werden hier nicht gezeigt',
    'Die Anmeldung erfolgte mit einem API-Schlüssel; keiner darf andere sehen, anlegen oder widerrufen.',
    'Über den Browser anmelden, oder die Kontoeinstellungen der Web-App benutzen.',
  ),
  keyNotRevoked: (server) =>
    errorMessage(
      `${server} hat den Schlüssel nicht widerrufen`,
      'Der Schlüssel gilt noch.',
      'Noch einmal versuchen, oder die Kontoeinstellungen der Web-App benutzen.',
    ),
  unknownClient: (server) =>
    errorMessage(
      `${server} kennt dieses Programm nicht`,
      'Der Server lässt keine der Client-IDs zu, die Punchcard versucht hat.',
      'Sich vom Betreiber eine erlaubte ID nennen lassen und sie unter „Erweitert“ eingeben, oder ihn bitten, service-cli zu DEVICE_AUTH_CLIENT_IDS hinzuzufügen.',
    ),
  serverError: (server, answer, message) =>
    errorMessage(
      `${server} hat eine Störung`,
      `Die Antwort war ${answer}: ${message}`,
      'Einen Moment warten. Dauert es an, dem Betreiber des Servers Bescheid geben.',
    ),
  lacks: (permissions) =>
    errorMessage(
      'Das ist hier nicht erlaubt',
      `Es fehlt die Berechtigung ${permissions.join(', ')}.`,
      'Jemanden fragen, der den Arbeitsbereich verwaltet.',
    ),
  notAllowed: (server, message) =>
    errorMessage(
      `${server} erlaubt das nicht`,
      message,
      'In den Einstellungen einen anderen Arbeitsbereich wählen, oder jemanden fragen, der ihn verwaltet.',
    ),
  gone: (server) =>
    errorMessage(
      'Das gibt es nicht mehr',
      `${server} hat es nicht mehr: Es wurde gelöscht.`,
      'Zurückgehen und die Liste aktualisieren.',
    ),
  noRoute: (server) =>
    errorMessage(
      `${server} kann das nicht`,
      'Der Server ist älter.',
      'Neuere können es; der Betreiber kann ihn aktualisieren.',
    ),
  rejected: (server, message) => errorMessage(`${server} lehnte ab`, message, 'Die Eingaben prüfen, dann noch einmal.'),

  board: {
    none: (server) =>
      errorMessage(
        'Dieses Board gibt es nicht',
        `${server} kennt das Projekt nicht, oder nicht für dieses Konto.`,
        'Ein anderes Projekt wählen.',
      ),
    nonePublic: (server) =>
      errorMessage(
        'Dieses Board gibt es nicht',
        `${server} hat kein Board dieses Namens.`,
        'Den Link prüfen, oder fragen, von wem er kam.',
      ),
    notDescribed: errorMessage(
      'Diese Adresse wird nicht geöffnet',
      'Die Beschreibung nennt sie nicht so, dass Punchcard sicher sein kann.',
      'Aus der Beschreibung kopieren.',
    ),
    descriptionChanging: errorMessage(
      'Die Beschreibung ändert sich ständig',
      'Sie wurde mehrmals gelesen und änderte sich jedes Mal, bevor sie ganz gelesen war.',
      'Noch einmal versuchen, wenn es ruhiger ist.',
    ),
    noLongerPublic: (server) =>
      errorMessage(
        'Das ist nicht mehr öffentlich',
        `${server} zeigt es nicht: Es wurde entfernt, oder das Board ist nicht mehr öffentlich.`,
        'Zurückgehen und das Board neu laden.',
      ),
    keepsChanging: errorMessage(
      'Das Board ändert sich ständig',
      'Es wurde mehrmals gelesen und änderte sich jedes Mal, bevor es ganz gelesen war.',
      'Punchcard versucht es wieder. Neu laden, wenn es ruhiger ist.',
      'Was gelesen ist, wird gezeigt; manches kann fehlen oder alt sein.',
    ),
    notYours: (message) =>
      errorMessage(
        'Dieses Board ist nicht für dieses Konto',
        message,
        'Ein anderes Projekt wählen, oder jemanden fragen, der den Arbeitsbereich verwaltet.',
      ),
    notPublic: errorMessage(
      'Dieses Board ist nicht öffentlich',
      'Nur wer angemeldet ist und zum Arbeitsbereich gehört, kann es sehen.',
      'Veröffentlichen lassen, oder anmelden und als Projekt öffnen.',
    ),
  },

  project: {
    parts: {
      background: 'Hintergrundbilder',
      webhook: 'Webhooks',
      'code-host': 'Verbindungen zu Code-Hosts',
      calendar: 'Kalender',
    },
    noPart: (server, part) =>
      errorMessage(
        `${server} hat keine ${part}`,
        'Es ist ein älterer Server, der sie nicht kennt.',
        'Neuere kennen sie; wer ihn betreibt, kann ihn aktualisieren.',
      ),
    none: (server) =>
      errorMessage(
        'Dieses Projekt gibt es nicht',
        `${server} kennt es nicht, oder nicht für dieses Konto.`,
        'Ein anderes wählen.',
      ),
    noCodeHost: (server, message) => errorMessage(`${server} ist mit keinem Code-Host verbunden`, message, OPERATOR),
    askAdministrator: 'Jemanden fragen, der den Arbeitsbereich verwaltet.',
    noWorkspace: errorMessage(
      'Diesen Arbeitsbereich gibt es nicht',
      'Dieses Konto gehört nicht mehr dazu, oder keiner ist gewählt.',
      'In den Einstellungen einen anderen wählen.',
    ),
    noPicture: (file) =>
      errorMessage(
        'Das ist kein Bild',
        `${file} ist keine PNG-, JPEG-, GIF-, WebP- oder AVIF-Datei.`,
        'Ein anderes wählen.',
      ),
    pictureTooLarge: (file) =>
      errorMessage(
        'Dieses Bild ist zu groß',
        `${file} hat mehr als 10 MB; mehr nehmen Server nicht an.`,
        'Verkleinern, oder ein anderes wählen.',
      ),
    calendarGone: errorMessage(
      'Diesen Kalender gibt es nicht mehr',
      'Er wurde inzwischen entfernt.',
      'Einen anderen wählen, oder einen hinzufügen.',
    ),
  },

  tools: {
    badRedirect: (message) =>
      errorMessage(
        'Die Rückkehradresse wird nicht angenommen',
        message,
        'Sie muss mit https:// beginnen, oder mit http://, wenn sie auf diesem Computer ist.',
      ),
    noTools: (server, message) =>
      errorMessage(`${server} hat keinen Server für Werkzeuge`, message ?? 'Diese Seite gibt es dort nicht.', OPERATOR),
    onlyWeb: (server) =>
      errorMessage(
        'Nur die Web-App darf das entscheiden',
        `${server} nimmt die Antwort nur von seiner eigenen Seite an.`,
        'Auf der Seite im Browser entscheiden, die gefragt hat.',
      ),
    noRequest: (message) =>
      errorMessage('Diese Anfrage gibt es nicht', message, 'Eine Anfrage gilt zehn Minuten. Noch einmal stellen.'),
    codeGone: (message) =>
      errorMessage(
        'Der Code gilt nicht mehr',
        message,
        'Ein Code gilt fünf Minuten und nur einmal. Die Seite noch einmal öffnen.',
      ),
    unknownTool: (server, message) =>
      errorMessage(`${server} kennt dieses Werkzeug nicht`, message, 'Noch einmal registrieren.'),
    notAsked: errorMessage(
      'Dieser Code gehört zu einer anderen Frage',
      'Ein Code gilt nur für die Seite, die zuletzt von hier geöffnet wurde, und fünf Minuten lang.',
      'Die Seite im Browser noch einmal öffnen und einfügen, was sie zurückgibt.',
    ),
    denied: errorMessage(
      'Dem Werkzeug wurde der Zugriff verweigert',
      'Der Browser kam mit einer Ablehnung zurück.',
      'War das ein Versehen: die Seite noch einmal öffnen.',
    ),
    noCode: errorMessage(
      'In dieser Adresse ist kein Code',
      'Die Adresse, zu der der Browser zurückkommt, enthält „code=“.',
      'Die ganze Adresse einfügen, oder nur den Code.',
    ),
  },

  news: {
    task_created: 'Neue zugewiesene Aufgabe',
    task_assigned: 'Neue zugewiesene Aufgabe',
    task_assignee_changed: 'Neue zugewiesene Aufgabe',
    task_status_changed: 'Eine zugewiesene Aufgabe hat einen anderen Status',
    task_priority_changed: 'Eine zugewiesene Aufgabe hat eine andere Priorität',
    task_due_date_changed: 'Eine zugewiesene Aufgabe hat eine andere Fälligkeit',
    task_comment_created: 'Neuer Kommentar zu einer zugewiesenen Aufgabe',
    due_date_reminder: 'Eine zugewiesene Aufgabe ist bald fällig',
    workspace_invitation: 'Einladung in einen Arbeitsbereich',
  },
  someNews: 'Benachrichtigung',
  commented: (who, task) =>
    task === '' ? `${who} hat eine zugewiesene Aufgabe kommentiert` : `${who} hat „${task}“ kommentiert`,
};

/** German: the server, its notifications and its tools. */
import { inDays, plural } from '../../../electron/words/de/dates.ts';
import type { serverWords as en } from '../en/server.ts';

const ROLES: Partial<Record<string, string>> = {
  owner: 'Besitz',
  admin: 'Verwaltung',
  member: 'Mitglied',
  viewer: 'Nur lesen',
};

export const serverWords: typeof en = {
  loading: 'Der Server wird gefragt',
  says: {
    title: 'Was er von sich sagt',
    health: 'Zustand',
    well: (status) => (status === 'ok' ? 'Gut' : status),
    silent: 'Er sagt es nicht',
    interface: 'Schnittstelle',
    interfaceIs: (title, version, paths) => `${title} ${version}, ${plural(paths, 'Pfad', 'Pfade')}`,
    people: 'Menschen',
    peopleAre: (hasUsers, hasAdmin) =>
      hasUsers
        ? hasAdmin
          ? 'Hat Konten, auch eines zum Verwalten'
          : 'Hat Konten, keines zum Verwalten'
        : 'Noch niemand',
    kind: 'Betrieb',
    cloud: 'Eine öffentliche Cloud',
    own: 'Ein eigener Server',
  },
  signIn: {
    title: 'Wege zur Anmeldung',
    password: 'E-Mail und Passwort',
    emailCode: 'Ein Code per E-Mail',
    codeHost: 'Ein Konto beim Code-Host',
    identity: 'Ein Identitätsanbieter',
    chat: 'Ein Konto beim Chat-Dienst',
    custom: (name) => (name === null ? 'Einmalanmeldung' : `Einmalanmeldung: ${name}`),
    customAuto: 'Geht von selbst dorthin',
    guest: 'Als Gast',
    register: 'Neue Leute können sich registrieren',
    you: 'Diese Anmeldung kam über die Einmalanmeldung',
  },
  offers: {
    title: 'Was er kann',
    uploads: 'Bilder aufheben',
    uploadsNo: 'Er hat keinen Objektspeicher',
    mail: 'E-Mails senden',
    workspaces: 'Neue Arbeitsbereiche sind möglich',
    billing: 'Verlangt Bezahlung',
    demo: 'Ist eine Vorführung: Eingaben können verschwinden',
  },
  yes: 'Ja',
  no: 'Nein',
  unknown: 'Unbekannt',

  workspaces: {
    title: 'Arbeitsbereiche',
    role: (role) => ROLES[role] ?? role.charAt(0).toUpperCase() + role.slice(1),
    assigned: (number) => `${plural(number, 'offene Aufgabe', 'offene Aufgaben')} mir zugewiesen`,
    notCounted: 'Dieser Server zählt die Aufgaben nicht',
  },
  more: {
    title: 'Von diesem Server',
    news: 'Benachrichtigungen',
    newsSays: (unread) => (unread === null || unread === 0 ? 'Nichts ungelesen' : `${unread} ungelesen`),
    tools: 'Werkzeuge (MCP)',
    toolsSays: 'Ein anderes Programm mit den Aufgaben arbeiten lassen',
    open: 'Öffnen',
  },

  news: {
    title: 'Benachrichtigungen',
    bell: (unread) => plural(unread, 'ungelesene Benachrichtigung', 'ungelesene Benachrichtigungen'),
    none: 'Keine Benachrichtigungen',
    noneSays: 'Hier steht, was andere mit den Aufgaben tun: zuweisen, verschieben, kommentieren.',
    markAll: 'Alle gelesen',
    markReadOf: (title) => `Als gelesen markieren: ${title}`,
    unread: 'ungelesen',
    newest: 'Die neuesten 50.',
  },

  tools: {
    title: 'Werkzeuge (MCP)',
    says: 'Ein Werkzeug, etwa ein Assistent, kann mit den Aufgaben arbeiten, wo der Server es einlässt. Nichts davon wird hier aufgehoben.',
    register: '1. Das Werkzeug bekannt machen',
    name: 'Name des Werkzeugs',
    nameMissing: 'Eingeben, wie das Werkzeug heißt.',
    redirect: 'Adresse, zu der es zurückkommt',
    redirectHint: 'Aus den Einstellungen des Werkzeugs; http:// nur auf diesem Computer.',
    redirectWrong: 'Eine ganze Adresse eingeben, etwa http://127.0.0.1:8765/callback.',
    registerDo: 'Bekannt machen',
    clientId: 'Client-ID',
    copyId: 'Kopieren',
    copied: 'Kopiert',
    ask: '2. Einlassen',
    askSays:
      'Der Browser fragt und geht dann zum Werkzeug. Hört dort kein Werkzeug, die Adresse kopieren, zu der er ging.',
    askDo: 'Browser öffnen',
    askFirst: 'Zuerst das Werkzeug bekannt machen.',
    exchange: '3. Ein Token für ein Werkzeug, das nicht fragen kann',
    code: 'Code, oder die Adresse, zu der der Browser ging',
    codeHint: 'Das Token kommt in die Zwischenablage, und nirgendwohin sonst.',
    exchangeDo: 'Token kopieren',
    exchanged: (seconds) =>
      seconds === null
        ? 'Das Token wurde kopiert'
        : `Das Token wurde kopiert; es verfällt in ${inDays(Math.round(seconds / 86_400))}`,
    lookUp: 'Ein Werkzeug, das schon fragt',
    request: 'Adresse oder ID seiner Anfrage',
    requestHint: 'Die Seite, die der Browser zeigt, wenn ein Werkzeug eingelassen werden will.',
    lookUpDo: 'Nachsehen',
    asks: (name) => `${name} möchte eingelassen werden`,
    comesBack: (address) => `Es käme zurück zu ${address}`,
    allow: 'Erlauben',
    deny: 'Ablehnen',
    decided: 'Entschieden. Der Browser geht weiter zu:',
  },
};

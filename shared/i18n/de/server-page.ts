/** German: the server, its notifications and its tools. */

import type { serverWords as en } from '../en/server-page.ts';
import { inDays, plural } from './dates.ts';

const ROLES: Partial<Record<string, string>> = {
  owner: 'Besitz',
  admin: 'Verwaltung',
  member: 'Mitglied',
  viewer: 'Nur lesen',
};

export const serverWords: typeof en = {
  loading: 'Wird geladen',
  says: {
    title: 'Angaben des Servers',
    health: 'Zustand',
    well: (status) => (status === 'ok' ? 'Gut' : status),
    silent: 'Keine Angabe',
    interface: 'Schnittstelle',
    interfaceIs: (title, version, paths) => `${title} ${version}, ${plural(paths, 'Pfad', 'Pfade')}`,
    people: 'Konten',
    peopleAre: (hasUsers, hasAdmin) =>
      hasUsers ? (hasAdmin ? 'Vorhanden, auch ein Administrator' : 'Vorhanden, kein Administrator') : 'Noch keine',
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
    customAuto: 'Leitet automatisch dorthin weiter',
    guest: 'Als Gast',
    register: 'Registrierung ist möglich',
    you: 'Diese Anmeldung kam über die Einmalanmeldung',
  },
  offers: {
    title: 'Was er kann',
    uploads: 'Bilder speichern',
    uploadsNo: 'Er hat keinen Objektspeicher',
    mail: 'E-Mails senden',
    workspaces: 'Neue Arbeitsbereiche anlegen',
    billing: 'Kostenpflichtig',
    demo: 'Ist eine Demo: Eingaben können gelöscht werden',
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
    markAll: 'Alle als gelesen markieren',
    markReadOf: (title) => `Als gelesen markieren: ${title}`,
    unread: 'ungelesen',
    newest: 'Die neuesten 50.',
  },

  tools: {
    title: 'Werkzeuge (MCP)',
    says: 'Ein Werkzeug, etwa ein Assistent, kann mit den Aufgaben arbeiten, wo der Server es zulässt. Nichts davon wird hier gespeichert.',
    register: '1. Werkzeug registrieren',
    name: 'Name des Werkzeugs',
    nameMissing: 'Eingeben, wie das Werkzeug heißt.',
    redirect: 'Rückkehradresse',
    redirectHint: 'Aus den Einstellungen des Werkzeugs; http:// nur auf diesem Computer.',
    redirectWrong: 'Eine ganze Adresse eingeben, etwa http://127.0.0.1:8765/callback.',
    registerDo: 'Registrieren',
    clientId: 'Client-ID',
    copyId: 'Kopieren',
    copied: 'Kopiert',
    ask: '2. Zugriff erlauben',
    askSays:
      'Der Browser fragt und geht dann zum Werkzeug. Hört dort kein Werkzeug, die Adresse kopieren, zu der er ging.',
    askDo: 'Browser öffnen',
    askFirst: 'Zuerst das Werkzeug registrieren.',
    exchange: '3. Ein Token für ein Werkzeug, das nicht fragen kann',
    code: 'Code, oder die Adresse, zu der der Browser ging',
    codeHint: 'Das Token kommt in die Zwischenablage, und nirgendwohin sonst.',
    exchangeDo: 'Token kopieren',
    exchanged: (seconds) =>
      seconds === null
        ? 'Das Token wurde kopiert'
        : `Das Token wurde kopiert; es verfällt in ${inDays(Math.round(seconds / 86_400))}`,
    lookUp: 'Ein Werkzeug, das bereits anfragt',
    request: 'Adresse oder ID seiner Anfrage',
    requestHint: 'Die Seite, die der Browser zeigt, wenn ein Werkzeug um Zugriff bittet.',
    lookUpDo: 'Nachsehen',
    asks: (name) => `${name} bittet um Zugriff`,
    comesBack: (address) => `Rückkehr zu ${address}`,
    allow: 'Erlauben',
    deny: 'Ablehnen',
    decided: 'Entschieden. Der Browser geht weiter zu:',
  },
};

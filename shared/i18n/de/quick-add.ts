/** German: what quick add says about words it did not understand. */
import type { quickAdd as en } from '../en/quick-add.ts';
import { isOne, count as number } from './dates.ts';

export const quickAdd: typeof en = {
  typeTitle: 'Was ist zu tun?',
  titleTooLong: (most: number, has: number) =>
    `Ein Titel darf ${number(most)} Zeichen haben; dieser hat ${number(has)}. Was nach // steht, wird zur Beschreibung.`,
  whichProject: 'In welchem Projekt? Mit # eines wählen.',

  unknownProject: (name: string) => `Kein Projekt heißt „${name}“; es bleibt im Titel.`,
  unknownPerson: (name: string) => `Niemand heißt hier „${name}“; es bleibt im Titel.`,
  unknownColumn: (name: string, project: string | null) =>
    project === null
      ? `Zuerst ein Projekt wählen: „${name}“ wäre eine seiner Spalten.`
      : `${project} hat keine Spalte „${name}“; es bleibt im Titel.`,
  columnsNotRead: (name: string, project: string) =>
    `Die Spalten von ${project} sind noch nicht bekannt; „${name}“ bleibt im Titel.`,
  ambiguous: (name: string, meant: string) => `„${name}“ kann ${meant} sein. Mehr davon tippen.`,
  twoProjects: (counts: string) => `Eine Aufgabe hat ein Projekt: ${counts} zählt.`,
  twoPeople: (counts: string) => `Für eine Aufgabe ist eine Person zuständig: ${counts} zählt.`,
  twoPriorities: (counts: string) => `Eine Aufgabe hat eine Priorität: ${counts} zählt.`,
  twoColumns: (counts: string) => `Eine Aufgabe liegt in einer Spalte: ${counts} zählt.`,
  noSuchDate: (text: string) => `„${text}“ steht in keinem Kalender; es bleibt im Titel.`,
  pastDate: (text: string) => `„${text}“ ist vorbei; es bleibt im Titel.`,
  quoted: (name: string) => `„${name}“`,
  others: (count: number) => `${isOne(count) ? 'etwas anderes' : `${number(count)} andere`}`,
};

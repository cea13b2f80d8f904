/** German: what quick add says about words it did not understand. */
import { count, either, isOne } from './dates.ts';

export const typeTitle: string = 'Was ist zu tun?';
export const titleTooLong = (most: number, has: number): string =>
  `Ein Titel darf ${count(most)} Zeichen haben; dieser hat ${count(has)}. Was nach // steht, wird zur Beschreibung.`;
export const whichProject: string = 'In welchem Projekt? Mit # eines wählen.';

export const unknownProject = (name: string): string => `Kein Projekt heißt „${name}“; es bleibt im Titel.`;
export const unknownPerson = (name: string): string => `Niemand heißt hier „${name}“; es bleibt im Titel.`;
export const unknownColumn = (name: string, project: string | null): string =>
  project === null
    ? `Zuerst ein Projekt wählen: „${name}“ wäre eine seiner Spalten.`
    : `${project} hat keine Spalte „${name}“; es bleibt im Titel.`;
export const columnsNotRead = (name: string, project: string): string =>
  `Die Spalten von ${project} sind noch nicht bekannt; „${name}“ bleibt im Titel.`;
export const ambiguous = (name: string, meant: readonly string[]): string =>
  `„${name}“ kann ${one(meant)} sein. Mehr davon tippen.`;
export const twoProjects = (counts: string): string => `Eine Aufgabe hat ein Projekt: ${counts} zählt.`;
export const twoPeople = (counts: string): string => `Für eine Aufgabe ist eine Person zuständig: ${counts} zählt.`;
export const twoPriorities = (counts: string): string => `Eine Aufgabe hat eine Priorität: ${counts} zählt.`;
export const twoColumns = (counts: string): string => `Eine Aufgabe liegt in einer Spalte: ${counts} zählt.`;
export const noSuchDate = (text: string): string => `„${text}“ steht in keinem Kalender; es bleibt im Titel.`;
export const pastDate = (text: string): string => `„${text}“ ist vorbei; es bleibt im Titel.`;

function one(meant: readonly string[]): string {
  const shown = meant.slice(0, 3).map((name) => `„${name}“`);
  const others = meant.length - shown.length;
  return either(others > 0 ? [...shown, isOne(others) ? 'etwas anderes' : `${count(others)} andere`] : shown);
}

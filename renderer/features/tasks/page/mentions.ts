/** Mentions of people in a comment: typed as "@Mira", stored as the web editor's element (docs/service.md#descriptions). Pure. */
import type { TaskPageView } from '../../../../shared/contract/index.ts';

export interface Person {
  id: string;
  name: string;
}

/** "@" at the beginning of a word, and what follows it up to the caret. */
const TYPED = /(?:^|[\s(])@([^\s@]{0,40})$/;
const MAX_OFFERED = 5;

/** What is typed after the "@" before the caret; undefined if the caret is not in a mention. */
export const typedMention = (text: string, caret: number): string | undefined => TYPED.exec(text.slice(0, caret))?.[1];

/** The ids of who commented last and of the assignee, the likeliest to be mentioned first, separated by spaces. */
export function likelyPeople({ history, assignee }: Pick<TaskPageView, 'history' | 'assignee'>): string {
  const commented = history.items.flatMap((item) =>
    item.kind === 'comment' && !item.isMine ? (item.personId ?? []) : [],
  );
  return [...commented.toReversed(), ...(assignee ? [assignee.id] : [])].join(' ');
}

/** Those with a word of their name that begins like that; first the `likely` ones, in their order. */
export function offeredPeople(people: readonly Person[], typed: string, likely: readonly string[]): Person[] {
  const wanted = ` ${typed.toLocaleLowerCase()}`;
  const rank = ({ id }: Person) => (likely.includes(id) ? likely.indexOf(id) : likely.length);
  return people
    .filter(({ name }) => ` ${name.toLocaleLowerCase()}`.includes(wanted))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MAX_OFFERED);
}

/** Replaces "@Mira Lindqvist" by the service's element. Of two names with the same beginning the longer one counts. */
export function withMentions(text: string, people: readonly Person[]): string {
  const byName = new Map(people.toReversed().map((person) => [person.name, person]));
  const names = [...byName.keys()].filter((name) => name !== '').toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const pattern = new RegExp(`(?<![^\\s(])@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
  return text.replace(pattern, (typed, name: string) => {
    const person = byName.get(name);
    if (person === undefined) return typed;
    return `<kaneo-mention id="${attribute(person.id)}" label="${attribute(name)}"></kaneo-mention>`;
  });
}

const ELEMENT = /<kaneo-mention id="([^"]*)" label="([^"]*)"><\/kaneo-mention>/g;

/** The people that a text mentions, in the service's form. */
export const mentionedIn = (text: string): Person[] =>
  [...text.matchAll(ELEMENT)].map(([, id = '', name = '']) => ({ id: plain(id), name: plain(name) }));

/** The text with "@Mira Lindqvist" for the service's element; as it is if that would not lead back to the same text. */
export function withoutMentions(text: string): string {
  const typed = text.replace(ELEMENT, (_, __, name: string) => `@${plain(name)}`);
  return withMentions(typed, mentionedIn(text)) === text ? typed : text;
}

const escaped = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const plain = (value: string): string =>
  value.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const attribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

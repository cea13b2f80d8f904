import type { CardView } from '../../../shared/contract/index.ts';
import { folded, wordsOf } from '../../../shared/tasks/filter-tasks.ts';

type Priority = CardView['priority'];

/** A card matches if it has any value of every kind that is not empty. */
export interface CardFilter {
  /** Every word must occur in the card. */
  text: string;
  /** User ids; `null` for unassigned cards. */
  assignees: readonly (string | null)[];
  /** Names, because every task has its own copy of a label with its own id. */
  labels: readonly string[];
  priorities: readonly Priority[];
}

/** The part of the filter that is chosen in the menu. */
export type ChosenFilter = Omit<CardFilter, 'text'>;

export const nothingChosen: ChosenFilter = { assignees: [], labels: [], priorities: [] };

export function chosenCount({ assignees, labels, priorities }: ChosenFilter): number {
  return assignees.length + labels.length + priorities.length;
}

export function isFiltering(filter: CardFilter): boolean {
  return chosenCount(filter) > 0 || wordsOf(filter.text).length > 0;
}

const texts = new WeakMap<CardView, string>();

function textOf(card: CardView): string {
  let text = texts.get(card);
  if (text === undefined) {
    text = folded(
      [card.identifier, card.title, card.assignee?.name ?? '', ...card.labels.map(({ name }) => name)].join('\n'),
    );
    texts.set(card, text);
  }
  return text;
}

/** `inDescription`: ids of cards whose description, which the board omits, contains the text. */
export function filterCards(
  cards: readonly CardView[],
  filter: CardFilter,
  inDescription: ReadonlySet<string>,
): readonly CardView[] {
  if (!isFiltering(filter)) return cards;
  const wanted = wordsOf(filter.text);
  const { assignees, labels, priorities } = filter;
  return cards.filter(
    (card) =>
      (priorities.length === 0 || priorities.includes(card.priority)) &&
      (assignees.length === 0 || assignees.includes(card.assignee?.id ?? null)) &&
      (labels.length === 0 || card.labels.some(({ name }) => labels.includes(name))) &&
      (wanted.length === 0 || inDescription.has(card.id) || wanted.every((word) => textOf(card).includes(word))),
  );
}

interface Choice {
  value: string | null;
  name: string;
  count: number;
}

export interface Choices {
  assignees: Choice[];
  labels: (Choice & { value: string; color: string })[];
}

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, 'en');

/** The values that the cards can be filtered by; "unassigned" first, the rest by name. */
export function choicesOf(cards: Iterable<CardView>, nobody: string): Choices {
  const people = new Map<string | null, Choice>();
  const labels = new Map<string, Choice & { value: string; color: string }>();
  for (const card of cards) {
    const value = card.assignee?.id ?? null;
    const person = people.get(value) ?? { value, name: card.assignee?.name ?? nobody, count: 0 };
    person.count += 1;
    people.set(value, person);
    for (const name of new Set(card.labels.map((label) => label.name))) {
      const color = card.labels.find((label) => label.name === name)?.color ?? '';
      const label = labels.get(name) ?? { value: name, name, color, count: 0 };
      label.count += 1;
      labels.set(name, label);
    }
  }
  const rank = ({ value }: Choice): number => Number(value !== null);
  return {
    assignees: [...people.values()].sort((one, other) => rank(one) - rank(other) || byName(one, other)),
    labels: [...labels.values()].sort(byName),
  };
}

import type { BoardView, CardView, ColumnView } from '../../../shared/contract/index.ts';
import { boardMessages } from '../../../shared/i18n/generated/board.ts';
import type { Cards } from './card-store.ts';
import { type CardFilter, filterCards } from './filter.ts';

export interface ShownColumn {
  slug: string;
  /** null for planned and archived, which are not columns of the project. */
  column: ColumnView | null;
  name: string;
  cards: readonly CardView[];
  /** Number of cards, ignoring the filter. */
  total: number;
}

export interface Shown {
  showPlanned: boolean;
  showArchived: boolean;
}

const NONE: readonly CardView[] = [];

/** The project's columns, preceded by planned and followed by archived if those are switched on. */
export function shownColumns(
  board: Pick<BoardView, 'columns'>,
  cards: Pick<Cards, 'byStatus'>,
  { showPlanned, showArchived }: Shown,
  filter: CardFilter,
  inDescription: ReadonlySet<string>,
): ShownColumn[] {
  const show = (slug: string, name: string, column: ColumnView | null): ShownColumn => {
    const all = cards.byStatus.get(slug) ?? NONE;
    return { slug, name, column, cards: filterCards(all, filter, inDescription), total: all.length };
  };
  return [
    ...(showPlanned ? [show('planned', boardMessages.outside.planned, null)] : []),
    ...board.columns.map((column) => show(column.slug, column.name, column)),
    ...(showArchived ? [show('archived', boardMessages.outside.archived, null)] : []),
  ];
}

/** Reuses the previous object of every column that did not change. */
export function keepSame(was: readonly ShownColumn[], now: readonly ShownColumn[]): ShownColumn[] {
  const before = new Map(was.map((column) => [column.slug, column]));
  return now.map((column) => {
    const old = before.get(column.slug);
    if (old === undefined || old.total !== column.total || old.column !== column.column) return column;
    const isSame =
      old.cards === column.cards ||
      (old.cards.length === column.cards.length && old.cards.every((card, index) => card === column.cards[index]));
    return isSame ? old : column;
  });
}

export function countOf(columns: readonly ShownColumn[]): { shown: number; total: number } {
  return columns.reduce(
    (sum, column) => ({ shown: sum.shown + column.cards.length, total: sum.total + column.total }),
    { shown: 0, total: 0 },
  );
}

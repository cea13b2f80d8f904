/** Where the dragged card would land. The functions are pure; the store is at the end. */
import { create } from 'zustand';
import type { CardView } from '../../../shared/contract/index.ts';
import { indexIn } from './order.ts';
import type { ShownColumn } from './visible-columns.ts';

export interface DropTarget {
  slug: string;
  /** The card that would follow it; null for the end. */
  before: string | null;
}

/** Index of the drop slot among the cards of the target column; -1 if the card is already there. */
export function dropSlotAt(column: readonly CardView[], cardId: string, before: string | null): number {
  const found = before === null ? -1 : column.findIndex(({ id }) => id === before);
  const at = found < 0 ? column.length : found;
  const own = column.findIndex(({ id }) => id === cardId);
  return own >= 0 && (at === own || at === own + 1) ? -1 : at;
}

/** The drop target if only a column is chosen: the card's own place in its own column, otherwise the place for its position. */
export function dropTargetAt({ slug, cards }: ShownColumn, card: CardView): DropTarget {
  return { slug, before: slug === card.status ? card.id : (cards[indexIn(cards, card)]?.id ?? null) };
}

/** The 1-based place of a drop target and the number of places. */
export function placeIn({ cards }: ShownColumn, cardId: string, before: string | null): { at: number; of: number } {
  const slot = dropSlotAt(cards, cardId, before);
  const own = cards.findIndex(({ id }) => id === cardId);
  // Counted without the card itself.
  const index = slot < 0 ? own : own >= 0 && own < slot ? slot - 1 : slot;
  return { at: index + 1, of: cards.length + (own < 0 ? 1 : 0) };
}

/** One place up (-1) or down (1); unchanged at the end of the column. */
export function moveDropTarget(column: ShownColumn, card: CardView, before: string | null, step: 1 | -1): DropTarget {
  const others = column.cards.filter(({ id }) => id !== card.id);
  const to = Math.min(Math.max(placeIn(column, card.id, before).at - 1 + step, 0), others.length);
  return { slug: column.slug, before: others[to]?.id ?? null };
}

export const useDropTarget = create<{ aim: DropTarget | null }>(() => ({ aim: null }));

/** Keeps the previous object if nothing changed, so that no component renders. */
export function setDropTarget(aim: DropTarget | null): void {
  const { aim: was } = useDropTarget.getState();
  if (was?.slug !== aim?.slug || was?.before !== aim?.before) useDropTarget.setState({ aim });
}

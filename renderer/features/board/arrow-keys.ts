import { moveInList } from '../../ui/keys.ts';
import type { ShownColumn } from './visible-columns.ts';

type Key = Parameters<typeof moveInList>[0];

export interface Place {
  column: number;
  index: number;
}

export function findCard(columns: readonly ShownColumn[], cardId: string | null): Place | null {
  if (cardId === null) return null;
  for (const [column, { cards }] of columns.entries()) {
    const index = cards.findIndex((card) => card.id === cardId);
    if (index >= 0) return { column, index };
  }
  return null;
}

export function firstCardOnBoard(columns: readonly ShownColumn[]): string | null {
  return columns.find(({ cards }) => cards.length > 0)?.cards[0]?.id ?? null;
}

/**
 * The card that a key moves to; null at the edge and for other keys. Left and Right move to the next column with cards, to the
 * same index or its last card.
 */
export function moveByArrowKey(columns: readonly ShownColumn[], from: Place, key: Key): string | null {
  const sideways = key.key === 'ArrowRight' ? 1 : key.key === 'ArrowLeft' ? -1 : 0;
  if (sideways === 0) {
    const cards = columns[from.column]?.cards ?? [];
    const to = moveInList(key, from.index, cards.length);
    return to === null ? null : (cards[to]?.id ?? null);
  }
  if (key.ctrlKey || key.altKey || key.metaKey || key.shiftKey) return null;
  for (let at = from.column + sideways; columns[at] !== undefined; at += sideways) {
    const cards = columns[at]?.cards ?? [];
    if (cards.length > 0) return cards[Math.min(from.index, cards.length - 1)]?.id ?? null;
  }
  return null;
}

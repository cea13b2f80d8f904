/**
 * The cards of the open board, as main tells them: by id, and sorted by status. What a patch does not touch keeps its
 * identity, so that a column which has not changed is not drawn again. The functions are pure; the store is at the end.
 */
import { create } from 'zustand';
import { compareCards } from '../../../shared/board/card-order.ts';
import type { BoardCards, CardView } from '../../../shared/contract/index.ts';
import { mergeSorted } from './order.ts';

export interface Cards {
  /** The reading they belong to; null before the first one. */
  boardId: number | null;
  byId: ReadonlyMap<string, CardView>;
  /** In order; a status without cards is missing. */
  byStatus: ReadonlyMap<string, readonly CardView[]>;
}

export const noCards: Cards = { boardId: null, byId: new Map(), byStatus: new Map() };

/** A patch of n cards on a board of m costs the order of m + n log n, and copies only the columns it touches. */
export function applyCards(was: Cards, patch: BoardCards): Cards {
  if (!patch.reset && patch.boardId !== was.boardId) return was;
  const before = patch.reset ? noCards : was;
  const byId = new Map(before.byId);
  const gone = new Map<string, Set<string>>();
  const added = new Map<string, CardView[]>();
  const leave = (card: CardView | undefined): void => {
    if (card === undefined) return;
    const ids = gone.get(card.status);
    if (ids) ids.add(card.id);
    else gone.set(card.status, new Set([card.id]));
  };
  for (const id of patch.removed) {
    leave(before.byId.get(id));
    byId.delete(id);
  }
  for (const card of patch.cards) {
    leave(before.byId.get(card.id));
    byId.set(card.id, card);
  }
  // From the map, not from the patch: a card that stands in it twice is there once.
  for (const id of new Set(patch.cards.map((card) => card.id))) {
    const card = byId.get(id) as CardView;
    const cards = added.get(card.status);
    if (cards) cards.push(card);
    else added.set(card.status, [card]);
  }
  const byStatus = new Map(before.byStatus);
  for (const status of new Set([...gone.keys(), ...added.keys()])) {
    const ids = gone.get(status);
    const staying = byStatus.get(status) ?? [];
    const kept = ids ? staying.filter((card) => !ids.has(card.id)) : staying;
    const column = mergeSorted(kept, (added.get(status) ?? []).sort(compareCards));
    if (column.length > 0) byStatus.set(status, column);
    else byStatus.delete(status);
  }
  return { boardId: patch.boardId, byId, byStatus };
}

export const useCards = create<Cards>(() => noCards);

/** Patches of one frame are drawn together. */
let waiting: BoardCards[] = [];

function applyWaiting(): void {
  const patches = waiting;
  waiting = [];
  useCards.setState(patches.reduce(applyCards, useCards.getState()), true);
}

/** Listens to main for as long as the window lives. */
export function subscribeToCards(): void {
  window.punchcard.onCards((patch) => {
    if (waiting.length === 0) requestAnimationFrame(applyWaiting);
    waiting.push(patch);
  });
}

/**
 * Shows the card where it was dropped until main's patch comes. Without this it is drawn for a few frames where it was picked up.
 * Returns what undoes it if main rejects it.
 */
export function showDropped(card: CardView): () => void {
  const show = (one: CardView) =>
    useCards.setState(
      (cards) => applyCards(cards, { boardId: cards.boardId ?? -1, reset: false, cards: [one], removed: [] }),
      true,
    );
  const was = useCards.getState().byId.get(card.id);
  if (was !== undefined) show(card);
  return () => {
    if (was !== undefined && useCards.getState().byId.get(card.id) === card) show(was);
  };
}

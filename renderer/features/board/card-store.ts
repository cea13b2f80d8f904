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

/** The same board with one card as it will be. */
export function withCard(was: Cards, card: CardView): Cards {
  return applyCards(was, { boardId: was.boardId ?? -1, reset: false, cards: [card], removed: [] });
}

export const useCards = create<Cards>(() => noCards);

/** Patches of one frame are drawn together. */
let waiting: BoardCards[] = [];

/** As main told them: cards that are shown otherwise before it has answered. */
const told = new Map<string, CardView>();

function applyWaiting(): void {
  const patches = waiting;
  waiting = [];
  for (const { cards, removed, reset } of patches) {
    if (reset) told.clear();
    for (const id of [...removed, ...cards.map((card) => card.id)]) told.delete(id);
  }
  useCards.setState(patches.reduce(applyCards, useCards.getState()), true);
}

/** Listens to main for as long as the window lives. */
export function subscribeToCards(): void {
  window.punchcard.onCards((patch) => {
    if (waiting.length === 0) requestAnimationFrame(applyWaiting);
    waiting.push(patch);
  });
}

/** Shows a card as it will be before main has answered; gives what takes that back. One that is gone stays gone. */
export function showCardOptimistically(card: CardView): () => void {
  const before = useCards.getState();
  const was = told.get(card.id) ?? before.byId.get(card.id);
  if (was === undefined) return () => undefined;
  told.set(card.id, was);
  useCards.setState(withCard(before, card), true);
  return () => {
    const now = useCards.getState();
    // Main may have said something else about it meanwhile, or it may have been changed once more; that holds.
    if (now.byId.get(card.id) !== card) return;
    told.delete(card.id);
    useCards.setState(withCard(now, was), true);
  };
}

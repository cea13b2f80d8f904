/**
 * The cards that main publishes for the open board: by id, and per status in order. A patch keeps the identity of everything
 * it does not touch, so that unchanged columns do not render. The functions are pure; the store is at the end.
 */
import { create } from 'zustand';
import { compareCards } from '../../../shared/board/card-order.ts';
import type { BoardCards, CardView } from '../../../shared/contract/index.ts';
import { mergeSorted } from './order.ts';

export interface Cards {
  /** Identifies one opening of a board; null before the first. */
  boardId: number | null;
  byId: ReadonlyMap<string, CardView>;
  /** Sorted; a status without cards has no key. */
  byStatus: ReadonlyMap<string, readonly CardView[]>;
}

export const noCards: Cards = { boardId: null, byId: new Map(), byStatus: new Map() };

/** O(m + n log n) for a patch of n cards on a board of m; copies only the columns it touches. */
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
  // A patch may contain the same card twice.
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

/** The published cards, with dropped ones in their new places. */
export const useCards = create<Cards>(() => noCards);

let published = noCards;
/** Patches that arrive within one frame are applied together. */
let waiting: BoardCards[] = [];
/** Dropped cards that main has not answered yet, and those that made room for them. */
let dropped: readonly CardView[] = [];

/** Subscribes for the lifetime of the window. */
export function subscribeToCards(): void {
  window.punchcard.onCards((patch) => {
    waiting.push(JSON.parse(patch) as BoardCards);
    // The first cards of a board do not wait for a frame.
    if (published.byId.size === 0) applyWaiting();
    else if (waiting.length === 1) requestAnimationFrame(applyWaiting);
  });
}

function applyWaiting(): void {
  published = waiting.reduce(applyCards, published);
  waiting = [];
  show();
}

function show(): void {
  const { boardId, byId } = published;
  const cards = dropped.filter(({ id }) => byId.has(id));
  const isAsPublished = boardId === null || cards.length === 0;
  useCards.setState(
    isAsPublished ? published : applyCards(published, { boardId, reset: false, cards, removed: [] }),
    true,
  );
}

/** Longest time that a moved card waits for its patch (ms); a move that changes nothing has none. */
const MAX_WAIT_MS = 1_000;

/**
 * Shows a dropped card in its new place until main has published it or rejected the move. Without this it would jump back for a few
 * frames. `cards`: it, and those that make room. `answer`: false for a rejection by main; it may arrive before the patch.
 * A rejection by the service comes later, as a patch without the move (electron/features/tasks/apply-pending.ts).
 */
export async function showDropped(cards: [CardView, ...CardView[]], answer: Promise<boolean>): Promise<void> {
  const [{ id }] = cards;
  const before = published.byId.get(id);
  dropped = [...dropped, ...cards];
  show();
  const until = (await answer) ? performance.now() + MAX_WAIT_MS : 0;
  const settle = () => {
    if (published.byId.get(id) === before && performance.now() < until) {
      requestAnimationFrame(settle);
      return;
    }
    dropped = dropped.filter((one) => !cards.includes(one));
    show();
  };
  requestAnimationFrame(settle);
}

export const cardsOf = (ids: readonly string[], { byId }: Pick<Cards, 'byId'>): CardView[] =>
  ids.flatMap((id) => byId.get(id) ?? []);

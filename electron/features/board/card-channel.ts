/**
 * Cards on their way to the window: a card that changes twice before it left leaves once, and no message grows large. While page after
 * page comes in, the window gets time to draw in between: the first page at once, the others together.
 */
import type { BoardCards, CardView } from '../../../shared/contract/board-view.ts';

/** Cards in one message. */
export const MAX_MESSAGE_CARDS = 500;
/** So many at once are no change but a reading, whose next ones wait. */
const MANY = 50;
/** While a board is read the window is told this rarely, and draws in between (ms). */
export const FRAME_MS = 150;

export type CardChannel = ReturnType<typeof createCardChannel>;

/** `send` is called later, when the state that belongs to the cards has been told. */
export function createCardChannel(send: (cards: BoardCards) => void) {
  let boardId: number | null = null;
  let isReset = false;
  const cards = new Map<string, CardView>();
  const removed = new Set<string>();
  let isArmed = false;
  let later: NodeJS.Timeout | undefined;
  /** When the last of many left (ms, ever growing). */
  let lastMany = Number.NEGATIVE_INFINITY;

  function arm(): void {
    if (isArmed) return;
    isArmed = true;
    const rest = lastMany + FRAME_MS - performance.now();
    if (rest > 0) later = setTimeout(leave, rest);
    else setImmediate(leave);
  }

  function leave(): void {
    isArmed = false;
    later = undefined;
    flush();
  }

  function hurry(): void {
    lastMany = Number.NEGATIVE_INFINITY;
    if (later === undefined) return;
    clearTimeout(later);
    later = undefined;
    setImmediate(leave);
  }

  function flush(): void {
    if (boardId === null) return;
    const some: CardView[] = [];
    for (const card of cards.values()) {
      some.push(card);
      cards.delete(card.id);
      if (some.length === MAX_MESSAGE_CARDS) break;
    }
    if (some.length > 0 || removed.size > 0 || isReset) {
      send({ boardId, reset: isReset, cards: some, removed: [...removed] });
    }
    isReset = false;
    removed.clear();
    // Others get their turn in between.
    if (cards.size > 0) arm();
    else if (some.length >= MANY) lastMany = performance.now();
  }

  return {
    /** The window forgets all cards; what follows belongs to this board. */
    begin(id: number): void {
      boardId = id;
      isReset = true;
      cards.clear();
      removed.clear();
      hurry();
      arm();
    },
    tell(changed: readonly CardView[], gone: readonly string[]): void {
      if (boardId === null || (changed.length === 0 && gone.length === 0)) return;
      for (const id of gone) {
        cards.delete(id);
        removed.add(id);
      }
      for (const card of changed) {
        removed.delete(card.id);
        cards.set(card.id, card);
      }
      arm();
    },
    /** No more pages come, or a person waits: what is held back leaves at once. */
    hurry,
    /** What did not leave yet never does. */
    end(): void {
      boardId = null;
      isReset = false;
      cards.clear();
      removed.clear();
    },
  };
}

/**
 * Sends cards to the window. A card that changes twice before it is sent is sent once, and messages are limited in size. While pages
 * arrive, the first is sent at once and the others together, so that the window can draw in between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BoardCards, CardView } from '../../../shared/contract/board-view.ts';

/** Cards in one message. */
export const MAX_MESSAGE_CARDS = 500;
/** A message with this many cards is taken for a page, and the next one is delayed. */
const MANY = 50;
/** Time between two messages while a board is read (ms). */
export const FRAME_MS = 400;

/**
 * Clears the window's cards and starts with those of this board. `send` is first called asynchronously, after the view of the board
 * was published.
 */
export function createCardChannel(boardId: number, send: (cards: BoardCards) => void) {
  let isClosed = false;
  let isReset = false;
  const cards = new Map<string, CardView>();
  const removed = new Set<string>();
  let isArmed = false;
  let timer: NodeJS.Timeout | undefined;
  /** When the last large message was sent (ms, monotonic). */
  let lastMany = Number.NEGATIVE_INFINITY;

  function arm(): void {
    if (isArmed) return;
    isArmed = true;
    const rest = lastMany + FRAME_MS - performance.now();
    if (rest > 0) timer = setTimeout(sendNow, rest);
    else setImmediate(sendNow);
  }

  function sendNow(): void {
    isArmed = false;
    timer = undefined;
    flush();
  }

  function hurry(): void {
    lastMany = Number.NEGATIVE_INFINITY;
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    setImmediate(sendNow);
  }

  function flush(): void {
    if (isClosed) return;
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
    // Yields to other tasks between two messages.
    if (cards.size > 0) arm();
    else if (some.length >= MANY) lastMany = performance.now();
  }

  /** Clears the window's cards. */
  function reset(): void {
    isReset = true;
    cards.clear();
    removed.clear();
    hurry();
    arm();
  }

  reset();
  return {
    reset,
    queue(changed: readonly CardView[], gone: readonly string[]): void {
      if (isClosed || (changed.length === 0 && gone.length === 0)) return;
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
    /** Sends delayed cards now: no more pages come, or the user waits. */
    hurry,
    /** Sends a message's worth of cards at once, unless the window does not have their board yet. */
    sendAtOnce(): void {
      if (!isReset) flush();
    },
    /** Sends every queued card without delay and resolves when that is done. */
    async sent(): Promise<void> {
      while (isArmed) {
        hurry();
        await nextTurn();
      }
    },
    /** Drops cards that were not sent. */
    close(): void {
      isClosed = true;
    },
  };
}

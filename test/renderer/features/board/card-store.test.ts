import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  applyCards,
  type Cards,
  noCards,
  showDropped,
  subscribeToCards,
  useCards,
} from '../../../../renderer/features/board/card-store.ts';
import { afterStep, indexIn } from '../../../../renderer/features/board/order.ts';
import { compareCards } from '../../../../shared/board/card-order.ts';
import type { BoardCards, CardView } from '../../../../shared/contract/index.ts';
import { anyCard, card } from './board.ts';

const patch = (cards: CardView[], over: Partial<BoardCards> = {}): BoardCards => ({
  boardId: 1,
  reset: false,
  cards,
  removed: [],
  ...over,
});

const start = applyCards(noCards, patch([], { reset: true }));

const anyPatch: fc.Arbitrary<BoardCards> = fc
  .record({
    reset: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    cards: fc.array(anyCard, { maxLength: 12 }),
    removed: fc.array(
      fc.integer({ min: 0, max: 15 }).map((id) => `task-${id}`),
      { maxLength: 4 },
    ),
  })
  .map((over) => patch([], over));

test('after any patches each card is once in the column of its status, and each column is sorted', () => {
  fc.assert(
    fc.property(fc.array(anyPatch, { maxLength: 12 }), (patches) => {
      // The expected result: a map, and the columns sorted from it.
      const plain = new Map<string, CardView>();
      for (const { reset, removed, cards } of patches) {
        if (reset) plain.clear();
        for (const id of removed) plain.delete(id);
        for (const one of cards) plain.set(one.id, one);
      }
      const all = patches.reduce(applyCards, start);
      expect(new Map(all.byId)).toEqual(plain);
      const columns = Map.groupBy(plain.values(), ({ status }) => status);
      expect(new Map(all.byStatus)).toEqual(
        new Map([...columns].map(([status, cards]) => [status, cards.sort(compareCards)])),
      );
    }),
  );
});

test('a patch leaves other columns unchanged', () => {
  const [one, other] = [card({ status: 'to-do' }), card({ status: 'done' })];
  const before = applyCards(start, patch([one, other]));
  const after = applyCards(before, patch([{ ...one, title: 'Another title' }]));
  expect(after.byStatus.get('done')).toBe(before.byStatus.get('done'));
  expect(before.byStatus.get('to-do')).toEqual([one]);
});

test('patches of another board are ignored until its first patch', () => {
  const before = applyCards(start, patch([card()]));
  expect(applyCards(before, patch([card()], { boardId: 2 }))).toBe(before);
  const next = card();
  expect(applyCards(before, patch([next], { boardId: 2, reset: true })).byId).toEqual(new Map([[next.id, next]]));
});

test('a card is inserted where sorting would put it', () => {
  fc.assert(
    fc.property(fc.array(anyCard, { maxLength: 12 }), anyCard, (cards, one) => {
      const others = cards.filter(({ id }) => id !== one.id).sort(compareCards);
      const sorted = [...others, one].sort(compareCards);
      expect(sorted[indexIn(others, one)]).toBe(one);
    }),
  );
});

test('applying 500 changed cards of 10,000 compares far fewer cards than rebuilding the board', () => {
  const statuses = ['to-do', 'in-progress', 'in-review', 'done'];
  let reads = 0;
  const counting = (of: CardView): CardView =>
    Object.defineProperty({ ...of }, 'position', {
      enumerable: true,
      get() {
        reads += 1;
        return of.position;
      },
    });
  const cards = Array.from({ length: 10_000 }, (_, at) => card({ status: statuses[at % 4] ?? '', position: at * 7 }));
  const board = applyCards(start, patch(cards.map(counting)));
  const changed = cards.slice(0, 500).map((one, at) => counting({ ...one, status: statuses[(at + 1) % 4] ?? '' }));
  const shuffled = cards.toSorted((left, right) => ((left.number * 7919) % 10_007) - ((right.number * 7919) % 10_007));
  const comparisons = (of: Cards, patched: CardView[]): number => {
    reads = 0;
    applyCards(of, patch(patched));
    return reads / 2;
  };
  expect(10 * comparisons(board, changed)).toBeLessThan(comparisons(start, shuffled.map(counting)));
});

describe('a dropped card', () => {
  let publish: (patch: BoardCards) => void = () => undefined;
  /** Draws a frame: applies the patches that arrived. */
  let drawFrame = () => {};
  beforeEach(() => {
    let callbacks: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callbacks.push(callback));
    const onCards = (listener: (cards: string) => void) => {
      publish = (cards) => listener(JSON.stringify(cards));
    };
    vi.stubGlobal('window', { punchcard: { onCards } });
    drawFrame = () => {
      const now = callbacks;
      callbacks = [];
      for (const callback of now) callback();
    };
    subscribeToCards();
  });
  afterEach(() => vi.unstubAllGlobals());

  const one = card({ status: 'to-do' });
  const moved = { ...one, status: 'done', isPending: true };
  /** Opens a board with the card and drops it; returns the function that answers the command. */
  function drop(): (isMoved?: boolean) => Promise<void> {
    publish(patch([one], { reset: true }));
    drawFrame();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const isShown = showDropped([moved], promise);
    return async (isMoved = true) => {
      resolve(isMoved);
      await isShown;
    };
  }
  const shown = () => useCards.getState().byId.get(one.id);

  test('is shown in its new place at once, and in its old one if main rejects the move', async () => {
    const answer = drop();
    expect([...useCards.getState().byStatus]).toEqual([['done', [moved]]]);
    await answer(false);
    expect(shown()).toEqual(moved);
    drawFrame();
    expect([...useCards.getState().byStatus]).toEqual([['to-do', [one]]]);
  });

  test('stays there when an older patch arrives, and is shown as main published it after the answer', async () => {
    const answer = drop();
    publish(patch([{ ...one, title: 'Older' }]));
    drawFrame();
    expect(shown()).toEqual(moved);
    const confirmed = { ...moved, position: 7 };
    publish(patch([confirmed]));
    await answer();
    drawFrame();
    expect(shown()).toEqual(confirmed);
  });

  test('stays there while the answer is ahead of the patch', async () => {
    const answer = drop();
    await answer();
    drawFrame();
    expect(shown()).toEqual(moved);
    const confirmed = { ...moved, position: 7 };
    publish(patch([confirmed]));
    drawFrame();
    drawFrame();
    expect(shown()).toEqual(confirmed);
  });

  test('that is removed during the move is not shown again', async () => {
    const answer = drop();
    publish(patch([], { removed: [one.id] }));
    drawFrame();
    expect(shown()).toBeUndefined();
    await answer();
    drawFrame();
    expect(shown()).toBeUndefined();
  });
});

test('a step moves before another card, to the end, or is impossible', () => {
  const [a, b, c] = [1, 2, 3].map((position) => card({ position }));
  const column = [a, b, c] as CardView[];
  const steps = (one: CardView | undefined) =>
    (['up', 'down', 'top', 'bottom'] as const).map((step) => afterStep(column, one?.id ?? '', step));
  expect(steps(a)).toEqual([undefined, c?.id, undefined, null]);
  expect(steps(b)).toEqual([a?.id, null, a?.id, null]);
  expect(steps(c)).toEqual([b?.id, undefined, a?.id, undefined]);
});

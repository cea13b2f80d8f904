/** The drop target of a dragged card. */
import { expect, test } from 'vitest';
import { dropSlotAt, dropTargetAt, moveDropTarget, placeIn } from '../../../../renderer/features/board/drop-target.ts';
import type { ShownColumn } from '../../../../renderer/features/board/visible-columns.ts';
import type { CardView } from '../../../../shared/contract/index.ts';
import { card } from './board.ts';

const columnOf = (slug: string, ...cards: CardView[]): ShownColumn => ({
  slug,
  column: null,
  name: 'To do',
  cards,
  total: cards.length,
});
const [a, b, c] = [1, 2, 3].map((position) => card({ status: 'to-do', position })) as [CardView, CardView, CardView];
const column = columnOf('to-do', a, b, c);

test('a slot is drawn at the target, and none at the card’s own position', () => {
  expect([a.id, b.id, c.id, null].map((before) => dropSlotAt(column.cards, b.id, before))).toEqual([0, -1, -1, 3]);
  expect([a.id, null, 'gone'].map((before) => dropSlotAt(column.cards, 'other', before))).toEqual([0, 3, 3]);
});

test('moves step by step through its own column and stops at its ends', () => {
  const steps: [number, number][] = [];
  let before: string | null = a.id;
  for (const step of [1, 1, 1, -1, -1, -1] as const) {
    before = moveDropTarget(column, a, before, step).before;
    const { at, of } = placeIn(column, a.id, before);
    steps.push([at, of]);
  }
  expect(steps.map(([at]) => at)).toEqual([2, 3, 3, 2, 1, 1]);
  expect(steps.every(([, of]) => of === 3)).toBe(true);
});

test('in another column it starts at the position of the card', () => {
  const other = card({ status: 'done', position: 2.5 });
  expect(dropTargetAt(column, other)).toEqual({ slug: 'to-do', before: c.id });
  expect(dropTargetAt(column, b)).toEqual({ slug: 'to-do', before: b.id });
  expect(placeIn(column, other.id, c.id)).toEqual({ at: 3, of: 4 });
  expect(moveDropTarget(column, other, c.id, 1)).toEqual({ slug: 'to-do', before: null });
  expect(dropTargetAt(columnOf('done'), a)).toEqual({ slug: 'done', before: null });
});

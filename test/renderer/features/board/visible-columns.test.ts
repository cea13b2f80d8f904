import { expect, test } from 'vitest';
import { findCard, firstCardOnBoard, moveByArrowKey } from '../../../../renderer/features/board/arrow-keys.ts';
import { columnMark } from '../../../../renderer/features/board/board-icons.tsx';
import { applyCards, noCards } from '../../../../renderer/features/board/card-store.ts';
import { nothingChosen } from '../../../../renderer/features/board/filter.ts';
import { countOf, keepSame, shownColumns } from '../../../../renderer/features/board/visible-columns.ts';
import { card, column } from './board.ts';

const columns = [column('to-do'), column('empty'), column('done', { isFinal: true })];
const [one, two, three, done, planned] = [
  card(),
  card(),
  card(),
  card({ status: 'done' }),
  card({ status: 'planned' }),
] as const;
const cards = applyCards(noCards, { boardId: 1, reset: true, cards: [one, two, three, done, planned], removed: [] });
const shown = (over: { showPlanned?: boolean; text?: string } = {}) =>
  shownColumns(
    { columns },
    cards,
    { showPlanned: over.showPlanned ?? false, showArchived: over.showPlanned ?? false },
    { ...nothingChosen, text: over.text ?? '' },
    new Set(),
  );

test('planned comes before the columns and archived after them, if switched on', () => {
  expect(shown().map(({ slug }) => slug)).toEqual(['to-do', 'empty', 'done']);
  expect(shown({ showPlanned: true }).map(({ slug }) => slug)).toEqual([
    'planned',
    'to-do',
    'empty',
    'done',
    'archived',
  ]);
  expect(countOf(shown())).toEqual({ shown: 4, total: 4 });
  expect(countOf(shown({ text: one.identifier }))).toEqual({ shown: 1, total: 4 });
});

test('an unchanged column keeps its identity, also if the filter rebuilt it', () => {
  const before = shown({ text: 'task' });
  expect(keepSame(before, shown({ text: 'task ' }))).toEqual(before);
  const kept = keepSame(before, shown({ text: two.identifier }));
  expect(kept.map((each, index) => each === before[index])).toEqual([false, true, false]);
  expect(keepSame(before, shown({ text: 'task ' })).every((each, index) => each === before[index])).toBe(true);
});

const key = (name: string) => ({ key: name, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false });

test('the arrow keys move within a column and to the next column with cards', () => {
  const all = shown();
  const from = (cardId: string, name: string) =>
    moveByArrowKey(all, findCard(all, cardId) ?? { column: 0, index: 0 }, key(name));
  expect(firstCardOnBoard(all)).toBe(one.id);
  expect(from(one.id, 'ArrowDown')).toBe(two.id);
  expect(from(one.id, 'j')).toBe(two.id);
  expect(from(one.id, 'End')).toBe(three.id);
  expect(from(three.id, 'ArrowRight')).toBe(done.id);
  expect(from(done.id, 'ArrowRight')).toBeNull();
  expect(from(done.id, 'ArrowLeft')).toBe(one.id);
  expect(from(one.id, 'x')).toBeNull();
  expect(moveByArrowKey(all, { column: 0, index: 0 }, { ...key('ArrowRight'), ctrlKey: true })).toBeNull();
  expect(findCard(all, planned.id)).toBeNull();
});

test('a column is marked by its icon, else by its position', () => {
  const four = [column('a'), column('b'), column('c'), column('d', { isFinal: true })];
  expect(four.map((each, index) => columnMark(each, index, four))).toEqual([
    { kind: 'progress', quarters: 0 },
    { kind: 'progress', quarters: 2 },
    { kind: 'progress', quarters: 3 },
    { kind: 'final' },
  ]);
  const many = Array.from({ length: 7 }, (_, index) => column(String(index)));
  expect(
    many.map((each, index) => columnMark(each, index, many)).map((mark) => 'quarters' in mark && mark.quarters),
  ).toEqual([0, 1, 1, 2, 2, 3, 3]);
  const mark = (icon: string) => columnMark(column('a', { icon }), 0, four);
  expect(mark('circle-dot')).toEqual({ kind: 'icon', name: 'CircleDot' });
  expect(mark('CheckCircle2')).toEqual({ kind: 'icon', name: 'CircleCheck' });
  expect(mark('🚀 off')).toEqual({ kind: 'text', text: '🚀' });
  expect(mark('no such icon')).toEqual({ kind: 'progress', quarters: 0 });
});

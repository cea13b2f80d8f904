/** Finds places in a sorted column and merges columns. The order itself is in shared/board/card-order.ts. Pure. */
import { compareCards } from '../../../shared/board/card-order.ts';
import type { CardView } from '../../../shared/contract/index.ts';

/** Index that a card has or would have in a sorted column. */
export function indexIn(column: readonly CardView[], card: CardView): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareCards(column[middle] as CardView, card) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function mergeSorted(one: readonly CardView[], other: readonly CardView[]): CardView[] {
  const merged: CardView[] = [];
  let [at, otherAt] = [0, 0];
  while (at < one.length && otherAt < other.length) {
    const [left, right] = [one[at] as CardView, other[otherAt] as CardView];
    if (compareCards(left, right) <= 0) {
      merged.push(left);
      at += 1;
    } else {
      merged.push(right);
      otherAt += 1;
    }
  }
  while (at < one.length) merged.push(one[at++] as CardView);
  while (otherAt < other.length) merged.push(other[otherAt++] as CardView);
  return merged;
}

export type Step = 'up' | 'down' | 'top' | 'bottom';

/** The card that would follow after the step, null for the end; undefined if the card cannot move further. */
export function afterStep(column: readonly CardView[], cardId: string, step: Step): string | null | undefined {
  const at = column.findIndex(({ id }) => id === cardId);
  const goesUp = step === 'up' || step === 'top';
  if (at < 0 || at === (goesUp ? 0 : column.length - 1)) return undefined;
  const next = { up: at - 1, top: 0, down: at + 2, bottom: column.length }[step];
  return column[next]?.id ?? null;
}

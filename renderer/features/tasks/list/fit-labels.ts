/** How many labels fit in a row's second line; the rest becomes "+2". Pure. */

const GAP = 8;

/** Widths in px; `moreWidth` is that of "+9". May be 0, because a label is never cut off. */
export function fitLabels(widths: readonly number[], available: number, moreWidth: number): number {
  let used = 0;
  let fitting = 0;
  for (const [index, width] of widths.entries()) {
    used += width + (index > 0 ? GAP : 0);
    const rest = widths.length - index - 1;
    if (used + (rest > 0 ? GAP + moreWidth : 0) <= available) fitting = index + 1;
  }
  return fitting;
}

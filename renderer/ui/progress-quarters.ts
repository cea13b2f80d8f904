/** How far along its board a column stands, in quarters: the first one is empty, the last open ones are nearly full. Pure. */
export type Quarters = 0 | 1 | 2 | 3;

/** `index`: its place among the `open` columns, those that are not final. */
export function quartersOf(index: number, open: number): Quarters {
  if (index === 0) return 0;
  const quarters = open <= 3 ? index + 1 : 1 + Math.round(((index - 1) / (open - 2)) * 2);
  return Math.min(quarters, 3) as Quarters;
}

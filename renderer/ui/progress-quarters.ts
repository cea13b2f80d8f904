/** A column's progress along its board in quarters: the first column is empty, the last open ones are nearly full. Pure. */
export type Quarters = 0 | 1 | 2 | 3;

/** `open`: number of columns that are not final; `index`: the column's index among them. */
export function quartersOf(index: number, open: number): Quarters {
  if (index === 0) return 0;
  const quarters = open <= 3 ? index + 1 : 1 + Math.round(((index - 1) / (open - 2)) * 2);
  return Math.min(quarters, 3) as Quarters;
}

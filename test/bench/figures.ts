/** What a measurement says, and the few sums every measurement needs. */

export interface Figure {
  name: string;
  /** A median, where there is a `spread`. */
  value: number;
  unit: 'ms' | 'per s' | 'per h' | 'MB' | 'kB' | 'rows' | '×' | '% of a core';
  /** The middle half of what was measured. */
  spread?: [number, number];
  /** Beside the same machine's bare equivalent in the same run; null where there is none. */
  ratio: number | null;
  /** The most that `ratio` may be, or `value` where there is no ratio; null where it is only told. */
  goal: number | null;
  ok: boolean;
}

export interface Bench {
  name: string;
  /** `isQuick`: the long ones are cut short. */
  run: (folder: string, options: { isQuick: boolean }) => Promise<Figure[]>;
}

/** Where less is better. */
export function figure(
  name: string,
  value: number,
  unit: Figure['unit'],
  { ratio = null, goal = null }: { ratio?: number | null; goal?: number | null } = {},
): Figure {
  return { name, value, unit, ratio, goal, ok: goal === null || (ratio ?? value) <= goal };
}

/** The median of several measurements. */
export function spread(
  name: string,
  values: readonly number[],
  unit: Figure['unit'],
  goal: number | null = null,
): Figure {
  return {
    ...figure(name, quantile(values, 0.5), unit, { goal }),
    spread: [quantile(values, 0.25), quantile(values, 0.75)],
  };
}

/** Beside the bare app's, measured in turn: the median of each turn's ratio, so that a machine's moods matter less. */
export function beside(
  name: string,
  values: readonly number[],
  bare: readonly number[],
  unit: Figure['unit'],
  goal: number,
): Figure {
  const ratio = quantile(
    values.map((value, turn) => value / (bare[turn] ?? Number.NaN)),
    0.5,
  );
  return { ...spread(name, values, unit), ratio, goal, ok: ratio <= goal };
}

/** 0 ≤ share ≤ 1; the times in any order. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

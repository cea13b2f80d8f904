/** Figures of a benchmark, and shared statistics. */

export interface Figure {
  name: string;
  /** The median if there is a `spread`. */
  value: number;
  unit: 'ms' | 'per s' | 'per h' | 'MB' | 'kB' | 'rows' | '×' | '% of a core';
  /** First and third quartile. */
  spread?: [number, number];
  /** The ratio to the bare app in the same run; null for none. */
  ratio: number | null;
  /** The maximum of `ratio`, or of `value` without a ratio; null for information only. */
  goal: number | null;
  ok: boolean;
}

export interface Bench {
  name: string;
  /** `isQuick` shortens long benchmarks. */
  run: (folder: string, options: { isQuick: boolean }) => Promise<Figure[]>;
}

/** A figure for which less is better. */
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

/** Compared to the bare app: the median of the ratios of each turn, which reduces noise of the machine. */
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

/** 0 ≤ share ≤ 1; times in any order. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

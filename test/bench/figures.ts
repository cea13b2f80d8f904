/** What a measurement says, and the few sums every measurement needs. */

export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'per s' | 'MB' | 'rows' | '×';
  /** Beside the same machine's bare equivalent in the same run; null where there is none. */
  ratio: number | null;
  /** The most that `ratio` may be, or `value` where there is no ratio; null where it is only told. */
  goal: number | null;
  ok: boolean;
}

export interface Bench {
  name: string;
  run: (folder: string) => Promise<Figure[]>;
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

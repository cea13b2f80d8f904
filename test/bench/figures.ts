/** Figures of a benchmark, and shared statistics. */

export interface Figure {
  name: string;
  /** Empty for a number of things. */
  unit: 'ms' | 'per s' | 'MB' | 'kB' | '% of a core' | '';
  /** The same of the bare app in the same run; null for none. */
  bare: number | null;
  value: number;
  ratio: number | null;
  /** First and third quartile of the measurements; null for a single one. */
  spread: [number, number] | null;
  /** null for information only. */
  goal: Goal | null;
  isReached: boolean | null;
  /** How it was taken, in one sentence. */
  how: string;
}

/** At most so much, of the value, of its ratio to the bare app, or of its difference to it. Less is always better. */
export interface Goal {
  of: 'value' | 'ratio' | 'difference';
  atMost: number;
}
export const atMost = (value: number): Goal => ({ of: 'value', atMost: value });
export const timesBare = (ratio: number): Goal => ({ of: 'ratio', atMost: ratio });
export const beyondBare = (difference: number): Goal => ({ of: 'difference', atMost: difference });

export interface Bench {
  name: string;
  /** `isQuick` shortens long benchmarks. `folder` is removed afterwards. */
  run: (folder: string, options: { isQuick: boolean }) => Promise<Figure[]>;
}

interface Measured extends Pick<Figure, 'unit' | 'how'> {
  /** One measurement or several; their median is the figure. */
  values: number | readonly number[];
  /** Another quantile than the median. */
  share?: number;
  /** Another figure of them than a quantile. */
  value?: number;
  bare?: number | readonly number[];
  goal?: Goal;
}

/** Throws if nothing was measured. */
export function figure(name: string, { unit, how, values, share = 0.5, bare, goal, ...given }: Measured): Figure {
  const all = [values].flat();
  const allBare = bare === undefined ? null : [bare].flat();
  const value = given.value ?? quantile(all, share);
  const bareValue = allBare && quantile(allBare, share);
  if (!Number.isFinite(value) || Number.isNaN(bareValue)) throw new Error(`${name}: nothing was measured.`);
  // The median of the ratios of each turn reduces noise of the machine.
  const isPaired = share === 0.5 && given.value === undefined && allBare?.length === all.length;
  const ratios = isPaired ? all.map((one, turn) => one / (allBare[turn] ?? Number.NaN)) : [value / (bareValue ?? 0)];
  const ratio = quantile(ratios, 0.5);
  const made = {
    name,
    unit,
    bare: bareValue,
    value,
    ratio: Number.isFinite(ratio) ? ratio : null,
    spread: all.length > 1 ? ([quantile(all, 0.25), quantile(all, 0.75)] satisfies Figure['spread']) : null,
    goal: goal ?? null,
    how,
  };
  return { ...made, isReached: goal === undefined ? null : compared(made, goal.of) <= goal.atMost };
}

/** What a goal or another run is compared with. */
export function compared({ bare, value, ratio }: Pick<Figure, 'bare' | 'value' | 'ratio'>, of: Goal['of']): number {
  return of === 'value' ? value : of === 'ratio' ? (ratio ?? Number.NaN) : value - (bare ?? Number.NaN);
}

/** 0 ≤ share ≤ 1; times in any order. */
function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Detects figures that grow while the app runs. Pure. */

export interface Sample {
  /** Since the start (ms). */
  at: number;
  /** Memory of all processes without mapped files (MB). */
  memory: number;
  /** Open files and sockets of the main process. */
  handles: number;
  /** Rows of tables that must not grow. */
  rows: number;
  /** Rows that actions leave: time entries and writes. */
  doneRows: number;
  /** Actions so far that may leave rows. */
  done: number;
}

export interface Verdict {
  name: string;
  /** Medians of the second and the last third; the first is the warm-up. */
  before: number;
  after: number;
  limit: number;
  ok: boolean;
}

const median = (numbers: number[]): number => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;

/** The allowed growth between the second and the last third of a run. */
const MAY_GROW = {
  /** Normal variation of the heap (MB). */
  memory: (before: number) => Math.max(12, before * 0.05),
  /** Normal variation of connections. */
  handles: () => 8,
  rows: () => 5,
};

/** Rows per action: an entry, its writes, and its link to the service. */
const ROWS_EACH = 3;

/** Throws for too few samples. */
export function judge(samples: Sample[]): Verdict[] {
  if (samples.length < 9) throw new Error(`${samples.length} samples say nothing; run it for longer.`);
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const verdicts = (['memory', 'handles', 'rows'] as const).map((name) => {
    const before = median(middle.map((sample) => sample[name]));
    const after = median(last.map((sample) => sample[name]));
    const limit = before + MAY_GROW[name](before);
    return { name, before, after, limit, ok: after <= limit };
  });
  const [first, end] = [samples[0], samples.at(-1)];
  const made = (end?.doneRows ?? 0) - (first?.doneRows ?? 0);
  const limit = ((end?.done ?? 0) - (first?.done ?? 0)) * ROWS_EACH;
  return [
    ...verdicts,
    {
      name: 'rows of work',
      before: first?.doneRows ?? 0,
      after: end?.doneRows ?? 0,
      limit: (first?.doneRows ?? 0) + limit,
      ok: made <= limit,
    },
  ];
}

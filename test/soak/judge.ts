/** Does a figure grow for as long as the app runs? Pure. */

export interface Sample {
  /** Since the start (ms). */
  at: number;
  /** Of all processes together, without what is mapped of files (MB). */
  memory: number;
  /** Open files and sockets of the main process. */
  handles: number;
  /** Rows that do not stand for something that was done. */
  rows: number;
  /** Rows that do: time entries and writes. */
  doneRows: number;
  /** Things done so far that may leave rows. */
  done: number;
}

export interface Verdict {
  name: string;
  /** Medians of the second and of the last third: the first one is the warming up. */
  before: number;
  after: number;
  limit: number;
  ok: boolean;
}

const median = (numbers: number[]): number => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;

/** What a figure may grow by between the second and the last third of a run. */
const MAY_GROW = {
  /** A heap breathes; MB. */
  memory: (before: number) => Math.max(12, before * 0.05),
  /** Connections come and go. */
  handles: () => 8,
  rows: () => 5,
};

/** Rows that a thing done may leave for good: an entry, its writes, what links it with the service. */
const ROWS_EACH = 3;

/** Throws where there are too few samples to say anything. */
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

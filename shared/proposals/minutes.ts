/** A gap divided into minutes, and which of them a candidate has. Pure; spans in ms since 1970, minutes as indexes from its start. */
import { MINUTE_MS } from '../dates/milliseconds.ts';
import type { Span } from '../time/day.ts';
import { within } from '../time/spans.ts';
import type { Claim } from './claims.ts';

/** A minute belongs to what was observed for so long in it (ms), and so surely. */
const MIN_OBSERVED_MS = 15_000;
const MIN_OWNER_STRENGTH = 0.3;
/** Time away divides a run if it lasts longer (minutes); so does another candidate. */
const MAX_INTERRUPTION = 15;
const MAX_GLANCE = 4;
/** Unexplained time between two parts of a run belongs to it (minutes); without activity at a watched computer, less. */
const MAX_BETWEEN = 120;
const MAX_INACTIVE = 15;
/** Unexplained time between a run and a boundary belongs to the run (minutes); with activity, more. */
const MAX_SNAP = 10;
const MAX_BESIDE = 30;

export interface Grid {
  gap: Span;
  /** The number of minutes. */
  length: number;
  isFree: (at: number) => boolean;
  isActive: (at: number) => boolean;
  /** Windows were recorded around the gap, so a minute without one was not spent at the computer. */
  isWatched: boolean;
}

/** The part of each minute that the spans cover, times the weight of the span (ms). */
export function spread(gap: Span, spans: readonly (Span & { weight?: number })[]): Float64Array {
  const minutes = new Float64Array(Math.ceil((gap.to - gap.from) / MINUTE_MS));
  for (const { weight = 1, ...span } of spans) {
    for (const { from, to } of within([span], gap)) {
      const [first, last] = [(from - gap.from) / MINUTE_MS, (to - gap.from) / MINUTE_MS];
      for (let at = Math.floor(first); at < last; at += 1)
        minutes[at] = (minutes[at] ?? 0) + weight * MINUTE_MS * (Math.min(at + 1, last) - Math.max(at, first));
    }
  }
  return minutes;
}

/** The parts in which all minutes are so. */
export function partsWhere(length: number, isSo: (at: number) => boolean): Span[] {
  const parts: Span[] = [];
  for (let at = 0; at < length; at += 1) {
    if (!isSo(at)) continue;
    const last = parts.at(-1);
    if (last?.to === at) last.to = at + 1;
    else parts.push({ from: at, to: at + 1 });
  }
  return parts;
}

export const longestOf = (spans: readonly Span[]): Span | undefined =>
  spans.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)[0];

/** By minute, the index of the list of claims that was observed most surely; -1 for none. */
export function ownersOf(grid: Grid, candidates: readonly (readonly Claim[])[]): Int16Array {
  const owners = new Int16Array(grid.length).fill(-1);
  const most = new Float64Array(grid.length);
  for (const [index, claims] of candidates.entries()) {
    const sure = claims.filter(({ isGuess, strength }) => !isGuess && strength >= MIN_OWNER_STRENGTH);
    const observed = spread(grid.gap, sure);
    for (const [at, weighted] of spread(
      grid.gap,
      sure.map((one) => ({ ...one, weight: one.strength })),
    ).entries()) {
      if ((observed[at] ?? 0) < MIN_OBSERVED_MS || weighted <= (most[at] ?? 0)) continue;
      most[at] = weighted;
      owners[at] = index;
    }
  }
  return owners;
}

/** The run with the most minutes of the candidate; undefined if it has none. `away`: the index of the candidate "not work". */
export function runOf(
  grid: Grid,
  claims: readonly Claim[],
  index: number,
  owners: Int16Array,
  away: number,
): Span | undefined {
  const { gap, length, isFree, isActive, isWatched } = grid;
  const observed = spread(
    gap,
    claims.filter(({ isGuess }) => !isGuess),
  );
  const guessed = spread(
    gap,
    claims.filter(({ isGuess }) => isGuess),
  );
  const isOthers = (at: number): boolean => owners[at] !== -1 && owners[at] !== index;
  const isOwn = (at: number): boolean =>
    isFree(at) && ((observed[at] ?? 0) >= MIN_OBSERVED_MS || (!isOthers(at) && (guessed[at] ?? 0) >= MINUTE_MS / 2));
  const blocked = new Uint8Array(length);
  const block = (parts: readonly Span[], longerThan: number): void => {
    for (const { from, to } of parts) if (to - from > longerThan) blocked.fill(1, from, to);
  };
  block(
    partsWhere(length, (at) => isOthers(at) && owners[at] !== away),
    MAX_GLANCE,
  );
  block(
    partsWhere(length, (at) => owners[at] === away && index !== away),
    MAX_INTERRUPTION,
  );
  block(
    partsWhere(length, (at) => !isFree(at)),
    0,
  );
  const anyIn = ({ from, to }: Span, isSo: (at: number) => boolean): boolean => {
    for (let at = from; at < to; at += 1) if (isSo(at)) return true;
    return false;
  };

  const runs: (Span & { own: number })[] = [];
  for (const part of partsWhere(length, isOwn)) {
    const last = runs.at(-1);
    const between = { from: last?.to ?? 0, to: part.from };
    const pause = between.to - between.from;
    const isIdle = isWatched && pause > MAX_INACTIVE && !anyIn(between, isActive);
    const own = part.to - part.from;
    if (last === undefined || pause > MAX_BETWEEN || isIdle || anyIn(between, (at) => blocked[at] === 1))
      runs.push({ ...part, own });
    else Object.assign(last, { to: part.to, own: last.own + own });
  }
  const run = runs.toSorted((a, b) => b.own - a.own || a.from - b.from)[0];
  if (run === undefined) return undefined;

  const isTaken = (at: number): boolean => !isFree(at) || isOthers(at);
  const beside = (side: Span): boolean => {
    const width = side.to - side.from;
    return width <= MAX_SNAP || (width <= Math.min(MAX_BESIDE, 2 * run.own) && anyIn(side, isActive));
  };
  let [first, end] = [run.from, run.to];
  while (first > 0 && !isTaken(first - 1)) first -= 1;
  while (end < length && !isTaken(end)) end += 1;
  const from = beside({ from: first, to: run.from }) ? first : run.from;
  const to = beside({ from: run.to, to: end }) ? end : run.to;
  return { from: gap.from + from * MINUTE_MS, to: gap.from + to * MINUTE_MS };
}

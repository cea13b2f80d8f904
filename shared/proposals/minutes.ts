/** A gap divided into minutes, and which of them a target has. Pure; spans in ms since 1970, minutes counted from the gap's start. */
import { MINUTE_MS } from '../dates/milliseconds.ts';
import type { Span } from '../time/day.ts';
import { within } from '../time/spans.ts';
import type { Claim } from './claims.ts';

/** A minute belongs to a target that was observed for so long in it (ms), and takes it from others if it is so sure. */
const MIN_OBSERVED_MS = 15_000;
const MIN_OWNER_STRENGTH = 0.3;
/** Time of another target divides a run if it is longer, and so does unexplained time (minutes). */
const MAX_INTERRUPTION = 15;
const MAX_BETWEEN = 60;
/** Unexplained time between a run and a boundary belongs to the run (minutes). */
const MAX_SNAP = 10;

/** How much of each minute the spans cover, times their weight (ms). */
export function spread(gap: Span, spans: readonly (Span & { weight?: number })[]): Float64Array {
  const minutes = new Float64Array(Math.ceil((gap.to - gap.from) / MINUTE_MS));
  for (const span of spans) {
    const [first, last] = [Math.max(0, span.from - gap.from), Math.min(gap.to, span.to) - gap.from];
    for (let at = Math.floor(first / MINUTE_MS); at * MINUTE_MS < last; at += 1) {
      const ms = Math.min((at + 1) * MINUTE_MS, last) - Math.max(at * MINUTE_MS, first);
      minutes[at] = (minutes[at] ?? 0) + (span.weight ?? 1) * ms;
    }
  }
  return minutes;
}

/** By minute, the index of the claims that were observed most surely; -1 for none. */
export function ownersOf(gap: Span, candidates: readonly (readonly Claim[])[]): Int16Array {
  const most = spread(gap, []);
  const owners = new Int16Array(most.length).fill(-1);
  for (const [index, claims] of candidates.entries()) {
    const sure = claims.filter(({ isGuess, strength }) => !isGuess && strength >= MIN_OWNER_STRENGTH);
    const weighted = sure.map(({ from, to, strength }) => ({ from, to, weight: strength }));
    for (const [at, ms] of spread(gap, weighted).entries()) {
      if (ms <= Math.max(most[at] ?? 0, MIN_OBSERVED_MS * MIN_OWNER_STRENGTH)) continue;
      most[at] = ms;
      owners[at] = index;
    }
  }
  return owners;
}

function partsWhere(length: number, isSo: (at: number) => boolean): Span[] {
  const parts: Span[] = [];
  for (let at = 0; at < length; at += 1) {
    const last = parts.at(-1);
    if (isSo(at) && last?.to === at) last.to = at + 1;
    else if (isSo(at)) parts.push({ from: at, to: at + 1 });
  }
  return parts;
}

/** The run with most of a target's minutes; undefined if it has none. `owners` has `self` where the target was observed most surely. */
export function runOf(
  gap: Span,
  tracked: Float64Array,
  claims: readonly Claim[],
  owners: Int16Array,
  self: number,
): Span | undefined {
  const length = owners.length;
  const ofKind = (isGuess: boolean): readonly Claim[] => claims.filter((one) => one.isGuess === isGuess);
  const [observed, guessed] = [spread(gap, ofKind(false)), spread(gap, ofKind(true))];
  const isFree = (at: number): boolean => tracked[at] === 0;
  const isOthers = (at: number): boolean => owners[at] !== -1 && owners[at] !== self;
  const isOwn = (at: number): boolean =>
    isFree(at) && ((observed[at] ?? 0) >= MIN_OBSERVED_MS || (!isOthers(at) && 2 * (guessed[at] ?? 0) >= MINUTE_MS));
  // Any work ends the time away.
  const longest = claims[0]?.target.kind === 'not-work' ? 0 : MAX_INTERRUPTION;
  const barriers = [
    ...partsWhere(length, (at) => !isFree(at)),
    ...partsWhere(length, isOthers).filter(({ from, to }) => to - from > longest),
  ];
  const runs: (Span & { own: number })[] = [];
  for (const { from, to } of partsWhere(length, isOwn)) {
    const last = runs.at(-1);
    const isNear = last !== undefined && from - last.to <= MAX_BETWEEN;
    if (!isNear || within(barriers, { from: last.to, to: from }).length > 0) runs.push({ from, to, own: to - from });
    else Object.assign(last, { to, own: last.own + to - from });
  }
  const run = runs.sort((a, b) => b.own - a.own || a.from - b.from)[0];
  if (run === undefined) return undefined;
  const isOpen = (at: number): boolean => at >= 0 && at < length && isFree(at) && !isOthers(at);
  let { from, to } = run;
  while (isOpen(from - 1)) from -= 1;
  while (isOpen(to)) to += 1;
  if (run.from - from > MAX_SNAP) from = run.from;
  if (to - run.to > MAX_SNAP) to = run.to;
  return { from: gap.from + from * MINUTE_MS, to: gap.from + to * MINUTE_MS };
}

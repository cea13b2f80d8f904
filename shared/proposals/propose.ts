/**
 * Proposals for a gap: what the time between two entries was probably spent on, and why. Pure and deterministic; nothing is added by
 * itself. Times in ms since 1970.
 *
 * Claims (shared/proposals/claims.ts) give each target minutes of the gap. Near ones become a run, which reaches to the next boundary:
 * time of another target, time away, an entry, or the edge of the gap (shared/proposals/minutes.ts).
 */
import type { EntryView } from '../contract/index.ts';
import type { Evidence, Learned, Proposal, ProposalRule, ProposalTarget, Reason } from '../contract/proposals.ts';
import { HOUR_MS, MINUTE_MS } from '../dates/milliseconds.ts';
import type { Span } from '../time/day.ts';
import { overlapMs } from '../time/overlaps.ts';
import { projectKey } from '../time/project-key.ts';
import { shownMinute, shownSpan } from '../time/shown-times.ts';
import { subtract, union, within } from '../time/spans.ts';
import { type Claim, claimsOn, isAttended, isBreak } from './claims.ts';
import { foldedText, isWindow, relevantEvidence } from './evidence.ts';
import type { KnownTask } from './find-tasks.ts';
import { type Grid, longestOf, ownersOf, partsWhere, runOf, spread } from './minutes.ts';
import { featuresIn, type Support, supportOf } from './reasons.ts';
import { isNeverProposed } from './rules.ts';
import { targetKey } from './targets.ts';
import { usualAt } from './usual.ts';

export interface ProposalInput {
  /** In shown minutes, as gapsOf returns it. */
  gap: Span;
  /** Of the hours around the gap too: it tells what was recorded at all. */
  evidence: readonly Evidence[];
  /** Those that can be recognised. */
  tasks: readonly KnownTask[];
  /** Around the gap and of the four weeks before it; none that is discarded. */
  entries: readonly Pick<EntryView, 'startTime' | 'endTime' | 'task'>[];
  /** Answers "not work" of the four weeks before. */
  notWork: readonly Span[];
  rules: readonly ProposalRule[];
  learned: readonly Learned[];
  now: number;
}

export const MAX_PROPOSALS = 5;
const MIN_SCORE = 0.12;
const MIN_LENGTH_MS = 5 * MINUTE_MS;
/** A day of 25 hours; only the beginning of a longer gap is looked at. */
const MAX_GAP_MS = 25 * HOUR_MS;
/** Only so many targets, those with the most evidence, are worked out. */
const MAX_TARGETS = 40;
/** Entries this close to the gap are its neighbours, and say something about gaps of at most this length (ms). */
const NEXT_TO_MS = 5 * MINUTE_MS;
const MAX_NEIGHBOUR_GAP_MS = 2 * HOUR_MS;
/** Programs in which a person talks without touching the computer. Folded. */
const CALL = /\b(zoom|teams|webex|jitsi|google meet|huddle|gotomeeting|bigbluebutton)\b/;

interface Candidate {
  target: ProposalTarget;
  claims: Claim[];
  /** What is no evidence of the gap itself: neighbours and habits. */
  weak: (Support & { span: Span })[];
}

/** At most five, the best first; empty if nothing says what the time was. */
export function propose(input: ProposalInput): Proposal[] {
  const from = shownMinute(input.gap.from);
  const gap = { from, to: Math.min(shownMinute(Math.min(input.gap.to, input.now)), from + MAX_GAP_MS) };
  if (!(gap.to > gap.from)) return [];
  const { claims, used } = claimsOn({ ...input, gap, evidence: relevantEvidence(input.evidence, gap) });
  const away = awayClaims(used, gap);
  const grid = gridOf(input, gap, used, away);
  // Windows stay open when a person leaves.
  const seen = claims.flatMap((claim) =>
    (isWindow(claim.evidence) ? subtract([claim], away) : [claim]).map(({ from, to }) => ({ ...claim, from, to })),
  );
  const candidates = candidatesOf([...seen, ...away], input, grid);
  const owners = ownersOf(
    grid,
    candidates.map((one) => one.claims),
  );
  const notWork = candidates.findIndex(({ target }) => target.kind === 'not-work');
  const proposals = candidates.flatMap((candidate, index) => {
    const weak = longestOf(candidate.weak.flatMap(({ span }) => freePart(grid, span) ?? []));
    const run = runOf(grid, candidate.claims, index, owners, notWork) ?? weak;
    if (run === undefined || isNeverProposed(candidate.target, input.rules)) return [];
    return run.to - run.from < Math.min(MIN_LENGTH_MS, gap.to - gap.from) ? [] : [proposalOf(candidate, run, grid)];
  });
  const good = proposals.filter(({ score }) => score >= MIN_SCORE);
  return good
    .filter((one) => !good.some((other) => isMoreExact(other, one)))
    .sort((a, b) => b.score - a.score || (targetKey(a.target) < targetKey(b.target) ? -1 : 1))
    .slice(0, MAX_PROPOSALS);
}

/** Time away, as claims of "not work", without what a meeting or a call explains. */
function awayClaims(used: readonly Evidence[], gap: Span): Claim[] {
  const meetings = used.filter((one) => isAttended(one) && !isBreak(one));
  const calls = used
    .filter(isWindow)
    .filter((one) => CALL.test(foldedText(`${one.app} ${'title' in one ? one.title : ''}`)));
  const segments = used.filter((one) => one.kind === 'away');
  const left = segments.flatMap((one) => {
    const explained = one.awayKind === 'idle' ? [...meetings, ...calls] : meetings;
    return subtract(within([one], gap), union(explained));
  });
  return union(left, MINUTE_MS).flatMap((span): Claim[] => {
    const overlap = (one: Span): number => overlapMs(one, span);
    const evidence = segments.toSorted((a, b) => overlap(b) - overlap(a))[0];
    if (evidence === undefined || span.to - span.from < MIN_LENGTH_MS) return [];
    return [{ ...span, target: { kind: 'not-work' }, strength: 0.9, isGuess: false, evidence }];
  });
}

function gridOf({ entries, now }: ProposalInput, gap: Span, used: readonly Evidence[], away: readonly Span[]): Grid {
  const windows = used.filter(isWindow);
  const tracked = spread(
    gap,
    union(
      within(
        entries.map((entry) => shownSpan(entry, now)),
        gap,
      ),
    ),
  );
  const active = spread(gap, subtract(union(windows), away));
  return {
    gap,
    length: tracked.length,
    isFree: (at) => tracked[at] === 0,
    isActive: (at) => (active[at] ?? 0) > 0,
    isWatched: windows.length > 0,
  };
}

/** The longest part of the span without an entry. */
function freePart({ gap, length, isFree }: Grid, span: Span): Span | undefined {
  const parts = partsWhere(length, isFree).map((part) => ({
    from: gap.from + part.from * MINUTE_MS,
    to: gap.from + part.to * MINUTE_MS,
  }));
  return longestOf(within(parts, { from: shownMinute(span.from), to: shownMinute(span.to) }));
}

function candidatesOf(claims: readonly Claim[], input: ProposalInput, grid: Grid): Candidate[] {
  const byTarget = [...Map.groupBy(claims, ({ target }) => targetKey(target))].map(([key, all]) => {
    const weight = all.reduce((sum, { from, to, strength }) => sum + strength * (to - from + MINUTE_MS), 0);
    return { key, all, weight };
  });
  byTarget.sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1));
  const candidates = new Map<string, Candidate>();
  for (const { key, all } of byTarget.slice(0, MAX_TARGETS)) {
    const target = all[0]?.target;
    if (target !== undefined) candidates.set(key, { target, claims: all, weak: [] });
  }
  for (const { target, ...weak } of [...neighboursOf(input, grid, claims), ...habitsOf(input, grid)]) {
    const key = targetKey(target);
    const known = candidates.get(key) ?? { target, claims: [], weak: [] };
    known.weak.push(weak);
    candidates.set(key, known);
  }
  return [...candidates.values()];
}

type Weak = Candidate['weak'][number] & { target: ProposalTarget };

function habitsOf({ entries, notWork, now }: ProposalInput, { gap }: Grid): Weak[] {
  return usualAt(gap, entries, notWork, now).map(({ target, days, share, ...span }) => {
    const strength = (target.kind === 'not-work' ? 0.6 : 0.5) * share;
    return { target, span, strength, reason: { kind: 'usual', parameters: { days, ...span } } };
  });
}

/** The entries next to the gap. They say little, and nothing where the computer was watched and nobody used it. */
function neighboursOf({ entries, now }: ProposalInput, grid: Grid, claims: readonly Claim[]): Weak[] {
  const { gap, length, isFree, isActive, isWatched } = grid;
  const away = spread(
    gap,
    claims.filter(({ evidence }) => evidence.kind === 'away'),
  );
  const isPresent = (at: number): boolean => isFree(at) && (away[at] ?? 0) < MINUTE_MS / 2;
  const present = longestOf(partsWhere(length, isPresent));
  const isUsed = !isWatched || claims.length > 0 || partsWhere(length, isActive).length > 0;
  if (present === undefined || !isUsed || gap.to - gap.from > MAX_NEIGHBOUR_GAP_MS) return [];
  if (2 * (present.to - present.from) < length) return [];
  const span = { from: gap.from + present.from * MINUTE_MS, to: gap.from + present.to * MINUTE_MS };
  const shown = entries.map((entry) => ({ task: entry.task, ...shownSpan(entry, now) }));
  const before = shown.filter(({ to }) => to <= gap.from && gap.from - to <= NEXT_TO_MS).sort((a, b) => b.to - a.to)[0];
  const after = shown
    .filter(({ from }) => from >= gap.to && from - gap.to <= NEXT_TO_MS)
    .sort((a, b) => a.from - b.from)[0];
  const isSame = before?.task.taskId === after?.task.taskId;
  const weak = (of: typeof before, strength: number, reasonOf: (of: Span) => Reason): Weak[] =>
    of === undefined
      ? []
      : [{ target: { kind: 'task', task: of.task }, span, strength: isSame ? 0.35 : strength, reason: reasonOf(of) }];
  return [
    ...weak(before, 0.25, ({ to }) => ({ kind: 'entry-before', parameters: { until: to } })),
    ...weak(after, 0.2, ({ from }) => ({ kind: 'entry-after', parameters: { from } })),
  ];
}

function proposalOf({ target, claims, weak }: Candidate, run: Span, { length }: Grid): Proposal {
  const near = weak.filter(({ span }) => 2 * overlapMs(span, run) >= run.to - run.from);
  const support = [...supportOf(claims, run), ...near];
  const certainty = 1 - support.reduce((doubt, { strength }) => doubt * (1 - strength), 1);
  const share = (run.to - run.from) / (length * MINUTE_MS);
  // A short pause is rarely what a person looks for.
  const score = certainty * (target.kind === 'not-work' ? 0.2 + 0.8 * share : 0.5 + 0.5 * share);
  return {
    target,
    ...run,
    score: Math.round(score * 1_000) / 1_000,
    reasons: support.map(({ reason }) => reason),
    features: featuresIn(claims, run),
  };
}

/** A task of a project at the same time says more than the project, if it is as sure. */
const isMoreExact = (one: Proposal, project: Proposal): boolean =>
  one.target.kind === 'task' &&
  project.target.kind === 'project' &&
  projectKey(one.target.task) === projectKey(project.target) &&
  overlapMs(one, project) > 0 &&
  one.score >= project.score;

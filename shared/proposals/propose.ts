/**
 * Proposals for a gap: what the time between two entries was probably spent on, and why. Pure and deterministic; nothing is added by
 * itself. Times in ms since 1970.
 *
 * Claims (shared/proposals/claims.ts) give each target minutes of the gap. Near ones become a run, which reaches to the next boundary:
 * time of another target, time away, an entry, or the edge of the gap (shared/proposals/minutes.ts).
 */

import type { Evidence } from '../contract/evidence.ts';
import type { EntryView } from '../contract/index.ts';
import type { Learned, Proposal, ProposalRule, ProposalTarget, Reason } from '../contract/proposals.ts';
import { HOUR_MS, MINUTE_MS } from '../dates/milliseconds.ts';
import { MAX_PROPOSALS } from '../limits.ts';
import type { Span } from '../time/day.ts';
import { overlapMs } from '../time/overlaps.ts';
import { shownMinute, shownSpan } from '../time/shown-times.ts';
import { subtract, union, within } from '../time/spans.ts';
import { type Claim, claimsOn, isCall, isMeeting } from './claims.ts';
import { featuresOf, isWindow, MAX_GAP_MS, relevantEvidence, targetKey } from './evidence.ts';
import { createStoredTaskFinder, type KnownTask, taskTarget } from './find-tasks.ts';
import { ownersOf, runOf, spread } from './minutes.ts';
import { createRuleFinder, isNeverProposed } from './proposal-rules.ts';
import { usualClaims } from './usual.ts';

interface ProposalInput {
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
  /** Whether the entries next to the gap and what is usual at its hour are evidence, too. */
  usesOwnEvidence: boolean;
  now: number;
}

const MIN_SCORE = 0.12;
const MIN_LENGTH_MS = 5 * MINUTE_MS;
const MAX_FEATURES = 8;
/** Entries this close to a gap say something about it if it is at most so long: between two entries, and beside one (ms). */
const NEXT_TO_MS = 5 * MINUTE_MS;
const MAX_BETWEEN_MS = 2 * HOUR_MS;
const MAX_BESIDE_MS = HOUR_MS;
/** Windows of this length are half as sure as what they say (ms). */
const HALF_SURE_MS = 5 * MINUTE_MS;
/** In the order in which reasons are shown. */
const KINDS = 'commit editor window browser branch event task entry-before entry-after usual away'.split(' ');

/** At most five, the best first; empty if nothing says what the time was. */
export function propose(input: ProposalInput): Proposal[] {
  const from = shownMinute(input.gap.from);
  const gap = { from, to: Math.min(shownMinute(Math.min(input.gap.to, input.now)), from + MAX_GAP_MS) };
  if (!(gap.to > gap.from)) return [];
  const { rules, learned } = ofKnownTasks(input);
  const ruleFor = createRuleFinder(rules);
  const evidence = relevantEvidence(input.evidence, gap).filter((one) => ruleFor(one)?.proposes.kind !== 'never');
  const entries = input.entries.map(({ task, ...entry }) => {
    return { target: { kind: 'task', task } satisfies ProposalTarget, ...shownSpan(entry, input.now) };
  });
  const away = awayClaims(evidence, gap);
  // Windows stay open when a person leaves.
  const seen = claimsOn({ ...input, gap, evidence, ruleFor, learned }).flatMap((claim) =>
    (isWindow(claim.evidence) ? subtract([claim], away) : [claim]).map((span) => ({ ...claim, ...span })),
  );
  const windows = evidence.filter(isWindow);
  // If the computer was recorded and was not used, the entries next to the gap are no evidence.
  const isUsed = seen.length > 0 || windows.length === 0 || within(subtract(union(windows), away), gap).length > 0;
  const past = [...entries, ...input.notWork.map((span) => ({ ...span, target: NOT_WORK }))];
  const own = input.usesOwnEvidence
    ? [...(isUsed ? neighbourClaims(entries, gap) : []), ...usualClaims(gap, past)]
    : [];
  const claims = [...seen, ...away, ...own];
  const candidates = [...Map.groupBy(claims, ({ target }) => targetKey(target)).values()];
  const owners = ownersOf(gap, candidates);
  const tracked = spread(gap, entries);
  const proposals = candidates.flatMap((all, index) => {
    const target = all[0]?.target;
    // The entries next to the gap stretch nothing that was observed.
    const ofGap = all.filter(({ evidence: { kind } }) => kind !== 'entry-before' && kind !== 'entry-after');
    const run = runOf(gap, tracked, ofGap.length > 0 ? ofGap : all, owners, index);
    if (run === undefined || target === undefined || isNeverProposed(target, input.rules)) return [];
    return run.to - run.from < Math.min(MIN_LENGTH_MS, gap.to - gap.from) ? [] : [proposalOf(target, all, run, gap)];
  });
  return proposals
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score || (targetKey(a.target) < targetKey(b.target) ? -1 : 1))
    .slice(0, MAX_PROPOSALS);
}

/** Rules and counts with the present references of their tasks, without those of tasks that no open account knows. */
function ofKnownTasks({ tasks, rules, learned }: ProposalInput): Pick<ProposalInput, 'rules' | 'learned'> {
  const findStored = createStoredTaskFinder(tasks);
  const known = <T extends ProposalRule['proposes']>(target: T): (T | ProposalTarget)[] => {
    if (target.kind !== 'task') return [target];
    const task = findStored(target.task);
    return task === undefined ? [] : [taskTarget(task)];
  };
  return {
    rules: rules.flatMap((rule) => known(rule.proposes).map((proposes) => ({ ...rule, proposes }))),
    learned: learned.flatMap((one) => known(one.target).map((target) => ({ ...one, target }))),
  };
}

const NOT_WORK: ProposalTarget = { kind: 'not-work' };

/** Time away, without what a meeting or a call explains. */
function awayClaims(evidence: readonly Evidence[], gap: Span): Claim[] {
  const segments = evidence.filter((one) => one.kind === 'away');
  if (segments.length === 0) return [];
  const meetings = union(evidence.filter(isMeeting));
  const calls = union([...meetings, ...evidence.filter(isCall)]);
  const left = segments.flatMap((one) => subtract(within([one], gap), one.awayKind === 'idle' ? calls : meetings));
  return union(left, MINUTE_MS).flatMap((span): Claim[] => {
    const [longest] = segments.toSorted((a, b) => overlapMs(b, span) - overlapMs(a, span));
    if (longest === undefined || span.to - span.from < MIN_LENGTH_MS) return [];
    return [{ ...span, target: NOT_WORK, strength: 0.9, isGuess: false, evidence: longest }];
  });
}

function neighbourClaims(entries: readonly (Span & { target: ProposalTarget })[], gap: Span): Claim[] {
  const [before] = entries
    .filter(({ to }) => to <= gap.from && gap.from - to <= NEXT_TO_MS)
    .sort((a, b) => b.to - a.to || b.from - a.from);
  const [after] = entries
    .filter(({ from }) => from >= gap.to && from - gap.to <= NEXT_TO_MS)
    .sort((a, b) => a.from - b.from || a.to - b.to);
  if (gap.to - gap.from > (before === undefined || after === undefined ? MAX_BESIDE_MS : MAX_BETWEEN_MS)) return [];
  const claim = (kind: 'entry-before' | 'entry-after', entry: typeof before, strength: number): Claim[] => {
    if (entry === undefined) return [];
    const { target, from, to } = entry;
    return [{ ...gap, target, strength, isGuess: true, evidence: { kind, from, to } }];
  };
  return [...claim('entry-before', before, 0.2), ...claim('entry-after', after, 0.15)];
}

const sumOf = (all: readonly { ms: number }[]): number => all.reduce((sum, { ms }) => sum + ms, 0);

function proposalOf(target: ProposalTarget, claims: readonly Claim[], run: Span, gap: Span): Proposal {
  const timed = claims
    .filter(({ from, to }) => from < run.to && to > run.from)
    .map((claim) => ({ ...claim, ms: overlapMs(claim, run) }))
    .sort((a, b) => b.ms - a.ms);
  let doubt = 1;
  const reasons = KINDS.flatMap((of): Reason[] => {
    const all = timed.filter(({ evidence }) => evidence.kind === of);
    // The piece of the text with the most time.
    const byText = [...Map.groupBy(all, ({ evidence }) => JSON.stringify(featuresOf(evidence))).values()];
    const longest = byText.sort((a, b) => sumOf(b) - sumOf(a))[0]?.[0];
    if (longest === undefined) return [];
    const ms = sumOf(all);
    doubt *= isWindow(longest.evidence)
      ? 1 - all.reduce((sum, one) => sum + one.ms * one.strength, 0) / (ms + HALF_SURE_MS)
      : 1 - Math.min(0.95, Math.max(...all.map(({ strength }) => strength)) + 0.05 * (all.length - 1));
    const { kind, ...parameters } = longest.evidence;
    return [{ kind, parameters: { ...parameters, count: all.length, ms, by: longest.by } } as Reason];
  });
  const rule = timed.find((claim) => claim.rule !== undefined)?.rule;
  const learned = timed.find((claim) => claim.learned !== undefined)?.learned;
  if (rule !== undefined) reasons.push({ kind: 'rule', parameters: rule });
  if (learned !== undefined) reasons.push({ kind: 'learned', parameters: learned });
  const share = (run.to - run.from) / (gap.to - gap.from);
  // A short pause is rarely what a person looks for.
  const least = target.kind === 'not-work' ? 0.1 : 0.4;
  const features = timed
    .flatMap(({ evidence }) => featuresOf(evidence))
    .map((one) => [JSON.stringify(one), one] as const);
  return {
    target,
    ...run,
    score: Math.round(1_000 * (1 - doubt) * (least + (1 - least) * share)) / 1_000,
    reasons,
    features: [...new Map(features).values()].slice(0, MAX_FEATURES),
  };
}

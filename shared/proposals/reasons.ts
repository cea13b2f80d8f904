/** Why a target is proposed for a span, from its claims: what a person recognises the time by, and how sure it is. Pure. */
import type { Feature, Reason } from '../contract/proposals.ts';
import { MINUTE_MS } from '../dates/milliseconds.ts';
import type { Span } from '../time/day.ts';
import { overlapMs } from '../time/overlaps.ts';
import type { Claim } from './claims.ts';
import { type EvidenceOf, featuresOf } from './evidence.ts';

const MAX_FEATURES = 6;
/** Windows of this length are half as sure as their claim (ms). */
const HALF_SURE_MS = 5 * MINUTE_MS;

export interface Support {
  reason: Reason;
  /** 0 to 1. */
  strength: number;
}

type ClaimOf<K extends Claim['evidence']['kind']> = Claim & { evidence: EvidenceOf<K> };

/** In the order in which they are shown. */
export function supportOf(claims: readonly Claim[], run: Span): Support[] {
  const inRun = claims
    .map((claim) => ({ ...claim, ms: overlapMs(claim, run) }))
    .filter(({ ms, isGuess, from, to }) => ms > 0 || (isGuess && from <= run.to && to >= run.from));
  const of = <K extends Claim['evidence']['kind']>(kind: K) =>
    inRun.filter((claim): claim is ClaimOf<K> & { ms: number } => claim.evidence.kind === kind);
  const most = (all: readonly Claim[]): number => Math.max(...all.map(({ strength }) => strength));
  const longest = <C extends { ms: number }>(all: readonly [C, ...C[]]): C =>
    all.reduce((one, other) => (other.ms > one.ms ? other : one));
  /** A reason for all claims of a kind. */
  function reason<K extends Claim['evidence']['kind']>(
    kind: K,
    make: (longest: ClaimOf<K>, all: readonly (ClaimOf<K> & { ms: number })[], ms: number) => Reason,
    strengthOf: (all: readonly (Claim & { ms: number })[], ms: number) => number = most,
  ): Support[] {
    const [first, ...others] = of(kind);
    if (first === undefined) return [];
    const all = [first, ...others] as const;
    const ms = all.reduce((sum, one) => sum + one.ms, 0);
    return [{ reason: make(longest([...all]), all, ms), strength: strengthOf(all, ms) }];
  }
  const byLength = (all: readonly (Claim & { ms: number })[], ms: number): number => {
    const weighted = all.reduce((sum, one) => sum + one.ms * one.strength, 0);
    return ms === 0 ? 0 : weighted / (ms + HALF_SURE_MS);
  };
  const byCount = (all: readonly Claim[]): number => Math.min(0.95, most(all) + 0.05 * (all.length - 1));

  const rule = inRun.find((claim) => claim.rule !== undefined)?.rule;
  const learned = inRun.find((claim) => claim.learned !== undefined)?.learned;
  return [
    ...reason(
      'commit',
      ({ evidence: { repository, message } }, { length: count }) => ({
        kind: 'commits',
        parameters: { count, repository, message },
      }),
      byCount,
    ),
    ...reason(
      'editor',
      ({ evidence: { app, file } }, _, ms) => ({ kind: 'editor', parameters: { app, file, ms } }),
      byLength,
    ),
    ...reason(
      'window',
      ({ evidence: { app, title } }, _, ms) => ({ kind: 'window', parameters: { app, title, ms } }),
      byLength,
    ),
    ...reason(
      'browser',
      ({ evidence: { title } }, _, ms) => ({ kind: 'browser', parameters: { title, ms } }),
      byLength,
    ),
    ...reason('branch', ({ evidence: { repository, branch } }) => ({
      kind: 'branch',
      parameters: { repository, branch },
    })),
    ...reason('event', ({ evidence: { title, calendar, from, to } }) => ({
      kind: 'event',
      parameters: { title, calendar, from, to },
    })),
    ...reason(
      'task',
      (_, all) => {
        const { action, from: at } = (all.at(-1) ?? _).evidence;
        return { kind: 'action', parameters: { action, count: all.length, at } };
      },
      byCount,
    ),
    ...reason('away', ({ evidence: { awayKind }, from, to }) => ({ kind: 'away', parameters: { awayKind, from, to } })),
    // They are why a claim above was made, and add nothing to it.
    ...(rule === undefined
      ? []
      : [
          {
            reason: { kind: 'rule' as const, parameters: { where: rule.where, contains: rule.contains } },
            strength: 0,
          },
        ]),
    ...(learned === undefined
      ? []
      : [
          {
            reason: {
              kind: 'learned' as const,
              parameters: { where: learned.where, text: learned.text, accepted: learned.accepted },
            },
            strength: 0,
          },
        ]),
  ];
}

/** The texts behind a proposal, those of the most time first. */
export function featuresIn(claims: readonly Claim[], run: Span): Feature[] {
  const lengths = new Map<string, { feature: Feature; ms: number }>();
  for (const claim of claims) {
    if (claim.from > run.to || claim.to < run.from) continue;
    for (const feature of featuresOf(claim.evidence)) {
      const key = JSON.stringify(feature);
      const known = lengths.get(key) ?? { feature, ms: 0 };
      lengths.set(key, { feature, ms: known.ms + overlapMs(claim, run) });
    }
  }
  return [...lengths.entries()]
    .sort(([one, a], [other, b]) => b.ms - a.ms || (one < other ? -1 : 1))
    .slice(0, MAX_FEATURES)
    .map(([, { feature }]) => feature);
}

/** Counts of accepted and refused proposals, by a text of their evidence. A person can read, remove and clear them. Pure. */
import type { Feature, Learned, ProposalTarget } from '../contract/proposals.ts';
import { MAX_LEARNED } from '../limits.ts';
import { foldedText, targetKey } from './evidence.ts';

const featureKey = ({ where, text }: Feature): string => `${where} ${foldedText(text)}`;
const keyOf = (feature: Feature, target: ProposalTarget): string => `${featureKey(feature)} ${targetKey(target)}`;

/** The counts after an answer; the latest is last. Beyond MAX_LEARNED the oldest are dropped. */
export function learn(
  learned: readonly Learned[],
  features: readonly Feature[],
  target: ProposalTarget,
  answer: 'accepted' | 'refused',
): Learned[] {
  const counts = new Map(learned.map((one) => [keyOf(one, one.target), one]));
  for (const feature of features) {
    const key = keyOf(feature, target);
    const before = counts.get(key) ?? { ...feature, accepted: 0, refused: 0 };
    counts.delete(key);
    counts.set(key, { ...before, target, [answer]: before[answer] + 1 });
  }
  return [...counts.values()].slice(-MAX_LEARNED);
}

/**
 * Finds what was mostly accepted for a feature, and how far a target can be trusted after what was refused (0 to 1). Counts for the same
 * task, from before and after a second account was opened, are added up.
 */
export function createLearnedFinder(learned: readonly Learned[]) {
  const sums = new Map<string, Learned>();
  for (const one of learned.slice(-MAX_LEARNED)) {
    const key = keyOf(one, one.target);
    const { accepted, refused } = sums.get(key) ?? { accepted: 0, refused: 0 };
    sums.set(key, { ...one, accepted: accepted + one.accepted, refused: refused + one.refused });
  }
  const byFeature = Map.groupBy(sums.values(), featureKey);
  // Most people have few counts, and a day has hundreds of texts.
  const countsOf = (feature: Feature): Learned[] =>
    byFeature.size === 0 ? [] : (byFeature.get(featureKey(feature)) ?? []);
  return {
    accepted(feature: Feature): (Learned & { share: number })[] {
      const all = countsOf(feature).reduce((sum, { accepted }) => sum + accepted, 0);
      const mostly = countsOf(feature).filter(({ accepted, refused }) => accepted > refused && 2 * accepted > all);
      return mostly.map((one) => ({ ...one, share: one.accepted / all }));
    },
    trust(features: readonly Feature[], target: ProposalTarget): number {
      const counts = features.flatMap(countsOf).filter((one) => targetKey(one.target) === targetKey(target));
      return Math.min(1, ...counts.map(({ accepted, refused }) => (1 + accepted) / (1 + Math.max(accepted, refused))));
    },
  };
}

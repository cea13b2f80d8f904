/** Counts of accepted and refused proposals, by a text of the evidence. A person can read, remove and clear them. Pure. */
import { type Feature, type Learned, MAX_LEARNED, type ProposalTarget } from '../contract/proposals.ts';
import { foldedText } from './evidence.ts';
import { targetKey } from './targets.ts';

const featureKey = ({ where, text }: Feature): string => `${where} ${foldedText(text)}`;

/** The counts after an answer; the latest are last, and the oldest are dropped beyond MAX_LEARNED. */
export function learn(
  learned: readonly Learned[],
  features: readonly Feature[],
  target: ProposalTarget,
  answer: 'accepted' | 'refused',
): Learned[] {
  const key = targetKey(target);
  const counts = new Map(learned.map((one) => [`${featureKey(one)} ${targetKey(one.target)}`, one]));
  for (const { where, text } of features) {
    const row = `${featureKey({ where, text })} ${key}`;
    const before = counts.get(row) ?? { where, text, target, accepted: 0, refused: 0 };
    counts.delete(row);
    counts.set(row, { ...before, target, [answer]: before[answer] + 1 });
  }
  return [...counts.values()].slice(-MAX_LEARNED);
}

export interface LearnedFinder {
  /** Targets that mostly were the answer for this feature. `share` of its accepted answers, 0 to 1. */
  usual: (feature: Feature) => { learned: Learned; share: number }[];
  /** 1 for a target that was never refused with one of these features, less with each refusal that outweighs the accepted answers. */
  trust: (features: readonly Feature[], target: ProposalTarget) => number;
}

export function createLearnedFinder(learned: readonly Learned[]): LearnedFinder {
  const byFeature = Map.groupBy(learned.slice(-MAX_LEARNED), featureKey);
  return {
    usual(feature) {
      const counts = byFeature.get(featureKey(feature)) ?? [];
      const all = counts.reduce((sum, { accepted }) => sum + accepted, 0);
      return counts
        .filter(({ accepted, refused }) => accepted > refused && accepted * 2 > all)
        .map((one) => ({ learned: one, share: one.accepted / all }));
    },
    trust(features, target) {
      const key = targetKey(target);
      const rows = features.flatMap((one) => byFeature.get(featureKey(one)) ?? []);
      return rows
        .filter((row) => targetKey(row.target) === key)
        .reduce(
          (least, { accepted, refused }) => Math.min(least, (1 + accepted) / (1 + Math.max(accepted, refused))),
          1,
        );
    },
  };
}

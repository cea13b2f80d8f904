/** Rules that a person made for proposals. Matching is a plain search, linear in the text whatever it contains. Pure. */
import type { Evidence } from '../contract/evidence.ts';
import type { ProposalRule, ProposalTarget } from '../contract/proposals.ts';
import { folded } from '../tasks/filter-tasks.ts';
import { featuresOf, foldedText } from './evidence.ts';

/** Finds the first rule that applies to evidence. */
export function createRuleFinder(rules: readonly ProposalRule[]): (one: Evidence) => ProposalRule | undefined {
  const plain = rules.map((rule) => ({ ...rule, rule, contains: folded(rule.contains).trim() }));
  return (one) => {
    const texts =
      plain.length === 0 ? [] : featuresOf(one).map(({ where, text }) => ({ where, text: foldedText(text) }));
    return plain.find(({ where, contains }) => {
      return contains !== '' && texts.some((of) => of.where === where && of.text.includes(contains));
    })?.rule;
  };
}

/** Whether a rule says that the task is never proposed. */
export const isNeverProposed = (target: ProposalTarget, rules: readonly ProposalRule[]): boolean =>
  target.kind === 'task' &&
  rules.some(({ where, contains }) => where === 'task' && folded(contains) === folded(target.task.identifier));

/** Rules that a person made for proposals. Matching is a plain search: linear in the text, whatever a title contains. Pure. */
import type { Evidence, ProposalRule, ProposalTarget } from '../contract/proposals.ts';
import { folded } from '../tasks/filter-tasks.ts';
import { featuresOf, foldedText } from './evidence.ts';

/** Finds the first rule that applies to evidence. */
export function createRuleFinder(rules: readonly ProposalRule[]): (one: Evidence) => ProposalRule | undefined {
  const plain = rules
    .map((rule) => ({ rule, contains: folded(rule.contains).trim() }))
    .filter(({ rule, contains }) => rule.where !== 'task' && contains !== '');
  return (one) => {
    if (plain.length === 0) return undefined;
    const texts = featuresOf(one).map(({ where, text }) => ({ where, text: foldedText(text) }));
    return plain.find(({ rule, contains }) =>
      texts.some(({ where, text }) => where === rule.where && text.includes(contains)),
    )?.rule;
  };
}

/** Whether a rule says that the task is never proposed. */
export function isNeverProposed(target: ProposalTarget, rules: readonly ProposalRule[]): boolean {
  if (target.kind !== 'task') return false;
  const identifier = folded(target.task.identifier);
  return rules.some(({ where, contains, proposes }) => {
    return where === 'task' && proposes.kind === 'never' && folded(contains).trim() === identifier;
  });
}

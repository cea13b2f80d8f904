/** Rules that a person made for proposals. Matching is a plain search, linear in the text whatever it contains. Pure. */
import type { Evidence } from '../contract/evidence.ts';
import type { ProposalRule, ProposalTarget } from '../contract/proposals.ts';
import { folded } from '../tasks/filter-tasks.ts';
import { featuresOf, foldedText } from './evidence.ts';

/** The more a place tells, the earlier it is: the meeting more than its calendar, the title more than its program. */
const PLACES: readonly ProposalRule['where'][] = ['event', 'title', 'repository', 'calendar', 'app', 'task'];

/** Finds the rule that applies to evidence: of the place that tells most the one with the longest text, of these the first. */
export function createRuleFinder(rules: readonly ProposalRule[]): (one: Evidence) => ProposalRule | undefined {
  const plain = rules
    .map((rule) => ({ ...rule, rule, contains: folded(rule.contains).trim() }))
    .sort((a, b) => PLACES.indexOf(a.where) - PLACES.indexOf(b.where) || b.contains.length - a.contains.length);
  return (one) => {
    const texts =
      plain.length === 0 ? [] : featuresOf(one).map(({ where, text }) => ({ where, text: foldedText(text) }));
    return plain.find(({ where, contains, isExact }) => {
      const applies = (text: string): boolean => (isExact ? text === contains : text.includes(contains));
      return contains !== '' && texts.some((of) => of.where === where && applies(of.text));
    })?.rule;
  };
}

/** Whether a rule says that the task is never proposed. */
export const isNeverProposed = (target: ProposalTarget, rules: readonly ProposalRule[]): boolean =>
  target.kind === 'task' &&
  rules.some(({ where, contains }) => where === 'task' && folded(contains) === folded(target.task.identifier));

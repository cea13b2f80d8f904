/** What can be done with a proposal besides accepting it: rules from the texts of its evidence. */
import type { Feature, Proposal, ProposalRule, ProposalTarget } from '../../../../shared/contract/proposals.ts';
import { fillGapMessages } from '../../../../shared/i18n/generated/fill-gap.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { openPage } from '../../../state/navigation.ts';
import type { MenuEntry, MenuPage } from '../../../ui/menu-pages.tsx';

/** In the order of the menu. */
const PLACES = ['event', 'calendar', 'repository', 'title', 'app'] as const satisfies Feature['where'][];

/** "This repository" is no other whose name contains its name. */
const NAMED = new Set<Feature['where']>(['event', 'calendar', 'repository']);

/** The settings of proposals, and what was read for them. */
export const openSources = (): void => openPage({ name: 'settings', tab: 'timer' });

export function titleOf(target: ProposalTarget): string {
  if (target.kind === 'not-work') return timePageMessages.notWork;
  if (target.kind === 'task') return target.task.title || messages.tasks.untitled;
  return fillGapMessages.taskOf({ project: target.projectName });
}

const shortName = (target: ProposalTarget): string =>
  target.kind === 'task' ? target.task.identifier : target.kind === 'project' ? target.projectName : titleOf(target);

/** Of a title also its parts: windows with “Figma” are more than those with “Landing page – Figma”. */
function partsOf({ where, text }: Feature): Feature[] {
  const parts = where === 'title' ? text.split(/\s+[-–—|·:]\s+/).filter((part) => part.length > 2) : [];
  return [...new Set([text, ...parts])].map((part) => ({ where, text: part }));
}

/** What a rule is about. */
export type RuleText = Omit<ProposalRule, 'proposes'>;

const ruleText = ({ where, text }: Feature): RuleText => {
  return { where, contains: text, ...(NAMED.has(where) && { isExact: true }) };
};

/** @param pick asks for the task that the rule proposes */
export function menuOf(
  { target, features }: Proposal,
  add: (rule: ProposalRule) => void,
  pick: (about: RuleText) => void,
): MenuPage {
  const { always, alwaysFor, alwaysOther, alwaysProject, never, neverTask, reads } = fillGapMessages;
  // The text with the most time of each kind.
  const telling = PLACES.flatMap((place) => features.find(({ where }) => where === place) ?? []);
  const rulesFor = (label: string, choose: (about: RuleText) => void): MenuEntry[] => {
    const entries = telling.flatMap(partsOf).map((feature) => {
      return { label: alwaysFor[feature.where]({ text: feature.text }), onChoose: () => choose(ruleText(feature)) };
    });
    return entries.length === 0 ? [] : [{ label, more: () => ({ isCommands: true, entries }) }];
  };
  const proposing = (proposes: ProposalTarget) => (about: RuleText) => add({ ...about, proposes });
  const nevers = telling.map((feature) => {
    const label = feature.where === 'app' ? never.app({ text: feature.text }) : never[feature.where];
    return { label, onChoose: () => add({ ...ruleText(feature), proposes: { kind: 'never' } }) };
  });
  const { identifier = '', projectName = '', projectId } = target.kind === 'task' ? target.task : {};
  const project: ProposalTarget = { kind: 'project', projectName, ...(projectId !== undefined && { projectId }) };
  const neverThis: MenuEntry = {
    label: neverTask({ identifier }),
    onChoose: () => add({ where: 'task', contains: identifier, proposes: { kind: 'never' } }),
  };
  return {
    isCommands: true,
    entries: [
      ...rulesFor(always({ title: shortName(target) }), proposing(target)),
      ...(projectName === '' ? [] : rulesFor(alwaysProject({ title: projectName }), proposing(project))),
      ...rulesFor(alwaysOther, pick),
      ...nevers,
      // The identifier of a task that was not sent yet is only that of its project.
      ...(/\d$/.test(identifier) ? [neverThis] : []),
      { label: reads, apart: true, movesFocus: true, onChoose: openSources },
    ],
  };
}

import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { proposalsCommands } from '../../../shared/contract/proposals.ts';
import type { LazyProposals } from './lazy-proposals.ts';

export const handlers = ({
  open,
  meetings,
}: Pick<LazyProposals, 'open' | 'meetings'>): HandlersOf<typeof proposalsCommands> => ({
  'proposals.read': async (gap) => (await open()).read(spanOf(gap)),
  'proposals.refresh': async (gap) => (await open()).refresh(spanOf(gap)),
  'proposals.answer': async ({ target, features, answer }) => (await open()).answer(target, features, answer),
  'proposals.settings': async () => (await open()).settings(),
  'proposals.change': async (changed) => (await open()).change(changed),
  'proposals.add-folder': async () => (await open()).addFolder(),
  'proposals.add-calendar': async ({ address }) => (await open()).addCalendar(address),
  'proposals.add-rule': async ({ rule }) => (await open()).addRule(rule),
  'proposals.remove': async (of) => (await open()).remove(of),
  'proposals.erase': async () => (await open()).erase(),
  'proposals.evidence': async ({ day }) => (await open()).evidence(day),
  'proposals.meetings': ({ day }) => meetings(day),
});

const spanOf = ({ from, to }: { from: string; to: string }) => ({ from: Date.parse(from), to: Date.parse(to) });

import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { proposalsCommands } from '../../../shared/contract/proposals.ts';
import type { ProposalsService } from './proposals-service.ts';

export const handlers = (proposals: ProposalsService): HandlersOf<typeof proposalsCommands> => ({
  'proposals.read': (gap) => proposals.read(spanOf(gap)),
  'proposals.refresh': (gap) => proposals.refresh(spanOf(gap)),
  'proposals.answer': ({ target, features, answer }) => proposals.answer(target, features, answer),
  'proposals.settings': () => proposals.settings(),
  'proposals.change': (changed) => proposals.change(changed),
  'proposals.add-folder': () => proposals.addFolder(),
  'proposals.remove-folder': ({ folder }) => proposals.removeFolder(folder),
  'proposals.add-calendar': ({ address }) => proposals.addCalendar(address),
  'proposals.remove-calendar': ({ calendarId }) => proposals.removeCalendar(calendarId),
  'proposals.add-rule': ({ rule }) => proposals.addRule(rule),
  'proposals.remove-rule': ({ rule }) => proposals.removeRule(rule),
  'proposals.forget': ({ learned }) => proposals.forget(learned),
  'proposals.erase': () => proposals.erase(),
  'proposals.evidence': ({ day }) => proposals.evidence(day),
});

const spanOf = ({ from, to }: { from: string; to: string }) => ({ from: Date.parse(from), to: Date.parse(to) });

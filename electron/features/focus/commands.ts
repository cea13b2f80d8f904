import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { focusCommands } from '../../../shared/contract/focus.ts';
import type { FocusService } from './focus-service.ts';

export const handlers = (focus: FocusService): HandlersOf<typeof focusCommands> => ({
  'focus.start': ({ minutes, breakMinutes }) => focus.begin(minutes, breakMinutes),
  'focus.more': ({ minutes }) => focus.more(minutes),
  'focus.break': () => focus.takeBreak(),
  'focus.next': () => focus.next(),
  'focus.end': () => focus.end(),
});

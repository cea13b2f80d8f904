import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { hookCommands } from '../../../shared/contract/hooks.ts';
import type { HooksService } from './hooks-service.ts';

export const handlers = (hooks: HooksService): HandlersOf<typeof hookCommands> => ({
  'hooks.read': hooks.read,
  'hooks.runs': hooks.runs,
  'hooks.choose': ({ event }) => hooks.choose(event),
  'hooks.switch': ({ event, on }) => hooks.switch(event, on),
  'hooks.remove': ({ event }) => hooks.remove(event),
  'hooks.run-again': ({ event }) => hooks.runAgain(event),
});

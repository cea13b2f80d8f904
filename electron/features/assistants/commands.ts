import type { assistantCommands } from '../../../shared/contract/assistants.ts';
import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { AssistantsService } from './assistants-service.ts';

export const handlers = ({ log, answer, copySettings }: AssistantsService): HandlersOf<typeof assistantCommands> => ({
  'assistants.log': () => log(),
  'assistants.copy-settings': () => copySettings(),
  'assistants.answer': ({ id, allow, always }) => answer(id, allow, always),
});

import type { assistantCommands } from '../../../shared/contract/assistants.ts';
import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { AssistantsService } from './assistants-service.ts';

export const handlers = (assistants: AssistantsService): HandlersOf<typeof assistantCommands> => ({
  'assistants.log': () => assistants.log(),
  'assistants.list': () => assistants.list(),
  'assistants.tools': () => assistants.tools(),
  'assistants.disconnect': ({ client }) => assistants.disconnect(client),
  'assistants.copy-settings': () => assistants.copySettings(),
  'assistants.answer': ({ id, allow, always }) => assistants.answer(id, allow, always),
  'assistants.take-over': ({ id }) => assistants.takeOver(id),
});

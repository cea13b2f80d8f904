export { createAssistants } from './assistants-service.ts';
export { handlers } from './commands.ts';

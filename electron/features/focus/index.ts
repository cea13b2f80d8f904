export { handlers } from './commands.ts';
export { createFocus } from './focus-service.ts';

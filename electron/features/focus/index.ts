export { handlers } from './commands.ts';
export { createFocus, FOCUS_NOTIFICATION } from './focus-service.ts';

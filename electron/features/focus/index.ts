export { handlers } from './commands.ts';
export { createFocus, type FocusService } from './focus-service.ts';

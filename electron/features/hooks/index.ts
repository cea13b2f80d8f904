export { handlers } from './commands.ts';
export { createHooks } from './hooks-service.ts';

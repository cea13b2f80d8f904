export { handlers } from './commands.ts';
export { createIdle } from './idle-service.ts';

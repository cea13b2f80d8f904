export { handlers } from './commands.ts';
export { createIdle, type IdleService } from './idle-service.ts';

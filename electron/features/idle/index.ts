export { handlers } from './commands.ts';
export { createIdleService } from './idle-service.ts';

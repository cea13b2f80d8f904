export { handlers } from './commands.ts';
export { createReminderService, type ReminderService } from './service.ts';

export { handlers } from './commands.ts';
export { createReminderService } from './reminders-service.ts';

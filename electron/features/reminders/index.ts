export { handlers } from './commands.ts';
export { createReminderService, type ReminderService } from './reminders-service.ts';

export { handlers } from './commands.ts';
export { createGapReminder, GAPS_NOTIFICATION } from './gap-reminder.ts';
export { isQuiet, type QuietOptions } from './quiet.ts';
export { createReminderService } from './reminders-service.ts';

export { handlers } from './commands.ts';
export { createGapReminder } from './gap-reminder.ts';
export { isQuiet, type QuietOptions } from './quiet.ts';
export { createReminderService } from './reminders-service.ts';

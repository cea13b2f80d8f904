export { handlers } from './commands.ts';
export { createLeadTimes } from './lead-times.ts';
export { boardList, type ReminderList, reminderLists } from './reminder-lists.ts';
export { createReminderStore } from './reminder-store.ts';
export { createReminders, type Reminders } from './reminders.ts';

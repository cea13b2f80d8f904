export { handlers } from './commands.ts';
export { createHolidayFiles } from './holiday-files.ts';
export { createRulesBackup } from './rules-backup.ts';
export { createTimeRules, type TimeRulesService } from './time-rules-service.ts';

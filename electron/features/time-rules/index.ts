export { handlers } from './commands.ts';
export { createTimeRules, type TimeRulesService } from './time-rules-service.ts';

export { handlers } from './commands.ts';
export { createReports } from './report-service.ts';

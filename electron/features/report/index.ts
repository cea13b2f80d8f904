export { handlers } from './commands.ts';
export { createReports, type ReportService } from './report-service.ts';

import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { reportCommands } from '../../../shared/contract/report.ts';
import type { ReportService } from './report-service.ts';

export const handlers = (reports: ReportService): HandlersOf<typeof reportCommands> => ({
  'report.save': ({ format, ...choice }) => reports.save(choice, format),
  'report.version': (choice) => reports.version(choice),
  'report.preview': (choice) => reports.preview(choice),
  'report.print': (choice) => reports.print(choice),
  'report.show-file': () => reports.file.show(),
  'report.copy-file': () => reports.file.copy(),
  'report.email-file': () => reports.file.email(),
  'report.copy': ({ format, ...choice }) => reports.copy(choice, format),
});

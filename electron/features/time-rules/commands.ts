import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { timeRulesCommands } from '../../../shared/contract/time-rules.ts';
import type { HolidayFiles } from './holiday-files.ts';
import type { RulesBackup } from './rules-backup.ts';
import type { TimeRulesService } from './time-rules-service.ts';

export const handlers = (
  rules: TimeRulesService,
  backup: RulesBackup,
  holidays: HolidayFiles,
): HandlersOf<typeof timeRulesCommands> => ({
  'time-rules.change': (changed) => rules.change(changed),
  'time-rules.set-not-work': ({ from, to, isNotWork }) =>
    rules.setNotWork({ from: Date.parse(from), to: Date.parse(to) }, isNotWork),
  'time-rules.set-days-off': ({ from, to, name }) => rules.setDaysOff(from, to, name),
  'time-rules.set-half-day': ({ day, until }) => rules.setHalfDay(day, until),
  'time-rules.read-holidays': ({ again }) => holidays.read(again),
  'time-rules.set-holiday': ({ day, isOff }) => rules.setHoliday(day, isOff),
  'time-rules.forget-holidays': () => rules.change({ holidays: null }),
  'time-rules.set-label': ({ label, isBillable }) => rules.setLabel(label, isBillable),
  'time-rules.set-project': ({ projectKey, projectName, ...fields }) =>
    rules.setProject(projectKey, projectName, fields),
  'time-rules.set-report': ({ projectKey, switches }) => rules.setReport(projectKey, switches),
  'time-rules.back-up': () => backup.save(),
  'time-rules.restore': () => backup.restore(),
});

/** Entries of a week and the report of them. */
import { createFormats, type ReportLanguage } from '../../../../electron/features/report/formats.ts';
import { reportEntries, reportLines } from '../../../../electron/features/report/report-entries.ts';
import { taskKey } from '../../../../shared/accounts.ts';
import type { ReportSwitches, TimeRules } from '../../../../shared/contract/time-rules.ts';
import type { TimesheetCell } from '../../../../shared/contract/timesheet.ts';
import { DEFAULT_REPORT, DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import type { Entry, TaskRef } from '../../../../shared/time/entry.ts';
import { partsByDay } from '../../../../shared/time/parts-by-day.ts';
import { report } from '../../../../shared/time/report.ts';

export const MINUTE = 60_000;

export const PAY: TaskRef = {
  taskId: 'pay',
  identifier: 'PAY-133',
  title: 'Refund fails',
  projectId: 'p1',
  projectName: 'Payments',
};
export const WEB: TaskRef = {
  ...PAY,
  taskId: 'web',
  identifier: 'WEB-59',
  title: 'Cookie notice',
  projectId: 'p2',
  projectName: 'Website',
};

/** Of November 2026, local time. */
export function entry(task: TaskRef, day: number, hour: number, minutes: number, note = ''): Entry {
  const start = new Date(2026, 10, day, hour).getTime();
  return {
    id: `${task.taskId} ${day} ${hour}`,
    accountId: 'ada',
    task,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + minutes * MINUTE).toISOString(),
    note,
    discardedAt: null,
    createdAt: new Date(start).toISOString(),
  };
}

export const WEEK = [
  entry(PAY, 9, 9, 63, 'Renamed fields'),
  entry(PAY, 9, 14, 70, 'First green run'),
  entry(WEB, 9, 16, 47),
  entry(PAY, 10, 23, 92, 'Nightly run'),
];

export interface Choice {
  switches?: Partial<ReportSwitches>;
  rules?: Partial<TimeRules>;
  projectKey?: string | null;
  language?: ReportLanguage;
  to?: string;
}

/** The report of 9 to 15 November. */
export function reportOf(
  entries: readonly Entry[],
  { switches, rules, projectKey = null, language = 'en', to }: Choice = {},
) {
  const cells = new Map<string, TimesheetCell>();
  for (const { task, startTime, endTime } of entries) {
    if (endTime === null) continue;
    for (const { day, from, to } of partsByDay(Date.parse(startTime), Date.parse(endTime))) {
      const key = `${taskKey(task)} ${day}`;
      const cell = cells.get(key) ?? { ...task, day, ms: 0, entries: 0 };
      cells.set(key, { ...cell, ms: cell.ms + to - from, entries: cell.entries + 1 });
    }
  }
  const tasks = [...new Map(entries.map(({ task }) => [taskKey(task), { task, labels: [] }])).values()];
  const made = report(
    { from: '2026-11-09', to: to ?? '2026-11-15', tasks, cells: [...cells.values()] },
    {
      ...DEFAULT_TIME_RULES,
      rounding: { mode: 'nearest', minutes: 15, per: 'task' },
      projects: {
        p1: { name: 'Payments', isBillable: true, rate: { amount: 85, currency: 'EUR' }, hue: null },
        p2: { name: 'Website', isBillable: false, rate: null, hue: null },
      },
      ...rules,
    },
    projectKey,
    { ...DEFAULT_REPORT, ...switches },
  );
  const rows = reportEntries(made, entries);
  return { report: made, entries: rows, lines: reportLines(rows), formats: createFormats(language, made) };
}

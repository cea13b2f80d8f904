/** A report as CSV: a row per entry, for spreadsheets. Times are local with their offset; hours are decimal. Pure. */
import { formatISO } from 'date-fns';
import { HOUR_MS } from '../../../shared/dates/milliseconds.ts';
import { hoursMinutesSeconds } from '../../../shared/i18n/format-dates.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { Report } from '../../../shared/time/report.ts';
import { csvText } from '../time/index.ts';
import type { Formats } from './formats.ts';
import type { ReportEntry } from './report-entries.ts';

/** `accountOf`: null if all entries are of one account. */
export function reportCsv(
  { switches }: Report,
  entries: readonly ReportEntry[],
  { texts }: Formats,
  accountOf: ((task: TaskRef) => string) | null = null,
): string {
  const { csv } = texts;
  const withMoney = switches.rate;
  const head = [
    ...[csv.date, csv.start, csv.end, csv.identifier, csv.title, csv.project],
    ...(accountOf ? [csv.account] : []),
    ...(switches.notes ? [csv.note] : []),
    ...[csv.billable, csv.exact, csv.exactHours, csv.rounded, csv.roundedHours],
    ...(withMoney ? [csv.rate, csv.amount, csv.currency] : []),
  ];
  const rows = entries.map(({ day, from, to, task, project, note, isBillable, exact, rounded, money }) => [
    ...[day, formatISO(from), formatISO(to), task.identifier, task.title, project.name],
    ...(accountOf ? [accountOf(task)] : []),
    ...(switches.notes ? [note] : []),
    ...[isBillable ? csv.yes : csv.no, hoursMinutesSeconds(exact), decimalHours(exact)],
    ...[hoursMinutesSeconds(rounded), decimalHours(rounded)],
    ...(withMoney ? [money && project.rate?.amount, money?.amount, money?.currency].map((of) => String(of ?? '')) : []),
  ]);
  return csvText([head, ...rows]);
}

const decimalHours = (ms: number): string => (ms / HOUR_MS).toFixed(4);

/** Time entries as CSV (RFC 4180) for spreadsheets. No cell can become a formula. Pure. */
import { formatISO } from 'date-fns';
import { HOUR_MS } from '../../../shared/dates/milliseconds.ts';
import { hoursMinutesSeconds } from '../../../shared/i18n/format-dates.ts';
import type { Span } from '../../../shared/time/day.ts';
import type { Entry } from '../../../shared/time/entry.ts';

const HEAD = ['Start', 'End', 'Duration', 'Hours', 'Task', 'Title', 'Project', 'Note'];

/**
 * Times are local with their offset; hours are decimal. A running entry counts until `now`. Entries are clipped to the period (ms), so
 * that adjacent periods never count the same time twice. Entries of several accounts say which, last, so that no other column moves.
 */
export function toCsv(
  entries: readonly Entry[],
  now: Date,
  period: Span,
  accountTitle: (accountId: string) => string,
): string {
  const accountOf = ({ accountId, task }: Entry) => task.accountId ?? accountId;
  const accountIds = [...new Set(entries.map(accountOf))];
  const isOfSeveral = accountIds.length > 1;
  // Once each: a title is not cheap, and there may be thousands of rows.
  const titles = new Map(isOfSeveral ? accountIds.map((id) => [id, accountTitle(id)]) : []);
  const rows = entries.map((entry) => {
    const { startTime, endTime, task, note } = entry;
    const start = new Date(Math.max(Date.parse(startTime), period.from));
    const entryEnd = endTime === null ? now.getTime() : Date.parse(endTime);
    const end = new Date(Math.min(entryEnd, period.to));
    const isRunning = endTime === null && entryEnd <= period.to;
    // The clock may have been set back while the timer runs.
    const ms = Math.max(0, end.getTime() - start.getTime());
    return [
      formatISO(start),
      isRunning ? '' : formatISO(end),
      hoursMinutesSeconds(ms),
      (ms / HOUR_MS).toFixed(4),
      task.identifier,
      task.title,
      task.projectName,
      note,
      ...(isOfSeveral ? [titles.get(accountOf(entry)) ?? ''] : []),
    ];
  });
  return csvText([[...HEAD, ...(isOfSeveral ? ['Account'] : [])], ...rows]);
}

/** The first character of a file: without it, Excel on Windows reads no UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows of cells. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** White space and characters that are not shown: some spreadsheets drop them before they look for a formula. */
const BLANK = String.raw`[\s\p{Cc}\p{Cf}\p{DI}\u2800]`;
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|${BLANK}*[=+\\-@＝＋－＠﹦﹢﹣﹫])`, 'u');

/** Where a spreadsheet that separates by semicolons or tabs, as in German, would begin a cell with a formula within the text. */
const FORMULA_WITHIN = new RegExp(
  `([;\\t\\r\\n]"?)(?=(?:(?![\\t\\r\\n])${BLANK})*(?:[=@＝＠﹦﹫]|[+\\-＋－﹢﹣]\\S))`,
  'gu',
);

/** A leading apostrophe keeps a spreadsheet from reading the text as a formula; quotes keep commas and line breaks in one cell. */
function cell(text: string): string {
  const safe = (FORMULA.test(text) ? "'" : '') + text.replace(FORMULA_WITHIN, "$1'");
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}

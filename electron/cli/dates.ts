/** The dates and times that a command names. The readers of dates are loaded on demand, because of their languages. */

import { subDays } from 'date-fns';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { ParserDirectory } from '../../shared/quick-add/types.ts';
import { dayAfter, localDay } from '../../shared/time/day.ts';
import { typedDuration } from '../../shared/time/typed-duration.ts';
import { instantsOnDay } from '../../shared/time/typed-time.ts';
import type { Asked } from './commands.ts';

/** The last time the clock showed `time`, `HH:mm` (ms). */
export function lastTimeAt(time: string, now: Date): number {
  // When the clock was put back there are two.
  const [today, yesterday] = [now, subDays(now, 1)].map((day) => instantsOnDay(time, localDay(day)));
  return today?.findLast((at) => at <= now.getTime()) ?? yesterday?.at(-1) ?? Number.NaN;
}

/** The due date in words such as "friday 17:00", as the service has it; null if the whole text is none. */
export async function dueDateOf(text: string, directory: ParserDirectory): Promise<string | null> {
  const [{ loadDates }, { parse }] = await Promise.all([
    import('../../shared/quick-add/find-dates.ts'),
    import('../../shared/quick-add/parser.ts'),
  ]);
  const { title, dates } = parse(`: ${text}`, directory, await loadDates(directory.locale));
  return title === ':' ? (dates.dueDate ?? null) : null;
}

/** When the time that `log` adds began and ended (ms), or why that is not known. */
export async function loggedSpan(
  { for: length, from, to, day }: Extract<Asked, { do: 'log' }>,
  now: Date,
  locale: string,
): Promise<{ start: number; end: number } | { why: string }> {
  if (length === undefined ? from === undefined : from !== undefined && to !== undefined)
    return { why: messages.cli.logNeeds };
  let ms = 0;
  if (length !== undefined) {
    const typed = typedDuration(length);
    if (!('ms' in typed) || typed.isChange || typed.ms <= 0) return { why: messages.cli.noLength({ text: length }) };
    ms = typed.ms;
  }
  if (day === undefined) {
    const end = to === undefined ? now.getTime() : lastTimeAt(to, now);
    if (from === undefined) return { start: end - ms, end };
    const start = lastTimeAt(from, new Date(end));
    return { start, end: length === undefined ? end : start + ms };
  }
  const found = await pastDay(day, now, locale);
  if (found === null) return { why: messages.cli.noPastDay({ text: day }) };
  const at = (time: string, on = found): number => instantsOnDay(time, on)[0] ?? Number.NaN;
  if (from === undefined) {
    if (to === undefined) return { why: messages.cli.dayNeedsTime };
    return { start: at(to) - ms, end: at(to) };
  }
  const start = at(from);
  if (to === undefined) return length === undefined ? { why: messages.cli.logNeeds } : { start, end: start + ms };
  // Past midnight.
  return { start, end: at(to) > start ? at(to) : at(to, dayAfter(found, 1)) };
}

/** The local day `YYYY-MM-DD` that the text names, today at the latest; null if it names none. */
export async function pastDay(text: string, now: Date, locale: string): Promise<string | null> {
  const { loadPastDates } = await import('../../shared/quick-add/past-dates.ts');
  const read = (await loadPastDates(locale))(text, now, 1);
  return read === null || read.isWeek ? null : read.day;
}

/** Reads the whole days of a calendar file (iCalendar, RFC 5545) as holidays. Nothing else of the file is kept. */
import type ICAL from 'ical.js';
import { type Holidays, MAX_DAYS_OFF } from '../../../shared/contract/time-rules.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import { dayAfter, localDay } from '../../../shared/time/day.ts';
import type { FeatureContext } from '../context.ts';
import type { TimeRulesService } from './time-rules-service.ts';

const MAX_BYTES = 1_000_000;
const DAY_S = 86_400;
const MAX_EVENTS = 2_000;
/** Of one event that repeats, from its first day on. */
const MAX_REPEATS = 500;
/** Days of earlier and later years are left out. */
const [YEARS_BEFORE, YEARS_AFTER] = [1, 3];

export interface HolidayFilesOptions {
  rules: Pick<TimeRulesService, 'rules' | 'change'>;
  /** Asks for a file; null if the person cancels. Throws AppError if it cannot be read or is larger than `maxBytes`. */
  openTextFile: (extension: string, maxBytes: number) => Promise<{ name: string; path: string; text: string } | null>;
  readTextFile: (path: string, maxBytes: number) => Promise<string>;
}

export type HolidayFiles = ReturnType<typeof createHolidayFiles>;

export function createHolidayFiles(
  { now }: Pick<FeatureContext, 'now'>,
  { rules, openTextFile, readTextFile }: HolidayFilesOptions,
) {
  return {
    /** `again`: reads the last file, if there is one, without a dialog. Throws AppError; then nothing is changed. */
    async read(again: boolean): Promise<void> {
      const last = rules.rules().holidays;
      const chosen =
        again && last !== null
          ? { name: last.file, path: last.path, text: await readTextFile(last.path, MAX_BYTES) }
          : await openTextFile('ics', MAX_BYTES);
      if (chosen === null) return;
      const found = await readHolidays(chosen.name, chosen.text, new Date(now()));
      const before = again ? rules.rules().holidays?.days : undefined;
      const days = Object.fromEntries(
        Object.entries(found).map(([day, name]) => [day, { name, isOff: before?.[day]?.isOff ?? true }]),
      );
      rules.change({ holidays: { file: chosen.name, path: chosen.path, days } satisfies Holidays });
    },
  };
}

/** Names by local day, in their order. `file`: its name, for messages. Throws ValidationError if there are none, or too many. */
export async function readHolidays(file: string, text: string, now: Date): Promise<Record<string, string>> {
  const { default: ical } = await import('ical.js');
  const none = () => new ValidationError(messages.timeRules.noHolidays({ file }));
  const tooMany = () => new ValidationError(messages.timeRules.tooManyHolidays({ file, count: MAX_DAYS_OFF }));
  const year = now.getFullYear();
  const [first, last] = [`${year - YEARS_BEFORE}-01-01`, `${year + YEARS_AFTER}-12-31`];
  const days = new Map<string, string>();
  try {
    const parsed: unknown[] = ical.parse(text);
    // A file of several calendars is a list of them.
    const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][];
    const events = calendars
      .flatMap((one) => new ical.Component(one).getAllSubcomponents('vevent'))
      .filter((one) => one.getFirstProperty('dtstart')?.type === 'date');
    if (events.length > MAX_EVENTS) throw tooMany();
    for (const component of events) {
      const event = new ical.Event(component);
      const name = oneLine(event.summary ?? '', 100);
      if (name === '' || component.getFirstPropertyValue('status') === 'CANCELLED') continue;
      for (const day of daysOf(event, last)) if (day >= first && day <= last) days.set(day, name);
    }
  } catch (error) {
    throw error instanceof ValidationError ? error : none();
  }
  if (days.size === 0) throw none();
  if (days.size > MAX_DAYS_OFF) throw tooMany();
  return Object.fromEntries([...days].toSorted());
}

/** The days of an event that begins until `last`, and of its repetitions. */
function* daysOf(event: ICAL.Event, last: string): Generator<string> {
  const length = Math.min(MAX_DAYS_OFF + 1, Math.max(1, event.duration.toSeconds() / DAY_S));
  const repeated = event.isRecurring() ? event.iterator() : null;
  let start: ICAL.Time | null | undefined = repeated === null ? event.startDate : repeated.next();
  for (let count = 0; start && count < MAX_REPEATS; count += 1) {
    const first = localDay(start.toJSDate());
    if (first > last) return;
    for (let day = 0; day < length; day += 1) yield dayAfter(first, day);
    start = repeated?.next();
  }
}

/** A thread that finds the events of a calendar (iCalendar, RFC 5545) in a span. It may be ended at any time. Times in ms since 1970. */
import { parentPort, workerData } from 'node:worker_threads';
import ICAL from 'ical.js';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import { MAX_EVIDENCE_TEXT } from '../../../shared/limits.ts';
import { oneLine } from '../../../shared/tasks/clean-text.ts';
import type { Span } from '../../../shared/time/day.ts';
import { LIMITS as ALL_LIMITS } from './limits.ts';

export interface CalendarRequest {
  text: string;
  /** Its name for the person. */
  name: string;
  /** Of the person, in lower case. */
  ownAddresses: readonly string[];
  span: Span;
}
export type CalendarEvent = Extract<Evidence, { kind: 'event' }>;
export interface CalendarAnswer {
  /** By start. */
  events: CalendarEvent[];
  /** Of what there is more than was read, and how much of it was. */
  cut?: { limit: number; what: 'dates' | 'repeats' | 'repeatsOfAll' } | undefined;
}

const { calendars: LIMITS } = ALL_LIMITS;
const FULL = { limit: LIMITS.dates, what: 'dates' } as const;
/** Offsets from UTC, with room (ms). */
const MAX_OFFSET_MS = 2 * DAY_MS;

/** Throws if the text is no calendar. */
function eventsIn({ text, name, ownAddresses, span }: CalendarRequest): CalendarAnswer {
  const components = componentsIn(text);
  const found: CalendarEvent[] = [];
  let left = LIMITS.repeatsOfAll;
  let cut: CalendarAnswer['cut'];

  function add(item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): void {
    const [from, to] = [instantOf(start), instantOf(end)];
    if (!(to > span.from && from < span.to && to > from)) return;
    if (found.length === LIMITS.dates) {
      cut = FULL;
      return;
    }
    const { component } = item;
    const status = textOf(component, 'status').toLowerCase();
    found.push({
      kind: 'event',
      from,
      to,
      calendar: name,
      // Cut here, because main gets a copy for each occurrence.
      title: oneLine(item.summary ?? '', MAX_EVIDENCE_TEXT),
      isAllDay: start.isDate,
      isFree:
        textOf(component, 'transp').toUpperCase() === 'TRANSPARENT' ||
        textOf(component, 'x-microsoft-cdo-busystatus').toUpperCase() === 'FREE',
      status: status === 'cancelled' || status === 'tentative' ? status : 'confirmed',
      response: responseOf(component, ownAddresses),
    });
  }

  for (const group of Map.groupBy(components, (one) => textOf(one, 'uid') || one).values()) {
    const isException = (one: ICAL.Component): boolean => one.hasProperty('recurrence-id');
    const exceptions: ICAL.Event[] = [];
    for (const component of group.filter(isException)) {
      attempt(() => {
        const exception = new ICAL.Event(component, { exceptions: [] });
        // An invitation to one meeting of a series has no series.
        add(exception, exception.startDate, exception.endDate);
        exceptions.push(exception);
      });
    }
    for (const component of group.filter((one) => !isException(one))) {
      attempt(() => addOccurrences(new ICAL.Event(component, { exceptions }), exceptions));
    }
  }

  function addOccurrences(event: ICAL.Event, exceptions: readonly ICAL.Event[]): void {
    if (!event.isRecurring()) {
      add(event, event.startDate, event.endDate);
      return;
    }
    const replaced = new Set(exceptions.map(({ recurrenceId }) => instantOf(recurrenceId)));
    const isInRange = exceptions.some((one) => one.modifiesFuture());
    const lengthMs = event.duration.toSeconds() * 1_000;
    const iterator = event.iterator();
    const before = found.length;
    for (let count = 0; ; count += 1) {
      const next: ICAL.Time | null | undefined = iterator.next();
      if (!next) return;
      // Without its zone: comparing is a hundred times as fast.
      const about = Date.UTC(next.year, next.month - 1, next.day);
      if (about > span.to + MAX_OFFSET_MS) return;
      const limit = limitOf(count, found.length - before);
      if (limit !== undefined) {
        cut = limit;
        return;
      }
      left -= 1;
      if (about + lengthMs < span.from - MAX_OFFSET_MS && !isInRange) continue;
      if (replaced.has(instantOf(next))) continue;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      add(item, startDate, endDate);
    }
  }

  /** The limit that the next occurrence of an event would exceed. */
  function limitOf(looked: number, ofEvent: number): CalendarAnswer['cut'] {
    if (found.length === LIMITS.dates) return FULL;
    if (left === 0) return { limit: LIMITS.repeatsOfAll, what: 'repeatsOfAll' };
    if (looked === LIMITS.repeats) return { limit: LIMITS.repeats, what: 'repeats' };
    return ofEvent === LIMITS.foundRepeats ? { limit: LIMITS.foundRepeats, what: 'repeats' } : undefined;
  }

  return { events: found.sort((a, b) => a.from - b.from), cut };
}

/** One malformed event hides no other. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // It is left out.
  }
}

/** The events, in one calendar with all zones. Each is parsed on its own, because a malformed one fails the rest. */
function componentsIn(text: string): ICAL.Component[] {
  registerZones(text);
  const events: string[] = [];
  const outer = text.replace(/^BEGIN:VEVENT\s*$[\s\S]*?^END:VEVENT\s*$/gm, (event) => {
    events.push(event);
    return '';
  });
  const parsed: unknown[] = ICAL.parse(outer);
  // A file of several calendars is a list of them.
  const [calendar, ...others] = ((typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][]).map(
    (one) => new ICAL.Component(one),
  );
  if (calendar?.name !== 'vcalendar') throw new Error('Not a calendar');
  for (const zone of others.flatMap((one) => one.getAllSubcomponents('vtimezone'))) calendar.addSubcomponent(zone);
  for (const event of events) attempt(() => calendar.addSubcomponent(new ICAL.Component(ICAL.parse(event))));
  return calendar.getAllSubcomponents('vevent').filter((one) => one.hasProperty('dtstart'));
}

const textOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '').trim();

/** What the person answered, if one of their addresses is invited. */
function responseOf(component: ICAL.Component, ownAddresses: readonly string[]): CalendarEvent['response'] {
  const own = component.getAllProperties('attendee').find((attendee) => {
    const address = String(attendee.getFirstValue())
      .toLowerCase()
      .replace(/^mailto:/, '');
    return ownAddresses.includes(address);
  });
  const answer = String(own?.getFirstParameter('partstat') ?? '').toLowerCase();
  return answer === 'accepted' || answer === 'tentative' || answer === 'declined' ? answer : 'none';
}

/** Days and times without a zone are local. */
const instantOf = (time: ICAL.Time): number => time.toJSDate().getTime();

/** A zone of the IANA database, for calendars that name zones without defining them. */
class NamedZone extends ICAL.Timezone {
  readonly #format: Intl.DateTimeFormat;

  /** Throws RangeError if there is no such zone. */
  constructor(name: string) {
    super({ tzid: name });
    this.#format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** Of a time on its clocks, east of UTC (s). */
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const onClock = Date.UTC(year, month - 1, day, hour, minute, second);
    // The offset an hour from a change may be another one, so the second look decides.
    return this.#offsetAt(onClock - this.#offsetAt(onClock) * 1_000);
  }

  #offsetAt(at: number): number {
    const parts = this.#format.formatToParts(at);
    const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    return (sign === '-' ? -60 : 60) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  }
}

function registerZones(text: string): void {
  for (const [, name = ''] of text.matchAll(/TZID="?([A-Za-z_+-]{1,30}(?:\/[A-Za-z_+-]{1,30}){1,2})/g)) {
    if (ICAL.TimezoneService.has(name)) continue;
    try {
      ICAL.TimezoneService.register(new NamedZone(name));
    } catch {
      // Its times are taken for local ones.
    }
  }
}

parentPort?.postMessage(eventsIn(workerData as CalendarRequest));

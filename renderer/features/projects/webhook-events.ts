import type { WebhookEventKind } from '../../../shared/contract/index.ts';
import { DAY_MINUTES } from '../../../shared/dates/minutes.ts';
import { projectPageMessages } from '../../../shared/i18n/generated/project-page.ts';
import { leadTime } from '../../../shared/i18n/reminder-messages.ts';

export const EVENTS = Object.keys(projectPageMessages.webhook.event) as WebhookEventKind[];

const LEADS = [15, 60, DAY_MINUTES, 2 * DAY_MINUTES, 7 * DAY_MINUTES];

/** The lead times to choose from, including the present one. */
export function leadOptions(current: number | null): { value: number; label: string }[] {
  const all = current === null || LEADS.includes(current) ? LEADS : [...LEADS, current].sort((a, b) => a - b);
  return all.map((value) => ({ value, label: leadTime(value) }));
}

/** The range that the service accepts (minutes). */
const [SHORTEST, LONGEST] = [5, 43_200];
/** Units by their first letters in English and German, in minutes. */
const UNITS: [unit: RegExp, minutes: number][] = [
  [/^(m|min|mins|minutes?|minuten?)\.?$/, 1],
  [/^(h|hrs?|hours?|std|stunden?)\.?$/, 60],
  [/^(d|days?|t|tage?n?)\.?$/, DAY_MINUTES],
  [/^(w|weeks?|wochen?)\.?$/, 7 * DAY_MINUTES],
];

/** Parses "90 min", "1 d 12 h" or "1,5 Stunden"; a bare number is minutes. null if it is invalid or out of range. */
export function parseLead(typed: string): number | null {
  // Splits into pairs of a number and its unit; any text before the first number is an error.
  const [before, ...parts] = typed
    .toLowerCase()
    .trim()
    .split(/(\d+(?:[.,]\d+)?)/);
  if (before !== '') return null;
  let minutes = 0;
  for (let at = 0; at < parts.length; at += 2) {
    const [number = '', unit = ''] = [parts[at], parts[at + 1]?.trim()];
    const length = unit === '' && parts.length === 2 ? 1 : UNITS.find(([name]) => name.test(unit))?.[1];
    if (length === undefined) return null;
    minutes += Number(number.replace(',', '.')) * length;
  }
  return Number.isInteger(minutes) && minutes >= SHORTEST && minutes <= LONGEST ? minutes : null;
}

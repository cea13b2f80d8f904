/** What a webhook can tell, and how long before a due date. */

import type { WebhookEventKind } from '../../../shared/contract/index.ts';
import { leadTime } from '../../../shared/i18n/format-durations.ts';
import { projectMessages } from '../../../shared/i18n/project-page-messages.ts';

export const EVENTS = Object.keys(projectMessages.webhook.event) as WebhookEventKind[];

/** Those that a new webhook tells unless it says otherwise (docs/service.md#webhooks). */
export const USUAL_EVENTS: readonly WebhookEventKind[] = ['taskCreated', 'taskStatusChanged', 'taskCommentCreated'];

/** Minutes; a day unless somebody says otherwise. */
export const USUAL_LEAD = 1440;
const LEADS = [15, 60, 1440, 2880, 10_080];

/** The choices, with the present one among them. */
export function leadOptions(present: number | null): { value: number; label: string }[] {
  const all = present === null || LEADS.includes(present) ? LEADS : [...LEADS, present].sort((a, b) => a - b);
  return all.map((value) => ({ value, label: leadTime(value) }));
}

/** Sooner and later the service does not allow (minutes). */
const [SHORTEST, LONGEST] = [5, 43_200];
/** Each unit by its first letters, in English and German, in minutes. */
const UNITS: [unit: RegExp, minutes: number][] = [
  [/^(m|min|mins|minutes?|minuten?)\.?$/, 1],
  [/^(h|hrs?|hours?|std|stunden?)\.?$/, 60],
  [/^(d|days?|t|tage?n?)\.?$/, 1440],
  [/^(w|weeks?|wochen?)\.?$/, 10_080],
];

/** "90 min", "1 d 12 h", "1,5 Stunden"; a number alone is minutes. null where it is no time that a webhook can have. */
export function parseLead(typed: string): number | null {
  // Each number and what follows it; nothing stands before the first.
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

/** What stands at the head of a report. Pure. */
import type { Day } from '../../../shared/dates/week-start.ts';
import { isMonth, kindOf, weekNumber, weekYear } from '../../../shared/time/period.ts';
import type { Report } from '../../../shared/time/report.ts';
import type { Formats } from './formats.ts';

/** "Payments, 9–15 November 2026". */
export function reportSubject({ projectKey, projects }: Report, { texts, period }: Formats): string {
  const project = projectKey === null ? texts.allProjects : projects[0]?.name || texts.noProject;
  return texts.subject({ project, period });
}

/** "2026-46" for a week, "2026-10" for a month; null for other periods. Local days. */
export function reportNumber(from: string, to: string, weekStartsOn: Day): string | null {
  if (isMonth({ from, to })) return from.slice(0, 7);
  if (kindOf({ from, to }, weekStartsOn) !== 'week') return null;
  return `${weekYear(from)}-${String(weekNumber(from)).padStart(2, '0')}`;
}

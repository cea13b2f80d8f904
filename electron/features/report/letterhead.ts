/** What stands at the head of a report. Pure. */
import type { Day } from '../../../shared/dates/week-start.ts';
import { dayAfter } from '../../../shared/time/day.ts';
import type { Report } from '../../../shared/time/report.ts';
import { weekNumber, weekStartOf, weekYear } from '../../../shared/time/week.ts';
import { type Formats, isMonth } from './formats.ts';

/** "Payments, 9–15 November 2026". */
export function reportSubject({ projectKey, projects }: Report, { texts, period }: Formats): string {
  const project = projectKey === null ? texts.allProjects : projects[0]?.name || texts.noProject;
  return texts.subject({ project, period });
}

/** "2026-46" for a week, "2026-10" for a month; null for other periods. Local days. */
export function reportNumber(from: string, to: string, weekStartsOn: Day): string | null {
  if (isMonth(from, to)) return from.slice(0, 7);
  if (weekStartOf(from, weekStartsOn) !== from || dayAfter(from, 6) !== to) return null;
  return `${weekYear(from)}-${String(weekNumber(from)).padStart(2, '0')}`;
}

/** A closed week, whose entries change only after a question. */
import type { ClosedWeekView } from '../../../shared/contract/time-rules.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { dayBounds, type Span } from '../../../shared/time/day.ts';
import { daysOfWeek, weekNumber } from '../../../shared/time/period.ts';

/** The question before a change of one of the closed weeks that one of the spans touches; undefined if none of them is. */
export function closedWeekQuestion(
  closedWeeks: readonly Pick<ClosedWeekView, 'weekStart'>[],
  spans: readonly Span[],
): AppError | undefined {
  const closed = closedWeeks.find(({ weekStart }) => {
    const week = boundsOf(weekStart);
    return spans.some(({ from, to }) => from < week.to && (to > week.from || from >= week.from));
  });
  if (closed === undefined) return undefined;
  const { weekStart } = closed;
  const question = messages.time.weekIsClosed({ week: weekNumber(weekStart) });
  return new AppError({ kind: 'needs-confirmation', confirmedBy: 'allowClosed', weekStart, ...question });
}

/** In ms since 1970. */
export function boundsOf(weekStart: string): Span {
  const days = daysOfWeek(weekStart);
  return { from: dayBounds(weekStart).from, to: dayBounds(days.at(-1) ?? weekStart).to };
}

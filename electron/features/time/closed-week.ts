/** A closed week, whose entries change only after a question. */
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { dayBounds, type Span } from '../../../shared/time/day.ts';
import { daysOfWeek, weekNumber } from '../../../shared/time/period.ts';
import type { TimeRulesService } from '../time-rules/index.ts';

/** The question before a change of a closed week that one of the spans touches; undefined if all of those weeks are open. */
export function closedWeekQuestion(
  rules: Pick<TimeRulesService, 'closedWeeks'>,
  accountId: string,
  spans: readonly Span[],
): AppError | undefined {
  const closed = rules.closedWeeks(accountId).find(({ weekStart }) => {
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

/** Texts for a duration typed into a cell: the change that it would make, or why it is invalid. */
import { HOUR_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, weekday } from '../../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import type { CellPlan, CellStep } from '../../../../shared/time/cell-edit.ts';
import type { WrongDuration } from '../../../../shared/time/typed-duration.ts';

/** `change`: "2:47 becomes 2:30:"; `how`: which entry changes. null for a plan that changes nothing. `day`: its beginning. */
export function describePlan(plan: CellPlan, day: number): { change: string; how: string } | null {
  if (plan.kind !== 'change') return null;
  const { was, becomes, steps } = plan;
  const [time, old] = [hoursMinutes(becomes), hoursMinutes(was)];
  const change =
    was === 0 ? timesheetPageMessages.plan.new({ time }) : timesheetPageMessages.plan.becomes({ was: old, time });
  return { change, how: howTo(steps, weekday(day)) };
}

function howTo(steps: readonly CellStep[], day: string): string {
  const { plan } = timesheetPageMessages;
  const gone = steps.filter((step) => step.do === 'remove').length;
  if (gone > 0) return plan.removed({ count: gone, day });
  const [step] = steps;
  if (step?.do === 'add')
    return plan.added({
      from: clock(step.start),
      to: clock(step.end),
      where: step.where === 'empty-day' ? 'other' : step.where,
    });
  if (step?.do !== 'move') return '';
  const { of, at, was, edge } = step;
  return plan.moved({ count: of, edge: edge === 'start' ? edge : 'other', day, at: clock(at), was: clock(was) });
}

/** `dayMs`: the length of the day. */
export function describeWrong(text: string, wrong: WrongDuration, dayMs: number): string {
  const messages = timesheetPageMessages.wrong;
  switch (wrong.wrong) {
    case 'empty':
    case 'not-a-length':
      return messages.notALength({ text: text.trim() });
    case 'over-59-minutes':
      return messages.over59Minutes({ text: text.trim(), suggestion: hoursMinutes(wrong.suggestion) });
    case 'negative':
      return messages.negative;
    case 'over-a-day':
      return messages.overADay({
        hours: Math.round(dayMs / HOUR_MS),
        suggestion: wrong.suggestion === null ? null : hoursMinutes(wrong.suggestion),
      });
  }
}

export const describeRefusal = (plan: CellPlan & { kind: 'refused' }): string =>
  timesheetPageMessages.refused[
    plan.reason === 'needs-entries' ? 'needsEntries' : plan.reason === 'no-room' ? 'noRoom' : plan.reason
  ];

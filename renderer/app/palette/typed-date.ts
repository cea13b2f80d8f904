/** A date typed into the palette: "12 Nov" shows its day in the Time tab, "week 45" its week in the timesheet. */
import { useMemo } from 'react';
import { dayIn } from '../../../shared/i18n/format-dates.ts';
import { periodText } from '../../../shared/i18n/format-period.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import type { PastDate } from '../../../shared/quick-add/past-dates.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { weekOf } from '../../../shared/time/period.ts';
import { CalendarIcon } from '../../ui/icons.tsx';
import { showPastDate, usePastDates } from '../../widgets/past-dates.ts';
import { action, type Line, type Sources } from './line.ts';

export function useTypedDate(text: string, sources: Sources): Line | null {
  const read = usePastDates();
  return useMemo(() => {
    const found = text === '' ? undefined : read?.(text, sources.now, sources.state.time.weekStartsOn);
    return found ? dateLine(found, sources) : null;
  }, [read, text, sources]);
}

function dateLine({ day, isWeek }: PastDate, { state, now }: Sources): Line {
  const { day: today, weekStartsOn } = state.time;
  const week = weekOf(day, weekStartsOn);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const dayText = dayIn(isThisYear ? 'shortDay' : 'shortDayYear', dayBounds(day).from);
  return {
    ...action(
      'date',
      isWeek ? periodText(week, weekStartsOn, now) : dayText,
      CalendarIcon,
      () => showPastDate({ day, isWeek }),
      {
        movesFocus: true,
        isPassing: true,
      },
    ),
    verb: paletteMessages.verbs.open,
  };
}

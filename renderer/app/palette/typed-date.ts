/** A date typed into the palette: "12 Nov" shows its day in the Time tab, "week 45" its week in the timesheet. */
import { useEffect, useMemo, useState } from 'react';
import { dayIn } from '../../../shared/i18n/format-dates.ts';
import { periodText } from '../../../shared/i18n/format-period.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import type { PastDate, PastDateReader } from '../../../shared/quick-add/past-dates.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { weekOf } from '../../../shared/time/period.ts';
import { showColumn, showTab } from '../../state/navigation.ts';
import { showDay } from '../../state/shown-time.ts';
import { useRead } from '../../state/use-read.ts';
import { CalendarIcon } from '../../ui/icons.ts';
import { action, type Line, type Sources } from './line.ts';

export function useTypedDate(text: string, sources: Sources): Line | null {
  const read = useReader();
  return useMemo(() => {
    const found = text === '' ? undefined : read?.(text, sources.now, sources.state.time.weekStartsOn);
    return found ? dateLine(found, sources) : null;
  }, [read, text, sources]);
}

/** Loaded when the palette opens, because chrono-node is large; null until then. */
function useReader(): PastDateReader | null {
  const locale = useRead('quick-add.directory', {}).value?.locale;
  const [reader, setReader] = useState<PastDateReader | null>(null);
  useEffect(() => {
    if (locale === undefined) return;
    void import('../../../shared/quick-add/past-dates.ts')
      .then(({ loadPastDates }) => loadPastDates(locale))
      .then((loaded) => setReader(() => loaded));
  }, [locale]);
  return reader;
}

function dateLine({ day, isWeek }: PastDate, { state, now }: Sources): Line {
  const { day: today, weekStartsOn } = state.time;
  const week = weekOf(day, weekStartsOn);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const dayText = dayIn(isThisYear ? 'shortDay' : 'shortDayYear', dayBounds(day).from);
  const isNow = isWeek ? week.from <= today && today <= week.to : day === today;
  const run = () => {
    if (isWeek) showTab('week');
    else showColumn('time');
    showDay(isNow ? null : day);
  };
  return {
    ...action('date', isWeek ? periodText(week, weekStartsOn, now) : dayText, CalendarIcon, run, {
      movesFocus: true,
      isPassing: true,
    }),
    verb: paletteMessages.verbs.open,
  };
}

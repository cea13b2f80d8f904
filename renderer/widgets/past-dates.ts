/** Typed days and weeks until today, for the palette and the calendar. */
import { useEffect, useState } from 'react';
import type { PastDate, PastDateReader } from '../../shared/quick-add/past-dates.ts';
import { usePublished } from '../state/main-process.ts';
import { showTimesheet, showView } from '../state/navigation.ts';
import { showDay } from '../state/shown-time.ts';
import { useRead } from '../state/use-read.ts';

/** Loaded when it is needed, because chrono-node is large; null until then. */
export function usePastDates(): PastDateReader | null {
  const locale = useRead('quick-add.directory', {}).value?.locale;
  const [reader, setReader] = useState<PastDateReader | null>(null);
  useEffect(() => {
    if (locale === undefined) return;
    void import('../../shared/quick-add/past-dates.ts')
      .then(({ loadPastDates }) => loadPastDates(locale))
      .then((loaded) => setReader(() => loaded));
  }, [locale]);
  return reader;
}

/** Shows a day in the Time tab, or a week in the timesheet. */
export function showPastDate({ day, isWeek }: PastDate): void {
  if (isWeek) showTimesheet();
  else showView('time');
  showDay(day === usePublished.getState().state?.time.day ? null : day);
}

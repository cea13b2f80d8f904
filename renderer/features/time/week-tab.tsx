import { useShownTime } from '../../state/shown-time.ts';
import { Month } from './month.tsx';
import { Timesheet } from './timesheet/timesheet.tsx';

/** The week as a timesheet, or its month at a glance. */
export default function WeekTab() {
  const view = useShownTime(({ weekView }) => weekView);
  return view === 'month' ? <Month /> : <Timesheet />;
}

import { useShownTime } from '../../state/shown-time.ts';
import { Month } from './month.tsx';
import { Timesheet } from './timesheet/timesheet.tsx';

/** The week as a timesheet, or its month at a glance. */
export default function TimesheetTab() {
  const view = useShownTime(({ timesheetLayout }) => timesheetLayout);
  return view === 'month' ? <Month /> : <Timesheet />;
}

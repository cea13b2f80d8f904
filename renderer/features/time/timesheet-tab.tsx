import { useShownTime } from '../../state/shown-time.ts';
import { askView, useViewRequest } from '../../state/view-requests.ts';
import { Month } from './month.tsx';
import { Timesheet } from './timesheet/timesheet.tsx';

/** The week as a timesheet, or its month at a glance. */
export default function TimesheetTab() {
  const view = useShownTime(({ timesheetLayout }) => timesheetLayout);
  // A page over it was closed.
  useViewRequest('focus-list', () => {
    askView('focus-view', 'timesheet');
    return true;
  });
  return view === 'month' ? <Month /> : <Timesheet />;
}

import { type ReactNode, useRef } from 'react';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { dayAfter } from '../../../shared/time/day.ts';
import type { PeriodKind } from '../../../shared/time/period.ts';
import { showTab } from '../../state/navigation.ts';
import { setTimesheetLayout, showDay, useDayLayout, useShownTime } from '../../state/shown-time.ts';
import { askView, useViewRequest } from '../../state/view-requests.ts';
import { useColumns } from '../../state/window-columns.ts';
import { IconButton } from '../../ui/button.tsx';
import { BackIcon, RightIcon, ZoomInIcon, ZoomOutIcon } from '../../ui/icons.tsx';
import { Segments } from '../../ui/radio-group.tsx';
import { zoomed } from './day/hours.ts';
import styles from './view-bar.module.css';
import { setHourHeight, useTimeViews } from './view-state.ts';

const VIEWS = { time: ['list', 'day'], timesheet: ['week', 'month'] } as const;

/** List and Day, Week and Month. In a wide window the week is a tab of its own. */
export function TimeViews({ tab }: { tab: 'time' | 'timesheet' }) {
  const dayLayout = useDayLayout();
  const timesheetLayout = useShownTime(({ timesheetLayout }) => timesheetLayout);
  const shown = useColumns() > 1 ? VIEWS[tab] : [...VIEWS.time, ...VIEWS.timesheet];
  const options = shown.map((value) => ({ value, label: timePageMessages.views[value] }));
  const group = useRef<HTMLFieldSetElement>(null);
  useViewRequest('time-views', (asked) => {
    if (asked !== tab) return false;
    group.current?.querySelector<HTMLElement>(':checked')?.focus();
    return true;
  });
  const choose = (to: (typeof shown)[number]) => {
    if (to === 'list' || to === 'day') {
      showTab('time');
      useShownTime.setState({ dayLayout: to });
    } else {
      showTab('timesheet');
      setTimesheetLayout(to);
    }
    askView('time-views', to === 'list' || to === 'day' ? 'time' : 'timesheet');
  };
  return (
    <Segments
      ref={group}
      label={timePageMessages.views.label}
      options={options}
      value={tab === 'timesheet' ? timesheetLayout : dayLayout}
      onChange={choose}
    />
  );
}

/** The views of a tab, and what moves them. */
export const Bar = ({ tab, children }: { tab: 'time' | 'timesheet'; children: ReactNode }) => (
  <div className={styles.bar}>
    <TimeViews tab={tab} />
    {children}
  </div>
);

/** Shows the day `days` later, but none after today. */
export function showDayAfter(day: string, today: string, days: number): void {
  const to = dayAfter(day, days);
  showDay(to >= today ? null : to);
}

/** The views of the Time tab, the day before and after, and the zoom of the hours. */
export function ViewBar({ day, today }: { day: string; today: string }) {
  const view = useDayLayout();
  const hourHeight = useTimeViews(({ hourHeight }) => hourHeight);
  return (
    <Bar tab="time">
      <Turn kind="day" isLast={day >= today} onTurn={(by) => showDayAfter(day, today, by)} />
      <span className="grow" />
      {view === 'day' &&
        ([-1, 1] as const).map((by) => (
          <IconButton
            key={by}
            icon={by < 0 ? ZoomOutIcon : ZoomInIcon}
            className={styles.button}
            label={by < 0 ? timePageMessages.zoomOut : timePageMessages.zoomIn}
            disabled={zoomed(hourHeight, by) === hourHeight}
            onClick={() => setHourHeight(zoomed(hourHeight, by))}
          />
        ))}
    </Bar>
  );
}

interface Props {
  kind: 'day' | PeriodKind;
  onTurn: (by: -1 | 1) => void;
  /** It reaches to today: no time can be tracked after it. */
  isLast: boolean;
}

/** To the day or period before and after. */
export const Turn = ({ kind, onTurn, isLast }: Props) => (
  <span className={styles.turn}>
    <IconButton icon={BackIcon} label={timePageMessages.before[kind]} onClick={() => onTurn(-1)} />
    <IconButton icon={RightIcon} label={timePageMessages.after[kind]} disabled={isLast} onClick={() => onTurn(1)} />
  </span>
);

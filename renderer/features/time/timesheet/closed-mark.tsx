import type { ComponentProps } from 'react';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { shortDay } from '../../../../shared/i18n/format-dates.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import { lastWorkingDay } from '../../../../shared/time/working-days.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { openPage } from '../../../state/navigation.ts';
import { useRead } from '../../../state/use-read.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon, LockIcon, UnsentIcon, WarnIcon } from '../../../ui/icons.tsx';
import styles from './closed-mark.module.css';
import { signed } from './line-text.ts';
import type { Panel } from './timesheet.tsx';

export const useClosed = (weekStart: string) =>
  useAppState(({ timeRules }) => timeRules.closedWeeks.find((week) => week.weekStart === weekStart));

/** The last working day of the week, from which it can be closed; null if it has not begun or is closed. */
export function useClosesFrom(weekStart: string): string | null {
  const today = useAppState((state) => state.time.day);
  const rules = useAppState((state) => state.timeRules);
  const isClosed = useClosed(weekStart) !== undefined;
  return isClosed || weekStart > today ? null : lastWorkingDay(weekStart, rules);
}

interface CloseProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  weekStart: string;
}

/** Closes the week once its last working day has come. */
export function CloseButton({ weekStart, ...button }: CloseProps) {
  const today = useAppState((state) => state.time.day);
  const from = useClosesFrom(weekStart);
  if (from === null) return null;
  if (today < from)
    return (
      <span className="small muted">{timesheetPageMessages.closeFrom({ day: shortDay(dayBounds(from).from) })}</span>
    );
  return (
    <Button data-closes-week {...button}>
      {timesheetPageMessages.close}
    </Button>
  );
}

interface Props {
  weekStart: string;
  setPanel: (panel: Panel) => void;
}

/** Shows that the week is closed, how many entries are not sent, or by how much it has changed since. */
export function ClosedMark({ weekStart, setPanel }: Props) {
  const closed = useClosed(weekStart);
  const asked = closed === undefined ? null : { weekStart };
  const review = useRead('week.review', asked);
  const changes = useRead('week.compare', asked).value ?? [];
  if (closed === undefined) return null;
  const unsent = review.value?.unsent.length ?? 0;
  const change = changes.reduce((sum, { ms, wasMs }) => sum + ms - wasMs, 0);
  const isChanged = changes.length > 0;
  return (
    <span className={styles.mark} data-changed={isChanged || unsent > 0}>
      <Icon of={unsent > 0 ? UnsentIcon : isChanged ? WarnIcon : LockIcon} size={14} />
      <span>
        {unsent > 0
          ? timesheetPageMessages.closing.unsent({ count: unsent })
          : isChanged
            ? Math.abs(change) < MINUTE_MS
              ? timesheetPageMessages.comparing.title
              : timesheetPageMessages.sinceClosing({ difference: signed(change) })
            : timesheetPageMessages.closed({ day: shortDay(closed.closedAt) })}
      </span>
      {unsent > 0 && (
        <Button small kind="quiet" onClick={() => openPage({ name: 'outbox' })}>
          {timesheetPageMessages.closing.see}
        </Button>
      )}
      {isChanged && unsent === 0 && (
        <Button small kind="quiet" onClick={() => setPanel('comparing')}>
          {timesheetPageMessages.compare}
        </Button>
      )}
      <Button small kind="quiet" onClick={() => void send('week.reopen', { weekStart })}>
        {timesheetPageMessages.reopen}
      </Button>
    </span>
  );
}

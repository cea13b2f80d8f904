import { shortDay } from '../../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timesheetPageMessages } from '../../../../shared/i18n/generated/timesheet-page.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import { useRead } from '../../../state/use-read.ts';
import { ReadSection } from '../../../widgets/read-section.tsx';
import { showEntry } from '../show-entry.ts';
import styles from './comparing.module.css';
import { Panel } from './panel.tsx';

/** The changes in a week since it was closed. Each line opens the entries of its day. */
export function Comparing({ weekStart, onClose }: { weekStart: string; onClose: () => void }) {
  const changes = useRead('week.compare', { weekStart });
  const { comparing } = timesheetPageMessages;
  return (
    <Panel title={comparing.title} onClose={onClose}>
      <ReadSection of={changes}>
        {(cells) =>
          cells === null || cells.length === 0 ? (
            <p className={styles.none}>{comparing.none}</p>
          ) : (
            <ul>
              {cells.map(({ taskId, day, identifier, title, wasMs, ms }) => (
                <li key={`${taskId} ${day}`}>
                  <button type="button" className={styles.change} onClick={() => showEntry(null, day)}>
                    <span className="truncate">
                      <bdi>{title}</bdi>
                      <small>{comparing.of({ task: identifier, day: shortDay(dayBounds(day).from) })}</small>
                    </span>
                    <span className="tabular-numbers">
                      {comparing.was({ was: hoursMinutes(wasMs), is: hoursMinutes(ms) })}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </ReadSection>
    </Panel>
  );
}

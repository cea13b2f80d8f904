import { parseISO } from 'date-fns';
import { useEffect, useRef, useState } from 'react';
import type { Day } from '../../shared/dates/week-start.ts';
import { longDay, monthName, shortWeekday } from '../../shared/i18n/format-clock.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';

import { IconButton } from './button.tsx';
import styles from './calendar.module.css';
import { inMonth, isInMonth, monthWeeks, moveDay } from './calendar-month.ts';
import { classNames } from './class-names.ts';
import { BackIcon, RightIcon } from './icons.ts';

interface Props {
  /** The chosen day, `YYYY-MM-DD`; empty for none. */
  day: string;
  today: string;
  weekStartsOn: Day;
  onChoose: (day: string) => void;
}

/** A calendar month. The arrow keys move by day or week, Page Up and Page Down by month. */
export function Calendar({ day, today, weekStartsOn, onChoose }: Props) {
  const [at, setAt] = useState(day || today);
  const table = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  useEffect(() => {
    if (day !== '') setAt(day);
  }, [day]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows every move.
  useEffect(() => {
    if (byKey.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    byKey.current = false;
  }, [at]);

  const weeks = monthWeeks(at, weekStartsOn);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = moveDay(event.key, at, weekStartsOn);
    if (to === null) return;
    event.preventDefault();
    byKey.current = true;
    setAt(to);
  };
  return (
    <div className={styles.calendar}>
      <div className={styles.header}>
        <IconButton icon={BackIcon} label={taskPageMessages.earlierMonth} onClick={() => setAt(inMonth(at, -1))} />
        <span className="grow" aria-live="polite">
          {monthName(parseISO(at))}
        </span>
        <IconButton icon={RightIcon} label={taskPageMessages.laterMonth} onClick={() => setAt(inMonth(at, 1))} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a month is a grid of days, which the arrow keys walk through. */}
      <table role="grid" aria-label={monthName(parseISO(at))} ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col" abbr={shortWeekday(`${one}T12:00`)}>
                {shortWeekday(`${one}T12:00`).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the button in it is.
                // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid.
                <td key={one} role="gridcell" aria-selected={one === day}>
                  <button
                    type="button"
                    className={dayClass(one, at, day, today)}
                    tabIndex={one === at ? 0 : -1}
                    aria-label={longDay(`${one}T12:00`, parseISO(today))}
                    {...(one === today ? { 'aria-current': 'date' as const } : {})}
                    onClick={() => onChoose(one)}
                  >
                    {Number(one.slice(-2))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function dayClass(one: string, at: string, day: string, today: string): string {
  return classNames(
    styles.day,
    !isInMonth(one, at) && styles.outside,
    one === today && styles.today,
    one === day && styles.chosen,
  );
}

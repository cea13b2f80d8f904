import { parseISO } from 'date-fns';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Day } from '../../shared/dates/week-start.ts';
import { longDay, monthName, shortWeekday, weekday } from '../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../shared/i18n/generated/task-page.ts';
import { weekNumber } from '../../shared/time/period.ts';
import { IconButton } from './button.tsx';
import styles from './calendar.module.css';
import { inMonth, isInMonth, monthWeeks, moveDay } from './calendar-month.ts';
import { classNames } from './class-names.ts';
import { BackIcon, RightIcon } from './icons.tsx';

interface GridProps {
  className: string | undefined;
  weeks: readonly (readonly string[])[];
  /** The day of the Tab stop. */
  at: string;
  /** The chosen day, `YYYY-MM-DD`; empty for none. */
  day: string;
  today: string;
  weekStartsOn: Day;
  /** No later day can be reached or chosen. */
  max?: string | undefined;
  dayClass: (day: string) => string;
  /** The name of a day; by default its date. */
  nameOf?: ((day: string, date: string) => string) | undefined;
  /** A column before the days, and one after them. */
  lead?: EndColumn | false;
  tail?: EndColumn | false;
  onMove: (day: string) => void;
  onChoose: (day: string) => void;
  /** The day that the pointer or the focus is at; null for none. */
  onPoint?: ((day: string | null) => void) | undefined;
  /** The visible content of a day. */
  children: (day: string) => ReactNode;
}

interface EndColumn {
  title: string;
  of: (week: readonly string[]) => ReactNode;
}

/** The days of a month as a grid. The arrow keys move by day or week, Page Up and Page Down by month. */
export function DayGrid(props: GridProps) {
  const { className, weeks, at, day, today, weekStartsOn, max, dayClass, nameOf, lead, tail, children } = props;
  const { onMove, onChoose, onPoint } = props;
  const table = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows every move.
  useEffect(() => {
    if (byKey.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    byKey.current = false;
  }, [at]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = moveDay(event.key, at, weekStartsOn);
    if (to === null) return;
    event.preventDefault();
    byKey.current = true;
    onMove(max !== undefined && to > max ? max : to);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a month is a grid of days, which the arrow keys walk through.
    <table className={className} role="grid" aria-label={monthName(parseISO(at))} ref={table} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {lead && <th scope="col">{lead.title}</th>}
          {weeks[0]?.map((one) => (
            <th key={one} scope="col" abbr={shortWeekday(`${one}T12:00`)}>
              {tail ? weekday(`${one}T12:00`) : shortWeekday(`${one}T12:00`).slice(0, 2)}
            </th>
          ))}
          {tail && <th scope="col">{tail.title}</th>}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {lead && <th scope="row">{lead.of(week)}</th>}
            {week.map((one) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the button in it is.
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid.
              <td key={one} role="gridcell" aria-selected={one === day}>
                <button
                  type="button"
                  className={dayClass(one)}
                  tabIndex={one === at ? 0 : -1}
                  disabled={max !== undefined && one > max}
                  {...(one === today ? { 'aria-current': 'date' as const } : {})}
                  onClick={() => onChoose(one)}
                  onFocus={() => onPoint?.(one)}
                  onBlur={() => onPoint?.(null)}
                  onPointerEnter={() => onPoint?.(one)}
                  onPointerLeave={() => onPoint?.(null)}
                >
                  <span className="visually-hidden">
                    {(nameOf ?? usualName)(one, longDay(`${one}T12:00`, parseISO(today)))}
                  </span>
                  <span className={styles.shown} aria-hidden="true">
                    {children(one)}
                  </span>
                </button>
              </td>
            ))}
            {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid. */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: it has no action. */}
            {tail && <td role="gridcell">{tail.of(week)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const usualName = (_day: string, date: string): string => date;

type CalendarProps = Pick<GridProps, 'day' | 'today' | 'weekStartsOn' | 'max' | 'nameOf' | 'onChoose' | 'onPoint'> & {
  /** Calls the column of week numbers; without a name there is none. */
  weekTitle?: string;
  /** A mark below a day. */
  mark?: (day: string) => ReactNode;
  /** The month that is shown changed: one of its days. */
  onMonth?: (day: string) => void;
};

/** A calendar month with its turning buttons. */
export function Calendar({ weekTitle, mark, onMonth, ...props }: CalendarProps) {
  const { day, today, weekStartsOn, max } = props;
  const [at, setAt] = useState(day || today);
  useEffect(() => {
    if (day !== '') setAt(day);
  }, [day]);
  const move = (to: string) => {
    const reached = max !== undefined && to > max ? max : to;
    setAt(reached);
    onMonth?.(reached);
  };
  return (
    <div className={styles.calendar}>
      <div className={styles.header}>
        <IconButton icon={BackIcon} label={taskPageMessages.earlierMonth} onClick={() => move(inMonth(at, -1))} />
        <span className="grow" aria-live="polite">
          {monthName(parseISO(at))}
        </span>
        <IconButton
          icon={RightIcon}
          label={taskPageMessages.laterMonth}
          disabled={max !== undefined && isInMonth(max, at)}
          onClick={() => move(inMonth(at, 1))}
        />
      </div>
      <DayGrid
        {...props}
        className={classNames(mark && styles.marked)}
        weeks={monthWeeks(at, weekStartsOn)}
        at={at}
        onMove={move}
        dayClass={(one) => dayClass(one, at, day, today)}
        lead={
          weekTitle !== undefined && {
            title: weekTitle,
            of: ([first = at]) => <span className="faint">{weekNumber(first)}</span>,
          }
        }
      >
        {(one) => (
          <>
            {Number(one.slice(-2))}
            {mark?.(one)}
          </>
        )}
      </DayGrid>
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

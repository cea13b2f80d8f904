import { type ReactNode, useRef } from 'react';
import { hoursMinutes, longDay } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import { showDay } from '../../state/shown-time.ts';

interface Props<D extends { day: string; ms: number }> {
  /** The seven days of a week. */
  days: readonly D[];
  shown: string;
  today: string;
  className: string | undefined;
  dayClass: (day: D) => string;
  /** The name of a button; a usual one if missing. */
  nameOf?: (day: D, name: string) => string;
  /** The visible content of a day's button. */
  children: (day: D) => ReactNode;
}

/** The days of a week as buttons. One Tab stop; Left and Right move. Future days are disabled. */
export function DayButtons<D extends { day: string; ms: number }>(props: Props<D>) {
  const { days, shown, today, className, dayClass, nameOf = usualName, children } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  const stop = days.some(({ day }) => day === shown) ? shown : today;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move === undefined) return;
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
    event.preventDefault();
    buttons[buttons.indexOf(event.target as HTMLElement) + move]?.focus();
  };
  return (
    <fieldset className={className} ref={group} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{timePageMessages.weekBys.days}</legend>
      {days.map((one) => (
        <button
          type="button"
          key={one.day}
          className={dayClass(one)}
          disabled={one.day > today}
          tabIndex={one.day === stop ? 0 : -1}
          aria-pressed={one.day === shown}
          onClick={() => showDay(one.day === today ? null : one.day)}
        >
          <span className="visually-hidden">{nameOf(one, longDay(dayBounds(one.day).from, new Date()))}</span>
          {children(one)}
        </button>
      ))}
    </fieldset>
  );
}

const usualName = ({ ms }: { ms: number }, day: string): string =>
  ms > 0 ? timePageMessages.bar({ day, time: hoursMinutes(ms) }) : timePageMessages.barEmpty({ day });

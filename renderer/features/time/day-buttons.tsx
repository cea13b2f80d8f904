import { type ReactNode, useRef } from 'react';
import { hoursMinutes, longDay } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { dayBounds } from '../../../shared/time/day.ts';
import type { DayColumn, Timesheet } from '../../../shared/time/timesheet.ts';
import { useAppState } from '../../state/main-process.ts';
import { showDay } from '../../state/shown-time.ts';

interface Props {
  week: Timesheet;
  shown: string;
  className: string | undefined;
  dayClass: (day: DayColumn) => string;
  /** The name of a button; a usual one if missing. */
  nameOf?: (day: DayColumn, name: string) => string;
  /** The visible content of a day's button. */
  children: (day: DayColumn) => ReactNode;
}

/** The days of a week as buttons. One Tab stop; Left and Right move. Future days are disabled. */
export function DayButtons({ week: { days }, shown, className, dayClass, nameOf = usualName, children }: Props) {
  const today = useAppState((state) => state.time.day);
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

const usualName = ({ exact }: DayColumn, day: string): string =>
  exact > 0 ? timePageMessages.bar({ day, time: hoursMinutes(exact) }) : timePageMessages.barEmpty({ day });

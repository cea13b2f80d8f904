import { clock } from '../../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { localDay } from '../../../../shared/time/day.ts';
import { shownDuration } from '../../../../shared/time/shown-times.ts';
import { timeBetween } from '../../../../shared/time/typed-time.ts';
import { TimeForm } from './time-form.tsx';

/** Sets the time at which the running timer should have stopped. */
export function ExactStop({ startTime, onSet }: { startTime: string; onSet: (at: number) => void }) {
  const start = Date.parse(startTime);
  return (
    <TimeForm
      label={messages.timer.stopAtLabel}
      initial={clock(Date.now())}
      action={messages.timer.stopIt}
      read={(text, now, day) => timeBetween(text, start, now.getTime(), day)}
      since={localDay(start)}
      outside={messages.timer.beforeStart}
      description={(at) => hoursMinutes(shownDuration(start, at))}
      onSet={onSet}
    />
  );
}

import { hoursMinutes } from '../../electron/words/dates.ts';
import { localDay } from '../time/day.ts';
import { clock } from '../words/clock.ts';
import { words } from '../words/index.ts';
import { timeBetween } from './exact-time.ts';
import { TimeForm } from './time-form.tsx';

/** When the running timer really stopped. */
export function ExactStop({ startTime, onSet }: { startTime: string; onSet: (at: number) => void }) {
  const start = Date.parse(startTime);
  return (
    <TimeForm
      label={words.timer.stopAtLabel}
      initial={clock(Date.now())}
      action={words.timer.stopIt}
      read={(text, now, day) => timeBetween(text, start, now.getTime(), day)}
      since={localDay(start)}
      outside={words.timer.beforeStart}
      says={(at) => hoursMinutes(at - start)}
      onSet={onSet}
    />
  );
}

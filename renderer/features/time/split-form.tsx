import { clock, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { shownDuration } from '../../../shared/time/shown-times.ts';
import { timeBetween } from '../../../shared/time/typed-time.ts';
import { TimeForm } from './timer/time-form.tsx';

interface Props {
  start: number;
  /** null while the timer is running. */
  end: number | null;
  onSplit: (at: number) => void;
  onCancel?: () => void;
}

/** Asks where to split an entry; the default is its middle. */
export function SplitForm({ start, end, onSplit, onCancel }: Props) {
  const until = (now: number): number => end ?? now;
  return (
    <TimeForm
      label={messages.entry.splitAt}
      initial={clock((start + until(Date.now())) / 2)}
      action={messages.entry.splitIt}
      read={(text, now) => timeBetween(text, start, until(now.getTime()))}
      outside={messages.entry.splitOutside}
      description={(at, now) =>
        messages.entry.splitDescription({
          first: hoursMinutes(shownDuration(start, at)),
          second: hoursMinutes(shownDuration(at, until(now.getTime()))),
        })
      }
      onSet={onSplit}
      {...(onCancel && { onCancel })}
    />
  );
}

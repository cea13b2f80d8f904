import { hoursMinutes } from '../../electron/words/dates.ts';
import { timeBetween } from '../timer/exact-time.ts';
import { TimeForm } from '../timer/time-form.tsx';
import { clock } from '../words/clock.ts';
import { words } from '../words/index.ts';

interface Props {
  start: number;
  /** null: it runs. */
  end: number | null;
  onSplit: (at: number) => void;
  onCancel?: () => void;
}

/** Where one entry becomes two; in its middle unless said otherwise. */
export function SplitForm({ start, end, onSplit, onCancel }: Props) {
  const until = (now: number): number => end ?? now;
  return (
    <TimeForm
      label={words.entry.splitAt}
      initial={clock((start + until(Date.now())) / 2)}
      action={words.entry.splitIt}
      read={(text, now) => timeBetween(text, start, until(now.getTime()))}
      outside={words.entry.splitOutside}
      says={(at, now) => words.entry.splitSays(hoursMinutes(at - start), hoursMinutes(until(now.getTime()) - at))}
      onSet={onSplit}
      {...(onCancel && { onCancel })}
    />
  );
}

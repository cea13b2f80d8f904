import { clock } from '../../../../shared/i18n/format-clock.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { exactTime } from '../../../../shared/time/typed-time.ts';
import { TimeForm } from './time-form.tsx';

/** Edits the start of the running timer in place of the "Exact time…" item. */
export function ExactStart({ startTime, onSet }: { startTime: string; onSet: (at: number) => void }) {
  return (
    <TimeForm
      label={messages.timer.exactLabel}
      initial={clock(startTime)}
      action={messages.timer.set}
      read={exactTime}
      description={(at, now) => (new Date(at).getDate() === now.getDate() ? '' : messages.timer.yesterday)}
      onSet={onSet}
    />
  );
}

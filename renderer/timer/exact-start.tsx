import { type FormEvent, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { clock } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { exactTime } from './exact-time.ts';

const WRONG = { 'not-a-time': words.timer.notATime, future: words.timer.future };

/** In place of "Exact time…": a time of day. What it would mean stands under it before it is set. */
export function ExactStart({ startTime, onSet }: { startTime: string; onSet: (at: number) => void }) {
  const [text, setText] = useState(clock(startTime));
  const [tried, setTried] = useState(false);
  const id = useId();
  const now = new Date();
  const time = exactTime(text, now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('at' in time) onSet(time.at);
  };
  // While someone is still typing, half a time is no mistake; a time to come is one at once.
  const wrong = 'wrong' in time && (tried || time.wrong === 'future') ? WRONG[time.wrong] : null;
  const isYesterday = 'at' in time && new Date(time.at).getDate() !== now.getDate();
  return (
    <form className="exact" onSubmit={submit} noValidate>
      <label htmlFor={id}>{words.timer.exactLabel}</label>
      <div className="exact-line">
        <input
          id={id}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setTried(false);
          }}
          onFocus={(event) => event.target.select()}
          // biome-ignore lint/a11y/noAutofocus: it was just asked for.
          autoFocus
          autoComplete="off"
          maxLength={12}
          aria-invalid={wrong !== null}
          aria-describedby={`${id}-says`}
        />
        <Button small kind="primary" type="submit">
          {words.timer.set}
        </Button>
      </div>
      <p id={`${id}-says`} className={wrong === null ? undefined : 'wrong'} role="status">
        {wrong ?? (isYesterday ? words.timer.yesterday : '')}
      </p>
    </form>
  );
}

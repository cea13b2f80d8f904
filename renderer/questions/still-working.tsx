import { useId } from 'react';
import type { StillWorkingView } from '../../electron/bridge/contract.ts';
import { tell } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { SECOND, useNow } from '../ui/use-now.ts';
import { clock, clockOrDay } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { countdown } from './countdown.ts';

const text = words.stillWorking;

/** A timer that has run for long. Without an answer it stops, as of the last input or the moment of asking. */
export function StillWorking({ question }: { question: StillWorkingView }) {
  const { identifier, startTime, stopsAt: stopsAtInstant, countdownEndsAt } = question;
  const now = useNow(SECOND, countdownEndsAt);
  const titleId = useId();
  const left = Date.parse(countdownEndsAt) - now.getTime();
  const stopsAt = clock(stopsAtInstant);
  return (
    <section className="q" aria-labelledby={titleId}>
      <h2 id={titleId}>{text.title(identifier)}</h2>
      <p>{text.ran(clockOrDay(startTime, now), now.getTime() - Date.parse(startTime))}</p>
      <div className="acts">
        <Button kind="primary" onClick={() => void tell('still-working.answer', { answer: 'yes' })}>
          {text.yes}
        </Button>
        <Button onClick={() => void tell('still-working.answer', { answer: 'stop' })}>{text.stop(stopsAt)}</Button>
        <span className="q-left">
          {text.stops(stopsAt)}{' '}
          <b role="timer" aria-label={text.left}>
            {countdown(left)}
          </b>
        </span>
      </div>
    </section>
  );
}

import { useId } from 'react';
import type { StoppedTimerView } from '../../electron/bridge/contract.ts';
import { tell } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { MINUTE, useNow } from '../ui/use-now.ts';
import { clockOrDay } from '../words/clock.ts';
import { words } from '../words/en.ts';

const text = words.stoppedTimer;

/** A timer that was stopped while nobody was there to answer; it stays until somebody has. */
export function StoppedTimer({ timer }: { timer: StoppedTimerView }) {
  const now = useNow(MINUTE);
  const titleId = useId();
  const at = clockOrDay(timer.stoppedAt, now);
  return (
    <section className="q" aria-labelledby={titleId}>
      <h2 id={titleId}>{text.title(timer.identifier)}</h2>
      <p>{text.says(at)}</p>
      <div className="acts">
        <Button kind="primary" onClick={() => void tell('stopped-timer.answer', { answer: 'go-on' })}>
          {text.goOn(at)}
        </Button>
        <Button onClick={() => void tell('stopped-timer.answer', { answer: 'leave' })}>{text.leave}</Button>
      </div>
    </section>
  );
}

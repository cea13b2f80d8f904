import { useId } from 'react';
import type { StoppedTimerView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-clock.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import questionStyles from '../../ui/question.module.css';
import { useNow } from '../../ui/use-now.ts';

/** Reports a timer that was stopped because its question was not answered. Stays until it is dismissed. */
export function StoppedTimer({ timer }: { timer: StoppedTimerView }) {
  const now = useNow(MINUTE_MS);
  const titleId = useId();
  const at = clockOrDay(timer.stoppedAt, now);
  return (
    <section className={questionStyles.question} aria-labelledby={titleId}>
      <h2 id={titleId} className="lead">
        {messages.stoppedTimer.title({ identifier: timer.identifier })}
      </h2>
      <p>{messages.stoppedTimer.description({ at })}</p>
      <div className={questionStyles.actions}>
        <Button kind="primary" onClick={() => void send('stopped-timer.answer', { answer: 'go-on' })}>
          {messages.stoppedTimer.goOn({ at })}
        </Button>
        <Button onClick={() => void send('stopped-timer.answer', { answer: 'leave' })}>
          {messages.stoppedTimer.leave}
        </Button>
      </div>
    </section>
  );
}

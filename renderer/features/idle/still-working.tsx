import { useId } from 'react';
import type { StillWorkingView, StoppedTimerView } from '../../../shared/contract/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, minutesSeconds } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import questionStyles from '../../ui/question.module.css';
import { useNow } from '../../ui/use-now.ts';
import styles from './still-working.module.css';

/** Asks about a timer that has run for long. Unanswered, the timer stops as of the last input or of the question. */
export function StillWorking({ question }: { question: StillWorkingView }) {
  const { identifier, startTime, stopsAt: stopsAtInstant, countdownEndsAt } = question;
  const now = useNow(SECOND_MS, countdownEndsAt);
  const titleId = useId();
  const leftMs = Date.parse(countdownEndsAt) - now.getTime();
  const stopsAt = clock(stopsAtInstant);
  return (
    <section className={questionStyles.question} aria-labelledby={titleId}>
      <h2 id={titleId} className="lead">
        {messages.stillWorking.title({ identifier })}
      </h2>
      <p>
        {messages.stillWorking.ran({
          since: clockOrDay(startTime, now),
          duration: formatDuration(now.getTime() - Date.parse(startTime)),
        })}
      </p>
      <div className={questionStyles.actions}>
        <Button kind="primary" onClick={() => void send('still-working.answer', { answer: 'yes' })}>
          {messages.stillWorking.yes}
        </Button>
        <Button onClick={() => void send('still-working.answer', { answer: 'stop' })}>
          {messages.stillWorking.stop({ at: stopsAt })}
        </Button>
        <span className={styles.timeLeft}>
          {messages.stillWorking.stops({ at: stopsAt })}{' '}
          <b role="timer" aria-label={messages.stillWorking.left}>
            {minutesSeconds(leftMs)}
          </b>
        </span>
      </div>
    </section>
  );
}

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

import type { StillWorkingView, StoppedTimerView } from '../../../shared/contract/index.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, minutesSeconds } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { questionsMessages } from '../../../shared/i18n/generated/questions.ts';
import { send } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import questionStyles from '../../ui/question.module.css';
import { Question } from '../../ui/question.tsx';
import { useGuard } from '../../ui/use-guard.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './still-working.module.css';

/** Asks about a timer that has run for long. Unanswered, the timer stops as of the last input or of the question. */
export function StillWorking({ title, question }: { title: string; question: StillWorkingView }) {
  const { startTime, stopsAt: stopsAtInstant, countdownEndsAt } = question;
  const isGuarded = useGuard();
  const now = useNow(SECOND_MS, countdownEndsAt);
  const leftMs = Date.parse(countdownEndsAt) - now.getTime();
  const stopsAt = clock(stopsAtInstant);
  return (
    <Question title={title}>
      <p>
        {questionsMessages.stillWorking.ran({
          since: clockOrDay(startTime, now),
          duration: formatDuration(now.getTime() - Date.parse(startTime)),
        })}
      </p>
      <div className={questionStyles.actions}>
        <Button
          kind="primary"
          disabled={isGuarded}
          onClick={() => void send('still-working.answer', { answer: 'yes' })}
        >
          {questionsMessages.stillWorking.yes}
        </Button>
        <Button disabled={isGuarded} onClick={() => void send('still-working.answer', { answer: 'stop' })}>
          {questionsMessages.stillWorking.stop({ at: stopsAt })}
        </Button>
        <span className={styles.timeLeft}>
          {questionsMessages.stillWorking.stops({ at: stopsAt })}{' '}
          <b role="timer" aria-label={questionsMessages.stillWorking.left}>
            {minutesSeconds(leftMs)}
          </b>
        </span>
      </div>
    </Question>
  );
}

/** Reports a timer that was stopped because its question was not answered. Stays until it is dismissed. */
export function StoppedTimer({ title, timer }: { title: string; timer: StoppedTimerView }) {
  const now = useNow(MINUTE_MS);
  const at = clockOrDay(timer.stoppedAt, now);
  return (
    <Question title={title}>
      <p>{questionsMessages.stoppedTimer.description({ at })}</p>
      <div className={questionStyles.actions}>
        <Button kind="primary" onClick={() => void send('stopped-timer.answer', { answer: 'go-on' })}>
          {questionsMessages.stoppedTimer.goOn({ at })}
        </Button>
        <Button onClick={() => void send('stopped-timer.answer', { answer: 'leave' })}>
          {questionsMessages.stoppedTimer.leave}
        </Button>
      </div>
    </Question>
  );
}

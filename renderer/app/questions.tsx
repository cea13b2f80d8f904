import { words } from '../../shared/i18n/window-messages.ts';
import { Away } from '../features/idle/away-question.tsx';
import { StillWorking } from '../features/idle/still-working.tsx';
import { StoppedTimer } from '../features/idle/stopped-timer.tsx';
import { ClockBack, isAhead } from '../features/time/clock-set-back.tsx';
import { Link } from '../features/time/link-question.tsx';
import { Elsewhere } from '../features/time/remote-timer.tsx';
import { SECOND, useNow } from '../ui/use-now.ts';
import { useTold } from './state/store.ts';
import './questions.css';

/** What Punchcard asks, under the timer bar and over the list, which still works. One at a time: what cannot wait first. */
export function Questions() {
  const stillWorking = useTold((state) => state.stillWorking);
  const stopped = useTold((state) => state.stoppedTimer);
  const away = useTold((state) => state.away);
  const elsewhere = useTold((state) => state.elsewhere);
  const link = useTold((state) => state.linkQuestion);
  const running = useTold((state) => state.time.running);
  const now = useNow(running === null ? 0 : 5 * SECOND);
  const early = running !== null && isAhead(running, now) ? running : null;
  const [first] = elsewhere;
  const announced = link
    ? words.link[link.does](link.task.identifier)
    : stillWorking
      ? words.stillWorking.title(stillWorking.identifier)
      : stopped
        ? words.stoppedTimer.title(stopped.identifier)
        : away
          ? words.away.title(away.question.awayMs, away.question.to !== null)
          : early
            ? words.clockBack.title(early.task.identifier)
            : '';
  return (
    <>
      {link ? (
        <Link key={link.id} question={link} />
      ) : stillWorking ? (
        <StillWorking key={stillWorking.askedAt} question={stillWorking} />
      ) : stopped ? (
        <StoppedTimer key={stopped.entryId} timer={stopped} />
      ) : away ? (
        <Away key={away.question.id} question={away.question} more={away.more} />
      ) : early ? (
        <ClockBack key={early.id} entry={early} />
      ) : (
        first && <Elsewhere key={first.serverId} one={first} more={elsewhere.length - 1} />
      )}
      <span className="unseen" role="status">
        {announced}
      </span>
    </>
  );
}

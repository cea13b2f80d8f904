import { formatDuration } from '../../shared/i18n/format-durations.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { AwayQuestionCard } from '../features/idle/away-question.tsx';
import { StillWorking } from '../features/idle/still-working.tsx';
import { StoppedTimer } from '../features/idle/stopped-timer.tsx';
import { ClockSetBack, isAhead } from '../features/time/clock-set-back.tsx';
import { Link } from '../features/time/link-question.tsx';
import { RemoteTimer } from '../features/time/remote-timer.tsx';
import { SECOND, useNow } from '../ui/use-now.ts';
import { useAppState } from './state/store.ts';

/** Pending questions, shown one at a time between the timer bar and the list, the most urgent first. */
export function Questions() {
  const stillWorking = useAppState((state) => state.stillWorking);
  const stopped = useAppState((state) => state.stoppedTimer);
  const away = useAppState((state) => state.away);
  const remoteTimers = useAppState((state) => state.remoteTimers);
  const link = useAppState((state) => state.linkQuestion);
  const running = useAppState((state) => state.time.running);
  const now = useNow(running === null ? 0 : 5 * SECOND);
  const early = running !== null && isAhead(running, now) ? running : null;
  const [first] = remoteTimers;
  const announced = link
    ? messages.link[link.does]({ identifier: link.task.identifier })
    : stillWorking
      ? messages.stillWorking.title({ identifier: stillWorking.identifier })
      : stopped
        ? messages.stoppedTimer.title({ identifier: stopped.identifier })
        : away
          ? messages.away.title({ duration: formatDuration(away.question.awayMs), isBack: away.question.to !== null })
          : early
            ? messages.clockBack.title({ identifier: early.task.identifier })
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
        <AwayQuestionCard key={away.question.id} question={away.question} more={away.more} />
      ) : early ? (
        <ClockSetBack key={early.id} entry={early} />
      ) : (
        first && <RemoteTimer key={first.serverId} timer={first} more={remoteTimers.length - 1} />
      )}
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </>
  );
}

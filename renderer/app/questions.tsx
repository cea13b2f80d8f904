import { Suspense } from 'react';
import type { LinkQuestion } from '../../shared/contract/index.ts';
import { SECOND_MS } from '../../shared/dates/milliseconds.ts';
import { formatDuration } from '../../shared/i18n/format-durations.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { isAhead } from '../../shared/time/entry.ts';
import { useAppState } from '../state/main-process.ts';
import { lazyView } from '../ui/lazy-view.tsx';
import { useNow } from '../ui/use-now.ts';

export const QuestionCard = lazyView(() => import('./question-card.tsx'));

/** Pending questions, shown one at a time between the timer bar and the list, the most urgent first. */
export function Questions() {
  const stillWorking = useAppState((state) => state.stillWorking);
  const stopped = useAppState((state) => state.stoppedTimer);
  const away = useAppState((state) => state.away);
  const remoteTimers = useAppState((state) => state.remoteTimers);
  const link = useAppState((state) => state.linkQuestion);
  const assistant = useAppState((state) => state.assistantQuestion);
  const running = useAppState((state) => state.time.running);
  // Only to render again: its time is up to five seconds old, and a timer that started since is not ahead.
  useNow(running === null ? 0 : 5 * SECOND_MS);
  const early = running !== null && isAhead(running, new Date()) ? running : null;
  const announced = link
    ? linkTitle(link)
    : stillWorking
      ? messages.stillWorking.title({ identifier: stillWorking.identifier })
      : assistant
        ? messages.assistantAsks(assistant)
        : stopped
          ? messages.stoppedTimer.title({ identifier: stopped.identifier })
          : away
            ? messages.away.title({ duration: formatDuration(away.question.awayMs), isBack: away.question.to !== null })
            : early
              ? messages.clockBack.title({ identifier: early.task.identifier })
              : '';
  return (
    <>
      {(announced !== '' || remoteTimers.length > 0) && (
        <Suspense>
          <QuestionCard early={early} title={announced} />
        </Suspense>
      )}
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </>
  );
}

function linkTitle({ does, tasks: [task, another] }: Pick<LinkQuestion, 'does' | 'tasks'>): string {
  if (another !== undefined) return messages.link.which[does === 'start' ? 'start' : 'open'];
  return messages.link[does === 'stop' ? 'stop' : 'start']({ identifier: task?.identifier ?? '' });
}

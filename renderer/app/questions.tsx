import { Suspense, useState } from 'react';
import { SECOND_MS } from '../../shared/dates/milliseconds.ts';
import { isAhead } from '../../shared/time/entry.ts';
import { useAppState } from '../state/main-process.ts';
import { lazyView } from '../ui/lazy-view.tsx';
import { useNow } from '../ui/use-now.ts';

export const QuestionCard = lazyView(() => import('./question-card.tsx'));

/** Pending questions, shown one at a time between the timer bar and the list, the most urgent first. */
export function Questions() {
  const isAsked = useAppState((state) =>
    [
      state.linkQuestion,
      state.stillWorking,
      state.assistantQuestion,
      state.stoppedTimer,
      state.away,
      state.remoteTimers[0],
    ].some(Boolean),
  );
  const running = useAppState((state) => state.time.running);
  // Only to render again: its time is up to five seconds old, and a timer that started since is not ahead.
  useNow(running === null ? 0 : 5 * SECOND_MS);
  const early = running !== null && isAhead(running, new Date()) ? running : null;
  const [announced, announce] = useState('');
  return (
    <>
      {(isAsked || early) && (
        <Suspense>
          <QuestionCard early={early} announce={announce} />
        </Suspense>
      )}
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </>
  );
}

import { useState } from 'react';
import type { Answer, AppErrorView } from '../../../shared/contract/index.ts';
import { showError } from '../../app/state/store.ts';
import { EntryRefused } from './entry-refused.tsx';

/** Sets an end, having asked first where the entry would be very long: what to call, and the question while there is one. */
export function useConfirmLongEntry(
  send: (at: number, isLongMeant: boolean) => Promise<Answer<undefined>>,
  onDone: () => void,
) {
  const [asked, setAsked] = useState<{ at: number; problem: AppErrorView } | null>(null);
  const set = async (at: number, isLongMeant = false): Promise<void> => {
    const answer = await send(at, isLongMeant);
    if (!answer.ok && answer.problem.kind === 'needs-confirmation') {
      setAsked({ at, problem: answer.problem });
      return;
    }
    setAsked(null);
    onDone();
    if (!answer.ok) showError(answer.problem);
  };
  const question = asked && (
    <EntryRefused problem={asked.problem} keep={() => void set(asked.at, true)} correct={() => setAsked(null)} />
  );
  return { set, question };
}

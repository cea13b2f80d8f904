import { useState } from 'react';
import type { Answer, AppErrorView } from '../../../shared/contract/index.ts';
import { showError } from '../../app/state/store.ts';
import { EntryError } from './entry-error.tsx';

/** Sets the end of an entry, asking first if the entry gets very long. Returns the function and the question to render. */
export function useConfirmLongEntry(
  send: (at: number, allowLong: boolean) => Promise<Answer<undefined>>,
  onDone: () => void,
) {
  const [asked, setAsked] = useState<{ at: number; error: AppErrorView } | null>(null);
  const set = async (at: number, allowLong = false): Promise<void> => {
    const answer = await send(at, allowLong);
    if (!answer.ok && answer.error.kind === 'needs-confirmation') {
      setAsked({ at, error: answer.error });
      return;
    }
    setAsked(null);
    onDone();
    if (!answer.ok) showError(answer.error);
  };
  const question = asked && (
    <EntryError error={asked.error} keep={() => void set(asked.at, true)} correct={() => setAsked(null)} />
  );
  return { set, question };
}

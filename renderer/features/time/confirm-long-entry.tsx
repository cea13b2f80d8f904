import { useState } from 'react';
import type { Answer, AppErrorView } from '../../../shared/contract/index.ts';
import { showError } from '../../app/state/store.ts';
import { EntryError } from './entry-error.tsx';

/** Sets the end of an entry, asking first if the entry gets very long. Returns the function and the question to render. */
export function useConfirmLongEntry(
  send: (at: number, allowLong: boolean) => Promise<Answer<undefined>>,
  onDone: () => void,
) {
  const [pending, setPending] = useState<{ at: number; error: AppErrorView } | null>(null);
  const set = async (at: number, allowLong = false): Promise<void> => {
    const answer = await send(at, allowLong);
    if (!answer.ok && answer.error.kind === 'needs-confirmation') {
      setPending({ at, error: answer.error });
      return;
    }
    setPending(null);
    onDone();
    if (!answer.ok) showError(answer.error);
  };
  const question = pending && (
    <EntryError error={pending.error} keep={() => void set(pending.at, true)} correct={() => setPending(null)} />
  );
  return { set, question };
}

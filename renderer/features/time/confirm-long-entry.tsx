import { useState } from 'react';
import type { Answer, AppErrorView } from '../../../shared/contract/index.ts';
import { showError } from '../../state/notices.ts';
import { EntryError } from './entry-error.tsx';
import { type Confirmed, NOT_CONFIRMED } from './save-entry.ts';

/** Sets the end of an entry, asking first if the entry gets very long or its week is closed. Returns the function and the question to render. */
export function useConfirmLongEntry(
  send: (at: number, confirmed: Confirmed) => Promise<Answer<undefined>>,
  onDone: () => void,
) {
  const [pending, setPending] = useState<{ at: number; error: AppErrorView } | null>(null);
  const set = async (at: number, confirmed = NOT_CONFIRMED): Promise<void> => {
    const answer = await send(at, confirmed);
    if (!answer.ok && answer.error.kind === 'needs-confirmation') {
      setPending({ at, error: answer.error });
      return;
    }
    setPending(null);
    onDone();
    if (!answer.ok) showError(answer.error);
  };
  const question = pending && (
    <EntryError
      error={pending.error}
      keep={(confirmed) => void set(pending.at, confirmed)}
      correct={() => setPending(null)}
    />
  );
  return { set, question };
}

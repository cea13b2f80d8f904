import { useCallback, useEffect, useState } from 'react';
import type { AppErrorView, CommandName, Payload, Result } from '../../../shared/contract/index.ts';
import { request } from './store.ts';

export interface Read<T> {
  /** null until it was read for the first time, and where what was read is null. */
  value: T | null;
  isRead: boolean;
  error: AppErrorView | null;
  /** Asks once more; what is shown stays meanwhile. */
  load: () => void;
}

/** What a command gives, asked when it is drawn and whenever `again` is another one. Null as payload: not asked. */
export function useRead<N extends CommandName>(name: N, payload: Payload<N> | null, again = ''): Read<Result<N>> {
  const [read, setRead] = useState<Omit<Read<Result<N>>, 'load'>>({ value: null, isRead: false, error: null });
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(payload);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the payload by what it says; each attempt asks once more.
  useEffect(() => {
    if (payload === null) return;
    let gone = false;
    void request(name, payload).then((answer) => {
      if (gone) return;
      if (answer.ok) setRead({ value: answer.value, isRead: true, error: null });
      else setRead((was) => ({ ...was, error: answer.error }));
    });
    return () => {
      gone = true;
    };
  }, [name, key, attempt, again]);
  return { ...read, load: useCallback(() => setAttempt((attempts) => attempts + 1), []) };
}

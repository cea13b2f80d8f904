import { useCallback, useEffect, useState } from 'react';
import type { AppErrorView, CommandName, Payload, Result } from '../../shared/contract/index.ts';
import { request } from './main-process.ts';

export interface Read<T> {
  /** null until the first answer. */
  value: T | null;
  isRead: boolean;
  error: AppErrorView | null;
  /** Reads again; the old value stays meanwhile. */
  load: () => void;
}

/** The result of a command, sent on mount and whenever `refreshKey` changes. A null payload sends nothing. */
export function useRead<N extends CommandName>(name: N, payload: Payload<N> | null, refreshKey = ''): Read<Result<N>> {
  const [read, setRead] = useState<Omit<Read<Result<N>>, 'load'>>({ value: null, isRead: false, error: null });
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(payload);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the payload by value; each attempt reads again.
  useEffect(() => {
    if (payload === null) return;
    let isCancelled = false;
    void request(name, payload).then((answer) => {
      if (isCancelled) return;
      if (answer.ok) setRead({ value: answer.value, isRead: true, error: null });
      else setRead((was) => ({ ...was, error: answer.error }));
    });
    return () => {
      isCancelled = true;
    };
  }, [name, key, attempt, refreshKey]);
  return { ...read, load: useCallback(() => setAttempt((attempts) => attempts + 1), []) };
}

/** Typed events between features: synchronous, in the order in which listeners were added. */
import type { RunInBackground } from './run-in-background.ts';

export interface Events<E> {
  /** Gives the function that removes the listener. */
  on<N extends keyof E>(name: N, listener: (payload: E[N]) => void): () => void;
  emit<N extends keyof E>(name: N, ...payload: E[N] extends undefined ? [] : [E[N]]): void;
}

/** `run` calls each listener by itself, so that an error of one does not stop the others. */
export function createEvents<E>(run: RunInBackground): Events<E> {
  const listeners = new Map<keyof E, Set<(payload: never) => void>>();
  return {
    on(name, listener) {
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own.add(listener));
      return () => void own.delete(listener);
    },
    emit(name, ...[payload]) {
      for (const listener of listeners.get(name) ?? []) run(() => listener(payload as never));
    },
  };
}

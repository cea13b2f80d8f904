/** Sends changed slices of the state to the windows: each at most once a turn, and only if it differs. */
import type { State } from '../../shared/contract/index.ts';

export type Slices = { [K in keyof State]: () => State[K] };

export type Publisher = ReturnType<typeof createPublisher>;

/** `send` gets the slices that differ from what was last sent. */
export function createPublisher(slices: Slices, send: (changed: Partial<State>) => void) {
  const names = Object.keys(slices) as (keyof State)[];
  const last = new Map<keyof State, string>();
  const invalidated = new Set<keyof State>();
  let isScheduled = false;
  let isStopped = false;

  function flush(): void {
    isScheduled = false;
    if (isStopped) return;
    const changed: Partial<Record<keyof State, unknown>> = {};
    const failures: unknown[] = [];
    // Cleared first: a slice that is invalidated meanwhile is sent in the next turn.
    const names = [...invalidated];
    invalidated.clear();
    for (const name of names) {
      try {
        const value = slices[name]();
        const text = JSON.stringify(value);
        if (last.get(name) === text) continue;
        last.set(name, text);
        changed[name] = value;
      } catch (error) {
        // It is read again with the next change; the other slices of this turn are sent now.
        invalidated.add(name);
        failures.push(error);
      }
    }
    if (Object.keys(changed).length > 0) send(changed as Partial<State>);
    if (failures.length > 0) throw failures[0];
  }

  /** These slices may have changed. */
  function invalidate(...changed: (keyof State)[]): void {
    for (const name of changed) invalidated.add(name);
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(flush);
  }

  return {
    /** The whole state as it is now. */
    read: (): State => Object.fromEntries(names.map((name) => [name, slices[name]()])) as unknown as State,
    invalidate,
    /** Any slice may have changed. */
    invalidateAll: (): void => invalidate(...names),
    /** Sends nothing more: slices cannot be read once the database is closed. */
    stop(): void {
      isStopped = true;
    },
  };
}

/** Tells the windows what changed in the state: each part at most once a turn, and only if it really differs. */
import type { State } from '../../shared/contract/index.ts';

export type Parts = { [K in keyof State]: () => State[K] };

export interface Publisher {
  /** The whole state as it is now. */
  read(): State;
  /** A part may have changed. */
  touch(...parts: (keyof State)[]): void;
  /** Any part may have changed. */
  touchAll(): void;
  /** Nothing is told any more, nor looked at: what the parts read from may be closed. */
  stop(): void;
}

/** `send` gets the parts that differ from what was last sent. */
export function createPublisher(parts: Parts, send: (changed: Partial<State>) => void): Publisher {
  const names = Object.keys(parts) as (keyof State)[];
  const last = new Map<keyof State, string>();
  const touched = new Set<keyof State>();
  let isStopped = false;

  function flush(): void {
    if (isStopped) return;
    const changed: Partial<Record<keyof State, unknown>> = {};
    // Emptied first: what is touched meanwhile, or after a part that throws, begins a turn of its own.
    const names = [...touched];
    touched.clear();
    for (const name of names) {
      const value = parts[name]();
      const text = JSON.stringify(value);
      if (last.get(name) === text) continue;
      last.set(name, text);
      changed[name] = value;
    }
    if (Object.keys(changed).length > 0) send(changed as Partial<State>);
  }

  function touch(...changed: (keyof State)[]): void {
    if (touched.size === 0) queueMicrotask(flush);
    for (const name of changed) touched.add(name);
  }

  return {
    read: () => Object.fromEntries(names.map((name) => [name, parts[name]()])) as unknown as State,
    touch,
    touchAll: () => touch(...names),
    stop(): void {
      isStopped = true;
    },
  };
}

/** Receives the arguments of further starts while this one runs. */
import { app } from 'electron';

export interface SecondInstances {
  /** Passes on all starts, earlier ones first. */
  follow(onStart: (args: readonly string[]) => void): void;
}

/** Call early: the app may be started again, or by a menu action, while this start is still in progress. */
export function receiveSecondInstances(): SecondInstances {
  let onStart: ((args: readonly string[]) => void) | null = null;
  const waiting: (readonly string[])[] = [];
  app.on('second-instance', (_event, args) => {
    if (onStart === null) waiting.push(args);
    else onStart(args);
  });
  return {
    follow(listener) {
      onStart = listener;
      for (const args of waiting.splice(0)) listener(args);
    },
  };
}

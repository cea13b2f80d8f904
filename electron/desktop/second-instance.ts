/** Other starts of the program while this one runs, as their arguments. */
import { app } from 'electron';

export interface SecondInstances {
  /** From now on each is handed over, those that came before first. */
  follow(onStart: (args: readonly string[]) => void): void;
}

/** Somebody may start it again, or choose an action of its menu entry, while this start is still at work. */
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

/** What goes wrong where nobody waits for an answer is said in the window. */

import { createUnattended, type Unattended } from '../../shared/run-in-background.ts';
import { problemFrom } from '../service/app-error.ts';
import type { Ground } from './context.ts';
import type { Notices } from './toasts.ts';

export interface FailuresOptions {
  ground: Pick<Ground, 'monotonic' | 'whenFree'>;
  /** What people call the server. */
  server: () => string;
  say: Notices['say'];
  showWindow: () => void;
}

export interface Failures {
  unattended: Unattended;
  /** What a person asked for outside the window: the window opens if it could not be done. */
  act(work: () => unknown): Promise<void>;
}

export function composeFailures({ ground, server, say, showWindow }: FailuresOptions): Failures {
  function inWords(error: unknown): string {
    const { title, what } = problemFrom(error, server());
    return `${title}. ${what}`;
  }
  return {
    unattended: createUnattended(ground.monotonic, inWords, say),
    async act(work) {
      try {
        await ground.whenFree(work);
      } catch (error) {
        say(inWords(error));
        showWindow();
      }
    },
  };
}

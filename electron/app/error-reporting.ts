/** What goes wrong where nobody waits for an answer is said in the window. */

import { createRunInBackground, type RunInBackground } from '../../shared/run-in-background.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import type { AppContext } from './context.ts';
import type { Toasts } from './toasts.ts';

export interface ErrorReportingOptions {
  context: Pick<AppContext, 'monotonic' | 'whenFree'>;
  /** What people call the server. */
  server: () => string;
  say: Toasts['say'];
  showWindow: () => void;
}

export interface ErrorReporting {
  runInBackground: RunInBackground;
  /** What a person asked for outside the window: the window opens if it could not be done. */
  act(work: () => unknown): Promise<void>;
}

export function setUpErrorReporting({ context, server, say, showWindow }: ErrorReportingOptions): ErrorReporting {
  function inWords(error: unknown): string {
    const { title, explanation } = toAppErrorView(error, server());
    return `${title}. ${explanation}`;
  }
  return {
    runInBackground: createRunInBackground(context.monotonic, inWords, say),
    async act(work) {
      try {
        await context.whenFree(work);
      } catch (error) {
        say(inWords(error));
        showWindow();
      }
    },
  };
}

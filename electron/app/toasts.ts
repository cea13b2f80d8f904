/** The one sentence in the status line: shown for ten seconds, the newer one replacing the older. */
import type { ToastView } from '../../shared/contract/index.ts';
import { createRunInBackground, type RunInBackground } from '../../shared/run-in-background.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import type { AppContext } from './context.ts';

/** As long as an undo is possible (ms). */
const SHOWN_MS = 10_000;

export interface Toasts {
  view(): ToastView | null;
  say(text: string, undo?: ToastView['undo'], openTaskId?: string): void;
  clear(): void;
}

export function createToasts(now: () => number, onChange: () => void): Toasts {
  let notice: ToastView | null = null;
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;

  function set(next: ToastView | null): void {
    clearTimeout(timer);
    notice = next;
    if (next !== null) timer = setTimeout(set, SHOWN_MS, null);
    timer?.unref?.();
    onChange();
  }

  return {
    view: () => notice,
    say(text, undo = null, openTaskId) {
      lastId += 1;
      const until = new Date(now() + SHOWN_MS).toISOString();
      set({ id: lastId, text, until, undo, openTaskId: openTaskId ?? null });
    },
    clear: () => set(null),
  };
}

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

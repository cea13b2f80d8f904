/** The toast in the status line, and the errors of background work, which are shown there. */
import type { ToastView } from '../../shared/contract/index.ts';
import { TOAST_MS } from '../../shared/limits.ts';
import { createRunInBackground } from '../../shared/run-in-background.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import type { AppContext } from './context.ts';

export type Toasts = ReturnType<typeof createToasts>;

export function createToasts(now: () => number, onChange: () => void) {
  let toast: ToastView | null = null;
  let lastId = 0;
  let refusals: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  function set(next: ToastView | null): void {
    clearTimeout(timer);
    toast = next;
    if (next !== null) timer = setTimeout(set, TOAST_MS, null);
    timer?.unref?.();
    onChange();
  }

  function show(text: string, more: Partial<ToastView>): void {
    lastId += 1;
    const until = new Date(now() + TOAST_MS).toISOString();
    set({ undo: null, openTaskId: null, ...more, id: lastId, text, until });
  }

  return {
    view: (): ToastView | null => toast,
    /** Replaces the toast on screen. */
    show: (text: string, undo: ToastView['undo'] = null, openTaskId?: string, accountId?: string): void =>
      show(text, { undo, openTaskId: openTaskId ?? null, ...(accountId !== undefined && { accountId }) }),
    /** Says that the service refused a change. Several in a row are said together. */
    refuse(text: string): void {
      const isShown = toast !== null && toast.text === refusals.join(' ');
      refusals = isShown ? [...refusals, text] : [text];
      show(refusals.join(' '), {});
    },
    answer: (text: string, more: Partial<Pick<ToastView, 'undo' | 'redo' | 'page'>>): void => show(text, more),
    clear: (): void => set(null),
  };
}

export interface ErrorReportingOptions {
  context: Pick<AppContext, 'monotonic'>;
  /** The server's name in messages. */
  server: () => string;
  showToast: Toasts['show'];
  showWindow: () => void;
}

export type ErrorReporting = ReturnType<typeof createErrorReporting>;

export function createErrorReporting(options: ErrorReportingOptions) {
  const { context, server, showToast, showWindow } = options;

  function describe(error: unknown): string {
    const { title, explanation } = toAppErrorView(error, server());
    return `${title}. ${explanation}`;
  }

  return {
    runInBackground: createRunInBackground(context.monotonic, describe, showToast),
    /** Runs what a person requested outside the window, such as in the tray. An error opens the window. */
    async act(work: () => unknown): Promise<void> {
      try {
        await work();
      } catch (error) {
        showToast(describe(error));
        showWindow();
      }
    },
  };
}

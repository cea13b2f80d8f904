/** What this window says: errors of commands, its own toasts, and hints in the status line. */
import type { AppErrorView, ToastView } from '../../shared/contract/index.ts';
import { TOAST_MS } from '../../shared/limits.ts';
import { createViewState } from './view-state.ts';

interface ShownError extends AppErrorView {
  /** If the error is a question: sends the command again, confirmed. */
  confirm?: () => void;
}

interface Notices {
  /** The error of the last command; null after a success or dismissal. */
  error: ShownError | null;
  /** A toast of this window, as opposed to those from main. */
  toast: ToastView | null;
  /** Shown in the status line: what a drag would do, or what a question asks. */
  hint: string | null;
  /** The keys that work meanwhile, as pairs of key and effect. */
  hintKeys: readonly (readonly [string, string])[];
  /** The hint is about a question. */
  isHintAsking: boolean;
}

export const useNotices = createViewState<Notices>('notices', {
  error: null,
  toast: null,
  hint: null,
  hintKeys: [],
  isHintAsking: false,
});

const set = useNotices.setState;

export const showError = (error: ShownError): void => set({ error });

export const dismissError = (): void => set({ error: null });

export const showToast = (text: string): void => {
  const until = new Date(Date.now() + TOAST_MS).toISOString();
  set({ toast: { id: Date.now(), text, until, undo: null, openTaskId: null } });
};

export const setHint = (hint: string | null, hintKeys: Notices['hintKeys'] = [], isHintAsking = false): void =>
  set({ hint, hintKeys, isHintAsking });

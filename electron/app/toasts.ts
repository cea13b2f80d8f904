/** The one sentence in the status line: shown for ten seconds, the newer one replacing the older. */
import type { ToastView } from '../../shared/contract/index.ts';

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

/** The way from whatever changed to whoever shows it: the windows and the tray, which are made last. */
import type { Publisher } from '../ipc/publish.ts';

export type Invalidate = Publisher['touch'];

export interface StatePublisher {
  /** A part of the state may have changed. */
  touch: Invalidate;
  /** Any part may have changed. */
  touchAll(): void;
  /** Is there a publisher? */
  isHeard(): boolean;
  /** From now on this one is told. */
  tell(publisher: Publisher): void;
  /** Nobody is told any more. */
  hush(): void;
  /** Nor is anything looked at that was to be told. */
  stop(): void;
}

/** `refreshTray`: called once a turn, however many parts changed in it. */
export function createStatePublisher(refreshTray: () => void): StatePublisher {
  let publisher: Publisher | null = null;
  let isTrayStale = false;
  return {
    touch(...parts) {
      publisher?.touch(...parts);
      if (isTrayStale) return;
      isTrayStale = true;
      // At the end of the turn; by then the tray is made, too.
      queueMicrotask(() => {
        isTrayStale = false;
        refreshTray();
      });
    },
    touchAll: () => publisher?.touchAll(),
    isHeard: () => publisher !== null,
    tell(to) {
      publisher = to;
    },
    hush() {
      publisher = null;
    },
    stop: () => publisher?.stop(),
  };
}

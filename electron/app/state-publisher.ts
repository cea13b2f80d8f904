/** Passes changes of the state to the windows and the tray, which are made last. */
import type { Publisher } from '../ipc/publish.ts';

export interface StatePublisher {
  /** These slices may have changed. */
  invalidate: Publisher['invalidate'];
  /** Any slice may have changed. */
  invalidateAll(): void;
  isConnected(): boolean;
  connect(publisher: Publisher): void;
  disconnect(): void;
  /** Skips invalidated slices after shutdown. */
  stop(): void;
}

/** `refreshTray` is called once a turn, however many slices changed in it. */
export function createStatePublisher(refreshTray: () => void): StatePublisher {
  let publisher: Publisher | null = null;
  let isTrayStale = false;
  return {
    invalidate(...slices) {
      publisher?.invalidate(...slices);
      if (isTrayStale) return;
      isTrayStale = true;
      // The tray exists by the end of the turn.
      queueMicrotask(() => {
        isTrayStale = false;
        refreshTray();
      });
    },
    invalidateAll: () => publisher?.invalidateAll(),
    isConnected: () => publisher !== null,
    connect(to) {
      publisher = to;
    },
    disconnect() {
      publisher = null;
    },
    stop: () => publisher?.stop(),
  };
}

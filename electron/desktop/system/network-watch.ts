/** Detects that the network is back. Electron reports it to pages only, so it is polled, and only while something waits for it. */
import { net } from 'electron';

const POLL_MS = 3_000;

/** Calls `onBack` once each time the network returns. */
export function watchNetwork(isWaiting: () => boolean, onBack: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let wasGone = false;

  function check(): void {
    timer = undefined;
    const isOnline = net.isOnline();
    if (isOnline && wasGone) onBack();
    wasGone = !isOnline;
    wait();
  }

  /** Something could not be sent or asked for: checks the network until it is back. */
  function wait(): void {
    if (timer !== undefined || (!isWaiting() && !wasGone)) return;
    timer = setTimeout(check, POLL_MS);
    timer.unref?.();
  }

  return {
    wait,
    stop: (): void => clearTimeout(timer),
  };
}

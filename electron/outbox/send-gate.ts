/** Holds the account that sends, and the time until which sending is held. Times in ms. */
import type { Sender } from './write-kind.ts';

/** Longest wait that a server can impose. A later time means that the clock was set back. */
export const MAX_WAIT_MS = 3_600_000;

export type SendGate = ReturnType<typeof createSendGate>;

export function createSendGate(now: () => number) {
  let sender: Sender | null = null;
  let heldUntil = 0;
  let isHeldByService = false;

  /** Time until `time`; 0 or less if it has passed or the clock was set back. */
  function waitUntil(time: number): number {
    const wait = time - now();
    return wait > MAX_WAIT_MS ? 0 : wait;
  }

  return {
    sender: (): Sender | null => sender,
    setSender(to: Sender | null): void {
      sender = to;
    },
    waitUntil,
    heldUntil: (): number => heldUntil,
    /** A hold by the service can only be ended by a person. */
    hold(until: number, by: 'service' | 'failure'): void {
      heldUntil = until;
      isHeldByService = by === 'service';
    },
    release(): void {
      heldUntil = 0;
    },
    isHeld: (): boolean => waitUntil(heldUntil) > 0,
    isHeldByService: (): boolean => isHeldByService && waitUntil(heldUntil) > 0,
  };
}

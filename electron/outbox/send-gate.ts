/** Holds the session that sends for an account, and the time until which its sending is held. Times in ms. */
import { MAX_WAIT_MS } from '../service/rate-limit.ts';
import type { Sender } from './write-kind.ts';

export type SendGate = ReturnType<typeof createSendGate>;

export function createSendGate(steady: () => number) {
  let sender: Sender | null = null;
  let heldUntil = 0;
  let isHeldByService = false;

  /** Time until `time`; 0 or less if it has passed or the clock was set back. */
  function waitUntil(time: number): number {
    const wait = time - steady();
    return wait > MAX_WAIT_MS ? 0 : wait;
  }

  return {
    sender: (): Sender | null => sender,
    setSender(to: Sender | null): void {
      sender = to;
    },
    waitUntil,
    heldUntil: (): number => heldUntil,
    /** “Try now” ends a hold after failures, but not one that the service asked for. */
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

/** The line to the service: who sends on it, and until when nothing is sent at all. Times in ms. */
import type { Sender } from './write-kind.ts';

/** No wait is longer, whatever a server asks; a time further ahead is the work of a clock that was set back (ms). */
export const MAX_WAIT_MS = 3_600_000;

export type SendGate = ReturnType<typeof createSendGate>;

export function createSendGate(now: () => number) {
  let sender: Sender | null = null;
  /** The server cannot be reached, or asked us to wait. */
  let heldUntil = 0;
  /** The service itself said until when; then only a person may ask sooner. */
  let isHeldByService = false;

  /** Milliseconds until a time. One absurdly far ahead means that the clock was set back: then it counts as come. */
  function ahead(time: number): number {
    const wait = time - now();
    return wait > MAX_WAIT_MS ? 0 : wait;
  }

  return {
    sender: (): Sender | null => sender,
    /** null: nobody sends. */
    give(to: Sender | null): void {
      sender = to;
    },
    ahead,
    heldUntil: (): number => heldUntil,
    hold(until: number, by: 'the service' | 'circumstances'): void {
      heldUntil = until;
      isHeldByService = by === 'the service';
    },
    release(): void {
      heldUntil = 0;
    },
    isHeld: (): boolean => ahead(heldUntil) > 0,
    isHeldByService: (): boolean => isHeldByService && ahead(heldUntil) > 0,
  };
}

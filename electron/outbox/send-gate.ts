/** Who sends the writes, and until when nothing is sent. Times in ms. */
import type { Sender } from './write-kind.ts';

/** The longest wait, whatever a server asks for. A later time means that the clock was set back (ms). */
export const MAX_WAIT_MS = 3_600_000;

export type SendGate = ReturnType<typeof createSendGate>;

export function createSendGate(now: () => number) {
  let sender: Sender | null = null;
  let heldUntil = 0;
  let isHeldByService = false;

  /** Milliseconds until a time; 0 or less where it has passed, and where the clock was set back. */
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
    /** `by`: only a person may send before the time that the service asked for. */
    hold(until: number, by: 'service' | 'circumstances'): void {
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

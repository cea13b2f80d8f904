/** Sends due writes one after another, then sleeps until the next one is due. What an answer means is decided in outcomes.ts. */
import { MAX_WAIT_MS } from '../service/rate-limit.ts';
import type { Duplicates } from './duplicates.ts';
import type { Rows } from './rows.ts';
import type { SendGate } from './send-gate.ts';
import type { OutboxItem, Sender } from './write-kind.ts';

interface SendingOptions {
  rows: Pick<Rows, 'due' | 'next'>;
  sendGate: SendGate;
  /** Resolves when the write has ended or waits again. Throws if the disk fails. */
  deliver: (item: OutboxItem, sender: Sender) => Promise<void>;
  duplicates: Pick<Duplicates, 'endDue' | 'wait'>;
  /** Clock for delays. */
  steady: () => number;
}

/** Pause after a disk error (ms). */
const DISK_ERROR_PAUSE_MS = 5_000;

export function createSending({ rows, sendGate, deliver, duplicates, steady }: SendingOptions) {
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  /** The account that may send now; null while sending is held or closed. */
  const activeSender = (): Sender | null => (closed || sendGate.isHeld() ? null : sendGate.sender());

  function nextDue(): { item: OutboxItem; sender: Sender } | undefined {
    const sender = activeSender();
    const item = sender && rows.due(sender.accountId, steady(), steady() + MAX_WAIT_MS);
    return item ? { item, sender } : undefined;
  }

  function wake(): void {
    if (closed || sendGate.sender() === null || working !== null) return;
    clearTimeout(timer);
    working = work()
      .catch(pauseAfterDiskError)
      .then(() => {
        working = null;
        // A write may have become due after the last check.
        if (nextDue() === undefined && !isDuplicateCheckDue()) arm();
        else wake();
      })
      .catch(pauseAfterDiskError);
  }

  /** The current write stays `sending`, which is treated like `unknown`. */
  function pauseAfterDiskError(error: unknown): void {
    if (closed) return;
    console.error('The outbox pauses for 5 s:', error instanceof Error ? error.name : 'error');
    sendGate.hold(steady() + DISK_ERROR_PAUSE_MS, 'failure');
    clearTimeout(timer);
    timer = setTimeout(wake, DISK_ERROR_PAUSE_MS);
  }

  async function work(): Promise<void> {
    do {
      for (let next = nextDue(); next !== undefined; next = nextDue()) await deliver(next.item, next.sender);
    } while (await endDuplicates());
  }

  function isDuplicateCheckDue(): boolean {
    const sender = activeSender();
    return sender !== null && duplicates.wait(sender.accountId) === 0;
  }

  /** True if a write was added that removes a duplicate. */
  async function endDuplicates(): Promise<boolean> {
    const sender = activeSender();
    return sender !== null && duplicates.endDue(sender, () => !closed && sendGate.sender() === sender);
  }

  function arm(): void {
    const sender = sendGate.sender();
    if (closed || sender === null) return;
    clearTimeout(timer);
    const next = rows.next(sender.accountId);
    const waits = [next && sendGate.waitUntil(Date.parse(next.notBefore)), duplicates.wait(sender.accountId)];
    const first = Math.min(...waits.filter((wait) => wait !== undefined));
    if (first === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(wake, Math.max(0, sendGate.waitUntil(sendGate.heldUntil()), first));
  }

  return {
    wake,
    /** Cancels the timer; `wake` starts it again. */
    sleep: (): void => clearTimeout(timer),
    /** Resolves when no request is in progress. */
    async idle(): Promise<void> {
      while (working !== null) await working;
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}

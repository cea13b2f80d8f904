/** Sends what is due, one write after the other, then sleeps until the next is. One sender at a time. */

import type { Duplicates } from './duplicates.ts';
import type { Rows } from './rows.ts';
import { MAX_WAIT_MS, type SendGate } from './send-gate.ts';
import type { OutboxItem, Sender } from './write-kind.ts';

interface SendingOptions {
  rows: Pick<Rows, 'due' | 'next'>;
  line: SendGate;
  /** One write, to its end or until it waits again. Throws where the disk fails. */
  deliver: (item: OutboxItem, as: Sender) => Promise<void>;
  twins: Pick<Duplicates, 'lookForDue' | 'wait'>;
  now: () => number;
}

/** After the disk failed nothing goes for so long (ms). */
const REST_MS = 5_000;

export function createSending({ rows, line, deliver, twins, now }: SendingOptions) {
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function head(): { item: OutboxItem; as: Sender } | undefined {
    const as = line.sender();
    if (as === null || line.isHeld()) return undefined;
    const item = rows.due(as.accountId, now(), now() + MAX_WAIT_MS);
    return item && { item, as };
  }

  function wake(): void {
    if (closed || line.sender() === null || working !== null) return;
    clearTimeout(timer);
    working = work()
      .catch(rest)
      .then(() => {
        working = null;
        // Something became due, or a wait was ended, after the last look.
        if (head() === undefined && !isTwinDue()) arm();
        else wake();
      })
      .catch(rest);
  }

  /** The disk failed us: what is on its way stays `sending`, which counts as unknown, and nothing goes for a while. */
  function rest(error: unknown): void {
    if (closed) return;
    console.error('outbox stopped', error instanceof Error ? error.name : 'error');
    line.hold(now() + REST_MS, 'circumstances');
    clearTimeout(timer);
    timer = setTimeout(wake, REST_MS);
  }

  async function work(): Promise<void> {
    do {
      for (let next = head(); next !== undefined && !closed; next = head()) await deliver(next.item, next.as);
    } while (await lookForTwins());
  }

  function isTwinDue(): boolean {
    const as = line.sender();
    return as !== null && !closed && !line.isHeld() && twins.wait(as.accountId) === 0;
  }

  /** True where one was found, which is to be written to the service. */
  async function lookForTwins(): Promise<boolean> {
    const as = line.sender();
    if (as === null || closed || line.isHeld()) return false;
    return twins.lookForDue(as, () => !closed && line.sender() === as);
  }

  function arm(): void {
    const as = line.sender();
    if (closed || as === null) return;
    clearTimeout(timer);
    const next = rows.next(as.accountId);
    const waits = [next && line.ahead(Date.parse(next.notBefore)), twins.wait(as.accountId)];
    const first = Math.min(...waits.filter((wait) => wait !== undefined));
    if (first === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(wake, Math.max(0, line.ahead(line.heldUntil()), first));
  }

  return {
    wake,
    /** Sleeps until it is woken. */
    sleep: (): void => clearTimeout(timer),
    /** Resolves when nothing is on its way any more. */
    async idle(): Promise<void> {
      while (working !== null) await working;
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Sends what is due, one write after the other, then sleeps until the next is. One sender at a time. */
import { type Line, MAX_WAIT_MS } from './line.ts';
import type { Rows } from './rows.ts';
import type { OutboxItem, Sender } from './write.ts';

interface SendingOptions {
  rows: Pick<Rows, 'due' | 'next'>;
  line: Line;
  /** One write, to its end or until it waits again. Throws where the disk fails. */
  deliver: (item: OutboxItem, as: Sender) => Promise<void>;
  now: () => number;
}

/** After the disk failed nothing goes for so long (ms). */
const REST_MS = 5_000;

export function createSending({ rows, line, deliver, now }: SendingOptions) {
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
        if (head() === undefined) arm();
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
    for (let next = head(); next !== undefined && !closed; next = head()) await deliver(next.item, next.as);
  }

  function arm(): void {
    const as = line.sender();
    if (closed || as === null) return;
    clearTimeout(timer);
    const next = rows.next(as.accountId);
    if (next === undefined) return;
    const wait = Math.max(0, line.ahead(line.heldUntil()), line.ahead(Date.parse(next.notBefore)));
    timer = setTimeout(wake, wait);
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

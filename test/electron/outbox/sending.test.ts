/** When the queue looks for due writes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSendGate } from '../../../electron/outbox/send-gate.ts';
import { createSending } from '../../../electron/outbox/sending.ts';
import type { OutboxItem, Sender } from '../../../electron/outbox/write-kind.ts';
import { MINUTE, SECOND, T0 } from './machine.ts';

beforeEach(() => void vi.useFakeTimers({ now: T0 }));
afterEach(() => void vi.useRealTimers());

/** A queue with one write that is due. */
function queueOfOne() {
  const item = { id: 1, notBefore: new Date(T0).toISOString() } as OutboxItem;
  const queue = [item];
  const sendGate = createSendGate(Date.now);
  sendGate.setSender({ accountId: 'account-1' } as Sender);
  const rows = { due: vi.fn(() => queue[0]), next: vi.fn(() => queue[0]) };
  const deliver = vi.fn(async () => void queue.shift());
  const duplicates = { endDue: async () => false, wait: () => undefined };
  return { rows, deliver, sendGate, sending: createSending({ rows, sendGate, deliver, duplicates, steady: Date.now }) };
}

test('while sending is held, the queue sleeps until the hold ends', async () => {
  const { rows, deliver, sendGate, sending } = queueOfOne();
  sendGate.hold(T0 + MINUTE, 'failure');
  sending.wake();
  await vi.advanceTimersByTimeAsync(MINUTE - SECOND);
  expect(deliver).not.toHaveBeenCalled();
  expect(rows.next).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(deliver).toHaveBeenCalledOnce();
});

test('an empty queue sets no alarm', async () => {
  const { deliver, sending } = queueOfOne();
  sending.wake();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(deliver).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

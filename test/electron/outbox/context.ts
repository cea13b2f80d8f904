/** What the outbox tells a kind of write that is called directly. */
import { NOTHING_OBSERVED } from '../../../electron/outbox/observed-rounding.ts';
import type { WriteContext } from '../../../electron/outbox/write-kind.ts';

export const writeContext = (known: Partial<WriteContext> = {}): WriteContext => ({
  subject: 'subject',
  createdAt: '2026-11-18T09:00:00.000Z',
  serverId: undefined,
  seen: undefined,
  attempts: 0,
  isRepeated: false,
  isKnown: () => false,
  otherLostWrites: [],
  otherRejectedWrites: [],
  observedRounding: NOTHING_OBSERVED,
  ...known,
});

/** The outbox with every kind of write, and what it announces. */
import { createEvents, type Events } from '../../shared/events.ts';
import type { AccountService } from '../features/account/index.ts';
import type { FeatureContext } from '../features/context.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { OutboxItem } from '../outbox/write-kind.ts';
import type { ServiceError } from '../service/errors.ts';
import { WRITE_KINDS } from './write-kinds.ts';

export interface OutboxEvents {
  changed: undefined;
  /** The service has the write; `value` is its answer. */
  sent: { item: OutboxItem; value: unknown };
  /** A write waits for the person. `why`: in words. */
  needsAttention: { item: OutboxItem; why: string };
  /** The service rejected a write, and what it would have changed is put back. */
  rejected: { text: string; error: ServiceError };
}

/** `accept` is part of the transaction that takes the service's answer: where it throws, the write stays open. */
export function setUpOutbox(
  context: FeatureContext,
  account: AccountService,
  accept: (item: OutboxItem, value: unknown) => void,
): { outbox: Outbox; outboxEvents: Events<OutboxEvents> } {
  const outboxEvents = createEvents<OutboxEvents>(context.runInBackground);
  const outbox = createOutbox({
    database: context.database,
    kinds: WRITE_KINDS,
    now: context.now,
    monotonic: context.monotonic,
    random: Math.random,
    isCredentialDead: account.accounts.isCredentialDead,
    onChange: () => {
      context.invalidate('unsent', 'time', 'tasks', 'board', 'taskPage');
      outboxEvents.emit('changed');
    },
    onTaken: accept,
    onSent: (item, value) => outboxEvents.emit('sent', { item, value }),
    onNeedsYou: (item, why) => outboxEvents.emit('needsAttention', { item, why }),
    onRejected: (_, text, error) => outboxEvents.emit('rejected', { text, error }),
  });
  return { outbox, outboxEvents };
}

/** The outbox with every feature's kinds of write, and its events. */
import { createEvents, type Events } from '../../shared/events.ts';
import { type AccountPart, type AccountRegistry, nothing } from '../features/account/index.ts';
import { writeKinds as boardWrites } from '../features/board/index.ts';
import type { FeatureContext } from '../features/context.ts';
import { writeKinds as projectWrites } from '../features/projects/index.ts';
import { writeKinds as serverWrites } from '../features/server/index.ts';
import { writeKinds as taskWrites } from '../features/tasks/index.ts';
import { writeKinds as timeWrites } from '../features/time/index.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { OutboxItem } from '../outbox/write-kind.ts';
import type { AffectedData } from '../service/affected-data.ts';
import type { ServiceError } from '../service/errors.ts';

/** How long quitting and signing out wait for the last writes (ms). */
export const LAST_WRITES_MS = 3_000;

export const WRITE_KINDS = [...timeWrites, ...taskWrites, ...boardWrites, ...projectWrites, ...serverWrites];

export interface OutboxEvents {
  changed: undefined;
  /** The service has the write. `value`: its answer; `affected`: what the write makes stale. */
  sent: { item: OutboxItem; value: unknown; affected: AffectedData[] };
  /** A write waits for the person. `why`: the reason as a sentence. */
  needsAttention: { item: OutboxItem; why: string };
  /** The service rejected a write; the views show the old value again. */
  rejected: { item: OutboxItem; text: string; error: ServiceError };
}

/** `storeAnswer` runs in the transaction that stores the service's answer. If it throws, the write stays open. */
export function setUpOutbox(
  context: FeatureContext,
  { accounts }: Pick<AccountRegistry, 'accounts'>,
  storeAnswer: (item: OutboxItem, value: unknown) => void,
): {
  outbox: Outbox;
  outboxEvents: Events<OutboxEvents>;
  outboxPart: AccountPart;
  sendingPart: (accountId: string | undefined) => AccountPart;
} {
  const outboxEvents = createEvents<OutboxEvents>(context.runInBackground);
  const outbox = createOutbox({
    database: context.database,
    kinds: WRITE_KINDS,
    now: context.now,
    monotonic: context.monotonic,
    random: Math.random,
    isCredentialDead: accounts.isCredentialDead,
    onChange: () => {
      context.invalidate('accounts', 'outbox', 'time', 'tasks', 'board', 'taskPage');
      context.readAgain('outbox');
      outboxEvents.emit('changed');
    },
    onMarkedSent: storeAnswer,
    onSent: (item, value, affected) => outboxEvents.emit('sent', { item, value, affected }),
    onNeedsYou: (item, why) => outboxEvents.emit('needsAttention', { item, why }),
    onRejected: (item, text, error) => outboxEvents.emit('rejected', { item, text, error }),
  });
  const outboxPart: AccountPart = {
    load: nothing,
    start: nothing,
    resume: () => context.runInBackground(outbox.tryNow),
    transfer: outbox.transfer,
    stop: outbox.close,
  };
  /** Sends the writes of one account. */
  const sendingPart = (accountId: string | undefined): AccountPart => ({
    load() {
      if (accountId !== undefined) outbox.stopSending(accountId);
    },
    start({ account: { id, user }, server, client, confirm, rateLimit }) {
      outbox.startSending({ accountId: id, userId: user.id, server, client, confirm, rateLimit });
    },
    transfer: nothing,
    stop: nothing,
  });
  return { outbox, outboxEvents, outboxPart, sendingPart };
}

/**
 * The durable queue of writes to the service. A write is a row on disk before anybody is told that it is done, and it
 * leaves the queue only when the service surely has it.
 *
 *   waiting    surely not at the service
 *   sending    on its way (committed before the request leaves)
 *   unknown    sent, the answer lost: where the service can be read for it, it is adopted as soon as it is found there;
 *              it is sent again only when the lost one can hardly land any more, or it would be doubled, or undo a newer write
 *   needs-you  rejected for good; the service's words are kept
 *   sent       done
 *
 * Writes on the same subject keep their order; one that is rejected gives way to a newer one that says all it said. One that is
 * stuck never holds up another subject, but for those that stand after it: what is done with a task that is still to be made
 * waits for that; comments go on without one that is rejected. One sender at a time.
 */

import { messages } from '../../shared/i18n/main-messages.ts';
import { createSteadyClock } from '../store/clocks.ts';
import { type Database, transaction } from '../store/database.ts';
import { createAbandonedWrites } from './abandoned.ts';
import { createCompletions } from './completions.ts';
import { createDelivery, type DeliveryListeners, MAX_BACKOFF_MS } from './delivery.ts';
import { createDuplicates } from './duplicates.ts';
import { createOperations } from './operations.ts';
import { createRows } from './rows.ts';
import { createSendGate } from './send-gate.ts';
import { createSending } from './sending.ts';
import { createServerHabitsStore } from './server-habits.ts';
import { createServerIds } from './server-ids.ts';
import type { NewWrite, OutboxItem, Sender, WriteKind } from './write-kind.ts';

export interface OutboxOptions extends DeliveryListeners {
  database: Database;
  kinds: readonly WriteKind[];
  now: () => number;
  /** Milliseconds that only ever grow, whatever happens to the clock. */
  monotonic?: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
}

/** A write that was never tried waits no longer: for the grace of a timer, or until it can no longer be taken back (ms). */
const LONGEST_GRACE_MS = 15_000;
/** Writes that were sent are kept for so long (ms). */
const KEEP_SENT_MS = 30 * 24 * 3_600_000;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(options: OutboxOptions) {
  const { database, now, onChange, monotonic = () => performance.now() } = options;
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  const rows = createRows(database);
  const givenUp = createAbandonedWrites(database);
  const remote = createServerIds(database);
  const endings = createCompletions();
  // Every wait goes by it: `not_before` on disk is its time, and a wall clock that is set moves none.
  const steady = createSteadyClock(now, monotonic);
  /** A time of the wall clock, as it is now set. */
  const toSteady = (time: number): number => time - now() + steady();
  const line = createSendGate(steady);
  const subjects = createOperations({ rows, givenUp, remote, endings, kinds, now, steady });
  const habits = createServerHabitsStore(database);
  const twins = createDuplicates({ database, kinds, rows, remote, givenUp, subjects, habits, now: steady, monotonic });
  const deliver = createDelivery({
    ...options,
    now: steady,
    rows,
    remote,
    subjects,
    endings,
    line,
    kinds,
    habits,
    twins,
    monotonic,
  });
  const sending = createSending({ rows, line, deliver, twins, now: steady });
  rows.recover();
  // The wall clock may have been set back while the app was closed.
  rows.limitWaits(steady() + LONGEST_GRACE_MS, steady() + MAX_BACKOFF_MS);
  rows.purge(now() - KEEP_SENT_MS);

  return {
    // What a change does to the writes of its subject; `wake` after its transaction. Times are the wall clock's.
    add: (write: NewWrite, notBefore: number): number => subjects.add(write, toSteady(notBefore)),
    replace(
      subject: string,
      payload: unknown,
      notBefore: (kind: string) => number | undefined,
      accountId?: string,
    ): boolean {
      const steadily = (kind: string) => {
        const time = notBefore(kind);
        return time === undefined ? undefined : toSteady(time);
      };
      return subjects.replace(subject, payload, steadily, accountId);
    },
    takeBack: subjects.takeBack,
    forget: subjects.forget,

    // What is known of a subject.
    /** The service's id of it. */
    serverId: remote.serverId,
    /** Takes over something the service has already: from now on it is this subject. */
    remember: remote.remember,
    /** The subject of a write that the service calls so. */
    subjectOf: remote.subjectOf,
    isKnown: (accountId: string, serverId: string): boolean => remote.subjectOf(accountId, serverId) !== undefined,
    /** True where a write was given up that the service may have all the same. */
    isGivenUp: givenUp.has,
    /** True where a change was given up: the service has the subject as it was before. */
    isBehind: remote.isBehind,
    /** Of one kind: what has left and may be at the service under a name that is not known here. */
    inDoubt: givenUp.inDoubt,

    // What waits.
    openItem: rows.openById,
    openOf: rows.openOf,
    /** Those whose kind begins so, such as `task.`; the oldest first. */
    openOfKinds: rows.openOfKinds,
    list: (accountId: string, limit = 100): OutboxItem[] => rows.open(accountId, limit),
    count: rows.countOpen,
    describe(item: OutboxItem): string {
      const kind = kinds.get(item.kind);
      const payload = kind?.schema.safeParse(item.payload);
      return kind && payload?.success ? kind.describe(payload.data) : messages.outbox.unknownWrite;
    },
    /** The text that a person wrote in it, whole; undefined where there is none. */
    text(item: OutboxItem): string | undefined {
      const kind = kinds.get(item.kind);
      const payload = kind?.schema.safeParse(item.payload);
      return payload?.success ? kind?.text?.(payload.data) : undefined;
    },
    /** How a write ends, which may be days from now. */
    settled: endings.of,
    /** When a write is tried next by the wall clock, as things stand (ms); null where that is no question of time. */
    nextTry({ id, accountId, state, notBefore }: OutboxItem): number | null {
      const isWaiting = state === 'waiting' || state === 'unknown';
      if (!isWaiting || accountId !== line.sender()?.accountId || !rows.isFirst(id)) return null;
      const at = Math.max(Date.parse(notBefore), line.heldUntil());
      return (line.ahead(at) === 0 ? Math.min(at, steady()) : at) - steady() + now();
    },
    /** Sends nothing: nobody acts for that account. */
    isPaused: (accountId: string): boolean => line.sender()?.accountId !== accountId,
    /** True while nothing is sent because the service cannot be reached. */
    isHeld: line.isHeld,

    // Who sends, and when.
    wake: sending.wake,
    /** Stops sending; what waits, waits. */
    pause(): void {
      line.give(null);
      sending.sleep();
    },
    /** Sends as this account from now on. */
    resume(as: Sender): void {
      line.give(as);
      // Another server, or one that just answered.
      line.release();
      sending.wake();
    },
    /** Forgets all waiting times: the network is back. What the service itself asked to wait for stays. */
    tryNow(): void {
      const as = line.sender();
      if (as === null || line.isHeldByService()) return;
      line.release();
      rows.wakeFailed(as.accountId, steady());
      onChange();
      sending.wake();
    },
    /** Sends everything at once, also what still waits for its grace or for the person to take it back: the app is about to end. */
    flush(): void {
      const as = line.sender();
      if (as === null) return;
      line.release();
      rows.wakeWaiting(as.accountId, steady());
      sending.wake();
    },
    /** Resolves when nothing is on its way any more. */
    idle: sending.idle,
    close: sending.close,

    // What the person asks for.
    /** For one write or for all: at once, also what the service rejected before. */
    retry(id?: number): void {
      const as = line.sender();
      if (as === null) return;
      line.release();
      transaction(database, () => {
        if (id !== undefined) {
          rows.wakeOne(as.accountId, id, steady());
          return;
        }
        rows.wakeFailed(as.accountId, steady());
        rows.wakeRejected(as.accountId, steady());
      });
      onChange();
      sending.wake();
    },
    /**
     * Gives up one write that needs the person, and what follows it on the same subject. One that may be at the service all the
     * same is kept aside: should the subject change again, it is looked for first. It takes no sender.
     */
    remove(accountId: string, id: number): void {
      const item = rows.openById(id);
      if (item?.state !== 'needs-you' || item.accountId !== accountId) return;
      transaction(database, () => subjects.giveUp(item));
      onChange();
      sending.wake();
    },
  };
}

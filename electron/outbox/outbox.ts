/**
 * The durable queue of writes to the service. A write is on disk before the screen confirms it, and it stays in the queue until
 * the service has it or has finally rejected it (outcomes.ts), a newer write replaces it, or the person takes it back.
 *
 *   waiting    not sent, or rejected for now
 *   sending    request in progress (committed before the request)
 *   unknown    sent, but the answer was lost. The service is searched for the write. It is sent again only when the lost request is
 *              no longer likely to arrive, because a late arrival would duplicate it or undo a newer write
 *   needs-you  rejected, or a question. Only kinds whose content would be lost wait for the person after a rejection; others
 *              are removed, with a toast (`rejected`, write-kind.ts)
 *   sent       done
 *
 * Writes on one subject keep their order, and a newer write that describes the whole subject replaces a rejected one. A stuck write
 * blocks other subjects only if their writes depend on it, as a task's changes depend on its creation. Accounts send independently of
 * each other.
 */

import { DAY_MS } from '../../shared/dates/milliseconds.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { createSteadyClock } from '../store/clocks.ts';
import { type Database, rebuildIndexes, transaction } from '../store/database.ts';
import { createAbandonedWrites } from './abandoned.ts';
import { createAttemptLog } from './attempt-log.ts';
import { MAX_BACKOFF_MS } from './backoff.ts';
import { createDelivery } from './delivery.ts';
import { createDuplicates } from './duplicates.ts';
import { createObservedRoundingStore } from './observed-rounding.ts';
import { createOperations } from './operations.ts';
import type { DeliveryListeners } from './outcomes.ts';
import { createRows } from './rows.ts';
import { createSendGate } from './send-gate.ts';
import { createSending } from './sending.ts';
import { createServerIds } from './server-ids.ts';
import type { NewWrite, OutboxItem, QuestionAnswer, Sender, WriteKind, WriteQuestion } from './write-kind.ts';

export interface OutboxOptions extends DeliveryListeners {
  database: Database;
  kinds: readonly WriteKind[];
  now: () => number;
  /** Monotonic clock (ms). */
  monotonic?: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
}

/** Longest delay that a feature may ask for before the first attempt (ms). */
export const LONGEST_GRACE_MS = 15_000;
/** Age at which sent writes are deleted (ms). */
const KEEP_SENT_MS = 30 * DAY_MS;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(options: OutboxOptions) {
  const { database, now, onChange, monotonic = () => performance.now() } = options;
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  const urgentKinds = options.kinds.flatMap(({ kind, isUrgent }) => (isUrgent ? kind : []));
  const alone = options.kinds.flatMap(({ kind, waitsAlone }) => (waitsAlone ? kind : []));
  const rows = createRows(database, alone);
  const abandoned = createAbandonedWrites(database);
  const serverIds = createServerIds(database);
  // All delays use this clock, and `not_before` is its time, so that setting the wall clock does not change them.
  const steady = createSteadyClock(now, monotonic);
  /** Converts a time of the wall clock. */
  const toSteady = (time: number): number => time - now() + steady();
  const operations = createOperations({ rows, abandoned, serverIds, kinds, now, steady });
  const observedRounding = createObservedRoundingStore(database);
  const shared = {
    database,
    kinds,
    urgentKinds,
    rows,
    serverIds,
    operations,
    observedRounding,
    attemptLog: createAttemptLog(monotonic),
    steady,
    monotonic,
  };
  function questionOf({ kind: name, payload }: OutboxItem): WriteQuestion | undefined {
    const kind = kinds.get(name);
    const parsed = kind?.schema.safeParse(payload);
    return parsed?.success ? kind?.question?.(parsed.data) : undefined;
  }
  function ask(item: OutboxItem): void {
    const error = questionOf(item)?.text ?? messages.outbox.unclear;
    rows.setState(item, 'needs-you', { error });
    options.onNeedsYou?.(item, error);
  }
  const duplicates = createDuplicates({ ...shared, abandoned, ask });
  /** By account. */
  const lanes = new Map<string, ReturnType<typeof createLane>>();
  /** One for each account, so that an outage of its server, or a wait that it asks for, does not delay the others. */
  function createLane() {
    const sendGate = createSendGate(steady);
    const deliver = createDelivery({ ...options, ...shared, sendGate, duplicates });
    const deliverOrRepair: typeof deliver = (item, sender) =>
      deliver(item, sender).catch((error: unknown) => {
        rebuildIndexes(database, error);
        throw error;
      });
    return { sendGate, sending: createSending({ rows, sendGate, deliver: deliverOrRepair, duplicates, steady }) };
  }
  /** Lanes that have a session, of one account or of all. */
  const senders = (accountId?: string) =>
    [...lanes.values()].flatMap((lane) => {
      const sender = lane.sendGate.sender();
      return sender === null || (accountId !== undefined && sender.accountId !== accountId)
        ? []
        : [{ ...lane, sender }];
    });
  function wake(): void {
    for (const { sending } of lanes.values()) sending.wake();
  }
  rows.recover();
  // The wall clock may have been set back while the app was closed.
  rows.limitWaits(steady() + LONGEST_GRACE_MS, steady() + MAX_BACKOFF_MS);
  rows.purge(now() - KEEP_SENT_MS);

  return {
    // Changes of a subject's writes, inside the transaction of the change; call `wake` after it. Times are the wall clock's.
    add: (write: NewWrite, notBefore: number): number => operations.add(write, toSteady(notBefore)),
    replace(
      subject: string,
      payload: unknown,
      notBefore: (kind: string) => number | undefined,
      accountId?: string,
    ): boolean {
      const steadyNotBefore = (kind: string) => {
        const time = notBefore(kind);
        return time === undefined ? undefined : toSteady(time);
      };
      return operations.replace(subject, payload, steadyNotBefore, accountId);
    },
    takeBack: operations.takeBack,
    forget: operations.forget,
    /** Sets fields in the payloads of open writes that follow a subject. */
    setFieldsAfter: rows.setFieldsAfter,
    /** Moves an account's writes, abandoned writes and known ids; what its server was seen to round stays. */
    transfer(fromId: string, toId: string): void {
      for (const part of [rows, serverIds, abandoned]) part.transfer(fromId, toId);
    },
    /** Call after the transaction of `transfer`, which may fail: moves the checks, which are not on disk. */
    transferred: duplicates.transfer,

    // Subjects and their ids at the service.
    serverId: serverIds.serverId,
    seen: serverIds.seen,
    /** Links a subject to an existing record of the service. */
    remember: serverIds.remember,
    subjectOf: serverIds.subjectOf,
    isKnown: (accountId: string, serverId: string): boolean => serverIds.subjectOf(accountId, serverId) !== undefined,
    /** The subject has an abandoned write. */
    isAbandoned: abandoned.has,
    /** A change was abandoned, so the service has an older state of the subject. */
    isBehind: serverIds.isBehind,
    /** Writes of one kind that were sent and may be at the service. */
    uncertain: abandoned.uncertain,

    // Open writes.
    openItem: rows.openById,
    openOf: rows.openOf,
    /** Writes whose kind starts with a prefix such as `task.`, the oldest first. */
    openOfKinds: rows.openOfKinds,
    /** The oldest; -1 for all. */
    list: (accountId: string, limit = 100): OutboxItem[] => rows.open(accountId, limit),
    count: rows.countOpen,
    /** Rejected writes and questions, which wait for the person. */
    countNeeding: rows.countNeeding,
    describe(item: OutboxItem): string {
      const kind = kinds.get(item.kind);
      const payload = kind?.schema.safeParse(item.payload);
      return kind && payload?.success ? kind.describe(payload.data) : messages.outbox.unknownWrite;
    },
    /** The person's whole text in a write; undefined if there is none. */
    text(item: OutboxItem): string | undefined {
      const kind = kinds.get(item.kind);
      const payload = kind?.schema.safeParse(item.payload);
      return payload?.success ? kind?.text?.(payload.data) : undefined;
    },
    /** The question about a write that waits for the person. */
    question: (item: OutboxItem): WriteQuestion | undefined =>
      item.state === 'needs-you' ? questionOf(item) : undefined,
    /** Resolves when a write ends, which may take days. */
    settled: operations.settled,
    /** The time of the next attempt by the wall clock (ms); null if the write does not wait for a time. */
    nextTry({ id, accountId, state, notBefore }: OutboxItem): number | null {
      const isWaiting = state === 'waiting' || state === 'unknown';
      const sendGate = lanes.get(accountId)?.sendGate;
      if (!isWaiting || sendGate === undefined || sendGate.sender() === null || !rows.isFirst(id)) return null;
      const at = Math.max(Date.parse(notBefore), sendGate.heldUntil());
      return (sendGate.waitUntil(at) === 0 ? Math.min(at, steady()) : at) - steady() + now();
    },
    /** No session sends for that account. */
    isStopped: (accountId: string): boolean => lanes.get(accountId)?.sendGate.sender() == null,
    /** Sending is held, for an account or for any, because its service is unreachable or asked to wait. */
    isHeld: (accountId?: string): boolean => senders(accountId).some(({ sendGate }) => sendGate.isHeld()),

    // Sending.
    wake,
    /** Stops sending for an account, or for all. */
    stopSending(accountId?: string): void {
      for (const [id, { sendGate, sending }] of lanes) {
        if (accountId !== undefined && id !== accountId) continue;
        sendGate.setSender(null);
        sending.sleep();
      }
    },
    /** Starts sending for an account. */
    startSending(sender: Sender): void {
      const lane = lanes.get(sender.accountId) ?? createLane();
      lanes.set(sender.accountId, lane);
      lane.sendGate.setSender(sender);
      // The account may have another credential, or its server another address.
      lane.sendGate.release();
      lane.sending.wake();
    },
    /** Ends all delays after the network returned, except one that the service asked for. */
    tryNow(accountId?: string): void {
      for (const { sender, sendGate, sending } of senders(accountId)) {
        if (sendGate.isHeldByService()) continue;
        sendGate.release();
        rows.wakeFailed(sender.accountId, steady(), urgentKinds);
        if (rows.countOpen(sender.accountId) > 0) onChange();
        sending.wake();
      }
    },
    /** Sends everything at once, before quitting or signing out, including writes that could still be undone. */
    flush(accountId?: string): void {
      for (const { sender, sendGate, sending } of senders(accountId)) {
        sendGate.release();
        sender.rateLimit?.lift();
        rows.wakeWaiting(sender.accountId, steady());
        sending.wake();
      }
    },
    /** Resolves when no request is in progress, of one account or of all. */
    async idle(accountId?: string): Promise<void> {
      const asked = [...lanes].filter(([id]) => accountId === undefined || id === accountId);
      await Promise.all(asked.map(([, { sending }]) => sending.idle()));
    },
    close(): void {
      for (const { sending } of lanes.values()) sending.close();
    },

    // Commands of the person.
    /** Sends one write or all of them at once, including rejected ones. */
    retry(id?: number): void {
      for (const { sender, sendGate, sending } of senders(
        id === undefined ? undefined : rows.openById(id)?.accountId,
      )) {
        sendGate.release();
        sender.rateLimit?.lift();
        transaction(database, () => {
          if (id !== undefined) {
            rows.wakeOne(sender.accountId, id, steady());
            return;
          }
          rows.wakeFailed(sender.accountId, steady(), urgentKinds);
          rows.wakeNeeding(sender.accountId, steady());
        });
        onChange();
        sending.wake();
      }
    },
    /**
     * Answers the question about a write; no effect while none is shown, as the write may be about another record by then. It takes effect
     * with the next search or request. Works without a session.
     */
    answer(accountId: string, id: number, answer: QuestionAnswer): void {
      const item = rows.openById(id);
      const kind = kinds.get(item?.kind ?? '');
      if (item?.state !== 'needs-you' || item.accountId !== accountId || questionOf(item) === undefined) return;
      const payload = kind?.answer?.(kind.schema.parse(item.payload), answer);
      transaction(database, () => {
        if (payload === null) operations.remove(item.id);
        else rows.setPayload(item.id, payload);
        // What the service has is not this write, so that a newer one may replace it. Its own request may still arrive.
        if (answer === 'no') {
          const attempts = item.attempts + 1;
          rows.setState(item, item.state, { error: item.lastError, attempts, sendingSince: null });
        }
        rows.wakeOne(accountId, id, steady());
      });
      onChange();
      wake();
    },
    /**
     * Removes a write that needs the person, and the later ones on its subject. It is stored as abandoned if the service may have it.
     * Works without a session.
     */
    remove(accountId: string, id: number): void {
      const item = rows.openById(id);
      if (item?.state !== 'needs-you' || item.accountId !== accountId) return;
      transaction(database, () => operations.abandon(item));
      onChange();
      wake();
    },
    /** Removes all writes of a signed-out account, as `remove`. One that is being sent stays. */
    removeAll(accountId: string): void {
      transaction(database, () => {
        for (const item of rows.open(accountId, -1)) if (item.state !== 'sending') operations.abandon(item);
      });
      onChange();
    },
  };
}

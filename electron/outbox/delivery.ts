/**
 * One write on its way to the service: prepared, looked for where an earlier answer was lost, sent, and settled by what came
 * back. Each step is on disk before the next one.
 */

import { isDeepStrictEqual } from 'node:util';
import { toIsoInstant } from '../../shared/dates/instant.ts';
import { messages } from '../../shared/i18n/main-messages.ts';
import { serviceErrorText } from '../service/app-error.ts';
import { ServiceError } from '../service/errors.ts';

import { type Database, transaction } from '../store/database.ts';
import type { Completions } from './completions.ts';
import type { Duplicates } from './duplicates.ts';
import { carryOver, type Operations } from './operations.ts';
import { isGeneralRejection, isProxyRejection, rejectionText } from './rejection-text.ts';
import type { Change, Rows } from './rows.ts';
import { MAX_WAIT_MS, type SendGate } from './send-gate.ts';
import type { ServerHabitsStore } from './server-habits.ts';
import type { ServerIds } from './server-ids.ts';
import type { OutboxItem, OutboxState, Sender, SendResult, WriteKind } from './write-kind.ts';

/** Whoever is told how writes fare, and asked about the credential. */
export interface DeliveryListeners {
  /** After every change that can be seen. */
  onChange: () => void;
  /** After the service took a write. */
  onSent: (item: OutboxItem, value: unknown) => void;
  /** In the transaction that settles a write as sent: what else must be on disk with that. */
  onTaken?: (item: OutboxItem, value: unknown) => void;
  /** A write was rejected that is put back then (WriteKind.rejected): what that means, with the service's words. */
  onRejected?: (item: OutboxItem, sentence: string, error: ServiceError) => void;
  /** A write was rejected, and now waits for the person; `message`: why. */
  onNeedsYou?: (item: OutboxItem, message: string) => void;
  /** Asked after a 401: is the credential really dead? Where it is, sending stops until `resume`. */
  isCredentialDead: () => Promise<boolean>;
}

interface DeliveryOptions extends DeliveryListeners {
  database: Database;
  rows: Rows;
  remote: ServerIds;
  subjects: Pick<Operations, 'add' | 'takeAway'>;
  endings: Completions;
  line: SendGate;
  kinds: ReadonlyMap<string, WriteKind>;
  habits: Pick<ServerHabitsStore, 'learn'>;
  twins: Pick<Duplicates, 'watch' | 'surroundings'>;
  now: () => number;
  /** Milliseconds that only ever grow, whatever happens to the clock. */
  monotonic: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
}

const BACKOFF_MS = 5_000;
export const MAX_BACKOFF_MS = 300_000;
/** A lost write may still land after we gave up on its answer; only after this is it taken for absent (ms). */
export const LATE_LANDING_MS = 120_000;
/** How often it is looked for until then (ms). */
const LOOK_AGAIN_MS = 30_000;
/** So often something on the way may stop a write that the service itself would answer, before it needs the person. */
const MOST_STOPPED = 3;

/** Gives the function that delivers one write, as whom; it throws where the disk fails. */
export function createDelivery(options: DeliveryOptions) {
  const { database, rows, remote, subjects, endings, line, kinds, habits, twins, now, monotonic, random } = options;
  const { onChange, onSent, onTaken, onRejected, onNeedsYou, isCredentialDead } = options;

  /** When each write last left, or its answer was given up; one that left in an earlier run may have done so until this one began. */
  const leftAt = new Map<number, number>();
  const startedAt = monotonic();
  /** How often each write was stopped on the way while the service answered, and by what. */
  const stopped = new Map<number, { times: number; error: ServiceError }>();
  /** How often looking for it was. */
  const stoppedLooks = new Map<number, number>();

  async function deliver(item: OutboxItem, from: Sender): Promise<void> {
    const kind = kinds.get(item.kind);
    const payload = kind?.schema.safeParse(item.payload);
    if (kind === undefined || !payload?.success) {
      setState(item, 'needs-you', { error: messages.outbox.unreadable });
      return;
    }
    if (from.confirm !== undefined && !(await isConfirmed(from.confirm, item, from))) return;
    // One still `sending` here is one whose outcome could not be written down.
    if (item.state !== 'waiting') {
      const found = await look(item, kind, payload.data, from);
      // Whoever looked may be signed out by now, and somebody else in.
      if (found !== 'absent' || line.sender() !== from) return;
      const stop = stopped.get(item.id);
      if (stop !== undefined && stop.times >= MOST_STOPPED) {
        refuse(item, stop.error, true);
        return;
      }
    }
    const why = kind.invalid?.(payload.data);
    if (why !== undefined) {
      needYou(item, why, {});
      return;
    }
    if (item.state === 'waiting' && isBesideAlike(item, kind, payload.data)) {
      setState(item, 'waiting', { error: item.lastError, notBefore: now() + LOOK_AGAIN_MS });
      return;
    }
    const prepared = await prepare(item, kind, payload.data, from);
    if (prepared === undefined || line.sender() !== from) return;
    // Changed in this very moment: what leaves would be settled in the place of what is on disk by now.
    const { state, payload: kept } = rows.openById(item.id) ?? {};
    if (state !== item.state || !isDeepStrictEqual(kept, prepared === payload.data ? item.payload : prepared)) return;
    const serverId = remote.serverId(item.subject);
    const sent: OutboxItem = { ...item, payload: prepared, state: 'sending', sendingSince: toIsoInstant(now()) };
    setState(sent, 'sending', { error: item.lastError });
    leftAt.set(item.id, monotonic());
    let result: SendResult;
    try {
      result = await kind.send(prepared, from, serverId);
    } catch (error) {
      await fail(sent, error, error instanceof ServiceError && error.mayHaveActed ? 'unknown' : 'waiting', from);
      return;
    }
    finish(sent, result);
  }

  /** False where nobody knows yet whose the credential is, or the write is another one by now: it begins anew. */
  async function isConfirmed(confirm: () => Promise<void>, item: OutboxItem, from: Sender): Promise<boolean> {
    try {
      await confirm();
    } catch (error) {
      const state = item.state === 'waiting' ? 'waiting' : 'unknown';
      await fail({ ...item, state }, error, state, from);
      // It stands in the way of all the others as well.
      if (line.sender() === from && !line.isHeld()) line.hold(now() + BACKOFF_MS, 'circumstances');
      return false;
    }
    return line.sender() === from && isDeepStrictEqual(rows.openById(item.id), item);
  }

  /** A lost write may be at the service that this one could not be told from there: one of the two at a time. */
  function isBesideAlike(item: OutboxItem, kind: WriteKind, payload: unknown): boolean {
    if (kind.isAlike === undefined) return false;
    const { habits } = twins.surroundings(item);
    return rows
      .lost(item.accountId, item.kind)
      .some((lost) => lost.subject !== item.subject && kind.isAlike?.(payload, lost.payload, habits));
  }

  /**
   * The payload as it leaves, on disk before it does; undefined where that cannot be told now. The service is asked only before
   * it leaves for the first time: what it says after a lost answer would tell of the lost write, too.
   */
  async function prepare(item: OutboxItem, kind: WriteKind, payload: unknown, from: Sender): Promise<unknown> {
    if (item.state !== 'waiting') {
      const again = kind.again?.(payload);
      if (again !== undefined) rows.setPayload(item.id, again);
      return again ?? payload;
    }
    if (kind.prepare === undefined) return payload;
    try {
      const prepared = await kind.prepare(payload, from, item.attempts);
      const current = rows.openById(item.id);
      // Taken back, or changed, while the service was asked: it begins anew.
      if (current?.state !== 'waiting' || !isDeepStrictEqual(current.payload, item.payload)) return undefined;
      rows.setPayload(item.id, prepared);
      return prepared;
    } catch (error) {
      // What cannot be read now will not be readable later, and nothing was sent.
      if (error instanceof ServiceError && error.kind === 'malformed') {
        refuse({ ...item, attempts: item.attempts + 1 }, error, true);
      } else await fail(item, error, 'waiting', from);
      return undefined;
    }
  }

  /** Reads the service for a write whose answer was lost; settles the item unless it is surely absent. */
  async function look(
    item: OutboxItem,
    kind: WriteKind,
    payload: unknown,
    from: Sender,
  ): Promise<'absent' | 'settled'> {
    // As old as it was when the service was asked: what lands after that, the answer does not show.
    const age = monotonic() - (leftAt.get(item.id) ?? startedAt);
    let found: SendResult | 'unclear' | undefined;
    try {
      found = await kind.find(payload, from, twins.surroundings(item));
    } catch (error) {
      await fail({ ...item, state: 'unknown' }, error, 'unknown', from);
      return 'settled';
    }
    stoppedLooks.delete(item.id);
    if (found !== undefined && found !== 'unclear') {
      finish(item, found);
      return 'settled';
    }
    if (age >= LATE_LANDING_MS) {
      if (found === undefined) return 'absent';
      needYou(item, messages.outbox.unclear, {});
      return 'settled';
    }
    const notBefore = now() + Math.min(LATE_LANDING_MS - age, LOOK_AGAIN_MS);
    setState(item, 'unknown', { error: item.lastError, notBefore });
    return 'settled';
  }

  function finish(item: OutboxItem, result: SendResult): void {
    transaction(database, () => {
      if (result.serverId !== undefined) remote.remember(item.accountId, item.subject, result.serverId);
      rows.setState(item, 'sent', { error: null, attempts: item.attempts + 1, sendingSince: null });
      remote.setBehind(item.subject, false);
      const kind = kinds.get(item.kind);
      if (kind?.withoutSecrets !== undefined) {
        rows.setPayload(item.id, kind.withoutSecrets(kind.schema.parse(item.payload)));
      }
      if (result.habits) habits.learn(item.accountId, result.habits);
      const next = result.followUp;
      // Later writes on the subject carry its whole state, so a follow-up is needed only where there are none.
      if (next && rows.openOf(item.subject, item.accountId).length === 0) subjects.add({ ...item, ...next }, now());
      onTaken?.(item, result.value);
    });
    leftAt.delete(item.id);
    stopped.delete(item.id);
    twins.watch(item);
    line.release();
    onChange();
    onSent(item, result.value);
    endings.tell(item.id, { state: 'sent', value: result.value });
  }

  /** A send or a look failed. `then`: what the item is while nobody rejected it for good. */
  async function fail(item: OutboxItem, error: unknown, then: 'waiting' | 'unknown', from: Sender): Promise<void> {
    const attempts = item.attempts + 1;
    // A look that failed does not move the time of the send.
    const isLook = item.state === 'unknown';
    if (!isLook) leftAt.set(item.id, monotonic());
    if (!(error instanceof ServiceError)) {
      // A fault of our own: it will not get better by itself, and must not be lost.
      const { title, explanation } = messages.errors.internal(error instanceof Error ? error.message : String(error));
      needYou(item, `${title}. ${explanation}`, { attempts });
      return;
    }
    const isRejected = error.kind === 'rejected' && !error.isPassing;
    if (isRejected && error.status === 401) {
      const isDead = line.sender() === from && (await isCredentialDead());
      if (isDead || line.sender() !== from) {
        // Signed out, or somebody else acts by now: it goes with the next session of its account.
        setState(item, then, { attempts, error: messages.outbox.signedOut, notBefore: now() });
        if (line.sender() === from) line.give(null);
        return;
      }
    }
    const isStopped = isProxyRejection(error) && !(await isDoubtful(from));
    if (isStopped && isLook) stoppedLooks.set(item.id, (stoppedLooks.get(item.id) ?? 0) + 1);
    if (!isLook && !isStopped) stopped.delete(item.id);
    if (!isLook && isStopped) stopped.set(item.id, { times: (stopped.get(item.id)?.times ?? 0) + 1, error });
    const isFinal = isRejected && !error.mayHaveActed && !(error.status === 401 && (await isDoubtful(from)));
    // One that was stopped after it left is looked for once more first.
    const timesStopped = then === 'waiting' ? stopped.get(item.id)?.times : stoppedLooks.get(item.id);
    if (isFinal || (timesStopped ?? 0) >= MOST_STOPPED) {
      // A look that is rejected leaves open whether it is there, and so does an answer that proves nothing.
      // Unless what it belongs to was deleted: then it is not there either.
      refuse({ ...item, attempts }, error, then === 'waiting' || error.isGone);
      return;
    }
    const backoff = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** Math.min(item.attempts, 10)) * (0.5 + random() / 2);
    const notBefore = now() + Math.min(Math.max(error.retryAfterMs ?? 0, backoff), MAX_WAIT_MS);
    const sentence = isStopped || error.isUsedUp ? rejectionText(error) : serviceErrorText(error);
    setState(item, then, { attempts, error: sentence, notBefore, ...(!isLook && { sendingSince: now() }) });
    const isAskedToWait = error.retryAfterMs !== undefined;
    // What something on the way does to one write says nothing about the others.
    if (line.sender() === from && (isAskedToWait || (isGeneralRejection(error) && !isStopped))) {
      line.hold(notBefore, isAskedToWait ? 'the service' : 'circumstances');
    }
  }

  /** The write ends here, or waits for the person. `isSurelyAbsent`: it surely is not at the service. */
  function refuse(item: OutboxItem, error: ServiceError, isSurelyAbsent: boolean): void {
    const isAbsent = isSurelyAbsent || kinds.get(item.kind)?.readsFirst === true;
    const message = rejectionText(error);
    stopped.delete(item.id);
    stoppedLooks.delete(item.id);
    if (isAbsent && (giveWay(item, message) || putBack(item, message, error))) return;
    needYou(item, message, { attempts: item.attempts, ...(isAbsent && { sendingSince: null }) });
  }

  function needYou(item: OutboxItem, message: string, change: Omit<Change, 'error'>): void {
    setState(item, 'needs-you', { ...change, error: message });
    onNeedsYou?.(item, message);
    endings.tell(item.id, { state: 'rejected', message });
  }

  /**
   * True where a newer write on the subject says all that the rejected one said: that one goes in its manner and at its own time,
   * instead of waiting for ever behind what the service does not take.
   */
  function giveWay(item: OutboxItem, message: string): boolean {
    const kind = kinds.get(item.kind);
    const behind = rows.openOf(item.subject, item.accountId).slice(1);
    const newest = behind.pop();
    const payload = newest && kind?.replacedBy?.(newest.payload);
    if (newest === undefined || payload === undefined) return false;
    transaction(database, () => {
      for (const { id } of behind) subjects.takeAway(id);
      if (payload === null) subjects.takeAway(newest.id);
      else rows.retype(newest.id, item.kind, carryOver(kind, item.payload, payload));
      rows.remove(item.id);
    });
    leftAt.delete(item.id);
    onChange();
    endings.tell(item.id, { state: 'rejected', message });
    return true;
  }

  /** True where a rejection ends the write: it goes, and whoever shows it as done is told. */
  function putBack(item: OutboxItem, message: string, error: ServiceError): boolean {
    const kind = kinds.get(item.kind);
    const payload = kind?.schema.safeParse(item.payload);
    if (kind?.rejected === undefined || !payload?.success) return false;
    rows.remove(item.id);
    leftAt.delete(item.id);
    onChange();
    onRejected?.(item, `${kind.rejected(payload.data)}: ${message}`, error);
    endings.tell(item.id, { state: 'rejected', message });
    return true;
  }

  /** After a rejection that may not be the service's own, or not about the write: true unless the service says that it knows us, so that it is about the write itself. */
  async function isDoubtful({ client }: Sender): Promise<boolean> {
    return client.whoAmI().then(
      (user) => user === null,
      () => true,
    );
  }

  function setState(item: OutboxItem, state: OutboxState, change: Change): void {
    rows.setState(item, state, change);
    onChange();
  }

  return deliver;
}

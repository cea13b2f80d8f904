/**
 * Delivers one write. If an earlier answer was lost, first checks whether the service has the write; then prepares and sends it. Each
 * step is on disk before the next. A failure decides what comes next: another attempt after a back-off, a wait for the person, or
 * the end of the write.
 */
import { isDeepStrictEqual } from 'node:util';
import { toIsoInstant } from '../../shared/dates/instant.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { AffectedData } from '../service/affected-data.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import { ServiceError } from '../service/errors.ts';
import { MAX_WAIT_MS } from '../service/rate-limit.ts';
import { type Database, transaction } from '../store/database.ts';
import { BACKOFF_MS, backoffMs } from './backoff.ts';
import type { Duplicates } from './duplicates.ts';
import type { ObservedRoundingStore } from './observed-rounding.ts';
import { keepFields, type Operations } from './operations.ts';
import { isGeneralRejection, isProxyRejection, rejectionText } from './rejections.ts';
import type { Change, Rows } from './rows.ts';
import type { SendGate } from './send-gate.ts';
import type { ServerIds } from './server-ids.ts';
import {
  type Ask,
  type OutboxItem,
  type OutboxState,
  type Sender,
  type SendResult,
  type Together,
  type Unclear,
  type WriteKind,
  wasRequested,
} from './write-kind.ts';

export interface DeliveryListeners {
  /** Called after every visible change. */
  onChange: () => void;
  /** Called after the service accepted a write. `affected`: what the write makes stale. */
  onSent: (item: OutboxItem, value: unknown, affected: AffectedData[]) => void;
  /** Called inside the transaction that marks a write as sent. */
  onMarkedSent?: (item: OutboxItem, value: unknown) => void;
  /** Called after a rejection that ends a write (WriteKind.rejected); `sentence`: its effect and the reason. */
  onRejected?: (item: OutboxItem, sentence: string, error: ServiceError) => void;
  /** Called when a write needs the person; `message`: the reason. */
  onNeedsYou?: (item: OutboxItem, message: string) => void;
  /** Called after a 401. If it resolves to true, sending stops until `startSending`. */
  isCredentialDead: (accountId: string) => Promise<boolean>;
}

/** Writes that are sent in one request, and the value that they set. */
interface Group {
  together: Together;
  value: string | null;
  members: { item: OutboxItem; payload: unknown }[];
}

interface DeliveryOptions extends DeliveryListeners {
  database: Database;
  rows: Rows;
  serverIds: ServerIds;
  operations: Pick<Operations, 'add' | 'remove' | 'settle'>;
  sendGate: SendGate;
  kinds: ReadonlyMap<string, WriteKind>;
  /** Kinds that are sent first after an outage. */
  urgentKinds: readonly string[];
  observedRounding: Pick<ObservedRoundingStore, 'learn'>;
  duplicates: Pick<Duplicates, 'watch' | 'contextOf'>;
  attemptLog: ReturnType<typeof createAttemptLog>;
  /** Clock for delays. */
  steady: () => number;
  /** Monotonic clock (ms). */
  monotonic: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
}

/** A lost request may still reach the service this long after its timeout (ms). */
export const LATE_LANDING_MS = 120_000;
/** Interval between searches for a lost write until then (ms). */
const SEARCH_INTERVAL_MS = 30_000;
/** A discarded create is searched for this long (ms), because nothing would find a request that arrives after it was dropped. */
const DISCARDED_LANDING_MS = 600_000;
/** After this many further attempts to read an unreadable record before the request, a write needs the person. */
const MAX_MALFORMED_READS = 2;
/** After this many rejections by a proxy, a write needs the person. */
const MAX_PROXY_REJECTIONS = 3;
/** Writes that go into one request. */
const MAX_TOGETHER = 100;

const NO_REJECTION = { byProxy: undefined, rejectedSearches: 0, wasRejectedTogether: false };

interface Attempts {
  /** Monotonic time of the last request or its timeout (ms). Writes of an earlier run count from the start of this one. */
  sentAt: number;
  /** Rejections by a proxy while the service itself was reachable. */
  byProxy: { times: number; error: ServiceError } | undefined;
  /** How often a proxy rejected the search for the write. */
  rejectedSearches: number;
  /** The service rejected it together with others. */
  wasRejectedTogether: boolean;
}

/** What is known only in this run about the attempts to send each write, also after it moved to another account. */
export function createAttemptLog(monotonic: () => number) {
  const startedAt = monotonic();
  const known = new Map<number, Attempts>();
  return {
    of(id: number): Attempts {
      const found = known.get(id) ?? { sentAt: startedAt, ...NO_REJECTION };
      known.set(id, found);
      return found;
    },
    forget: (id: number): boolean => known.delete(id),
  };
}

/** Creates the function that delivers one write. It throws if the disk fails. */
export function createDelivery(options: DeliveryOptions) {
  const {
    database,
    rows,
    serverIds,
    operations,
    sendGate,
    kinds,
    urgentKinds,
    observedRounding,
    duplicates,
    attemptLog,
    steady,
    monotonic,
    random,
  } = options;
  const { onChange, onSent, onMarkedSent, onRejected, onNeedsYou, isCredentialDead } = options;

  /** A request failed because nothing got through; the next success ends the delays of all writes. */
  let isAfterOutage = false;

  async function deliver(item: OutboxItem, sender: Sender): Promise<void> {
    const kind = kinds.get(item.kind);
    const payload = kind?.schema.safeParse(item.payload);
    if (kind === undefined || !payload?.success) {
      setState(item, 'needs-you', { error: messages.outbox.unreadable });
      return;
    }
    if (sender.confirm !== undefined && !(await isConfirmed(sender.confirm, item, sender))) return;
    const group = item.state === 'waiting' ? groupOf(item, kind, payload.data) : undefined;
    if (group !== undefined) return deliverTogether(group, sender);
    // A write is still `sending` here if its outcome could not be stored. A rejected create may be at the service all the same.
    if (item.state !== 'waiting' || wasRequested(item, kinds)) {
      const found = await search(item, kind, payload.data, sender);
      // Another account may have signed in meanwhile.
      if (found !== 'absent' || sendGate.sender() !== sender) return;
      // A rejected create does not arrive any more, and a newer write may have made it unnecessary.
      if (item.state === 'waiting' && replaceByNewest(item, item.lastError ?? '')) return;
      const { byProxy } = attemptLog.of(item.id);
      if (byProxy !== undefined && byProxy.times >= MAX_PROXY_REJECTIONS) {
        reject(item, byProxy.error, sender, true);
        return;
      }
    }
    const why = kind.invalid?.(payload.data);
    if (why !== undefined) {
      needYou(item, why, {});
      return;
    }
    if (mustWaitForOther(item, kind, payload.data)) {
      setState(item, item.state, { error: item.lastError, notBefore: steady() + SEARCH_INTERVAL_MS });
      return;
    }
    const prepared = await prepare(item, kind, payload.data, sender);
    if (prepared === undefined || sendGate.sender() !== sender) return;
    // Nothing is left to send of a create that was discarded before its first request.
    const isFirst = item.state === 'waiting' && !wasRequested(item, kinds);
    if (isFirst && newestBehind(item)?.payload === null && replaceByNewest(item, item.lastError ?? '')) return;
    // The write changed meanwhile; the answer to the old payload must not settle the new one.
    const { state, payload: stored } = rows.openById(item.id) ?? {};
    if (state !== item.state || !isDeepStrictEqual(stored, prepared === payload.data ? item.payload : prepared)) return;
    const context = duplicates.contextOf(item);
    const sent: OutboxItem = { ...item, payload: prepared, state: 'sending', sendingSince: toIsoInstant(steady()) };
    setState(sent, 'sending', { error: item.lastError });
    attemptLog.of(item.id).sentAt = monotonic();
    let result: SendResult | Ask<unknown>;
    try {
      result = await kind.send(prepared, sender, context);
    } catch (error) {
      const mayHaveActed = error instanceof ServiceError && error.mayHaveActed;
      const wasRefused = error instanceof ServiceError && error.kind === 'rejected';
      // No request left the computer.
      if (error instanceof ServiceError && !mayHaveActed && !wasRefused) rows.setPayload(item.id, item.payload);
      await fail(sent, error, mayHaveActed ? 'unknown' : 'waiting', sender);
      return;
    }
    if ('ask' in result) ask(sent, result.ask);
    else finish(sent, result);
  }

  /** The write and others that set the same value elsewhere; undefined if it is sent alone. */
  function groupOf(item: OutboxItem, { together, schema }: WriteKind, payload: unknown): Group | undefined {
    const value = together?.value(payload);
    if (together === undefined || value === undefined || attemptLog.of(item.id).wasRejectedTogether) return undefined;
    const members = [{ item, payload }];
    for (const other of rows.dueLike(item, steady(), MAX_TOGETHER - 1)) {
      const parsed = schema.safeParse(other.payload);
      if (parsed.success && !attemptLog.of(other.id).wasRejectedTogether && together.value(parsed.data) === value)
        members.push({ item: other, payload: parsed.data });
    }
    return members.length > 1 ? { together, value, members } : undefined;
  }

  async function deliverTogether({ together, value, members }: Group, sender: Sender): Promise<void> {
    const sendingSince = toIsoInstant(steady());
    const sent = members.map(({ item }): OutboxItem => ({ ...item, state: 'sending', sendingSince }));
    transaction(database, () => {
      for (const item of sent) rows.setState(item, 'sending', { error: item.lastError });
    });
    onChange();
    for (const { id } of sent) attemptLog.of(id).sentAt = monotonic();
    const payloads = members.map(({ payload }) => payload);
    try {
      await together.send(payloads, value, sender);
    } catch (error) {
      const mayHaveActed = error instanceof ServiceError && error.mayHaveActed;
      const isRejected = error instanceof ServiceError && error.kind === 'rejected' && !error.isTransient;
      // Each is then sent alone. Some servers lack the route.
      const mustSplit = isRejected && (!mayHaveActed || error.isMissingRoute);
      for (const item of sent) {
        if (!mustSplit) await fail(item, error, mayHaveActed ? 'unknown' : 'waiting', sender);
        else {
          attemptLog.of(item.id).wasRejectedTogether = true;
          setState(item, 'waiting', { error: null, sendingSince: null });
        }
      }
      return;
    }
    for (const item of sent) finish(item, {});
  }

  /** False if the owner of the credential is not known yet, or the write changed meanwhile. */
  async function isConfirmed(confirm: () => Promise<void>, item: OutboxItem, sender: Sender): Promise<boolean> {
    try {
      await confirm();
    } catch (error) {
      const state = item.state === 'waiting' ? 'waiting' : 'unknown';
      await fail({ ...item, state }, error, state, sender);
      // No other write can be sent either.
      if (sendGate.sender() === sender && !sendGate.isHeld()) sendGate.hold(steady() + BACKOFF_MS, 'failure');
      return false;
    }
    return sendGate.sender() === sender && isDeepStrictEqual(rows.openById(item.id), item);
  }

  /** True while another create with the same `oneInDoubtPer` is in doubt. */
  function mustWaitForOther(item: OutboxItem, kind: WriteKind, payload: unknown): boolean {
    const group = kind.oneInDoubtPer?.(payload);
    if (kind.oneInDoubtPer === undefined) return false;
    return rows.unanswered(item.accountId, item.kind).some((other) => {
      const parsed = other.id < item.id || item.state === 'waiting' ? kind.schema.safeParse(other.payload) : undefined;
      return other.id !== item.id && parsed?.success && kind.oneInDoubtPer?.(parsed.data) === group;
    });
  }

  /** Stores and returns the payload to send; undefined if it cannot be prepared now, or need not be sent. */
  async function prepare(item: OutboxItem, kind: WriteKind, payload: unknown, sender: Sender): Promise<unknown> {
    if (kind.prepare === undefined) return payload;
    try {
      const prepared = await kind.prepare(payload, sender, duplicates.contextOf(item));
      const current = rows.openById(item.id);
      // The write was removed or changed meanwhile.
      if (current?.state !== item.state || !isDeepStrictEqual(current.payload, item.payload)) return undefined;
      if ('payload' in prepared) {
        rows.setPayload(item.id, prepared.payload);
        return prepared.payload;
      }
      if ('found' in prepared) finish(item, prepared.found);
      else if ('ask' in prepared) ask(item, prepared.ask);
      else leave(item, prepared);
      return undefined;
    } catch (error) {
      const state = item.state === 'waiting' ? 'waiting' : 'unknown';
      // One that would wait for the person is tried again first. Nothing was sent.
      const isLast = kind.rejected !== undefined || item.attempts >= MAX_MALFORMED_READS;
      if (error instanceof ServiceError && error.kind === 'malformed' && isLast) {
        const canEnd = state === 'waiting' || kind.rejected !== undefined;
        reject({ ...item, attempts: item.attempts + 1 }, error, sender, canEnd);
      } else await fail({ ...item, state }, error, state, sender);
      return undefined;
    }
  }

  /** Searches the service for a write whose answer was lost. */
  async function search(
    item: OutboxItem,
    kind: WriteKind,
    payload: unknown,
    sender: Sender,
  ): Promise<'absent' | 'settled'> {
    // Measured before the search, which does not show what arrives after it.
    const age = monotonic() - attemptLog.of(item.id).sentAt;
    const isWaiting = item.state === 'waiting';
    let found: SendResult | Ask<unknown> | Unclear<unknown> | 'unclear' | undefined;
    try {
      found = await kind.find(payload, sender, duplicates.contextOf(item));
    } catch (error) {
      const then = isWaiting ? 'waiting' : 'unknown';
      await fail({ ...item, state: then }, error, then, sender);
      return 'settled';
    }
    attemptLog.of(item.id).rejectedSearches = 0;
    // The write was removed, changed or answered meanwhile; what was found belongs to the old one.
    if (!isDeepStrictEqual(rows.openById(item.id), item)) return 'settled';
    if (found !== undefined && found !== 'unclear' && !('ask' in found || 'unclear' in found)) {
      finish(item, found);
      return 'settled';
    }
    // A rejected create was answered, so it does not arrive any more. Before a newer write ends it, an earlier request may have been lost.
    const behind = newestBehind(item);
    const isAnswered = isWaiting && (item.attempts <= 1 || behind === undefined);
    const latest = isWaiting && behind?.payload === null ? DISCARDED_LANDING_MS : LATE_LANDING_MS;
    if (age >= latest || isAnswered) {
      if (found === undefined) return 'absent';
      // A kind that is searched for even after a rejection can be sent all the same.
      if (found === 'unclear' && kind.wasRequested) leave(item, { unclear: item.payload });
      else if (found === 'unclear') needYou(item, messages.outbox.unclear, {});
      else if ('ask' in found) ask(item, found.ask);
      else leave(item, found);
      return 'settled';
    }
    const notBefore = steady() + Math.min(latest - age, SEARCH_INTERVAL_MS);
    setState(item, isWaiting ? 'waiting' : 'unknown', { error: item.lastError, notBefore });
    return 'settled';
  }

  /** The person compares, and sends it all the same or discards it. A kind that ends with a rejection ends. */
  function leave(item: OutboxItem, { unclear, why }: Unclear<unknown>): void {
    rows.setPayload(item.id, unclear);
    const text = why ?? messages.outbox.unclearEntry({ why: item.lastError ?? '' }).trim();
    if (why !== undefined && replaceByNewest(item, why)) return;
    if (kinds.get(item.kind)?.rejected === undefined) needYou(item, text, { sendingSince: null });
    else drop(item, text, text, new ServiceError({ kind: 'rejected', message: text }));
  }

  /**
   * Asks the person once a second reading, half a minute later, shows the same, because caches return old lists. The next search or
   * request finds the question answered.
   */
  function ask(item: OutboxItem, payload: unknown): void {
    const kind = kinds.get(item.kind);
    // A newer write has the version that the person is asked about.
    if (kind?.readsFirst && replaceByNewest(item, item.lastError ?? '')) return;
    const question = kind?.question?.(kind.schema.parse(payload));
    const asked = kind?.question?.(kind.schema.parse(rows.openById(item.id)?.payload));
    rows.setPayload(item.id, payload);
    const isUnsent = kind?.readsFirst === true || !wasRequested(item, kinds);
    if (question !== undefined && isDeepStrictEqual(question.theirs, asked?.theirs)) {
      needYou(item, question.text, { sendingSince: isUnsent ? null : steady() });
      return;
    }
    setState(item, isUnsent ? 'waiting' : 'unknown', {
      error: item.lastError,
      notBefore: steady() + SEARCH_INTERVAL_MS,
    });
  }

  function finish(item: OutboxItem, result: SendResult): void {
    const kind = kinds.get(item.kind);
    const affected = kind?.affects(kind.schema.parse(item.payload), { subject: item.subject, value: result.value });
    transaction(database, () => {
      if (result.serverId !== undefined) {
        serverIds.remember(item.accountId, item.subject, result.serverId, result.seen);
      } else if (result.seen !== undefined) serverIds.setSeen(item.subject, result.seen);
      rows.setState(item, 'sent', { error: null, attempts: item.attempts + 1, sendingSince: null });
      serverIds.setBehind(item.subject, false);
      if (kind?.keptAfterSending !== undefined) {
        rows.setPayload(item.id, kind.keptAfterSending(kind.schema.parse(item.payload)));
      }
      if (result.observedRounding) observedRounding.learn(item.accountId, result.observedRounding);
      onMarkedSent?.(item, result.value);
      const next = result.followUp;
      // A later write on the subject contains its whole state and makes the follow-up unnecessary.
      if (next && rows.openOf(item.subject, item.accountId).length === 0)
        operations.add({ ...item, ...next }, steady());
    });
    attemptLog.forget(item.id);
    duplicates.watch(item);
    sendGate.release();
    if (isAfterOutage) rows.wakeFailed(item.accountId, steady(), urgentKinds);
    isAfterOutage = false;
    onChange();
    onSent(item, result.value, affected ?? []);
    operations.settle(item.id, { state: 'sent', value: result.value });
  }

  /** Handles a failed request. `then`: the next state of the write unless the rejection is final. */
  async function fail(item: OutboxItem, error: unknown, then: 'waiting' | 'unknown', sender: Sender): Promise<void> {
    const attempts = item.attempts + 1;
    const isSearch = item.state === 'unknown' || (item.state === 'waiting' && wasRequested(item, kinds));
    const known = attemptLog.of(item.id);
    if (!isSearch) known.sentAt = monotonic();
    if (!(error instanceof ServiceError)) {
      // A bug in Punchcard: another attempt would fail too.
      const { title, explanation } = toAppErrorView(error, sender.server);
      needYou(item, `${title}. ${explanation}`, { attempts });
      return;
    }
    isAfterOutage ||= error.isOutage;
    const isRejected = error.kind === 'rejected' && !error.isTransient;
    if (isRejected && error.status === 401) {
      const isDead = sendGate.sender() === sender && (await isCredentialDead(sender.accountId));
      if (isDead || sendGate.sender() !== sender) {
        // The next session of the account sends it.
        setState(item, then, { attempts, error: messages.outbox.signedOut, notBefore: steady() });
        if (sendGate.sender() === sender) sendGate.setSender(null);
        return;
      }
    }
    const isByProxy = isProxyRejection(error) && (await isCredentialAccepted(sender));
    if (isByProxy && isSearch) known.rejectedSearches += 1;
    if (!isSearch) known.byProxy = isByProxy ? { times: (known.byProxy?.times ?? 0) + 1, error } : undefined;
    const isFinal = isRejected && !error.mayHaveActed && (error.status !== 401 || (await isCredentialAccepted(sender)));
    // A write that may have arrived is searched for once more first.
    const isUnsent = then === 'waiting' && !isSearch;
    const timesRejected = isUnsent ? (known.byProxy?.times ?? 0) : known.rejectedSearches;
    if (isFinal || timesRejected >= MAX_PROXY_REJECTIONS) {
      // If the parent record was deleted, the service does not have the write either.
      reject({ ...item, attempts }, error, sender, isUnsent || error.isGone);
      return;
    }
    const backoff = backoffMs(item.attempts, random());
    const notBefore = steady() + Math.min(Math.max(error.retryAfterMs ?? 0, backoff), MAX_WAIT_MS);
    const sentence = rejectionText(error, sender.server);
    setState(item, then, { attempts, error: sentence, notBefore, ...(!isSearch && { sendingSince: steady() }) });
    const hasRetryAfter = error.retryAfterMs !== undefined;
    // A proxy that rejects one write may accept the others.
    if (sendGate.sender() === sender && (hasRetryAfter || (isGeneralRejection(error) && !isByProxy))) {
      sendGate.hold(notBefore, hasRetryAfter ? 'service' : 'failure');
    }
  }

  /** Ends the write, or makes it wait for the person. `canEnd`: nothing more has to be searched for. */
  function reject(item: OutboxItem, error: ServiceError, { server }: Sender, canEnd: boolean): void {
    const isAbsent = canEnd || kinds.get(item.kind)?.readsFirst === true;
    const message = rejectionText(error, server);
    Object.assign(attemptLog.of(item.id), NO_REJECTION);
    // The search decides about a rejected create that a newer write would make unnecessary.
    if (isAbsent && item.state === 'sending' && wasRequested(item, kinds) && newestBehind(item) !== undefined) {
      setState(item, 'waiting', { attempts: item.attempts, error: message, notBefore: steady(), sendingSince: null });
      return;
    }
    if (isAbsent && (replaceByNewest(item, message) || endRejected(item, message, error))) return;
    needYou(item, message, { attempts: item.attempts, ...(isAbsent && { sendingSince: null }) });
  }

  function needYou(item: OutboxItem, message: string, change: Omit<Change, 'error'>): void {
    setState(item, 'needs-you', { ...change, error: message });
    onNeedsYou?.(item, message);
    operations.settle(item.id, { state: 'rejected', message });
  }

  /** The newest write of the subject if it describes the whole subject, and the payload that it has as this write's kind. */
  function newestBehind(item: OutboxItem): { newest: OutboxItem; payload: unknown } | undefined {
    const newest = rows.openOf(item.subject, item.accountId).slice(1).pop();
    const payload = newest && kinds.get(item.kind)?.replacedBy?.(newest.payload);
    return newest === undefined || payload === undefined ? undefined : { newest, payload };
  }

  /** True if a newer write describes the whole subject. That write then takes this one's kind and place, but keeps its own time. */
  function replaceByNewest(item: OutboxItem, message: string): boolean {
    const kind = kinds.get(item.kind);
    const behind = newestBehind(item);
    if (behind === undefined) return false;
    const { newest, payload } = behind;
    transaction(database, () => {
      for (const { id } of rows.openOf(item.subject, item.accountId).slice(1, -1)) operations.remove(id);
      if (payload === null) operations.remove(newest.id);
      else rows.retype(newest.id, item.kind, keepFields(kind, item.payload, payload));
      rows.remove(item.id);
    });
    attemptLog.forget(item.id);
    onChange();
    operations.settle(item.id, { state: 'rejected', message });
    return true;
  }

  /** True if the rejection ends a write of this kind. */
  function endRejected(item: OutboxItem, message: string, error: ServiceError): boolean {
    const kind = kinds.get(item.kind);
    const payload = kind?.schema.safeParse(item.payload);
    if (kind?.rejected === undefined || !payload?.success) return false;
    drop(item, message, `${kind.rejected(payload.data)}: ${message}`, error);
    return true;
  }

  function drop(item: OutboxItem, message: string, sentence: string, error: ServiceError): void {
    rows.remove(item.id);
    attemptLog.forget(item.id);
    onChange();
    onRejected?.(item, sentence, error);
    operations.settle(item.id, { state: 'rejected', message });
  }

  /** True if the service accepts the credential, so that a rejection was about the write itself or came from a proxy. */
  async function isCredentialAccepted({ client }: Sender): Promise<boolean> {
    return client.whoAmI().then(
      (user) => user !== null,
      () => false,
    );
  }

  function setState(item: OutboxItem, state: OutboxState, change: Change): void {
    rows.setState(item, state, change);
    onChange();
  }

  return deliver;
}

/**
 * Decides what becomes of a write after an answer or a failure: it is sent, is tried again after a back-off, waits for the person, gives
 * way to a newer write, or ends.
 */
import { isDeepStrictEqual } from 'node:util';
import { messages } from '../../shared/i18n/generated/main.ts';
import type { AffectedData } from '../service/affected-data.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import { ServiceError } from '../service/errors.ts';
import { MAX_WAIT_MS } from '../service/rate-limit.ts';
import { type Database, transaction } from '../store/database.ts';
import { type AttemptLog, NO_REJECTION } from './attempt-log.ts';
import { backoffMs } from './backoff.ts';
import type { Duplicates } from './duplicates.ts';
import type { ObservedRoundingStore } from './observed-rounding.ts';
import { keepFields, type Operations } from './operations.ts';
import { isGeneralRejection, isProxyRejection, rejectionText } from './rejection-kinds.ts';
import type { Change, Rows } from './rows.ts';
import type { SendGate } from './send-gate.ts';
import type { ServerIds } from './server-ids.ts';
import {
  type OutboxItem,
  type OutboxState,
  type Sender,
  type SendResult,
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

export interface DeliveryOptions extends DeliveryListeners {
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
  attemptLog: AttemptLog;
  /** Clock for delays. */
  steady: () => number;
  /** Monotonic clock (ms). */
  monotonic: () => number;
  /** 0 ≤ x < 1. */
  random: () => number;
}

/** Interval between searches for a lost write (ms). */
export const SEARCH_INTERVAL_MS = 30_000;
/** After this many rejections by a proxy, a write needs the person. */
export const MAX_PROXY_REJECTIONS = 3;

/** Its functions throw if the disk fails. */
export function createOutcomes(options: DeliveryOptions) {
  const { database, rows, serverIds, operations, sendGate, kinds, urgentKinds, observedRounding } = options;
  const { duplicates, attemptLog, steady, monotonic, random } = options;
  const { onChange, onSent, onMarkedSent, onRejected, onNeedsYou, isCredentialDead } = options;

  /** A request failed because nothing got through; the next success ends the delays of all writes. */
  let isAfterOutage = false;

  /**
   * The write waits for the person, who compares and then sends or discards it. One whose kind has `rejected` is dropped instead.
   */
  function leaveToPerson(item: OutboxItem, { unclear, why }: Unclear<unknown>): void {
    const text = why ?? messages.outbox.unclearEntry({ why: item.lastError ?? '' }).trim();
    if (why !== undefined && replaceByNewest(item, why)) return;
    if (kinds.get(item.kind)?.rejected !== undefined) {
      drop(item, text, text, new ServiceError({ kind: 'rejected', message: text }));
      return;
    }
    // One transaction: a payload stored without the state, on a full disk, would mean that the person decided to send it again.
    transaction(database, () => {
      rows.setPayload(item.id, unclear);
      rows.setState(item, 'needs-you', { sendingSince: null, error: text });
    });
    askPerson(item, text);
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
      // A later write on the subject contains its whole state and makes the follow-up unnecessary; onMarkedSent may have forgotten it.
      if (next && serverIds.has(item.subject) && rows.openOf(item.subject, item.accountId).length === 0)
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
    rows.setState(item, 'needs-you', { ...change, error: message });
    askPerson(item, message);
  }

  function askPerson(item: OutboxItem, message: string): void {
    onChange();
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

  return { finish, fail, reject, needYou, ask, leaveToPerson, newestBehind, replaceByNewest, setState };
}

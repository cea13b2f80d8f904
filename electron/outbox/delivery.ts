/**
 * Delivers one write. If an earlier answer was lost, first checks whether the service has the write; then prepares and sends it. Each
 * step is on disk before the next. What comes after an answer or a failure is decided in outcomes.ts.
 */
import { isDeepStrictEqual } from 'node:util';
import { toIsoInstant } from '../../shared/dates/instant.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { ServiceError } from '../service/errors.ts';
import { transaction } from '../store/database.ts';
import { BACKOFF_MS } from './backoff.ts';
import { createOutcomes, type DeliveryOptions, MAX_PROXY_REJECTIONS, SEARCH_INTERVAL_MS } from './outcomes.ts';
import {
  type Ask,
  type OutboxItem,
  type Sender,
  type SendResult,
  type Together,
  type Unclear,
  type WriteKind,
  wasRequested,
} from './write-kind.ts';

/** Writes that are sent in one request, and the value that they set. */
interface Group {
  together: Together;
  value: string | null;
  members: { item: OutboxItem; payload: unknown }[];
}

/** A lost request may still reach the service this long after its timeout (ms). */
export const LATE_LANDING_MS = 120_000;
/** A discarded create is searched for this long (ms), because nothing would find a request that arrives after it was dropped. */
const DISCARDED_LANDING_MS = 600_000;
/** After this many further attempts to read an unreadable record before the request, a write needs the person. */
const MAX_MALFORMED_READS = 2;
/** Writes that go into one request. */
const MAX_TOGETHER = 100;

/** Creates the function that delivers one write. It throws if the disk fails. */
export function createDelivery(options: DeliveryOptions) {
  const { database, rows, sendGate, kinds, duplicates, attemptLog, steady, monotonic, onChange } = options;
  const { finish, fail, reject, needYou, ask, leaveToPerson, newestBehind, replaceByNewest, setState } =
    createOutcomes(options);

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
      else leaveToPerson(item, prepared);
      return undefined;
    } catch (error) {
      const state = item.state === 'waiting' ? 'waiting' : 'unknown';
      const isMalformed = error instanceof ServiceError && error.kind === 'malformed';
      // One that would wait for the person is tried again first, and so is a mixed-up answer. Nothing was sent.
      const isFinal = kind.rejected !== undefined && isMalformed && !error.isOtherRecord;
      if (isMalformed && (isFinal || item.attempts >= MAX_MALFORMED_READS)) {
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
      if (found === 'unclear' && kind.wasRequested) leaveToPerson(item, { unclear: item.payload });
      else if (found === 'unclear') needYou(item, messages.outbox.unclear, {});
      else if ('ask' in found) ask(item, found.ask);
      else leaveToPerson(item, found);
      return 'settled';
    }
    // Stored in whole milliseconds: a part of one would be due at once, and the search repeated until it is over.
    const notBefore = steady() + Math.min(Math.ceil(latest - age), SEARCH_INTERVAL_MS);
    setState(item, isWaiting ? 'waiting' : 'unknown', { error: item.lastError, notBefore });
    return 'settled';
  }

  return deliver;
}

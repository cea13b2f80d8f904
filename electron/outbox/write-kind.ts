/**
 * Types: a row of the queue, the behaviour of a kind of write, and the outcomes of a write. `needs-you`: it was rejected, or only the
 * person can tell (`Ask`, `Unclear`). Lost or unanswered: the service may have it, because it is `sending`, `unknown`, or `needs-you` with
 * a `sendingSince`. Uncertain: lost or rejected.
 */
import type { z } from 'zod';
import type { AffectedData } from '../service/affected-data.ts';
import type { Client } from '../service/client.ts';
import type { RateLimit } from '../service/rate-limit.ts';
import type { ObservedRounding } from './observed-rounding.ts';

export type OutboxState = 'waiting' | 'sending' | 'unknown' | 'needs-you' | 'sent';

/** The account that writes are sent for. */
export interface Sender {
  accountId: string;
  userId: string;
  /** The host of the account's server. */
  server: string;
  client: Client;
  /** Resolves once the service has confirmed in this run that the credential belongs to the person. Throws ServiceError. */
  confirm?: () => Promise<void>;
  rateLimit?: RateLimit;
}

export interface NewWrite {
  accountId: string;
  kind: string;
  subject: string;
  payload: unknown;
  /** Subject whose open writes must be sent first. */
  after?: string;
}

export interface OutboxItem extends Omit<NewWrite, 'after'> {
  id: number;
  state: OutboxState;
  createdAt: string;
  notBefore: string;
  attempts: number;
  lastError: string | null;
  sendingSince: string | null;
}

/** A write that the service may have. */
export interface UncertainWrite {
  subject: string;
  payload: unknown;
  /** The service is searched for it only when its subject changes. */
  isAbandoned: boolean;
  /** The service or something before it rejected each request, so most likely does not have it. */
  isRejected: boolean;
}

export interface SendResult {
  /** The service's id of the new record. */
  serverId?: string;
  /** A further write on the same subject, to be sent next. */
  followUp?: { kind: string; payload: unknown };
  /** The service's answer, for listeners. */
  value?: unknown;
  /** How the server changed the values according to its answer. */
  observedRounding?: ObservedRounding;
  /** The subject as the service has it, for `WriteContext.seen` of later writes. */
  seen?: unknown;
}

/** Only the person knows: the payload with the question (`WriteKind.question`). */
export interface Ask<P> {
  ask: P;
}

/** The service may have it already, or `why`. The payload is sent if the person sends it all the same. */
export interface Unclear<P> {
  unclear: P;
  why?: string;
}

export type QuestionAnswer = 'yes' | 'no';

/** A question to the person about a write: what this computer has and what the service has. */
export interface WriteQuestion {
  is: 'same-entry' | 'duplicate-entry' | 'changed-entry';
  taskId: string;
  identifier: string;
  mine: { startTime: string; endTime: string | null; note: string };
  /** A null start: the record cannot be read. */
  theirs: {
    serverId: string;
    startTime: string | null;
    endTime: string | null;
    note: string;
    createdAt: string | null;
  };
  /** The question as a sentence. */
  text: string;
}

/** What this computer knows about a write besides its payload. */
export interface WriteContext {
  /** The changed thing, e.g. the id of an entry on this computer. */
  subject: string;
  /** When it was written on this computer. */
  createdAt: string;
  /** The service's id of the subject, if known. */
  serverId: string | undefined;
  /** The subject as the service last had it (`SendResult.seen`). */
  seen: unknown;
  /** Failed attempts so far. */
  attempts: number;
  /** The service may have it from an earlier request. */
  isRepeated: boolean;
  /** The service's id belongs to another subject. */
  isKnown: (serverId: string) => boolean;
  /** Payloads of the account's other writes of that kind that the service may have, each as a separate record. */
  otherLostWrites: readonly unknown[];
  /** Payloads of those that were rejected. */
  otherRejectedWrites: readonly unknown[];
  observedRounding: ObservedRounding;
}

/** A duplicate of a record whose write was sent more than once, and the write that removes it; its payload may ask first. */
export interface DuplicateEntry {
  serverId: string;
  kind: string;
  payload: unknown;
  /** The duplicate is the write's own record; this one takes its place, stored as `WriteContext.seen`. */
  kept?: { serverId: string };
}

/** Equal changes of several subjects as one request. After a rejection each is sent alone, so that only those fail that must. */
export interface Together<P = unknown> {
  /** Writes with the same value go together; undefined for one that is sent alone. */
  value(payload: P): string | null | undefined;
  /** Throws ServiceError, also if the service changed only some of them. */
  send(payloads: readonly P[], value: string | null, sender: Sender): Promise<unknown>;
}

/** How to send a kind of write, and how to find out whether a lost one arrived. */
export interface WriteKind<P = unknown> {
  kind: string;
  schema: z.ZodType<P>;
  /** What the sent write makes stale. `value`: the service's answer. */
  affects(payload: P, sent: { subject: string; value: unknown }): AffectedData[];
  /**
   * Called before each request. Reads the data that `find` needs later; the returned payload is stored. `found`: the service has the
   * write already. Throws ServiceError.
   */
  prepare?(
    payload: P,
    sender: Sender,
    context: WriteContext,
  ): Promise<{ payload: P } | { found: SendResult } | Ask<P> | Unclear<P>>;
  /** For kinds that create a record: of the writes with the same value, only one is in doubt at a time. */
  oneInDoubtPer?(payload: P): string;
  /** A request left the computer. Even if the service rejected it, `find` runs before the next one. */
  wasRequested?(payload: P): boolean;
  /** Copies fields to the next payload that it must keep from this one, which may have been sent already. */
  keepFields?(payload: P, next: P): P;
  /** The reason why a payload must not be sent, as a sentence. The write then needs the person. */
  invalid?(payload: P): string | undefined;
  /** Throws ServiceError. */
  send(payload: P, sender: Sender, context: WriteContext): Promise<SendResult | Ask<P>>;
  /** For kinds without `prepare`, `wasRequested`, `oneInDoubtPer` and `invalid`, of whose answer nothing is needed. */
  together?: Together<P>;
  /**
   * `send` reads the record first and does not overwrite an unexpected value, so that another write may replace this one even if the
   * service may have it.
   */
  readsFirst?: true;
  /**
   * Searches the service for a write whose answer was lost. Returns undefined if it is absent or not recognisable, and 'unclear' if a
   * record may be this one or another person's. Throws ServiceError.
   */
  find(
    payload: P,
    sender: Sender,
    context: WriteContext,
  ): Promise<SendResult | Ask<P> | Unclear<P> | 'unclear' | undefined>;
  /** The question that waits for the person. */
  question?(payload: P): WriteQuestion | undefined;
  /** The payload after the answer; null if nothing is left to send. */
  answer?(payload: P, answer: QuestionAnswer): P | null;
  /**
   * For kinds whose record may exist twice: finds the duplicates of `serverId`. `checks`: how often to look for them; `find`
   * returns undefined if they cannot be read now. Throws ServiceError.
   */
  duplicates?: {
    checks(payload: P): 'all' | 'first' | 'none';
    find(payload: P, sender: Sender, context: WriteContext, serverId: string): Promise<DuplicateEntry[] | undefined>;
  };
  /**
   * For kinds whose payload describes the whole subject: converts the payload of a later write to this kind, after this write was
   * rejected. null if nothing has to be sent, undefined if the later payload is unreadable.
   */
  replacedBy?(later: unknown): P | null | undefined;
  /** While it needs the person, writes that follow its subject (`NewWrite.after`) do not wait for it; later ones of the subject do. */
  waitsAlone?: true;
  /** Sent before writes of other kinds after an outage. */
  isUrgent?: true;
  /** Describes the change: "Start PAY-142". */
  describe(payload: P): string;
  /** The person's whole text, if `describe` shows only a part of it. */
  text?(payload: P): string;
  /**
   * For kinds that end with a rejection, because the screen can show the old value again: describes the effect, such as
   * "PAY-142 stays in To do". Writes of other kinds wait for the person as `needs-you`.
   */
  rejected?(payload: P): string;
  /** The payload to keep on disk after the write was sent, without secrets and large parts. */
  keptAfterSending?(payload: P): P;
}

/** How a write ended; `rejected` also if it now waits for the person (`needs-you`), or if a newer write took its place. */
export type WriteOutcome =
  | { state: 'sent'; value: unknown }
  | { state: 'rejected'; message: string }
  | { state: 'removed' };

/** No request for it is open, so it can still be changed. The service may have one that it rejected. */
export function isUnsentOrRejected(item: Pick<OutboxItem, 'state' | 'sendingSince'>): boolean {
  return item.state === 'waiting' || (item.state === 'needs-you' && item.sendingSince === null);
}

/** A request for it left the computer, so that the service may have it even if it rejected it (WriteKind.wasRequested). */
export function wasRequested(
  { kind: name, payload }: Pick<OutboxItem, 'kind' | 'payload'>,
  kinds: ReadonlyMap<string, WriteKind>,
): boolean {
  const kind = kinds.get(name);
  const parsed = kind?.schema.safeParse(payload);
  return parsed?.success === true && kind?.wasRequested?.(parsed.data) === true;
}

/** Types of a write: a row of the queue, how its kind is sent and found again, and how it can end. */
import type { z } from 'zod';
import type { Client } from '../service/client.ts';
import type { RateLimit } from '../service/rate-limit.ts';
import type { ServerHabits } from './similarity.ts';

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
  /** It is sent only when no write on that subject is open. */
  after?: string;
}

export interface OutboxItem {
  id: number;
  accountId: string;
  kind: string;
  subject: string;
  payload: unknown;
  state: OutboxState;
  createdAt: string;
  notBefore: string;
  attempts: number;
  lastError: string | null;
  sendingSince: string | null;
}

/** A write that may be at the service. */
export interface UncertainWrite {
  subject: string;
  payload: unknown;
  /** It is looked for only when its subject changes. */
  isAbandoned: boolean;
}

export interface SendResult {
  /** The service's id of the new record. */
  serverId?: string;
  /** A further write on the same subject that this answer requires; it is sent next. */
  followUp?: { kind: string; payload: unknown };
  /** The service's answer, for listeners. */
  value?: unknown;
  /** How the server changed the values, as its answer shows. */
  habits?: ServerHabits;
}

/** What is known locally when a lost write is looked for. */
export interface WriteContext {
  /** True for a service's id that belongs to another subject. */
  isKnown: (serverId: string) => boolean;
  /** Payloads of the account's other writes of that kind that may be at the service, each with a record of its own. */
  rivals: readonly unknown[];
  habits: ServerHabits;
}

/** A surplus record of a write that was sent more than once, and the write that ends it. */
export interface DuplicateEntry {
  serverId: string;
  kind: string;
  payload: unknown;
}

/** How a kind of write is sent, and how to find out whether a lost one arrived. */
export interface WriteKind<P = unknown> {
  kind: string;
  schema: z.ZodType<P>;
  /**
   * Called before the first request: asks the service for what `find` needs later. The returned payload is stored.
   * `attempts`: the number of earlier attempts. Throws ServiceError.
   */
  prepare?(payload: P, sender: Sender, attempts: number): Promise<P>;
  /** The payload for another request after a lost answer; it is stored. */
  again?(payload: P): P;
  /** For kinds whose lost writes can be confused: true if the service's records of these two would look alike. */
  isAlike?(payload: P, other: unknown, habits: ServerHabits): boolean;
  /** Copies what the next payload must keep of this one, which may have been sent already. */
  carryOver?(payload: P, next: P): P;
  /** Why a payload must not be sent, as a sentence; undefined if it may be. The write then needs the person. */
  invalid?(payload: P): string | undefined;
  /** `serverId`: the service's id of the subject, if known. Throws ServiceError. */
  send(payload: P, sender: Sender, serverId: string | undefined): Promise<SendResult>;
  /**
   * `send` reads the record first and does not overwrite an unexpected value, so another write may replace this one even if this
   * one may have arrived.
   */
  readsFirst?: true;
  /**
   * Looks for a write whose answer was lost. Gives undefined if it is not there yet or cannot be recognised, and 'unclear' if a
   * record may be this one or another person's. Throws ServiceError.
   */
  find(payload: P, sender: Sender, context: WriteContext): Promise<SendResult | 'unclear' | undefined>;
  /**
   * For kinds whose record may exist twice after a second request: finds the surplus records beside `serverId`. `find` gives
   * undefined if they cannot be read now. Throws ServiceError.
   */
  surplus?: {
    isPossible(payload: P): boolean;
    find(payload: P, sender: Sender, context: WriteContext, serverId: string): Promise<DuplicateEntry[] | undefined>;
  };
  /**
   * For kinds whose payload describes the whole subject: the payload of a later write, to be sent as this kind after this write
   * was rejected. null if nothing has to be sent, undefined if the later payload cannot be read.
   */
  replacedBy?(later: unknown): P | null | undefined;
  /** Describes the change: "Start PAY-142". */
  describe(payload: P): string;
  /** The whole text that a person wrote, if `describe` shows at most a part of it. */
  text?(payload: P): string;
  /**
   * For kinds that end with a rejection, because the screen can show the old value again: describes the effect, such as
   * "PAY-142 stays in To do". Writes of other kinds wait for the person as `needs-you`.
   */
  rejected?(payload: P): string;
  /** For payloads with secrets: the payload that stays on disk after the write was sent. */
  withoutSecrets?(payload: P): P;
}

/** How a write ended. */
export type WriteOutcome =
  | { state: 'sent'; value: unknown }
  | { state: 'rejected'; message: string }
  | { state: 'removed' };

/** The write surely has not reached the service, so it can still be changed. */
export function isKnownAbsent(item: Pick<OutboxItem, 'state' | 'sendingSince'>): boolean {
  return item.state === 'waiting' || (item.state === 'needs-you' && item.sendingSince === null);
}

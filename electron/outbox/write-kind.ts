/** What a write is: a row of the queue, how its kind is sent and found again, and how it may end. */
import type { z } from 'zod';
import type { Client } from '../service/client.ts';
import type { ServerHabits } from './similarity.ts';

export type OutboxState = 'waiting' | 'sending' | 'unknown' | 'needs-you' | 'sent';

/** Whom the writes are sent as, and through what. */
export interface Sender {
  accountId: string;
  userId: string;
  client: Client;
  /** Resolves once the service has said in this run that the credential is that person's. Throws ServiceError. */
  confirm?: () => Promise<void>;
}

export interface NewWrite {
  accountId: string;
  kind: string;
  subject: string;
  payload: unknown;
  /** It leaves only when nothing is open on that subject any more. */
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
  /** Nobody looks for it any more, unless its subject changes. */
  isGivenUp: boolean;
}

export interface SendResult {
  /** The service's id of what was made. */
  serverId?: string;
  /** A further write on the same subject that this answer calls for; it goes next. */
  followUp?: { kind: string; payload: unknown };
  /** What the service answered, for whoever needs it. */
  value?: unknown;
  /** What the server did to the values, as its own answer to them shows. */
  habits?: ServerHabits;
}

/** What is known here when a lost write is looked for. */
export interface WriteContext {
  /** Tells the service's ids that belong to other subjects. */
  isKnown: (serverId: string) => boolean;
  /** Payloads of the account's other writes of that kind that may be at the service: each has a record of its own. */
  rivals: readonly unknown[];
  habits: ServerHabits;
}

/** What a write that was sent more than once left behind, and the write that ends it. */
export interface DuplicateEntry {
  serverId: string;
  kind: string;
  payload: unknown;
}

/** One kind of write: how it is sent, and how to find out whether a lost one arrived. */
export interface WriteKind<P = unknown> {
  kind: string;
  schema: z.ZodType<P>;
  /**
   * Asks the service what `find` has to know later, before the write first leaves; the payload is kept as it comes back.
   * `attempts`: how often it was tried before. Throws ServiceError.
   */
  prepare?(payload: P, sender: Sender, attempts: number): Promise<P>;
  /** The payload when it is sent again after a lost answer, kept as well. */
  again?(payload: P): P;
  /** Present where a lost write could be taken for another one: true where these two could not be told apart at the service. */
  isAlike?(payload: P, other: unknown, habits: ServerHabits): boolean;
  /** What a payload that takes this one's place must remember of it, because this one has left before. */
  carryOver?(payload: P, next: P): P;
  /** Present where a payload may be one that must not be sent: why not, in words. It then needs the person. */
  invalid?(payload: P): string | undefined;
  /** `serverId`: the service's id of the subject, where it is known. Throws ServiceError. */
  send(payload: P, sender: Sender, serverId: string | undefined): Promise<SendResult>;
  /**
   * `send` reads the service first and refuses to overwrite what it does not expect. Another write can then take this one's place
   * even where it is not known whether this one arrived.
   */
  readsFirst?: true;
  /**
   * Looks for a write whose answer was lost. Gives undefined where it is not there, or not there yet, or where that cannot be
   * told; 'unclear' where something is there that may be it or somebody else's. Throws ServiceError.
   */
  find(payload: P, sender: Sender, surroundings: WriteContext): Promise<SendResult | 'unclear' | undefined>;
  /**
   * Present where a write that was sent again may be there twice, should the first one land after all: looks for what is too
   * much beside `serverId`. undefined where that cannot be told now. Throws ServiceError.
   */
  surplus?: {
    isPossible(payload: P): boolean;
    find(
      payload: P,
      sender: Sender,
      surroundings: WriteContext,
      serverId: string,
    ): Promise<DuplicateEntry[] | undefined>;
  };
  /**
   * Present where every write says the whole of its subject: the payload of a later one on it, as this kind sends it, should this
   * one be rejected. null where there is nothing to send then; undefined where the later one cannot be read.
   */
  replacedBy?(later: unknown): P | null | undefined;
  /** What it does, in words: "Start PAY-142". */
  describe(payload: P): string;
  /** Present where a person wrote a text of which `describe` tells a part at most: the whole of it. */
  text?(payload: P): string;
  /**
   * Present where a rejection ends the write, because what the screen shows can be put back: what that means, in words, such as
   * "PAY-142 stays in To do". Otherwise it waits for the person as `needs-you`.
   */
  rejected?(payload: P): string;
  /** Present where the payload holds secrets: what stays of it on disk once the service has them. */
  withoutSecrets?(payload: P): P;
}

/** How a write ended. */
export type WriteOutcome =
  | { state: 'sent'; value: unknown }
  | { state: 'rejected'; message: string }
  | { state: 'removed' };

/** It is not at the service, and not on its way: it can still be another one. A rejected look leaves open whether it is there. */
export function isKnownAbsent(item: Pick<OutboxItem, 'state' | 'sendingSince'>): boolean {
  return item.state === 'waiting' || (item.state === 'needs-you' && item.sendingSince === null);
}

/**
 * Writes that say how something is to be, such as a task's status: sent twice they do no harm, and only the last one counts.
 * A rejection ends them, because what the screen shows can be put back.
 */
import type { z } from 'zod';
import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { WriteKind } from './write-kind.ts';

export interface IdempotentWrite<P> {
  kind: string;
  schema: z.ZodType<P>;
  /** Throws ServiceError. */
  send(payload: P, client: Client): Promise<unknown>;
  /** What it does, in words: "Move PAY-142 to Done". */
  describe(payload: P): string;
  /** What a rejection means: "PAY-142 stays in To do". */
  rejected(payload: P): string;
}

export function idempotentWrite<P>({ kind, schema, send, describe, rejected }: IdempotentWrite<P>): WriteKind<P> {
  return {
    kind,
    schema,
    async send(payload, { client }) {
      const value = await acceptAnyAnswer(send(payload, client));
      return value === undefined ? {} : { value };
    },
    // That it reads there as it was sent would not tell that a lost one is no longer on its way.
    find: async () => undefined,
    describe,
    rejected,
  };
}

export interface Replacing<P, W> extends Omit<IdempotentWrite<P>, 'send'> {
  /** The whole record as it is to be. Throws ServiceError, also where a part of it could not be read: it would be overwritten. */
  read(payload: P, client: Client): Promise<W>;
  /** Throws ServiceError. */
  replace(payload: P, whole: W, client: Client): Promise<unknown>;
}

/**
 * A write that replaces a whole record, because the service has no narrower route: what the person left alone is read just before
 * each sending. `whole` of the payload is what is sent, null until then.
 */
export function replacing<W, P extends { whole: W | null }>(of: Replacing<P, W>): WriteKind<P> {
  const { kind, schema, read, replace, describe, rejected } = of;
  return {
    kind,
    schema,
    prepare: async (payload, { client }) => ({ ...payload, whole: await read(payload, client) }),
    // The record may have changed since the answer was lost.
    again: (payload) => ({ ...payload, whole: null }),
    async send(payload, { client }) {
      const whole = payload.whole ?? (await read(payload, client));
      await acceptAnyAnswer(replace(payload, whole, client));
      return {};
    },
    find: async () => undefined,
    describe,
    rejected,
  };
}

/** Thrown before anything was sent. */
export const unreadableField = (path: string): ServiceError =>
  new ServiceError({ kind: 'malformed', neverLeft: true, reason: { is: 'field', path, what: 'is wrong' } });

/** The answer to a write that needs nothing of it; undefined where it cannot be read: the service said yes all the same. */
export async function acceptAnyAnswer<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isTaken(error)) return undefined;
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.kind !== 'malformed') return false;
  return error.status !== undefined && error.status >= 200 && error.status < 300;
}

/** Of a kind whose writes on one subject each say all there is to say: a rejected one gives way to the newest. */
export function replaceWhole<P>(kind: WriteKind<P>): WriteKind<P> {
  return { ...kind, replacedBy: (later) => kind.schema.safeParse(later).data };
}

/** What is gone already needs no removing. */
export async function ignoreMissing(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'rejected' || error.isMissingRoute) throw error;
    // Some of the service's own 404s look like anybody's.
    if (!error.isGone && error.status !== 404) throw error;
    return undefined;
  }
}

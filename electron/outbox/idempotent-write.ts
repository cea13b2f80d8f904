/**
 * Writes that set a value, such as a task's status. They can be sent twice, and only the last one counts. A rejection ends most
 * of them, because the screen can show the old value again.
 */
import type { z } from 'zod';
import type { Client } from '../service/client.ts';
import { acceptAnyAnswer } from './answers.ts';
import type { WriteKind } from './write-kind.ts';

export interface IdempotentWrite<P> {
  kind: string;
  schema: z.ZodType<P>;
  affects: WriteKind<P>['affects'];
  /** Throws ServiceError. */
  send(payload: P, client: Client): Promise<unknown>;
  /** Describes the change: "Move PAY-142 to Done". */
  describe(payload: P): string;
  /** Describes the effect of a rejection: "PAY-142 stays in To do". Missing: a rejected write waits for the person. */
  rejected?(payload: P): string;
}

export function idempotentWrite<P>({ send, ...kind }: IdempotentWrite<P>): WriteKind<P> {
  return {
    ...kind,
    async send(payload, { client }) {
      const value = await acceptAnyAnswer(send(payload, client));
      return value === undefined ? {} : { value };
    },
    // An equal value at the service does not prove that the lost request arrived.
    find: async () => undefined,
  };
}

export interface RecordReplacement<P, W> extends Omit<IdempotentWrite<P>, 'send'> {
  /** Returns the whole record to send. Throws ServiceError, also for an unreadable field, which the write would overwrite. */
  read(payload: P, client: Client): Promise<W>;
  /** Throws ServiceError. */
  replace(payload: P, whole: W, client: Client): Promise<unknown>;
}

/**
 * A write that replaces a whole record, because the service has no narrower route. The other fields are read just before each
 * request. `whole` in the payload is the record to send, null until it is read.
 */
export function replacing<W, P extends { whole: W | null }>({
  read,
  replace,
  ...kind
}: RecordReplacement<P, W>): WriteKind<P> {
  return {
    ...kind,
    prepare: async (payload, { client }) => ({ payload: { ...payload, whole: await read(payload, client) } }),
    async send(payload, { client }) {
      const whole = payload.whole ?? (await read(payload, client));
      await acceptAnyAnswer(replace(payload, whole, client));
      return {};
    },
    find: async () => undefined,
  };
}

/** For kinds whose payload describes the whole subject: the newest write replaces a rejected one. */
export function replaceWhole<P>(kind: WriteKind<P>): WriteKind<P> {
  return { ...kind, replacedBy: (later) => kind.schema.safeParse(later).data };
}

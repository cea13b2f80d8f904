/** The interface of the keychain's worker process, started by desktop/ and used by features/account. */
import { z } from 'zod';

/** A running worker process. */
export interface KeychainWorker {
  post(message: KeychainRequest): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** A request to the worker. Only this message between two of our processes carries the secret. */
export const KeychainRequest = z.discriminatedUnion('op', [
  z.object({ id: z.int(), op: z.literal('get'), service: z.string(), account: z.string() }),
  z.object({ id: z.int(), op: z.literal('set'), service: z.string(), account: z.string(), secret: z.string() }),
  z.object({ id: z.int(), op: z.literal('delete'), service: z.string(), account: z.string() }),
]);

export type KeychainRequest = z.infer<typeof KeychainRequest>;

/** The worker's reply. `value` is the secret or null for get, null for set, and whether a secret existed for delete. */
export const KeychainReply = z.discriminatedUnion('ok', [
  z.object({ id: z.int(), ok: z.literal(true), value: z.union([z.string(), z.boolean(), z.null()]) }),
  z.object({
    id: z.int(),
    ok: z.literal(false),
    why: z.enum(['locked', 'no-service', 'no-library', 'failed']),
    detail: z.string(),
  }),
]);

export type KeychainReply = z.infer<typeof KeychainReply>;

/** The keychain's worker process, as desktop/ starts it and features/account uses it. */
import { z } from 'zod';

/** A running worker: takes messages, sends messages, tells of its end once, can be killed. */
export interface KeychainWorker {
  post(message: KeychainRequest): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** What the worker is asked. The secret travels in a message between our own two processes and nowhere else. */
export const KeychainRequest = z.discriminatedUnion('op', [
  z.object({ id: z.int(), op: z.literal('get'), service: z.string(), account: z.string() }),
  z.object({ id: z.int(), op: z.literal('set'), service: z.string(), account: z.string(), secret: z.string() }),
  z.object({ id: z.int(), op: z.literal('delete'), service: z.string(), account: z.string() }),
]);

export type KeychainRequest = z.infer<typeof KeychainRequest>;

/** What it answers. `value`: the secret or null for get, null for set, whether there was one for delete. */
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

/** What the keychain and its worker say to each other; apart, so that the worker loads nothing else. */
import { z } from 'zod';

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

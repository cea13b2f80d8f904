/** API keys (docs/service.md#api-keys).  */
import { z } from 'zod';
import { line, Name } from '../../../shared/contract/text.ts';
import { Id, NO_TIME, Timestamp } from './common.ts';
import { listOf } from './lenient.ts';

/** A key as it is listed, without its value. */
export const ApiKey = z.object({
  id: Id.min(1),
  name: Name.nullish(),
  /** How its value begins. */
  start: line(20).nullish(),
  createdAt: Timestamp,
  /** When it was last used. */
  lastRequest: Timestamp.nullish(),
  expiresAt: Timestamp.nullish(),
});
export type ApiKey = z.infer<typeof ApiKey>;

const List = listOf('API key', ApiKey, { fallback: { createdAt: NO_TIME } });

/** GET /auth/api-key/list: older servers give the list itself, newer ones a page of it. */
export const ApiKeys = z.union([List, z.object({ apiKeys: List }).transform(({ apiKeys }) => apiKeys)]);

/** POST /auth/api-key/create: the only answer that contains the key's value. */
export const MadeApiKey = z.object({ key: z.string().min(1) });

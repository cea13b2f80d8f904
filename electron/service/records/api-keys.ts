/** API keys (docs/service.md#api-keys). */
import { z } from 'zod';
import { line, Name } from '../../../shared/contract/fields.ts';
import { Id, NO_TIME, Timestamp } from './common.ts';
import { listOf } from './lenient.ts';

/** A listed key, without its value. */
const ApiKey = z.object({
  id: Id.min(1),
  name: Name.nullish(),
  /** The first characters of its value. */
  start: line(20).nullish(),
  createdAt: Timestamp,
  /** Its last use. */
  lastRequest: Timestamp.nullish(),
  expiresAt: Timestamp.nullish(),
});

const List = listOf('API key', ApiKey, { fallback: { createdAt: NO_TIME } });

/** GET /auth/api-key/list: older servers send the bare list, newer ones a page of it. */
export const ApiKeys = z.union([List, z.object({ apiKeys: List }).transform(({ apiKeys }) => apiKeys)]);

/** POST /auth/api-key/create: the only answer that contains the key's value. */
export const CreatedApiKey = z.object({ key: z.string().min(1) });

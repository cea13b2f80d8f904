/** API keys (docs/service.md#api-keys). */

import { z } from 'zod';
import { line, Name } from '../../../shared/contract/fields.ts';
import type { Http } from '../http.ts';
import { Id, NO_TIME, Success, Timestamp } from './common.ts';
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
const ApiKeys = z.union([List, z.object({ apiKeys: List }).transform(({ apiKeys }) => apiKeys)]);

/** POST /auth/api-key/create: the only answer that contains the key's value. */
const CreatedApiKey = z.object({ key: z.string().min(1) });

export const apiKeyEndpoints = (http: Http) => ({
  listApiKeys: () => http.get('/auth/api-key/list', ApiKeys),

  /** Returns the key's value, which the service shows only once. Not repeatable. */
  createApiKey: async (name: string): Promise<string> => {
    const options = { body: { name }, grantsCredential: true };
    return (await http.post('/auth/api-key/create', CreatedApiKey, options)).key;
  },

  deleteApiKey: (keyId: string) => http.post('/auth/api-key/delete', Success, { body: { keyId } }),
});

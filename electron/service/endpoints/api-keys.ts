/** API keys of the person who is signed in (docs/service.md#api-keys). None of these takes an API key: it could make itself others. */
import type { Http } from '../http.ts';
import { ApiKeys, MadeApiKey, Success } from '../records.ts';

export const apiKeyEndpoints = (http: Http) => ({
  listApiKeys: () => http.request({ method: 'GET', path: '/auth/api-key/list', schema: ApiKeys }),

  /** POST /auth/api-key/create. Gives the key's value, which cannot be had again. Not repeatable. */
  createApiKey: async (name: string): Promise<string> => {
    const call = { method: 'POST' as const, path: '/auth/api-key/create', body: { name }, grantsCredential: true };
    return (await http.request({ ...call, schema: MadeApiKey })).key;
  },

  /** POST /auth/api-key/delete: it is good for nothing from then on. */
  deleteApiKey: (keyId: string) =>
    http.request({ method: 'POST', path: '/auth/api-key/delete', body: { keyId }, schema: Success }),
});

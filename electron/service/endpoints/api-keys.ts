/** API keys of the signed-in person (docs/service.md#api-keys). The service rejects these requests from an API key. */
import type { Http } from '../http.ts';
import { ApiKeys, CreatedApiKey, Success } from '../records.ts';

export const apiKeyEndpoints = (http: Http) => ({
  listApiKeys: () => http.request({ method: 'GET', path: '/auth/api-key/list', schema: ApiKeys }),

  /** POST /auth/api-key/create. Returns the key's value, which the service shows only once. Not repeatable. */
  createApiKey: async (name: string): Promise<string> => {
    const call = { method: 'POST' as const, path: '/auth/api-key/create', body: { name }, grantsCredential: true };
    return (await http.request({ ...call, schema: CreatedApiKey })).key;
  },

  /** POST /auth/api-key/delete: revokes the key. */
  deleteApiKey: (keyId: string) =>
    http.request({ method: 'POST', path: '/auth/api-key/delete', body: { keyId }, schema: Success }),
});

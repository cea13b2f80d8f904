/** API keys of the signed-in person (docs/service.md#api-keys). The service rejects these requests from an API key. */
import type { Http } from '../http.ts';
import { ApiKeys, CreatedApiKey, Success } from '../records.ts';

export const apiKeyEndpoints = (http: Http) => ({
  listApiKeys: () => http.get('/auth/api-key/list', ApiKeys),

  /** Returns the key's value, which the service shows only once. Not repeatable. */
  createApiKey: async (name: string): Promise<string> => {
    const options = { body: { name }, grantsCredential: true };
    return (await http.post('/auth/api-key/create', CreatedApiKey, options)).key;
  },

  deleteApiKey: (keyId: string) => http.post('/auth/api-key/delete', Success, { body: { keyId } }),
});

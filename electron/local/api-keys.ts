/** API keys of the signed-in person (docs/service.md#api-keys), like those of the sign-in library that servers use. */
import { z } from 'zod';
import { createApiKey, requireSession } from './access.ts';
import { HttpError } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { readAuthBody } from './validate.ts';

const KeyRow = z.object({ id: z.string(), name: z.string(), createdAt: z.string() });
const KEYS = { name: 'api_key', row: KeyRow };

/** Only the hash of a key is stored, so its first characters and its last use are unknown. */
const keyView = (row: z.infer<typeof KeyRow>) => ({
  ...row,
  start: null,
  lastRequest: null,
  expiresAt: null,
  enabled: true,
});

export function addApiKeyRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  api.get('/auth/api-key/list', requireSession, (c) => {
    const rows = database.list(KEYS, { userId: c.get('caller').user.id }, 'created_at, id');
    return c.json(rows.map(keyView));
  });

  api.post('/auth/api-key/create', requireSession, async (c) => {
    const { name } = await readAuthBody(c, z.object({ name: z.string().trim().min(1).max(100) }));
    const { id: userId } = c.get('caller').user;
    const { id, key } = createApiKey(context, userId, name, null);
    const row = database.find(KEYS, { userId, id });
    return c.json({ ...(row && keyView(row)), key });
  });

  api.post('/auth/api-key/delete', requireSession, async (c) => {
    const { keyId } = await readAuthBody(c, z.object({ keyId: z.string().min(1) }));
    const owned = { id: keyId, userId: c.get('caller').user.id };
    if (database.delete('api_key', owned) === 0) throw new HttpError(404, 'API Key not found');
    return c.json({ success: true });
  });
}

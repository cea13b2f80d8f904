/**
 * Lists, creates and revokes the person's API keys (docs/service.md#api-keys). These requests bypass the outbox: only the answer to the
 * creation contains the key's value, and revoking a key must not wait. The value stays in main and goes only to the clipboard.
 */
import type { ApiKeyView } from '../../../shared/contract/account-view.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Client } from '../../service/client.ts';
import { rememberCredential } from '../../service/redact.ts';
import type { Session } from './open-account.ts';

export type KeysSession = Pick<Session, 'server'> & {
  account: Pick<Session['account'], 'kind'>;
  client: Pick<Client, 'listApiKeys' | 'createApiKey' | 'deleteApiKey'>;
};

/** The list shows no more than this. */
const MAX_KEYS = 200;

/** The newest first. Throws ServiceError, and AppError if the account itself uses an API key. */
export async function readApiKeys(session: KeysSession): Promise<ApiKeyView[]> {
  const keys = await signedIn(session).listApiKeys();
  return keys
    .slice(0, MAX_KEYS)
    .map(({ id, name, start, createdAt, lastRequest, expiresAt }) => ({
      id,
      name: name ?? '',
      start: start ?? '',
      createdAt,
      usedAt: lastRequest ?? null,
      expiresAt: expiresAt ?? null,
    }))
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Copies the value of the new key to the clipboard. Throws as above. */
export async function makeApiKey(session: KeysSession, name: string, copyText: (text: string) => void): Promise<void> {
  const key = await signedIn(session).createApiKey(name);
  rememberCredential(key);
  copyText(key);
}

/** Throws as above. */
export async function revokeApiKey(session: KeysSession, id: string): Promise<void> {
  const { success } = await signedIn(session).deleteApiKey(id);
  if (!success) throw new AppError({ kind: 'rejected', ...messages.errors.keyNotRevoked({ server: session.server }) });
}

function signedIn({ client, account }: KeysSession): KeysSession['client'] {
  if (account.kind !== 'api-key') return client;
  throw new AppError({ kind: 'rejected', ...messages.errors.keysNeedSignIn });
}

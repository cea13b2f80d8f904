import type { accountCommands } from '../../../shared/contract/account.ts';
import type { apiKeysCommands } from '../../../shared/contract/api-keys.ts';
import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { FeatureContext } from '../context.ts';
import type { AccountAccess, AccountRegistry } from './account-registry.ts';
import { makeApiKey, readApiKeys, revokeApiKey } from './api-keys.ts';

export const handlers = (
  {
    accounts,
    signIn,
    signInLocally,
    localAddress,
  }: Pick<AccountRegistry, 'accounts' | 'signIn' | 'signInLocally'> & { localAddress: () => string | null },
  account: AccountAccess,
  { copyText, readAgain }: Pick<FeatureContext, 'copyText' | 'readAgain'>,
): HandlersOf<typeof accountCommands & typeof apiKeysCommands> => ({
  // A sign-in lasts as long as the person takes; its progress is in the state.
  'sign-in.device': ({ address, clientId }) => void signIn.device(address, clientId),
  'sign-in.api-key': ({ address, key, allowUnencrypted }) => void signIn.apiKey(address, key, allowUnencrypted),
  'sign-in.local': ({ sample }) => signInLocally(sample),
  'sign-in.at-new-address': ({ address }) => void signIn.atNewAddress(address),
  'sign-in.reauthenticate': () => void signIn.reauthenticate(),
  'sign-in.open-browser': () => signIn.openBrowser(),
  'sign-in.copy-code': () => signIn.copyCode(),
  'sign-in.cancel': () => signIn.cancel(),
  'sign-in.client-id': ({ address }) => signIn.clientId(address),

  'account.bring-to-front': ({ accountId }) => accounts.putInFront(accountId),
  'account.move': ({ accountId, by }) => accounts.move(accountId, by),
  'account.sign-out': () => account.signOut(),
  'account.retry-keychain': () => accounts.retryKeychain(),
  'account.choose-workspace': ({ workspaceId }) => account.chooseWorkspace(workspaceId),

  'account.open-workspace': ({ workspaceId, accountId }) => accounts.openWorkspace(workspaceId, accountId),

  'local.add-sample': () => account.addSample(),
  'local.add-workspace': ({ name }) => account.addWorkspace(name),
  'local.clear-sample': () => account.clearSample(),
  'local.copy-address': () => copyText(localAddress() ?? ''),
  'local.programs': () => account.programs(),
  'local.end-programs': () => account.endPrograms(),

  'api-keys.read': () => account.read(() => readApiKeys(account.requiredSession())),
  'api-keys.make': ({ name }) =>
    // Also after an error: the key may exist although its answer was lost.
    account.read(() => makeApiKey(account.requiredSession(), name, copyText)).finally(() => readAgain('apiKeys')),
  'api-keys.revoke': ({ keyId }) =>
    account.read(() => revokeApiKey(account.requiredSession(), keyId)).finally(() => readAgain('apiKeys')),
});

/** What can be wrong with an account, as errors. `server` is the host people know it by; `message` the keychain's words. */

import type { CredentialFlaw } from '../../../shared/credential.ts';
import type { AppErrorView } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';

import type { User } from '../../service/records.ts';
import type { Account } from './accounts.ts';
import type { IdentityDoubt } from './same-server.ts';

export const keyNotAcceptedError = (server: string): AppErrorView => ({
  kind: 'key-not-accepted',
  ...messages.account.keyNotAccepted(server),
});
/** What was typed is no key at all, so it was not sent. */
export const notAnApiKeyError = (flaw: CredentialFlaw): AppErrorView => ({
  kind: 'invalid',
  ...messages.account.notAKey[flaw],
});
/** Asked before a key goes to an address where others can read it. */
export const keyReadableInTransitError = (server: string): AppErrorView => ({
  kind: 'needs-confirmation',
  ...messages.account.keyReadable(server),
});
/** Asked before the sign-in of an account goes there. */
export const signInReadableInTransitError = (server: string): AppErrorView => ({
  kind: 'needs-confirmation',
  ...messages.account.signInReadable(server),
});
export const differentPersonError = (server: string): AppErrorView => ({
  kind: 'rejected',
  ...messages.account.somebodyElse(server),
});
/** The server moved while the keychain is shut: the sign-in cannot be read, so it cannot be taken along. */
export const keychainLockedError = (): AppErrorView => ({ kind: 'keychain', ...messages.account.lockedAway });
/** The address that an account would move to has an account already. */
export const accountExistsError = (server: string): AppErrorView => ({
  kind: 'invalid',
  ...messages.account.accountThere(server),
});
export const addressNotChangedError = (server: string, doubt: IdentityDoubt): AppErrorView => ({
  kind: 'rejected',
  ...messages.account.notMoved(server, doubtWords(doubt)),
});

function doubtWords(doubt: IdentityDoubt): string {
  const said = messages.account.doubts;
  switch (doubt.is) {
    case 'person':
      return said.person;
    case 'email':
      return said.email(oneLine(doubt.here), oneLine(doubt.there));
    case 'workspace':
      return said.workspace(oneLine(doubt.name));
    case 'projects':
    case 'entries':
      return said[doubt.is](doubt.found, doubt.known);
    case 'too-little':
      return said.tooLittle;
  }
}

/** What a server calls somebody is anything. */
const oneLine = (text: string | null): string => (text ?? '–').replace(/\s+/g, ' ').trim().slice(0, 80);

/** `isKept`: in the keychain. */
export const otherPersonError = (
  server: string,
  { user }: Pick<Account, 'user'>,
  other: User,
  isKept: boolean,
): AppErrorView => ({
  kind: 'other-person',
  ...messages.account.otherPerson(server, named(user), named(other), isKept),
});
const named = ({ name, email }: { name: string; email?: string | null | undefined }): string =>
  oneLine(email ? `${name} (${email})` : name);
/** Two timers cannot run in one account. */
export const bothTimersRunError = (): AppErrorView => ({ kind: 'invalid', ...messages.account.bothRun });
export const noWorkspaceError = (server: string): AppErrorView => ({
  kind: 'no-workspace',
  ...messages.account.noWorkspace(server),
});
/** The file of the local workspace is left as it is. */
export const newerWorkspaceError = (): AppErrorView => ({ kind: 'internal', ...messages.account.newerWorkspace });
export const keychainLockedForReadError = (message: string): AppErrorView => ({
  kind: 'keychain',
  ...messages.account.locked(message),
});
export const noKeychainError = (message: string): AppErrorView => ({
  kind: 'keychain',
  ...messages.account.noKeychain(message),
});
export const notStoredError = (server: string): AppErrorView => ({
  kind: 'signed-out',
  ...messages.account.notStored(server),
});
export const notKeptError = (message: string): AppErrorView => ({
  kind: 'keychain',
  ...messages.account.notKept(message),
});
export const notRemovedError = (message: string): AppErrorView => ({
  kind: 'keychain',
  ...messages.account.notForgotten(message),
});

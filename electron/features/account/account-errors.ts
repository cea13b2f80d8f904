/** What can be wrong with an account, as problems. `server` is the host people know it by; `message` the keychain's words. */

import type { CredentialFlaw } from '../../../shared/credential.ts';
import type { Problem } from '../../../shared/errors/app-error.ts';
import { words } from '../../../shared/i18n/main-messages.ts';

import type { User } from '../../service/records.ts';
import type { Account } from './accounts.ts';
import type { Doubt } from './same-server.ts';

export const keyNotAccepted = (server: string): Problem => ({
  kind: 'key-not-accepted',
  ...words.account.keyNotAccepted(server),
});
/** What was typed is no key at all, so it was not sent. */
export const notAKey = (flaw: CredentialFlaw): Problem => ({ kind: 'invalid', ...words.account.notAKey[flaw] });
/** Asked before a key goes to an address where others can read it. */
export const keyReadable = (server: string): Problem => ({
  kind: 'needs-confirmation',
  ...words.account.keyReadable(server),
});
/** Asked before the sign-in of an account goes there. */
export const signInReadable = (server: string): Problem => ({
  kind: 'needs-confirmation',
  ...words.account.signInReadable(server),
});
export const somebodyElse = (server: string): Problem => ({ kind: 'refused', ...words.account.somebodyElse(server) });
/** The server moved while the keychain is shut: the sign-in cannot be read, so it cannot be taken along. */
export const lockedAway = (): Problem => ({ kind: 'keychain', ...words.account.lockedAway });
/** The address that an account would move to has an account already. */
export const accountThere = (server: string): Problem => ({ kind: 'invalid', ...words.account.accountThere(server) });
export const notMoved = (server: string, doubt: Doubt): Problem => ({
  kind: 'refused',
  ...words.account.notMoved(server, doubtWords(doubt)),
});

function doubtWords(doubt: Doubt): string {
  const said = words.account.doubts;
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
export const otherPersonProblem = (
  server: string,
  { user }: Pick<Account, 'user'>,
  other: User,
  isKept: boolean,
): Problem => ({
  kind: 'other-person',
  ...words.account.otherPerson(server, named(user), named(other), isKept),
});
const named = ({ name, email }: { name: string; email?: string | null | undefined }): string =>
  oneLine(email ? `${name} (${email})` : name);
/** Two timers cannot run in one account. */
export const bothRun = (): Problem => ({ kind: 'invalid', ...words.account.bothRun });
export const noWorkspace = (server: string): Problem => ({
  kind: 'no-workspace',
  ...words.account.noWorkspace(server),
});
/** The file of the local workspace is left as it is. */
export const newerWorkspace = (): Problem => ({ kind: 'internal', ...words.account.newerWorkspace });
export const lockedProblem = (message: string): Problem => ({ kind: 'keychain', ...words.account.locked(message) });
export const noKeychainProblem = (message: string): Problem => ({
  kind: 'keychain',
  ...words.account.noKeychain(message),
});
export const notStoredProblem = (server: string): Problem => ({
  kind: 'signed-out',
  ...words.account.notStored(server),
});
export const notKeptProblem = (message: string): Problem => ({ kind: 'keychain', ...words.account.notKept(message) });
export const notForgottenProblem = (message: string): Problem => ({
  kind: 'keychain',
  ...words.account.notForgotten(message),
});

/** What can be wrong with an account, as problems. `server` is the host people know it by; `message` the keychain's words. */
import { words } from '../words/index.ts';
import type { Problem } from '../words/problems.ts';

export const keyNotAccepted = (server: string): Problem => ({
  kind: 'key-not-accepted',
  ...words.account.keyNotAccepted(server),
});
export const somebodyElse = (server: string): Problem => ({ kind: 'refused', ...words.account.somebodyElse(server) });
/** The server moved while the keychain is shut: the sign-in cannot be read, so it cannot be taken along. */
export const lockedAway = (): Problem => ({ kind: 'keychain', ...words.account.lockedAway });
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

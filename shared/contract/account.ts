/** Who is signed in, where: signing in, accounts, and the workspace on this computer. */
import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { Address, type CommandsOf, Empty, Id } from './common.ts';

export const accountCommands = {
  'sign-in.device': z
    .object({ address: Address, clientId: z.string().trim().min(1).max(LENGTHS.clientId).optional() })
    .strict(),
  /** Asks before the key goes unencrypted to another computer (problem `needs-confirmation`) unless `isUnencryptedMeant`. */
  'sign-in.api-key': z
    .object({
      address: Address,
      key: z.string().trim().min(1).max(LENGTHS.apiKey),
      isUnencryptedMeant: z.boolean().optional(),
    })
    .strict(),
  'sign-in.local': z.object({ sample: z.boolean() }).strict(),
  /** Once more to the server of the account that is signed out. */
  'sign-in.reauthenticate': Empty,
  'sign-in.open-browser': Empty,
  'sign-in.copy-code': Empty,
  'sign-in.cancel': Empty,
  /** The client id last used for that address; `service-cli` where there is none. */
  'sign-in.client-id': z.object({ address: Address }).strict(),

  'account.sign-out': Empty,
  /** Reads the keychain again after it did not answer. */
  'account.retry-keychain': Empty,
  /**
   * The server is reached under another address from now on; refused unless the same person and the account's data are found
   * there. Signed out, a sign-in there begins, which has to prove the same. Asks before the sign-in goes unencrypted to another
   * computer (problem `needs-confirmation`) unless `isUnencryptedMeant`.
   */
  'account.change-address': z.object({ address: Address, isUnencryptedMeant: z.boolean().optional() }).strict(),
  'account.choose-workspace': z.object({ workspaceId: Id }).strict(),

  'local.add-sample': Empty,
  'local.clear-sample': Empty,
} satisfies CommandsOf<'sign-in' | 'account' | 'local'>;

export interface AccountResults {
  'sign-in.client-id': string;
}

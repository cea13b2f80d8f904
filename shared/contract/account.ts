/** Commands for signing in, accounts, and the workspace on this computer. */
import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, command } from './command.ts';
import { Address, Id, requiredLine } from './fields.ts';

export const accountCommands = {
  'sign-in.device': command({ address: Address, clientId: z.string().trim().min(1).max(LENGTHS.clientId).optional() }),
  /** Asks before the key goes unencrypted to another computer (error `needs-confirmation`) unless `allowUnencrypted`. */
  'sign-in.api-key': command({
    address: Address,
    key: z.string().trim().min(1).max(LENGTHS.apiKey),
    allowUnencrypted: z.boolean().optional(),
  }),
  'sign-in.local': command({ sample: z.boolean() }),
  /** Signs in again to the server of the signed-out account. */
  'sign-in.reauthenticate': command({}),
  /** Signs in to the account at a new address of its server. The account moves if the same person and workspace are there. */
  'sign-in.at-new-address': command({ address: Address }),
  'sign-in.open-browser': command({}),
  'sign-in.copy-code': command({}),
  'sign-in.cancel': command({}),
  /** The client id last used for that address; `service-cli` by default. */
  'sign-in.client-id': command({ address: Address }).returns<string>(),

  /** Its boards and pages are shown from now on. */
  'account.bring-to-front': command({ accountId: Id }),
  /** Moves it one place in the order of the accounts. */
  'account.move': command({ accountId: Id, by: z.union([z.literal(-1), z.literal(1)]) }),
  'account.sign-out': command({ accountId: Id }),
  /** Reads the keychain again after it did not answer. */
  'account.retry-keychain': command({}),
  'account.choose-workspace': command({ workspaceId: Id }),
  /** Opens another workspace of the account in front, or of the named one, beside it. */
  'account.open-workspace': command({ workspaceId: Id, accountId: Id.optional() }),

  'local.add-sample': command({}),
  'local.add-workspace': command({ name: requiredLine(LENGTHS.workspaceName) }),
  'local.clear-sample': command({}),
  'local.copy-address': command({}),
  /** How many programs work in the local workspace with an approved device code. */
  'local.programs': command({}).returns<number>(),
  'local.end-programs': command({}),
} satisfies CommandsOf<'sign-in' | 'account' | 'local'>;

/** The person's API keys. */

import { LENGTHS } from '../limits.ts';
import type { ApiKeyView } from './account-view.ts';
import { type CommandsOf, command } from './command.ts';
import { Id, requiredLine } from './fields.ts';

export const apiKeysCommands = {
  'api-keys.read': command({}).returns<ApiKeyView[]>(),
  /** Copies the new key's value to the clipboard. */
  'api-keys.make': command({ name: requiredLine(LENGTHS.apiKeyName) }),
  'api-keys.revoke': command({ keyId: Id }),
} satisfies CommandsOf<'api-keys'>;

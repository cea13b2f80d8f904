/** The person's API keys. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import type { ApiKeyView } from './account-view.ts';
import { type CommandsOf, Empty, Id } from './common.ts';

export const apiKeysCommands = {
  'api-keys.read': Empty,
  /** Its value goes to the clipboard. */
  'api-keys.make': z.object({ name: z.string().trim().min(1).max(LENGTHS.apiKeyName) }).strict(),
  'api-keys.revoke': z.object({ keyId: Id }).strict(),
} satisfies CommandsOf<'api-keys'>;

export interface ApiKeysResults {
  'api-keys.read': ApiKeyView[];
}

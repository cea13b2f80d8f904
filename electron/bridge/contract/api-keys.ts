/** The person's API keys. */
import { z } from 'zod';
import type { ApiKeyView } from '../../instance/api-keys.ts';
import { LENGTHS } from '../lengths.ts';
import { type CommandsOf, Empty, Id } from './parts.ts';

export const apiKeysCommands = {
  'api-keys.read': Empty,
  /** Its value goes to the clipboard. */
  'api-keys.make': z.object({ name: z.string().trim().min(1).max(LENGTHS.apiKeyName) }).strict(),
  'api-keys.revoke': z.object({ keyId: Id }).strict(),
} satisfies CommandsOf<'api-keys'>;

export interface ApiKeysResults {
  'api-keys.read': ApiKeyView[];
}

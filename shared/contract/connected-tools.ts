/** Letting other programs in through the server. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import type { CommandsOf } from './common.ts';
import type { ToolClient, ToolRequest } from './server-view.ts';

export const toolsCommands = {
  /** Makes a tool known to the instance's MCP server. */
  'tools.register': z
    .object({
      name: z.string().trim().min(1).max(LENGTHS.toolName),
      redirectUri: z.string().trim().min(1).max(LENGTHS.redirectUri),
    })
    .strict(),
  /** Opens the page where the person lets it in. */
  'tools.ask-in-browser': z
    .object({
      clientId: z.string().trim().min(1).max(500),
      name: z.string().max(LENGTHS.toolName),
      redirectUri: z.string().min(1).max(LENGTHS.redirectUri),
    })
    .strict(),
  /** A code, or the address the browser came back to, for a token, which goes to the clipboard. */
  'tools.exchange': z.object({ pasted: z.string().trim().min(1).max(LENGTHS.pasted) }).strict(),
  /** Who asks to be let in, by the id or the address of the request. */
  'tools.look-up': z.object({ pasted: z.string().trim().min(1).max(LENGTHS.pasted) }).strict(),
  'tools.decide': z.object({ requestId: z.string().min(1).max(4000), isApproved: z.boolean() }).strict(),
  /** To the clipboard. */
  'tools.copy': z.object({ text: z.string().min(1).max(4000) }).strict(),
} satisfies CommandsOf<'tools'>;

export interface ToolsResults {
  'tools.register': ToolClient;
  /** How long the token is good for, in seconds; null where the server does not say. */
  'tools.exchange': number | null;
  'tools.look-up': ToolRequest;
  /** Where the browser is to go next. */
  'tools.decide': string;
}

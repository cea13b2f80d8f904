/** Letting other programs in through the server. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import type { CommandsOf } from './common.ts';
import type { ToolClient, ToolRequest } from './server-view.ts';

export const connectedToolsCommands = {
  /** Makes a tool known to the instance's MCP server. */
  'connected-tools.register': z
    .object({
      name: z.string().trim().min(1).max(LENGTHS.toolName),
      redirectUri: z.string().trim().min(1).max(LENGTHS.redirectUri),
    })
    .strict(),
  /** Opens the page where the person lets it in. */
  'connected-tools.ask-in-browser': z
    .object({
      clientId: z.string().trim().min(1).max(500),
      name: z.string().max(LENGTHS.toolName),
      redirectUri: z.string().min(1).max(LENGTHS.redirectUri),
    })
    .strict(),
  /** A code, or the address the browser came back to, for a token, which goes to the clipboard. */
  'connected-tools.exchange': z.object({ pasted: z.string().trim().min(1).max(LENGTHS.pasted) }).strict(),
  /** Who asks to be let in, by the id or the address of the request. */
  'connected-tools.look-up': z.object({ pasted: z.string().trim().min(1).max(LENGTHS.pasted) }).strict(),
  'connected-tools.decide': z.object({ requestId: z.string().min(1).max(4000), isApproved: z.boolean() }).strict(),
  /** To the clipboard. */
  'connected-tools.copy': z.object({ text: z.string().min(1).max(4000) }).strict(),
} satisfies CommandsOf<'connected-tools'>;

export interface ConnectedToolsResults {
  'connected-tools.register': ToolClient;
  /** How long the token is good for, in seconds; null where the server does not say. */
  'connected-tools.exchange': number | null;
  'connected-tools.look-up': ToolRequest;
  /** Where the browser is to go next. */
  'connected-tools.decide': string;
}

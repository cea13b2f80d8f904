/** Letting other programs in through the server. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, command } from './command.ts';
import type { ToolClient, ToolRequest } from './server-view.ts';
import { requiredLine, typedLine } from './text.ts';

export const connectedToolsCommands = {
  /** Makes a tool known to the instance's MCP server. */
  'connected-tools.register': command({
    name: requiredLine(LENGTHS.toolName),
    redirectUri: z.string().trim().min(1).max(LENGTHS.redirectUri),
  }).returns<ToolClient>(),
  /** Opens the page where the person lets it in. */
  'connected-tools.ask-in-browser': command({
    clientId: z.string().trim().min(1).max(500),
    name: typedLine(LENGTHS.toolName),
    redirectUri: z.string().min(1).max(LENGTHS.redirectUri),
  }),
  /** A code, or the address the browser came back to, for a token, which goes to the clipboard. Gives how long it is valid, in seconds; null where the server does not say. */
  'connected-tools.exchange': command({ pasted: z.string().trim().min(1).max(LENGTHS.pasted) }).returns<
    number | null
  >(),
  /** Who asks to be let in, by the id or the address of the request. */
  'connected-tools.look-up': command({ pasted: z.string().trim().min(1).max(LENGTHS.pasted) }).returns<ToolRequest>(),
  /** Gives the address that the browser goes to next. */
  'connected-tools.decide': command({
    requestId: z.string().min(1).max(4000),
    isApproved: z.boolean(),
  }).returns<string>(),
  /** To the clipboard. */
  'connected-tools.copy': command({ text: z.string().min(1).max(4000) }),
} satisfies CommandsOf<'connected-tools'>;

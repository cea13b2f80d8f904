/** Access of other programs (MCP clients) through the server. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, command } from './command.ts';
import { requiredLine, typedLine } from './fields.ts';
import type { ToolClient, ToolRequest } from './server-view.ts';

export const connectedToolsCommands = {
  /** Registers a tool at the instance's MCP server. */
  'connected-tools.register': command({
    name: requiredLine(LENGTHS.toolName),
    redirectUri: z.string().trim().min(1).max(LENGTHS.redirectUri),
  }).returns<ToolClient>(),
  /** Opens the page where the person grants access. */
  'connected-tools.ask-in-browser': command({
    clientId: z.string().trim().min(1).max(500),
    name: typedLine(LENGTHS.toolName),
    redirectUri: z.string().min(1).max(LENGTHS.redirectUri),
  }),
  /** Exchanges a code, or the redirect address with it, for a token in the clipboard. Returns its lifetime in seconds; null if unknown. */
  'connected-tools.exchange': command({ pasted: z.string().trim().min(1).max(LENGTHS.pasted) }).returns<
    number | null
  >(),
  /** Reads an access request by its id or address. */
  'connected-tools.look-up': command({ pasted: z.string().trim().min(1).max(LENGTHS.pasted) }).returns<ToolRequest>(),
  /** Returns the address that the browser goes to next. */
  'connected-tools.decide': command({
    requestId: z.string().min(1).max(4000),
    isApproved: z.boolean(),
  }).returns<string>(),
  /** Copies to the clipboard. */
  'connected-tools.copy': command({ text: z.string().min(1).max(4000) }),
} satisfies CommandsOf<'connected-tools'>;

/**
 * `punchcard mcp`: the commands as tools for AI assistants, over the Model Context Protocol on standard input and output. Each call is
 * a request to the app, which asks the person, carries it out and logs it (electron/features/assistants).
 */
import type { Readable } from 'node:stream';
import {
  McpServer,
  type ReadResourceTemplateCallback,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { messages } from '../../shared/i18n/generated/main.ts';
import { type Asked, COMMANDS, commandWords, RESOURCES, SCHEMA_VERSION, toolFieldsOf } from './commands.ts';
import { assistantName, type Reply } from './protocol.ts';

export interface ToolsOptions {
  version: string;
  /** `client`: the assistant's own name for itself. */
  send: (asked: Asked, client: string, signal: AbortSignal) => Promise<Reply>;
  input: Readable;
  transport?: Transport;
}

/** Resolves once the assistant has closed its end. */
export async function serveTools({
  version,
  send,
  input,
  transport = new StdioServerTransport(input),
}: ToolsOptions): Promise<void> {
  const server = new McpServer(
    { name: 'punchcard', title: 'Punchcard', version },
    { instructions: messages.cli.forAssistants },
  );
  const client = () => assistantName(server.server.getClientVersion()?.name);

  for (const word of commandWords) {
    const { kind } = COMMANDS[word];
    if (kind === undefined) continue;
    server.registerTool(
      word,
      {
        description: messages.cli.commands[word],
        inputSchema: z.strictObject(toolFieldsOf(word)),
        annotations: { readOnlyHint: kind === 'read', destructiveHint: false },
      },
      async (fields: object, { signal }: { signal: AbortSignal }) => {
        const reply = await send({ do: word, ...fields } as Asked, client(), signal);
        const text = reply.said || messages.cli.doneWithoutWords;
        const structuredContent = { schema: SCHEMA_VERSION, ...(reply.ok ? reply.data : { why: reply.why }) };
        return { content: [{ type: 'text' as const, text }], structuredContent, isError: !reply.ok };
      },
    );
  }

  for (const [name, askedOf] of Object.entries(RESOURCES)) {
    const read: ReadResourceTemplateCallback = async (uri, { value, account }, { signal }) => {
      const of = account === undefined ? {} : { account: decodeURIComponent(String(account)) };
      const reply = await send({ ...askedOf(decodeURIComponent(String(value))), ...of }, client(), signal);
      if (!reply.ok) throw new McpError(ErrorCode.InternalError, reply.said, { why: reply.why });
      const text = JSON.stringify({ schema: SCHEMA_VERSION, ...reply.data });
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    };
    // The SDK matches a template as a whole, and takes the first that does.
    for (const [id, query] of [
      [`${name} of an account`, '{?account}'],
      [name, ''],
    ] as const) {
      const template = new ResourceTemplate(`punchcard://${name}/{value}${query}`, { list: undefined });
      server.registerResource(id, template, { mimeType: 'application/json' }, read);
    }
  }

  const { promise: closed, resolve } = Promise.withResolvers<void>();
  server.server.onclose = resolve;
  // A line that is not a message is ignored; the next one is read as usual.
  server.server.onerror = () => undefined;
  input.once('end', () => void server.close());
  process.stdout.once('error', () => void server.close());
  await server.connect(transport);
  await closed;
}

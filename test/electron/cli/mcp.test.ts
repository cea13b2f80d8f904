/** The tools for assistants, asked by the protocol's own client, and what the person allows. */
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Asked, COMMANDS, commandWords } from '../../../electron/cli/commands.ts';
import { serveTools } from '../../../electron/cli/mcp.ts';
import { type Reply, readRequest } from '../../../electron/cli/protocol.ts';

/** `asked` is what reaches the app. */
async function connect(
  reply: Reply = { ok: true, said: 'Started PAY-1 Refund', data: { task: { taskId: 't' } } },
  name = 'Ada’s helper',
) {
  const asked: { asked: Asked; client: string }[] = [];
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const ended = serveTools({
    version: '1.2.3',
    input: new PassThrough(),
    transport: serverSide,
    send: async (request, client) => {
      asked.push({ asked: request, client });
      return reply;
    },
  });
  const client = new Client({ name, version: '1' });
  await client.connect(clientSide);
  onTestFinished(async () => {
    await client.close();
    await ended;
  });
  return { client, asked };
}

test('what a person may do is a tool; what opens a window, deletes or prints is none', async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(commandWords.filter((word) => COMMANDS[word].kind !== undefined));
  for (const word of ['discard', 'undo', 'open', 'toggle', 'switch']) expect(names).not.toContain(word);
  const log = tools.find(({ name }) => name === 'log');
  expect(log?.inputSchema).toMatchObject({ required: ['task'], properties: { task: { type: 'string' } } });
  // Nothing follows, and no status bar reads.
  expect(tools.find(({ name }) => name === 'status')?.inputSchema.properties).toEqual({});
  expect(tools.find(({ name }) => name === 'list')?.annotations).toMatchObject({ readOnlyHint: true });
});

test('a call reaches the app with the name of the assistant, and its answer has words and data', async () => {
  const { client, asked } = await connect();
  const answer = await client.callTool({ name: 'start', arguments: { task: 'PAY-1' } });
  expect(asked).toEqual([{ asked: { do: 'start', task: 'PAY-1' }, client: 'Ada’s helper' }]);
  expect(answer).toMatchObject({
    content: [{ type: 'text', text: 'Started PAY-1 Refund' }],
    structuredContent: { schema: 1, task: { taskId: 't' } },
  });
});

test('a refusal is an error of the tool; arguments of the wrong form do not reach the app', async () => {
  const { client, asked } = await connect({ ok: false, why: 'not-allowed', said: 'Not allowed.' });
  expect(await client.callTool({ name: 'stop', arguments: {} })).toMatchObject({
    isError: true,
    content: [{ text: 'Not allowed.' }],
    structuredContent: { schema: 1, why: 'not-allowed' },
  });
  for (const [name, values] of [
    ['log', {}],
    ['log', { task: 7 }],
    ['stop', { from: 'noon' }],
    ['stop', { by: 'somebody else' }],
    ['discard', {}],
    ['status', { follow: true }],
    ['status', { format: 'tmux' }],
  ] as const)
    expect(await client.callTool({ name, arguments: values }), name).toMatchObject({ isError: true });
  expect(asked).toHaveLength(1);
});

test('a task and a day are resources', async () => {
  const { client, asked } = await connect();
  const { contents } = await client.readResource({ uri: 'punchcard://day/2026-11-18' });
  expect(JSON.parse(String((contents[0] as { text: string }).text))).toMatchObject({ schema: 1 });
  await client.readResource({ uri: 'punchcard://task/PAY-1' });
  const account = 'Acme & Söhne/Nord';
  await client.readResource({ uri: `punchcard://task/PAY-1?account=${encodeURIComponent(account)}` });
  await client.readResource({ uri: 'punchcard://day/yesterday?account=acme' });
  expect(asked.map((one) => one.asked)).toEqual([
    { do: 'report', day: '2026-11-18' },
    { do: 'show', task: 'PAY-1' },
    { do: 'show', task: 'PAY-1', account },
    { do: 'report', day: 'yesterday', account: 'acme' },
  ]);
});

test('a resource that cannot be read says why', async () => {
  const { client } = await connect({ ok: false, why: 'not-allowed', said: 'Not allowed.' });
  const read = client.readResource({ uri: 'punchcard://task/PAY-1' });
  await expect(read).rejects.toMatchObject({ data: { why: 'not-allowed' } });
});

test('it reads the stream that it is given, not that of the process, and ends with it', async () => {
  const told = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  const input = new PassThrough();
  const ended = serveTools({ version: '1.2.3', input, send: () => Promise.reject(new Error('unused')) });
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await expect
    .poll(() => told.mock.calls.map(([line]) => line))
    .toContainEqual('{"result":{},"jsonrpc":"2.0","id":1}\n');
  input.end();
  await ended;
});

test.each([
  ['x'.repeat(5_000), `${'x'.repeat(59)}…`],
  ['\u202Edez\u202C\n Zed', 'dez Zed'],
  ['\u200B\u2066', 'An assistant'],
])('its name is one short line that reads from left to right', async (name, shown) => {
  const { client, asked } = await connect(undefined, name);
  await client.callTool({ name: 'stop', arguments: {} });
  expect(asked[0]?.client).toBe(shown);
  expect(readRequest(JSON.stringify({ do: 'stop', by: name }))).toEqual({ do: 'stop', by: shown });
});

/** The tools for assistants, asked by the protocol's own client, and what the person allows. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { kindsOf, wordsOf } from '../../../electron/cli/assistant-requests.ts';
import { type Asked, COMMANDS, commandWords } from '../../../electron/cli/commands.ts';
import { serveTools } from '../../../electron/cli/mcp.ts';
import type { Reply } from '../../../electron/cli/protocol.ts';

/** An assistant called Ada's helper; `asked` is what reaches the app. */
async function connect(reply: Reply = { ok: true, said: 'Started PAY-1 Refund', data: { task: { taskId: 't' } } }) {
  const asked: { asked: Asked; client: string }[] = [];
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const ended = serveTools({
    version: '1.2.3',
    transport: serverSide,
    send: async (request, client) => {
      asked.push({ asked: request, client });
      return reply;
    },
  });
  const client = new Client({ name: 'Ada’s helper', version: '1' });
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
  });
  for (const [name, values] of [
    ['log', {}],
    ['log', { task: 7 }],
    ['stop', { from: 'noon' }],
    ['stop', { by: 'somebody else' }],
    ['discard', {}],
  ] as const)
    expect(await client.callTool({ name, arguments: values }), name).toMatchObject({ isError: true });
  expect(asked).toHaveLength(1);
});

test('a task and a day are resources', async () => {
  const { client, asked } = await connect();
  const { contents } = await client.readResource({ uri: 'punchcard://day/2026-11-18' });
  expect(JSON.parse(String((contents[0] as { text: string }).text))).toMatchObject({ schema: 1 });
  await client.readResource({ uri: 'punchcard://task/PAY-1' });
  expect(asked.map((one) => one.asked)).toEqual([
    { do: 'report', day: '2026-11-18' },
    { do: 'show', task: 'PAY-1' },
  ]);
});

describe('in words, for the question and the log', () => {
  test.each<[Asked, string]>([
    [{ do: 'log', task: 'PAY-1', for: '45m', note: 'Paired' }, 'Add time to PAY-1: --for 45m --note Paired'],
    [{ do: 'move', task: 'PAY-1', column: 'Done' }, 'Move PAY-1 to Done'],
    [{ do: 'start' }, 'Start the timer on the last task'],
    [{ do: 'add', text: 'Buy milk', start: true }, 'Create “Buy milk”: --start'],
    [{ do: 'report', period: 'week' }, 'Read: report'],
  ])('%j', (asked, words) => {
    expect(wordsOf(asked)).toBe(words);
  });

  test('a new task whose timer starts needs both permissions', () => {
    expect(kindsOf({ do: 'add', text: 'x', start: true })).toEqual(['tasks', 'timer']);
    expect(kindsOf({ do: 'add' })).toEqual([]);
    expect(kindsOf({ do: 'discard' })).toEqual([]);
  });
});

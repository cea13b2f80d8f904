/** JSON from outside is checked before it is parsed: deep nesting and too many values are rejected. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRequest } from '../../electron/cli/protocol.ts';
import { createClient } from '../../electron/service/client.ts';
import { createHttp } from '../../electron/service/http.ts';
import { JsonBoundsError, parseBoundedJson } from '../../shared/bounded-json.ts';
import { answering, rawServer } from '../electron/service/raw-server.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('ordinary JSON is parsed as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['brackets in a string', JSON.stringify({ note: nested(500) })],
  ['brackets after quotes in a string', JSON.stringify(`"${'\\"'.repeat(99)}${nested(500)}`)],
  ['a string that ends in backslashes', `["${'\\\\'.repeat(50)}",${nested(60)}]`],
  ['commas in a string', JSON.stringify(','.repeat(2_000_000))],
  ['as deep as allowed', nested(64)],
])('%s: accepted', (_what, text) => {
  expect(() => parseBoundedJson(text)).not.toThrow();
});

test.each([
  ['one level too deep', nested(65)],
  ['a depth bomb', '['.repeat(8_000_000)],
  ['nested objects', '{"a":'.repeat(100_000)],
  ['a million values and one', `[${'0,'.repeat(1_000_000)}0]`],
  ['a million empty lists', `[${'[],'.repeat(600_000)}0]`],
])('%s is rejected', (_what, text) => {
  expect(() => parseBoundedJson(text)).toThrow(JsonBoundsError);
});

test.each(['', '{', '["a', '"\\', 'nonsense', '[1,]'])('what is no JSON is a syntax error: %s', (text) => {
  expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
});

describe('sources', () => {
  const bomb = '['.repeat(1_000_000);

  test('an answer of the service: an error with a message', async () => {
    const { baseUrl } = await rawServer(answering(200, bomb, { 'Content-Type': 'application/json' }));
    const client = createClient(createHttp({ baseUrl, transport: fetch, userAgent: 'test' }));
    await expect(client.listNotifications()).rejects.toMatchObject({
      kind: 'malformed',
      message: 'The answer is nested too deeply or contains too many values.',
    });
  });

  test('an error of the service: it proves nothing, and its text is shortened', async () => {
    const { baseUrl } = await rawServer(answering(400, bomb, { 'Content-Type': 'application/json' }));
    const client = createClient(createHttp({ baseUrl, transport: fetch, userAgent: 'test' }));
    const error = await client.listNotifications().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'rejected', status: 400, isForeign: true, mayHaveActed: true });
    expect(error).toHaveProperty('message', '['.repeat(500));
  });

  test('a command line', () => {
    expect(readRequest(`{"do":"status"}`)).toEqual({ do: 'status' });
    expect(readRequest(bomb)).toBeUndefined();
  });
});

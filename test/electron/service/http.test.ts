/** Requests, answers and all kinds of failures (docs/service.md#errors, docs/service.md#address). */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { ServiceError, type ServiceErrorKind } from '../../../electron/service/errors.ts';
import { createHttp, type HttpOptions, type HttpRequest } from '../../../electron/service/http.ts';
import { AssignedCount, AssignedTasks } from '../../../electron/service/records.ts';
import { RedirectError } from '../../../shared/transport.ts';
import { PATIENCE_MS } from '../../until.ts';
import { answering, type RawServer, rawServer } from './raw-server.ts';

/** The time limit of requests that are never answered. */
const SHORT_MS = 200;

function client(baseUrl: string, options: Partial<HttpOptions> = {}) {
  return createHttp({ baseUrl, transport: fetch, userAgent: 'Punchcard/1.0 (test)', ...options });
}

const anything: HttpRequest<z.ZodType> = { method: 'GET', path: '/thing', schema: z.unknown() };

/** The error of a request to this address. */
async function failure(
  baseUrl: string,
  request: Partial<HttpRequest<z.ZodType>> = {},
  options: Partial<HttpOptions> = {},
): Promise<ServiceError> {
  try {
    await client(baseUrl, options).request({ ...anything, ...request });
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('The request did not fail.');
}

async function errorOf(
  answer: RawServer['answer'],
  request: Partial<HttpRequest<z.ZodType>> = {},
  options: Partial<HttpOptions> = {},
) {
  const { baseUrl } = await rawServer(answer);
  return failure(baseUrl, request, options);
}

describe('a request', () => {
  async function sent(request: Partial<HttpRequest<z.ZodType>> = {}, options: Partial<HttpOptions> = {}) {
    const server = await rawServer(answering(200, {}));
    await client(server.baseUrl, options).request({ ...anything, ...request });
    expect(server.requests).toHaveLength(1);
    const [only] = server.requests;
    if (only === undefined) throw new Error('Nothing was sent.');
    return only;
  }
  const credential = () => 'secret-token';

  test('carries the credential as bearer token', async () => {
    expect((await sent({}, { credential })).headers.authorization).toBe('Bearer secret-token');
  });

  test('carries no credential if it must not or there is none', async () => {
    expect((await sent({ authorised: false }, { credential })).headers.authorization).toBeUndefined();
    expect((await sent({}, { credential: () => undefined })).headers.authorization).toBeUndefined();
    expect((await sent()).headers.authorization).toBeUndefined();
  });

  test('reads the credential each time', async () => {
    const server = await rawServer(answering(200, {}));
    let token = 'old';
    const http = client(server.baseUrl, { credential: () => token });
    await http.request(anything);
    token = 'new';
    await http.request(anything);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  });

  test('names the client, accepts JSON, and has no headers of a browser', async () => {
    const { headers } = await sent({ method: 'POST', body: {} }, { credential });
    expect(headers).toMatchObject({ 'user-agent': 'Punchcard/1.0 (test)', accept: 'application/json' });
    expect(headers.origin).toBeUndefined();
    expect(headers.referer).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
  });

  test('never sends a cookie back', async () => {
    const server = await rawServer(
      answering(200, {}, { 'Content-Type': 'application/json', 'Set-Cookie': 'session=abc; Path=/' }),
    );
    const http = client(server.baseUrl);
    await http.request(anything);
    await http.request(anything);
    expect(server.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  test('sends a body as JSON, and none with a GET', async () => {
    const put = await sent({ method: 'PUT', path: '/a/b', body: { title: 'Grüße “€” 🎉', note: null } });
    expect(put).toMatchObject({ method: 'PUT', path: '/api/a/b' });
    expect(put.headers['content-type']).toBe('application/json');
    expect(JSON.parse(put.text)).toEqual({ title: 'Grüße “€” 🎉', note: null });

    const get = await sent();
    expect(get).toMatchObject({ method: 'GET', path: '/api/thing', text: '' });
    expect(get.headers['content-type']).toBeUndefined();
  });

  test('encodes the query and leaves out what is undefined', async () => {
    const { path } = await sent({ query: { q: 'a&b=c d/é', page: 2, none: undefined } });
    const url = new URL(path, 'http://host');
    expect([...url.searchParams]).toEqual([
      ['q', 'a&b=c d/é'],
      ['page', '2'],
    ]);
  });

  test('carries further headers', async () => {
    expect((await sent({ headers: { 'x-api-key': 'k' } })).headers['x-api-key']).toBe('k');
  });
});

describe('a successful answer', () => {
  const Thing = z.object({ id: z.string(), count: z.number().optional() });
  async function read(body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }) {
    const { baseUrl } = await rawServer(answering(200, body, headers));
    return client(baseUrl).request({ ...anything, schema: Thing });
  }

  test('is parsed, and unknown fields are dropped', async () => {
    expect(await read('{"id":"1","count":2,"new":{"x":[1]},"__proto__":{"y":1}}')).toEqual({ id: '1', count: 2 });
  });

  test('may lack its content type or start with a byte order mark', async () => {
    expect(await read('{"id":"1"}', {})).toEqual({ id: '1' });
    expect(await read('\uFEFF{"id":"1"}')).toEqual({ id: '1' });
  });

  test('may contain a title of 5 MB', async () => {
    const title = 'ü'.repeat(2_500_000);
    const task = {
      id: 't',
      projectId: 'p',
      number: 1,
      title,
      status: 'to-do',
      statusName: 'To Do',
      priority: 'low',
      dueDate: null,
      projectName: 'P',
      projectSlug: 'P',
      labels: [],
    };
    const { baseUrl } = await rawServer(answering(200, { tasks: [task], total: 1 }));
    const answer = await client(baseUrl).request({ ...anything, schema: AssignedTasks });
    expect(answer.tasks[0]?.title).toBe(`${'ü'.repeat(499)}…`);
  });

  test('may arrive in chunks that split characters', async () => {
    const { baseUrl } = await rawServer(async (_request, response) => {
      const bytes = Buffer.from('{"id":"🎉é"}');
      response.writeHead(200, { 'Content-Type': 'application/json' });
      for (const byte of bytes) {
        response.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
      response.end();
    });
    expect(await client(baseUrl).request({ ...anything, schema: Thing })).toEqual({ id: '🎉é' });
  });
});

// ---- failures ------------------------------------------------------------------------------------------------------

const JSON_TYPE = { 'Content-Type': 'application/json' };
const HTML = '<!doctype html><html><head><title>Welcome</title></head></html>';
const HTML_TYPE = { 'Content-Type': 'text/html; charset=utf-8' };
/** Starts an answer and never ends it. */
const hangs = (response: ServerResponse, start: string) => response.writeHead(200, JSON_TYPE).write(start);

interface Expected {
  kind: ServiceErrorKind;
  status: number | undefined;
  code?: string;
  acted: boolean;
  passing: boolean;
  message: RegExp;
}

const TABLE: [what: string, answer: RawServer['answer'], expected: Expected][] = [
  // Not the service.
  [
    'a web page with 200',
    answering(200, HTML, HTML_TYPE),
    { kind: 'not-the-service', status: 200, acted: true, passing: true, message: /web page/ },
  ],
  [
    'a web page with 200 that says it is JSON',
    answering(200, `\n ${HTML}`, JSON_TYPE),
    { kind: 'not-the-service', status: 200, acted: true, passing: true, message: /web page/ },
  ],
  [
    "a proxy's web page with 502",
    answering(502, '<html><h1>502 Bad Gateway</h1></html>', HTML_TYPE),
    { kind: 'not-the-service', status: 502, acted: true, passing: true, message: /web page/ },
  ],
  [
    "a proxy's web page with 404",
    answering(404, HTML, HTML_TYPE),
    { kind: 'not-the-service', status: 404, acted: true, passing: true, message: /web page/ },
  ],
  [
    'plain text with 200',
    answering(200, 'It works!'),
    { kind: 'not-the-service', status: 200, acted: true, passing: true, message: /not JSON/ },
  ],
  // The service, but broken.
  [
    'JSON cut short',
    answering(200, '{"id":"1","na', JSON_TYPE),
    { kind: 'malformed', status: 200, acted: true, passing: false, message: /incomplete/ },
  ],
  [
    'an empty answer',
    answering(200, '', JSON_TYPE),
    { kind: 'malformed', status: 200, acted: true, passing: false, message: /empty/ },
  ],
  [
    'an empty answer without a type',
    answering(200, '', {}),
    { kind: 'malformed', status: 200, acted: true, passing: false, message: /empty/ },
  ],
  // Rejections of newer servers.
  [
    'an ApiError',
    answering(404, { message: 'Task not found', code: 'NOT_FOUND' }),
    { kind: 'rejected', status: 404, code: 'NOT_FOUND', acted: false, passing: false, message: /^Task not found$/ },
  ],
  [
    'a dead token',
    answering(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }),
    { kind: 'rejected', status: 401, code: 'UNAUTHORIZED', acted: true, passing: false, message: /^Unauthorized$/ },
  ],
  [
    'a crash',
    answering(500, { message: 'Internal Server Error', code: 'INTERNAL_SERVER_ERROR' }),
    { kind: 'rejected', status: 500, code: 'INTERNAL_SERVER_ERROR', acted: true, passing: true, message: /Internal/ },
  ],
  [
    'an overload',
    answering(503, { message: 'Too slow', code: 'SERVICE_UNAVAILABLE' }),
    { kind: 'rejected', status: 503, code: 'SERVICE_UNAVAILABLE', acted: true, passing: true, message: /^Too slow$/ },
  ],
  [
    'a lapsed plan',
    answering(402, { message: 'Pay first', code: 'PAYMENT_REQUIRED' }),
    { kind: 'rejected', status: 402, code: 'PAYMENT_REQUIRED', acted: false, passing: false, message: /^Pay first$/ },
  ],
  // Rejections, older servers.
  [
    'a text',
    answering(404, 'Task not found'),
    { kind: 'rejected', status: 404, acted: false, passing: false, message: /^Task not found$/ },
  ],
  [
    'a crash without code',
    answering(500, { message: 'Internal Server Error' }),
    { kind: 'rejected', status: 500, acted: true, passing: true, message: /^Internal Server Error$/ },
  ],
  [
    'a crash in text',
    answering(500, 'boom'),
    { kind: 'rejected', status: 500, acted: true, passing: true, message: /^boom$/ },
  ],
  [
    'JSON that says it is text',
    answering(429, '{"message":"Rate limit exceeded.","code":"RATE_LIMITED"}'),
    {
      kind: 'rejected',
      status: 429,
      code: 'RATE_LIMITED',
      acted: false,
      passing: true,
      message: /^Rate limit exceeded/,
    },
  ],
  [
    "an older server's dead token",
    answering(403, { message: 'Invalid API key.', code: 'INVALID_API_KEY' }),
    {
      kind: 'rejected',
      status: 403,
      code: 'INVALID_API_KEY',
      acted: false,
      passing: false,
      message: /^Invalid API key/,
    },
  ],
  [
    "an older server's validation error",
    answering(400, {
      success: false,
      error: [
        { message: 'Required', path: ['body', 'title'] },
        { message: 'Too small', path: [{ key: 'tags' }, 0] },
      ],
      data: {},
    }),
    {
      kind: 'rejected',
      status: 400,
      code: 'VALIDATION_ERROR',
      acted: false,
      passing: false,
      message: /^body\.title: Required; tags\.0: Too small$/,
    },
  ],
  // OAuth.
  [
    'an OAuth error',
    answering(400, { error: 'slow_down', error_description: 'Polling too frequently' }),
    {
      kind: 'rejected',
      status: 400,
      code: 'slow_down',
      acted: false,
      passing: false,
      message: /^Polling too frequently$/,
    },
  ],
  [
    'an OAuth error without a description',
    answering(400, { error: 'access_denied' }),
    { kind: 'rejected', status: 400, code: 'access_denied', acted: false, passing: false, message: /^access_denied$/ },
  ],
  [
    'an error with a message beside it',
    answering(400, { error: 'Bad Request', message: 'The title is missing' }),
    {
      kind: 'rejected',
      status: 400,
      code: 'Bad Request',
      acted: false,
      passing: false,
      message: /^The title is missing$/,
    },
  ],
  // Without useful content.
  [
    'an error with an empty body',
    answering(418, ''),
    { kind: 'rejected', status: 418, acted: true, passing: false, message: /answered 418/ },
  ],
  [
    'an error of JSON null',
    answering(500, 'null', JSON_TYPE),
    { kind: 'rejected', status: 500, acted: true, passing: true, message: /null/ },
  ],
  [
    'an error in an unknown form',
    answering(400, { reason: { deep: 1 } }),
    { kind: 'rejected', status: 400, acted: true, passing: false, message: /answered 400/ },
  ],
  [
    'a request that took too long to send',
    answering(408, 'Request Timeout'),
    { kind: 'rejected', status: 408, acted: true, passing: true, message: /^Request Timeout$/ },
  ],
  [
    'too many requests',
    answering(429, { message: 'Slow down', code: 'RATE_LIMITED' }),
    { kind: 'rejected', status: 429, code: 'RATE_LIMITED', acted: false, passing: true, message: /^Slow down$/ },
  ],
  // By a proxy: no proof that nothing happened.
  [
    'the text of a status',
    answering(403, 'Forbidden', { 'Content-Type': 'text/plain' }),
    { kind: 'rejected', status: 403, acted: true, passing: false, message: /^Forbidden$/ },
  ],
  [
    'a status and its text',
    answering(400, '400 Bad Request', { 'Content-Type': 'text/plain' }),
    { kind: 'rejected', status: 400, acted: true, passing: false, message: /Bad Request/ },
  ],
  [
    'a gateway’s message',
    answering(403, { message: 'Forbidden' }),
    { kind: 'rejected', status: 403, acted: true, passing: false, message: /^Forbidden$/ },
  ],
  [
    'a limit that is not the service’s',
    answering(429, '{}', { 'Retry-After': '20' }),
    { kind: 'rejected', status: 429, acted: true, passing: true, message: /answered 429/ },
  ],
  // By an older server.
  [
    'a plain message about the request',
    answering(400, 'Start time cannot be after end time. Try again', { 'Content-Type': 'text/plain; charset=UTF-8' }),
    { kind: 'rejected', status: 400, acted: false, passing: false, message: /^Start time/ },
  ],
  [
    'a missing permission in plain text',
    answering(403, 'Insufficient permissions', { 'Content-Type': 'text/plain' }),
    { kind: 'rejected', status: 403, acted: false, passing: false, message: /^Insufficient/ },
  ],
  [
    'a missing route',
    answering(404, '404 Not Found', { 'Content-Type': 'text/plain' }),
    { kind: 'rejected', status: 404, acted: false, passing: false, message: /cannot do that/ },
  ],
  [
    'a deleted task on older servers',
    answering(400, 'Workspace ID could not be determined', { 'Content-Type': 'text/plain' }),
    { kind: 'rejected', status: 400, code: 'NOT_FOUND', acted: false, passing: false, message: /it was deleted/ },
  ],
  // The network.
  [
    'no answer in time',
    () => undefined,
    { kind: 'timeout', status: undefined, acted: true, passing: true, message: /No answer within/ },
  ],
  [
    'an answer that stops half-way',
    (_request, response) => void hangs(response, '{"id":'),
    { kind: 'timeout', status: undefined, acted: true, passing: true, message: /No answer within/ },
  ],
  [
    'a connection dropped before the answer',
    (_request, response) => void response.socket?.destroy(),
    { kind: 'lost', status: undefined, acted: true, passing: true, message: /connection broke/ },
  ],
  [
    'a connection reset before the answer',
    (_request, response) => void response.socket?.resetAndDestroy(),
    { kind: 'lost', status: undefined, acted: true, passing: true, message: /connection broke/ },
  ],
  [
    'a connection dropped in the middle of the answer',
    (_request, response) => {
      hangs(response, '{"id":');
      setTimeout(() => response.socket?.destroy(), 20);
    },
    { kind: 'lost', status: undefined, acted: true, passing: true, message: /connection broke/ },
  ],
  [
    'an answer shorter than announced',
    (_request, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'Content-Length': '100' }).write('{}');
      setTimeout(() => response.socket?.end(), 20);
    },
    { kind: 'lost', status: undefined, acted: true, passing: true, message: /connection broke/ },
  ],
  [
    'an answer that is not HTTP',
    (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
    { kind: 'lost', status: undefined, acted: true, passing: true, message: /connection broke/ },
  ],
];

describe('a failure', () => {
  test.each(TABLE)('%s', async (_what, answer, expected) => {
    const timeoutMs = expected.kind === 'timeout' ? SHORT_MS : PATIENCE_MS;
    const error = await errorOf(answer, { method: 'POST', body: {} }, { timeoutMs });
    expect({
      kind: error.kind,
      status: error.status,
      code: error.code,
      acted: error.mayHaveActed,
      passing: error.isTransient,
    }).toEqual({
      kind: expected.kind,
      status: expected.status,
      code: expected.code,
      acted: expected.acted,
      passing: expected.passing,
    });
    expect(error.message).toMatch(expected.message);
  });

  test.each([
    ['a field of the wrong type', { total: '12' }, 'total', /field “total” is wrong: expected number/],
    ['a missing field', {}, 'total', /field “total”/],
    ['a list instead of an object', [], '', /field “\(whole\)” is wrong/],
    ['a negative count', { total: -1 }, 'total', /field “total”/],
  ])('%s names the field', async (_what, body, path, message) => {
    const error = await errorOf(answering(200, body), { schema: AssignedCount });
    expect(error).toMatchObject({ kind: 'malformed', status: 200, mayHaveActed: true, isTransient: false });
    expect(error.issues.map((issue) => issue.path)).toContain(path);
    expect(error.message).toMatch(message);
  });

  test('a web page is an outage once the service has answered', async () => {
    const server = await rawServer(answering(200, {}));
    const http = client(server.baseUrl);
    await http.request(anything);
    server.answer = answering(502, HTML, HTML_TYPE);
    await expect(http.request(anything)).rejects.toMatchObject({ reason: { is: 'outage', status: 502 } });
    await expect(client(server.baseUrl).request(anything)).rejects.toMatchObject({ reason: { is: 'web-page' } });
  });

  test('of validation has every issue', async () => {
    const issues = [
      { path: 'body.title', message: 'Required' },
      { path: 'query.page', message: 'Too small' },
    ];
    const newer = await errorOf(answering(400, { message: 'Invalid', code: 'VALIDATION_ERROR', issues }));
    expect(newer).toMatchObject({ code: 'VALIDATION_ERROR', message: 'Invalid', issues });
  });

  test('of permission names what is missing', async () => {
    const body = { message: 'No', code: 'MISSING_PERMISSION', missingPermissions: ['task:update', 'task:assign'] };
    expect(await errorOf(answering(403, body))).toMatchObject({
      code: 'MISSING_PERMISSION',
      missingPermissions: ['task:update', 'task:assign'],
    });
  });

  test.each([
    ['an ApiError', { message: 'x'.repeat(5_000_000), code: 'BAD_REQUEST' }],
    ['an OAuth error', { error: 'e', error_description: 'x'.repeat(5_000_000) }],
    ['a text', 'x'.repeat(5_000_000)],
    ['an older validation error', { success: false, error: [{ path: ['a'], message: 'x'.repeat(5_000_000) }] }],
  ])('has a shortened message: %s', async (_what, body) => {
    const { baseUrl } = await rawServer(answering(400, body));
    expect((await failure(baseUrl)).message).toHaveLength(500);
  });

  test('is an answer above the size limit, regardless of its Content-Length', async () => {
    const limit = { maxBytes: 1024 * 1024 };
    const title = 'x'.repeat(5_000_000);
    const { baseUrl } = await rawServer(answering(200, { title }));
    const announced = await failure(baseUrl, {}, limit);
    expect(announced).toMatchObject({ kind: 'too-large', status: 200, mayHaveActed: true, isTransient: false });
    expect(announced.message).toMatch(/larger than 1 MB/);

    // {"title":"…"} takes 12 bytes around the title.
    const fits = await rawServer(answering(200, { title: 'x'.repeat(limit.maxBytes - 12) }));
    await client(fits.baseUrl, limit).request(anything);
    const over = await rawServer(answering(200, { title: 'x'.repeat(limit.maxBytes - 11) }));
    expect((await failure(over.baseUrl, {}, limit)).kind).toBe('too-large');

    const endless = await rawServer((_request, response) => {
      response.writeHead(200, JSON_TYPE);
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', flood);
      flood();
    });
    expect((await failure(endless.baseUrl, {}, limit)).kind).toBe('too-large');
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%i is never followed: its target receives no request', async (status) => {
    const target = await rawServer(answering(200, {}));
    const Location = `${target.baseUrl}/stolen`;
    const server = await rawServer(answering(status, '', { Location }));
    const error = await failure(
      server.baseUrl,
      { method: 'POST', body: { taskId: 't' } },
      { credential: () => 'secret-token' },
    );
    expect(error).toMatchObject({
      kind: 'redirect',
      status,
      location: Location,
      mayHaveActed: true,
      isTransient: false,
    });
    expect(target.requests).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  test('that the transport throws is a redirect error too', async () => {
    const transport = () => Promise.reject(new RedirectError('https://elsewhere.example/'));
    expect(await failure('http://host.invalid/api', {}, { transport })).toMatchObject({
      kind: 'redirect',
      location: 'https://elsewhere.example/',
      mayHaveActed: true,
    });
  });

  test('within the same server or without a target is not followed either', async () => {
    const server = await rawServer(answering(302, '', { Location: '/login' }));
    expect(await failure(server.baseUrl)).toMatchObject({ kind: 'redirect', location: '/login' });
    expect(server.requests).toHaveLength(1);
    expect(await errorOf(answering(302, ''))).toMatchObject({ kind: 'redirect', location: undefined });
  });
});

describe('the wait that the service asks for', () => {
  const limited = (headers: Record<string, string>, body: unknown = { message: 'Slow down', code: 'RATE_LIMITED' }) =>
    errorOf(answering(429, body, { ...JSON_TYPE, ...headers }));

  test.each([
    ['seconds', { 'Retry-After': '7' }, 7_000],
    ['zero', { 'Retry-After': '0' }, 0],
    ['seconds of a proxy', { 'X-Retry-After': '9' }, 9_000],
    ['both headers: the standard one counts', { 'Retry-After': '3', 'X-Retry-After': '9' }, 3_000],
    ['a date in the past', { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
    ['more than a day', { 'Retry-After': '99999999999' }, 86_400_000],
    ['a date in a far century', { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }, 86_400_000],
    ['nothing', {}, undefined],
    ['nonsense', { 'Retry-After': 'soon' }, undefined],
  ])('%s', async (_what, headers, expected) => {
    expect((await limited(headers)).retryAfterMs).toBe(expected);
  });

  test('a date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) });
    onTestFinished(() => void vi.useRealTimers());
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    const busy = answering(429, '', { 'Retry-After': inAMinute });
    const error = await errorOf((request, response) => {
      response.sendDate = false;
      return busy(request, response);
    });
    expect(error.retryAfterMs).toBe(60_000);
  });

  test('a date, measured by the server’s clock', async () => {
    const sent = Date.UTC(2015, 9, 21, 7, 28);
    const date = (ms: number) => new Date(ms).toUTCString();
    const { retryAfterMs } = await limited({ Date: date(sent), 'Retry-After': date(sent + 45_000) });
    expect(retryAfterMs).toBe(45_000);
  });

  test('milliseconds in the body of older servers', async () => {
    const body = { message: 'Rate limit exceeded.', code: 'RATE_LIMITED', details: { tryAgainIn: 59_994 } };
    expect((await limited({}, body)).retryAfterMs).toBe(59_994);
    expect((await limited({}, { ...body, details: { tryAgainIn: 1e15 } })).retryAfterMs).toBe(86_400_000);
    expect((await limited({}, { ...body, details: { tryAgainIn: 'soon' } })).retryAfterMs).toBeUndefined();
  });

  test('the end of the window, measured by the server’s clock, if the rate limit was hit', async () => {
    const sent = Date.UTC(2015, 9, 21, 7, 28);
    const headers = { Date: new Date(sent).toUTCString(), 'X-RateLimit-Reset': String(sent / 1000 + 42) };
    expect((await limited({ ...headers, 'X-RateLimit-Remaining': '0' })).retryAfterMs).toBe(42_000);
    expect((await limited({ ...headers, 'X-RateLimit-Remaining': '0', 'Retry-After': '7' })).retryAfterMs).toBe(7_000);
    expect((await limited({ ...headers, 'X-RateLimit-Remaining': '3' })).retryAfterMs).toBeUndefined();
  });

  test.each([
    ['a quota that is never refilled', {}, true, true],
    ['a quota that is refilled', { 'Retry-After': '60' }, true, false],
    ['a rate limit without an end', { 'X-RateLimit-Limit': '100' }, true, false],
    ['a sign-in, which has no quota', {}, false, false],
  ])('%s: is it used up?', async (_what, headers, isApiKey, isUsedUp) => {
    const { baseUrl } = await rawServer(
      answering(429, { message: 'No', code: 'RATE_LIMITED' }, { ...JSON_TYPE, ...headers }),
    );
    const error = await failure(baseUrl, {}, { isApiKey, credential: () => 'key' });
    expect(error).toMatchObject({ isUsedUp, isTransient: true });
    if (isUsedUp) expect(error.retryAfterMs).toBe(3_600_000);
  });

  test('a 429 of a single route is not a quota', async () => {
    const { baseUrl } = await rawServer(answering(429, { message: 'An import runs already', code: 'IMPORT_RUNNING' }));
    const error = await failure(baseUrl, {}, { isApiKey: true, credential: () => 'key' });
    expect(error).toMatchObject({ isUsedUp: false, retryAfterMs: undefined });
  });

  test('is also read with other statuses and from a web page', async () => {
    const later = { 'Retry-After': '30' };
    expect((await errorOf(answering(503, { message: 'm', code: 'c' }, later))).retryAfterMs).toBe(30_000);
    expect((await errorOf(answering(503, HTML, { ...HTML_TYPE, ...later }))).retryAfterMs).toBe(30_000);
  });
});

describe('a request that fails', () => {
  test('because nothing listens there was not sent', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const error = await failure(`http://127.0.0.1:${port}/api`, { method: 'POST', body: {} });
    expect(error).toMatchObject({ kind: 'unreachable', status: undefined, mayHaveActed: false, isTransient: true });
  });

  test('because the host does not exist was not sent', async () => {
    const error = await failure('http://no-such-host.invalid/api', {}, { timeoutMs: PATIENCE_MS });
    expect(error).toMatchObject({ kind: 'unreachable', mayHaveActed: false, isTransient: true });
  });

  test('because it was aborted counts as lost, even before it started', async () => {
    const abort = new AbortController();
    const { baseUrl } = await rawServer((_request, response) => {
      hangs(response, '{');
      setTimeout(() => abort.abort(), 50);
    });
    const error = await failure(baseUrl, { signal: abort.signal }, { timeoutMs: PATIENCE_MS });
    expect(error.kind).toBe('lost');
    expect((await failure(baseUrl, { signal: AbortSignal.abort() })).kind).toBe('lost');
  });

  test('because of its time limit is an error, even if the part received is valid JSON', async () => {
    // A transport whose body, when it is cancelled, ends as if it were finished.
    const transport = async () => {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{}')) });
      return new Response(body, { headers: JSON_TYPE });
    };
    const error = await failure('http://host.invalid/api', {}, { transport, timeoutMs: 50 });
    expect(error).toMatchObject({ kind: 'timeout', mayHaveActed: true });
  });

  describe('because the certificate is not trusted', () => {
    let folder = '';
    let files = { key: '', cert: '' };
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'punchcard-tls-'));
      files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
      const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
      execFileSync(
        'openssl',
        ['req', '-x509', ...curve, '-keyout', files.key, '-out', files.cert, '-days', '1', ...subject],
        { stdio: 'ignore' },
      );
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    test('sends nothing', async () => {
      let requests = 0;
      const server = createTlsServer(
        { key: readFileSync(files.key), cert: readFileSync(files.cert) },
        (_request, response) => {
          requests += 1;
          response.end('{}');
        },
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const error = await failure(`https://127.0.0.1:${port}/api`, {}, { credential: () => 'secret-token' });
      expect(error).toMatchObject({ kind: 'untrusted', mayHaveActed: false, isTransient: true });
      expect(requests).toBe(0);
    });
  });

  /** Errors of Electron's network stack (plain Errors), which a server cannot provoke through Node. */
  test.each<[message: string, kind: ServiceErrorKind]>([
    ['net::ERR_CONNECTION_REFUSED', 'unreachable'],
    ['net::ERR_NAME_NOT_RESOLVED', 'unreachable'],
    ['net::ERR_INTERNET_DISCONNECTED', 'unreachable'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'unreachable'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'untrusted'],
    ['net::ERR_CERT_DATE_INVALID', 'untrusted'],
    ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'untrusted'],
    // These may occur after the request was sent.
    ['net::ERR_SSL_BAD_RECORD_MAC_ALERT', 'lost'],
    ['net::ERR_CONNECTION_RESET', 'lost'],
    ['net::ERR_NETWORK_CHANGED', 'lost'],
    ['net::ERR_CONNECTION_CLOSED', 'lost'],
    ['net::ERR_NETWORK_IO_SUSPENDED', 'lost'],
    ['net::ERR_HTTP2_PING_FAILED', 'lost'],
    ['net::ERR_EMPTY_RESPONSE', 'lost'],
    ['something new', 'lost'],
  ])('%s is %s', async (message, kind) => {
    const transport = () => Promise.reject(new Error(message));
    expect((await failure('http://host.invalid/api', {}, { transport })).kind).toBe(kind);
  });
});

/** Compares docs/endpoints.md with the client and the local workspace. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../electron/service/client.ts';
import { createVerbs, type Http, type HttpCall } from '../../../electron/service/http.ts';
import { testWorkspace } from '../local/workspace.ts';

interface Row {
  /** Such as `PUT /column/{id}`. */
  endpoint: string;
  fn: string;
  /** Files below electron/ that use it. */
  uses: string[];
  /** Where a person uses it in the app. */
  reach: string;
  tests: string[];
  source: string;
}

const table = readFileSync(join(import.meta.dirname, '../../../docs/endpoints.md'), 'utf8');

const rows: Row[] = table
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, endpoint]) => endpoint?.startsWith('`'))
  .map(([, endpoint = '', fn = '', uses = '', reach = '', tests = '', source = '']) => ({
    endpoint: endpoint.replaceAll('`', ''),
    fn: fn.replaceAll('`', ''),
    uses: filesIn(uses),
    reach,
    tests: filesIn(tests),
    source,
  }));

function filesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
}

const BASE_URL = 'http://host.invalid/api';

/** The first request of a function, as `METHOD path?query`. A returned address counts as a GET. */
async function firstCall(name: string): Promise<string> {
  let called: string | undefined;
  const record = (call: HttpCall): Promise<never> => {
    const query = new URLSearchParams(
      Object.entries(call.query ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
    );
    called ??= `${call.method} ${call.path}?${query}`;
    return Promise.reject(new Error('recorded'));
  };
  const upload: Http['upload'] = () => record({ method: 'PUT', path: '{uploadUrl}' });
  const verbs = { ...createVerbs(record), request: record, requestJson: record };
  const client = createClient({ baseUrl: BASE_URL, ...verbs, download: record, upload });
  const functions = client as unknown as Record<string, (...args: unknown[]) => unknown>;
  // Ids are strings; the functions do not inspect bodies and queries.
  const answer = functions[name]?.('one', 'two', 'three');
  if (typeof answer === 'string') return `GET ${answer.replace(BASE_URL, '')}`;
  await Promise.resolve(answer).catch(() => undefined);
  return called ?? 'nothing';
}

/** `/task/{id}` matches any id. A query in the table must be part of the request. */
function describes(endpoint: string, call: string): boolean {
  const [path = '', query = ''] = endpoint.split('?');
  const [calledPath = '', calledQuery = ''] = call.split('?');
  if (path === calledPath) return calledQuery.includes(query);
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(calledPath) && calledQuery.includes(query);
}

test('the table lists every function of the client once, and no others', () => {
  const client = createClient({} as Http);
  expect(rows.map(({ fn }) => fn).sort()).toEqual(Object.keys(client).sort());
});

/** The endpoints of the published interface document. */
const SPECIFIED = [
  'POST /auth/device/code',
  'POST /auth/device/token',
  'POST /auth/organization/has-permission',
  'PUT /column/{id}',
  'POST /github-integration/verify',
  'GET /github-integration/repositories/{projectId}',
  'GET /generic-webhook-integration/project/{projectId}',
  'DELETE /label/{id}',
  'GET /label/task/{taskId}',
  'DELETE /task-relation/{id}',
  'POST /time-entry',
  'PUT /time-entry/{id}',
  'GET /task',
  'GET /public-project/{id}',
];

test('every published endpoint is used or has a documented reason', () => {
  const endpoints = rows.map(({ endpoint }) => endpoint);
  const [, reasons = ''] = table.split('## What the app leaves out');
  expect(SPECIFIED.filter((endpoint) => !endpoints.includes(endpoint) && !reasons.includes(endpoint))).toEqual([]);
  expect(rows.filter(({ reach }) => reach === '').map(({ endpoint }) => endpoint)).toEqual([]);
});

const root = join(import.meta.dirname, '../../..');
/** The code of the app that may call the client. */
const code = globSync('electron/{app,features,outbox,service}/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.startsWith('electron/service/resources/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test.each(rows)('the table names every file that calls $fn', ({ fn, uses }) => {
  const call = new RegExp(`\\b(client|from)\\??\\.${fn}\\b`);
  const callers = code.filter(({ text }) => call.test(text)).map(({ file }) => file);
  expect(uses).toEqual(expect.arrayContaining(callers));
});

describe.each(rows)('$endpoint', ({ endpoint, fn, uses, tests, source }) => {
  test(`is requested by ${fn}`, async () => {
    const call = await firstCall(fn);
    expect(describes(endpoint, call), `${fn} calls ${call}`).toBe(true);
  });

  test('is used in the files that the table names', () => {
    expect(uses).not.toEqual([]);
    for (const file of uses) {
      const path = join(root, file);
      expect(existsSync(path), file).toBe(true);
      expect(new RegExp(`\\b${fn}\\b`).test(readFileSync(path, 'utf8')), `${file} uses ${fn}`).toBe(true);
    }
  });

  test('has a source and existing tests that call it', () => {
    expect(tests).not.toEqual([]);
    for (const file of tests) {
      const path = join(import.meta.dirname, file);
      expect(existsSync(path), file).toBe(true);
      expect(readFileSync(path, 'utf8').includes(`.${fn}(`), `${file} calls ${fn}`).toBe(true);
    }
    expect(source).not.toBe('');
  });
});

describe('the local workspace serves', () => {
  const served = rows.map(({ endpoint }) => endpoint).filter((endpoint) => !/\{(uploadUrl|image)\}/.test(endpoint));

  test.each(served)('%s', async (endpoint) => {
    const { call } = await testWorkspace();
    const [method = '', path = ''] = endpoint.split(' ');
    const { status, text } = await call(method, path.replaceAll(/\{\w+\}/g, 'x'), method === 'GET' ? undefined : {});
    // The answer of a server without the route.
    expect(text).not.toBe('404 Not Found');
    expect(status).not.toBe(405);
  });
});

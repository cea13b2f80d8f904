/**
 * Signing in with Electron's network stack. Each outcome has its own message; test/components/features/account tests the views, and
 * test/electron/features/account the outcomes of the device flow.
 */
import type { RequestListener } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchApp, type RunningApp } from './app.ts';
import { type OddServer, oddServer } from './odd-servers.ts';
import { startService } from './service.ts';
import { askForCode, expectState, frontAccountId, resultOf } from './steps.ts';

let app: RunningApp;
let page: Page;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  app = await launchApp();
  page = await app.page();
});
afterAll(() => app?.quit());
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function odd(answer: RequestListener, tls?: boolean): Promise<OddServer> {
  const started = await oddServer(answer, tls);
  open.push(started);
  return started;
}
const json =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);

/** Signs in to the address from the first page, or from the form below an error, and waits for the message. */
async function fails(address: string, message: RegExp): Promise<void> {
  await page.getByLabel('Server address').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').filter({ hasText: message }).waitFor();
}

test('Each server that is not the service has its own message, and a redirect is not followed', async () => {
  const gone = await oddServer(() => undefined);
  gone.close();
  await fails(gone.url, /Can’t reach 127\.0\.0\.1:\d+/);

  const site = await odd((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
  });
  await fails(site.url, /127\.0\.0\.1:\d+ is not the service/);

  const elsewhere = await odd((_request, response) => response.end('{}'));
  const target = `${elsewhere.url}/api/auth/device/code`;
  const redirecting = await odd((_request, response) => response.writeHead(302, { Location: target }).end());
  await fails(redirecting.url, new RegExp(`redirects elsewhere.*redirects to ${target}`, 's'));
  expect(elsewhere.requests).toEqual([]);

  const untrusted = await odd((_request, response) => response.end('{}'), true);
  await fails(untrusted.url, /certificate of 127\.0\.0\.1:\d+ is not trusted/);
  expect(untrusted.requests).toEqual([]);
});

test('Each broken answer has its own message', async () => {
  const broken: [RequestListener, RegExp][] = [
    [json(200, '{"device_code":"abc'), /sent something unexpected.*incomplete/s],
    [json(200, '{"device_code":7,"user_code":"ABCD2345"}'), /sent something unexpected.*device_code/s],
    [json(500, '{"message":"Internal Server Error"}'), /has a problem.*500: Internal Server Error/s],
    [
      json(429, '{"message":"Slow","code":"RATE_LIMITED"}', { 'Retry-After': '7' }),
      /asks us to slow down.*Wait 7\s+s/s,
    ],
  ];
  for (const [answer, message] of broken) await fails((await odd(answer)).url, message);
});

test('Requests store no cookie, send no Origin, and have a user agent', async () => {
  const site = await odd(json(500, '{}', { 'Set-Cookie': 'track=1; Path=/' }));
  await fails(site.url, /has a problem/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => site.requests.length).toBe(2);
  for (const { headers } of site.requests) {
    expect(headers.cookie).toBeUndefined();
    expect(headers.origin).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
    expect(headers['user-agent']).toMatch(/^Punchcard\/\d/);
    expect(headers['content-type']).toBe('application/json');
  }
});

test('A page that is neither encrypted nor on the entered server is not opened', async () => {
  const site = await odd(
    json(
      200,
      JSON.stringify({
        device_code: 'd',
        user_code: 'ABCD2345',
        verification_uri: 'http://elsewhere.invalid/device',
        verification_uri_complete: 'http://elsewhere.invalid/device?user_code=ABCD2345',
        // The answer to the first question would be this one, too, which ends the sign-in.
        interval: 1800,
        expires_in: 1800,
      }),
    ),
  );
  await page.evaluate(() => window.punchcard.send('sign-in.cancel', {}));
  await page.reload();
  await askForCode(page, site.url);
  await page.getByRole('button', { name: 'Open browser' }).click();
  await page.getByRole('alert').filter({ hasText: 'That page cannot be opened' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Server address').waitFor();
});

test('A wrong API key is rejected, a right one accepted and kept in the keychain', async () => {
  const server = await startService({});
  open.push({ close: server.stop });
  await page.getByRole('button', { name: /Use an API key/ }).click();
  await page.getByLabel('Server address').fill(server.address);
  await page.getByLabel('API key', { exact: true }).fill('not-a-key');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(/does not accept this key/).waitFor();
  await page.getByLabel('API key', { exact: true }).fill(server.apiKey());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('tab', { name: /My tasks/ }).waitFor();
  const signedIn = { kind: 'api-key', status: 'signed-in', tokenIn: 'keychain' };
  await expectState(page, ({ account }) => account).toMatchObject(signedIn);
  await resultOf(page, 'account.sign-out', { accountId: await frontAccountId(page) });
  await page.getByRole('textbox', { name: 'Server address' }).waitFor();
});

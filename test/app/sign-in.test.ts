/** Each outcome of signing in has its own message. With Electron's network stack, which is part of the test. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { launchApp, type RunningApp } from './app.ts';
import { type OddServer, oddServer } from './odd-servers.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';
import { askForCode, readState, until } from './steps.ts';

describe('signing in', () => {
  let app: RunningApp;
  let page: Page;
  const open: { stop(): unknown }[] = [];

  beforeAll(async () => {
    app = await launchApp();
    page = await app.page();
  });
  afterAll(() => app?.quit());
  afterEach(async () => {
    await page.evaluate(() => window.punchcard.send('sign-in.cancel', {}));
    for (const one of open.splice(0)) await one.stop();
    await page.reload();
  });

  async function service(options: ServiceOptions): Promise<Service> {
    const started = await startService(options);
    open.push(started);
    return started;
  }
  async function odd(...args: Parameters<typeof oddServer>): Promise<OddServer> {
    const started = await oddServer(...args);
    open.push({ stop: started.close });
    return started;
  }
  /** Signs in to the address; returns the text of the failure. */
  async function tryAddress(address: string): Promise<string> {
    await page.getByRole('button', { name: /Connect to your server/ }).click();
    await page.getByLabel('Server address').fill(address);
    await page.getByRole('button', { name: 'Continue' }).click();
    await until(
      () => readState(page),
      (state) => state.signIn.step === 'failed',
      25_000,
    );
    return page.getByRole('main').or(page.locator('body')).first().innerText();
  }
  const pageOf = (shown: string) => shown.replace(/\s+/g, ' ');

  test('A sign-in denied in the browser', async () => {
    const server = await service({});
    await askForCode(page, server.address);
    const { signIn } = await readState(page);
    if (signIn.step !== 'waiting') throw new Error(signIn.step);
    await server.press(`${server.address}/device?user_code=${signIn.userCode}`, 'refuse');
    await page.getByText('The sign-in was refused').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Enter this code in your browser').waitFor();
  });

  test('After an expired code one click shows a new one', async () => {
    const server = await service({ deviceExpiresSeconds: 3 });
    await askForCode(page, server.address);
    const first = (await readState(page)).signIn;
    await page.getByText('The code has expired').waitFor();
    await page.getByRole('button', { name: 'Get a new code' }).click();
    await page.getByText('Enter this code in your browser').waitFor();
    const second = (await readState(page)).signIn;
    if (first.step !== 'waiting' || second.step !== 'waiting') throw new Error(second.step);
    expect(second.userCode).not.toBe(first.userCode);
  });

  test('An API key is sent unencrypted to another computer only after a question', async () => {
    await page.getByRole('button', { name: /Use an API key/ }).click();
    await page.getByLabel('Server address').fill('http://tasks.invalid');
    await page.getByLabel('API key').fill('not-a-real-key');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Send your key to tasks.invalid unencrypted?' }).waitFor();
    await page.getByText('others on the network could read what is sent').waitFor();
    await page.getByRole('button', { name: 'Send the key unencrypted' }).click();
    await page.getByRole('heading', { name: /Can’t reach tasks.invalid/ }).waitFor();
  });

  test('An invalid API key is rejected in its field', async () => {
    await page.getByRole('button', { name: /Use an API key/ }).click();
    await page.getByLabel('Server address').fill('https://tasks.invalid');
    await page.getByLabel('API key').fill('k'.repeat(1_000_000));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This is longer than any key.').waitFor();
    await page.getByLabel('API key').fill('a key with spaces — and a dash');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'That is not an API key' }).waitFor();
  });

  test('A client id that the server does not allow shows the setting for its operator and a field', async () => {
    const server = await service({ deviceClientIds: ['our-own-client'] });
    const words = pageOf(await tryAddress(server.address));
    expect(words).toContain('does not know this client');
    expect(words).toContain('DEVICE_AUTH_CLIENT_IDS');
    await page.getByLabel('Client ID').fill('our-own-client');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Enter this code in your browser').waitFor();
  });

  test('A waiting sign-in can be cancelled', async () => {
    const server = await service({});
    await askForCode(page, server.address);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Server address').waitFor();
    expect((await readState(page)).signIn.step).toBe('none');
  });

  test('No server at the address', async () => {
    const gone = await oddServer(() => undefined);
    gone.close();
    expect(pageOf(await tryAddress(gone.url))).toMatch(/Can’t reach 127\.0\.0\.1:\d+/);
  });

  test('A web page instead of the service', async () => {
    const site = await odd((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
    });
    expect(pageOf(await tryAddress(site.url))).toMatch(/127\.0\.0\.1:\d+ is not the service/);
  });

  test('A redirect is not followed, and its target is shown', async () => {
    const elsewhere = await odd((_request, response) => response.end('{}'));
    const site = await odd((_request, response) => {
      response.writeHead(302, { Location: `${elsewhere.url}/api/auth/device/code` }).end();
    });
    const words = pageOf(await tryAddress(site.url));
    expect(words).toContain('redirects elsewhere');
    expect(words).toContain(`redirects to ${elsewhere.url}/api/auth/device/code`);
    expect(elsewhere.requests).toEqual([]);
  });

  test('An untrusted certificate', async () => {
    const site = await odd((_request, response) => response.end('{}'), true);
    expect(pageOf(await tryAddress(site.url))).toMatch(/certificate of 127\.0\.0\.1:\d+ is not trusted/);
    expect(site.requests).toEqual([]);
  });

  test('Truncated JSON, a field of the wrong type, a crash and a 429', async () => {
    const answers: [number, string, Record<string, string>, RegExp][] = [
      [200, '{"device_code":"abc', {}, /sent something unexpected.*incomplete/],
      [200, '{"device_code":7,"user_code":"ABCD2345"}', {}, /sent something unexpected.*device_code/],
      [500, '{"message":"Internal Server Error"}', {}, /has a problem.*500: Internal Server Error/],
      [429, '{"message":"Slow","code":"RATE_LIMITED"}', { 'Retry-After': '7' }, /asks us to slow down.*Wait 7 s/],
    ];
    for (const [status, body, headers, words] of answers) {
      const site = await odd((_request, response) => {
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
      });
      expect(pageOf(await tryAddress(site.url))).toMatch(words);
      await page.evaluate(() => window.punchcard.send('sign-in.cancel', {}));
      await page.reload();
    }
  });

  test('A page that is neither encrypted nor on the entered server is not opened', async () => {
    const site = await odd((_request, response) => {
      const code = {
        device_code: 'd',
        user_code: 'ABCD2345',
        verification_uri: 'http://elsewhere.invalid/device',
        verification_uri_complete: 'http://elsewhere.invalid/device?user_code=ABCD2345',
        interval: 5,
        expires_in: 1800,
      };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(code));
    });
    await askForCode(page, site.url);
    const answer = await page.evaluate(() => window.punchcard.send('sign-in.open-browser', {}));
    expect(answer).toMatchObject({ ok: false, error: { title: 'That page cannot be opened' } });
  });

  test('Requests store no cookie, send no Origin, and have a user agent', async () => {
    const site = await odd((request, response) => {
      request.resume();
      response.writeHead(500, { 'Content-Type': 'application/json', 'Set-Cookie': 'track=1; Path=/' }).end('{}');
    });
    await tryAddress(site.url);
    await page.evaluate(() => window.punchcard.send('sign-in.cancel', {}));
    await page.reload();
    await tryAddress(site.url);
    expect(site.requests).toHaveLength(2);
    for (const { headers } of site.requests) {
      expect(headers.cookie).toBeUndefined();
      expect(headers.origin).toBeUndefined();
      expect(headers.authorization).toBeUndefined();
      expect(headers['user-agent']).toMatch(/^Punchcard\/\d/);
      expect(headers['content-type']).toBe('application/json');
    }
  });

  test('A wrong API key is rejected, a right one accepted', async () => {
    const server = await service({});
    await page.getByRole('button', { name: /Use an API key/ }).click();
    await page.getByLabel('Server address').fill(server.address);
    await page.getByLabel('API key', { exact: true }).fill('not-a-key');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(/does not accept this key/).waitFor();
    await page.getByLabel('API key', { exact: true }).fill(server.apiKey());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    const { account } = await readState(page);
    expect(account).toMatchObject({ kind: 'api-key', status: 'signed-in', tokenIn: 'keychain' });
    await page.evaluate(() => window.punchcard.send('account.sign-out', {}));
    await page.getByRole('button', { name: /Connect to your server/ }).waitFor();
  });
});

/** The browser page for approving devices, over loopback HTTP. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDevicePage } from '../../../electron/local/device-page.ts';
import { DeviceCode } from '../../../electron/service/records.ts';
import { serveLocalWorkspace } from './serve.ts';
import { SECOND_MS, testWorkspace } from './workspace.ts';

async function served() {
  const local = await testWorkspace();
  const server = await serveLocalWorkspace(local.workspace);
  onTestFinished(() => server.close());
  const start = async () =>
    DeviceCode.parse(
      (await local.call('POST', '/auth/device/code', { client_id: 'service-cli' }, { token: null })).json,
    );
  const poll = (code: string) =>
    local.call(
      'POST',
      '/auth/device/token',
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: code,
        client_id: 'service-cli',
      },
      { token: null },
    );
  const press = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/device`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    });
    return { status: response.status, text: await response.text() };
  };
  return { ...local, server, start, poll, press };
}

async function open(url: string) {
  const response = await fetch(url);
  const text = await response.text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    form: { user_code: field('user_code'), csrf: field('csrf') },
  };
}

describe('the page', () => {
  test('asks for a code, then shows the device', async () => {
    const { server, start } = await served();
    expect((await open(`${server.url}/device`)).text).toContain('Enter the code');
    const code = await start();
    const shown = await open(code.verification_uri_complete);
    expect(shown.status).toBe(200);
    for (const part of [code.user_code, 'service-cli', 'Approve', 'Refuse', '<strong>You</strong>']) {
      expect(shown.text).toContain(part);
    }
  });

  test('loads nothing, runs no script, and cannot be framed or cached', async () => {
    const { server } = await served();
    const { headers, text } = await open(`${server.url}/device`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toMatch(/<script|src=|https?:/);
  });

  test('approving gives the device its token', async () => {
    const { start, poll, press } = await served();
    const code = await start();
    const { form } = await open(code.verification_uri_complete);
    const result = await press({ ...form, decision: 'approve' });
    expect(result.status).toBe(200);
    expect(result.text).toContain('Approved. You can close this page and go back to Punchcard.');
    expect((await poll(code.device_code)).json).toMatchObject({ token_type: 'Bearer' });
  });

  test('refusing denies the device', async () => {
    const { start, poll, press } = await served();
    const code = await start();
    const { form } = await open(code.verification_uri_complete);
    expect((await press({ ...form, decision: 'refuse' })).text).toContain('Refused.');
    expect((await poll(code.device_code)).json).toMatchObject({ error: 'access_denied' });
  });

  test('explains that a code is unknown, expired or used', async () => {
    const { server, start, press, clock } = await served();
    const unknown = await open(`${server.url}/device?user_code=<b>NOPE`);
    expect(unknown.status).toBe(404);
    expect(unknown.text).toContain('not known here');
    expect(unknown.text).not.toContain('<b>');

    const used = await start();
    const { form } = await open(used.verification_uri_complete);
    await press({ ...form, decision: 'approve' });
    expect((await open(used.verification_uri_complete)).text).toContain('already approved');
    expect((await press({ ...form, decision: 'refuse' })).text).toContain('already approved');

    const late = await start();
    clock.ms += 1800 * SECOND_MS;
    const expired = await open(late.verification_uri_complete);
    expect([expired.status, expired.text]).toEqual([410, expect.stringContaining('has expired')]);
  });
});

describe('a foreign form', () => {
  test.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['no origin to speak of', { Origin: 'null' }],
    ['another site, by Fetch Metadata', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another port of this computer', { 'Sec-Fetch-Site': 'same-site' }],
  ])('is rejected from %s', async (_, headers) => {
    const { start, poll, press } = await served();
    const code = await start();
    const { form } = await open(code.verification_uri_complete);
    const result = await press({ ...form, decision: 'approve' }, headers);
    expect(result.status).toBe(403);
    expect((await poll(code.device_code)).json).toMatchObject({ error: 'authorization_pending' });
  });

  test('the page’s own form is accepted', async () => {
    const { server, start, press } = await served();
    const { form } = await open((await start()).verification_uri_complete);
    const headers = { Origin: server.url, 'Sec-Fetch-Site': 'same-origin' };
    expect((await press({ ...form, decision: 'approve' }, headers)).status).toBe(200);
  });

  test('is rejected without the csrf field, or with that of another code', async () => {
    const { start, poll, press } = await served();
    const [mine, other] = [await start(), await start()];
    const { form } = await open(mine.verification_uri_complete);
    expect((await press({ user_code: other.user_code, decision: 'approve' })).status).toBe(403);
    expect((await press({ ...form, user_code: other.user_code, decision: 'approve' })).status).toBe(403);
    expect((await poll(other.device_code)).json).toMatchObject({ error: 'authorization_pending' });
  });
});

describe('a program that presses Approve by itself', () => {
  async function asking(confirm: () => boolean | Promise<boolean>) {
    const { workspace, clock, call } = await testWorkspace();
    let questions = 0;
    const count = async () => {
      questions += 1;
      return confirm();
    };
    const page = createDevicePage(workspace, count, () => clock.ms);
    const approve = async () => {
      const started = await call('POST', '/auth/device/code', { client_id: 'service-cli' }, { token: null });
      const { user_code } = DeviceCode.parse(started.json);
      const shown = await (await page.request(`/device?user_code=${user_code}`)).text();
      const csrf = /name="csrf" value="([^"]*)"/.exec(shown)?.[1] ?? '';
      const body = new URLSearchParams({ user_code, csrf, decision: 'approve' });
      const answer = await page.request('/device', { method: 'POST', body });
      return { status: answer.status, text: await answer.text(), state: workspace.device.stateOf(user_code).state };
    };
    return { approve, clock, questions: () => questions };
  }

  test('asks nothing for five minutes after a refusal, then twice as long each time, an hour at most', async () => {
    const { approve, clock, questions } = await asking(() => false);
    for (const [before, minutes] of [5, 10, 20, 40, 60, 60].entries()) {
      expect((await approve()).state).toBe('denied');
      clock.ms += 30 * SECOND_MS;
      const early = await approve();
      expect([early.status, early.state]).toEqual([429, 'pending']);
      expect(early.text).toContain(`Punchcard asks again in ${minutes} minutes.`);
      clock.ms += (minutes * 60 - 31) * SECOND_MS;
      expect((await approve()).text).toContain('Punchcard asks again in 1 minute.');
      clock.ms += SECOND_MS;
      expect(questions()).toBe(before + 1);
    }
    expect((await approve()).state).toBe('denied');
  });

  test('may ask again after an approval, and the next refusal counts as the first', async () => {
    const answers = [false, true, false];
    const { approve, clock } = await asking(() => answers.shift() ?? false);
    await approve();
    clock.ms += 300 * SECOND_MS;
    expect((await approve()).state).toBe('approved');
    expect((await approve()).state).toBe('denied');
    expect((await approve()).text).toContain('Punchcard asks again in 5 minutes.');
  });

  test('is not asked about while another question is open', async () => {
    const answer = Promise.withResolvers<boolean>();
    const { approve, questions } = await asking(() => answer.promise);
    const first = approve();
    await expect.poll(questions).toBe(1);
    expect(await approve()).toMatchObject({ status: 409, state: 'pending' });
    answer.resolve(true);
    expect(await first).toMatchObject({ status: 200, state: 'approved' });
    expect(questions()).toBe(1);
  });
});

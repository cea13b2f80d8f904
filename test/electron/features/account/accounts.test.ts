/** Accounts, credentials and the stored token, against a real service and a keychain that can be made to fail. */

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { outboxView, unsentOfOthers } from '../../../../electron/features/outbox/outbox-view.ts';
import { LOCAL_WORKSPACE_URL } from '../../../../shared/contract/account-view.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { eventually } from '../../../until.ts';
import { type Desk, hold, LOCKED, MISSING, startDesk } from './desk.ts';

const HOUR = 3_600_000;
/** A change is sent once it can no longer be undone (ms). */
const LEAVES = 11_000;
const unauthorized = () => Response.json({ message: 'Unauthorized', code: 'UNAUTHORIZED' }, { status: 401 });

const pathsOf = ({ server }: Desk) => server.requests.map(({ method, path }) => `${method} ${path}`);

async function errorOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AppError ? error.view.kind : String(error);
}

test('without an account nothing is opened and no request is sent', async () => {
  const desk = await startDesk();
  await desk.run.accounts.open();
  expect([desk.run.accounts.current(), desk.run.accounts.view()]).toEqual([null, null]);
  expect([desk.tokens.calls, desk.run.sessions, desk.server.requests]).toEqual([[], [], []]);
  await desk.run.accounts.closeAndForget();
  desk.run.accounts.chooseWorkspace('x');
  expect(await desk.run.accounts.isCredentialDead()).toBe(true);
});

describe('signing in', () => {
  test('opens a session and stores the token in the token store only', async () => {
    const desk = await startDesk();
    const token = await desk.signIn();
    const { accounts, sessions } = desk.run;
    expect(accounts.view()).toEqual({
      address: desk.server.url,
      id: accounts.current()?.id,
      kind: 'device',
      status: 'signed-in',
      server: new URL(desk.server.url).host,
      clientId: 'service-cli',
      userName: 'Ada',
      userEmail: expect.any(String),
      userId: desk.remote.userId,
      workspaces: [{ id: desk.remote.workspaceId, name: expect.any(String) }],
      workspaceId: desk.remote.workspaceId,
      credentialOf: accounts.current()?.id,
      isFurther: false,
      tokenIn: 'keychain',
      error: null,
    });
    expect([...desk.tokens.kept]).toEqual([[accounts.current()?.id, token]]);
    expect(sessions).toMatchObject([null, { account: { user: { id: desk.remote.userId } } }]);
    expect(await sessions.at(-1)?.client.listWorkspaces()).toHaveLength(1);
    desk.expectHidden(token);
  });

  test('survives a restart', async () => {
    const desk = await startDesk();
    const token = await desk.signIn();
    const before = desk.run.accounts.view();
    await desk.restart();
    expect(desk.run.accounts.view()).toEqual(before);
    expect(await desk.run.sessions.at(-1)?.client.whoAmI()).toMatchObject({ name: 'Ada' });
    desk.expectHidden(token);
  });

  test('with an API key', async () => {
    const desk = await startDesk();
    const credential = desk.apiKey();
    const { accounts } = desk.run;
    await accounts.signIn({ kind: 'api-key', baseUrl: desk.server.baseUrl, clientId: 'x', webUrl: null, credential });
    expect(accounts.view()).toMatchObject({ kind: 'api-key', status: 'signed-in', tokenIn: 'keychain' });
    desk.expectHidden(credential);
  });

  test('with an API key at an older server, which expects the x-api-key header', async () => {
    const desk = await startDesk();
    desk.server.intercept = ({ url }) =>
      url.endsWith('/user/me') ? new Response('404 Not Found', { status: 404 }) : undefined;
    const credential = desk.apiKey();
    const { accounts } = desk.run;
    await accounts.signIn({ kind: 'api-key', baseUrl: desk.server.baseUrl, clientId: 'x', webUrl: null, credential });
    expect(accounts.view()?.userName).toBe('Ada');
    const asked = desk.server.requests.find(({ path }) => path === '/api/auth/get-session');
    expect(asked?.headers['x-api-key']).toBe(credential);
  });

  test('with a rejected key stores nothing', async () => {
    const desk = await startDesk();
    const { accounts, sessions } = desk.run;
    const fresh = {
      kind: 'api-key',
      baseUrl: desk.server.baseUrl,
      clientId: 'x',
      webUrl: null,
      credential: 'wrong-key-12345',
    } as const;
    expect(await errorOf(accounts.signIn(fresh))).toBe('key-not-accepted');
    expect([accounts.view(), sessions, desk.tokens.calls]).toEqual([null, [], []]);
    desk.expectHidden('wrong-key-12345');
  });

  test('without a workspace fails and keeps the current account', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const before = [desk.run.accounts.view(), [...desk.tokens.kept]];
    desk.server.intercept = ({ url }) => (url.endsWith('/organization/list') ? Response.json([]) : undefined);
    expect(await errorOf(desk.signIn())).toBe('no-workspace');
    expect([desk.run.accounts.view(), [...desk.tokens.kept]]).toEqual(before);
    expect(desk.run.sessions).toHaveLength(2);
  });

  test('to the local workspace stores nothing; each start creates a credential', async () => {
    const desk = await startDesk();
    await desk.run.signIn.local();
    expect(desk.run.accounts.view()).toMatchObject({
      kind: 'local',
      status: 'signed-in',
      server: 'This computer',
      tokenIn: 'none',
      error: null,
    });
    await desk.restart();
    expect(desk.run.accounts.view()?.status).toBe('signed-in');
    expect(await desk.run.sessions.at(-1)?.client.whoAmI()).toMatchObject({ id: desk.own.userId });
    expect([desk.tokens.calls, desk.server.requests]).toEqual([[], []]);
    await desk.run.accounts.closeAndForget();
    expect([desk.run.accounts.view(), desk.tokens.calls]).toEqual([null, []]);
  });

  test('another person at the same server gets a separate account', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const first = desk.run.accounts.current()?.id;
    desk.server.intercept = ({ url }) =>
      url.endsWith('/user/me') ? Response.json({ id: 'eve', name: 'Eve' }) : undefined;
    await desk.signIn();
    const second = desk.run.accounts.current();
    expect([second?.id === first, second?.user]).toEqual([false, { id: 'eve', name: 'Eve', email: null }]);
    expect(desk.tokens.kept.size).toBe(2);
    desk.server.intercept = undefined;
    await desk.signIn();
    expect(desk.run.accounts.current()?.id).toBe(first);
  });
});

test('a rate-limited session sends nothing until the limit ends, unless the person retries', async () => {
  const desk = await startDesk();
  await desk.signIn();
  const session = desk.run.sessions.at(-1);
  const body = { message: 'Slow down', code: 'RATE_LIMITED' };
  desk.server.intercept = () => Response.json(body, { status: 429, headers: { 'Retry-After': '60' } });
  await expect(session?.client.listNotifications()).rejects.toMatchObject({ status: 429, wasNotSent: false });
  desk.server.intercept = undefined;
  const before = desk.server.requests.length;
  await expect(session?.client.listNotifications()).rejects.toMatchObject({ status: 429, wasNotSent: true });
  expect(desk.server.requests).toHaveLength(before);
  session?.rateLimit.lift();
  await expect(session?.client.listNotifications()).resolves.toEqual([]);
});

describe('a keychain that fails', () => {
  test('while storing the token: it stays in memory, and the view says so', async () => {
    const desk = await startDesk();
    desk.tokens.failing.set = LOCKED;
    const token = await desk.signIn();
    expect(desk.run.accounts.view()).toMatchObject({
      status: 'signed-in',
      tokenIn: 'memory',
      error: { kind: 'keychain', title: 'Your sign-in is not saved' },
    });
    expect(await desk.run.sessions.at(-1)?.client.whoAmI()).toMatchObject({ name: 'Ada' });
    desk.expectHidden(token);
    await desk.restart();
    expect(desk.run.accounts.view()).toMatchObject({
      status: 'signed-out',
      tokenIn: 'none',
      error: { kind: 'signed-out' },
    });
    expect(desk.run.sessions).toEqual([]);
  });

  test('while reading the token: the account is locked, nothing is deleted, and it can be opened later', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const kept = [...desk.tokens.kept];
    desk.tokens.failing.get = LOCKED;
    await desk.restart();
    expect(desk.run.accounts.view()).toMatchObject({
      status: 'locked',
      tokenIn: 'none',
      error: { kind: 'keychain' },
    });
    expect([desk.run.sessions, [...desk.tokens.kept]]).toEqual([[], kept]);
    expect(desk.tokens.calls).not.toContain('delete');
    desk.tokens.failing.get = undefined as never;
    await desk.run.accounts.open();
    expect(desk.run.accounts.view()).toMatchObject({ status: 'signed-in', tokenIn: 'keychain', error: null });
    expect(desk.run.sessions).toHaveLength(1);
  });

  test('while locked: the timer starts and stops, and the entry is sent later', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const task = await desk.task();
    desk.tokens.failing = { get: LOCKED };
    await desk.restart();
    const id = desk.run.accounts.current()?.id ?? '';
    desk.run.timer.start(id, task, desk.clock.ms - HOUR);
    desk.run.timer.stop(id);
    desk.clock.ms += LEAVES;
    await desk.run.outbox.idle();
    expect(await desk.entriesOf(task)).toEqual([]);
    desk.tokens.failing = {};
    await desk.run.accounts.open();
    await desk.run.outbox.idle();
    expect(await desk.entriesOf(task)).toMatchObject([{ duration: 3600 }]);
  });

  test('that does not exist has nothing to forget: the account is signed out without an error', async () => {
    const desk = await startDesk();
    desk.tokens.failing = { get: MISSING, set: MISSING, delete: MISSING };
    await desk.signIn();
    expect(desk.run.accounts.view()).toMatchObject({ status: 'signed-in', tokenIn: 'memory' });
    await desk.run.accounts.closeAndForget();
    expect(desk.run.accounts.view()).toBeNull();
  });

  test('that is missing today may keep the sign-in of an earlier run, which is said until it has removed it', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const outcomes: unknown[] = [];
    for (const failing of [{ get: MISSING, set: MISSING, delete: MISSING }, {}, { set: MISSING, delete: MISSING }]) {
      desk.tokens.failing = failing;
      await desk.restart();
      await desk.signIn();
      outcomes.push(await desk.run.accounts.closeAndForget().catch(({ view }: AppError) => view.kind));
    }
    expect(outcomes).toEqual(['keychain', undefined, undefined]);
  });

  test('that fails may keep the sign-in of an earlier run, which is said', async () => {
    const desk = await startDesk();
    const failed = { ok: false, reason: 'unavailable', message: 'The keychain helper ended.' } as const;
    desk.tokens.failing = { get: failed, set: failed, delete: failed };
    await desk.signIn();
    expect(await errorOf(desk.run.accounts.closeAndForget())).toBe('keychain');
    expect(desk.run.accounts.view()).toBeNull();
  });

  test('while deleting the token: the account is signed out, and an error is shown', async () => {
    const desk = await startDesk();
    await desk.signIn();
    desk.tokens.failing.delete = LOCKED;
    expect(await errorOf(desk.run.accounts.closeAndForget())).toBe('keychain');
    expect(desk.run.accounts.view()).toBeNull();
    await desk.restart();
    expect([desk.run.accounts.view(), desk.run.sessions]).toEqual([null, []]);
  });
});

describe('a revoked token', () => {
  async function signedOut() {
    const desk = await startDesk();
    const token = await desk.signIn();
    const task = await desk.task();
    const id = desk.run.accounts.current()?.id ?? '';
    desk.run.timer.start(id, task, desk.clock.ms - HOUR);
    await desk.revoke(token);
    desk.clock.ms += 15_000;
    desk.run.outbox.wake();
    await desk.run.outbox.idle();
    return { desk, token, task, id };
  }

  test('signs out and keeps the timer and the outbox', async () => {
    const { desk, token, id } = await signedOut();
    const { accounts, sessions, outbox, entries } = desk.run;
    expect(accounts.view()).toMatchObject({
      id,
      status: 'signed-out',
      tokenIn: 'none',
      error: { kind: 'signed-out' },
    });
    expect([sessions.at(-1), desk.tokens.kept.size]).toEqual([null, 0]);
    expect(outbox.list(id)).toMatchObject([{ state: 'waiting', lastError: 'You are signed out.' }]);
    expect(entries.running(id)).toBeDefined();
    desk.expectHidden(token);
    await desk.restart();
    expect(desk.run.accounts.view()).toMatchObject({ id, status: 'signed-out' });
    expect(desk.run.outbox.count(id)).toBe(1);
  });

  test('after signing in again the timer still runs and the outbox is sent', async () => {
    const { desk, task, id } = await signedOut();
    desk.run.timer.setNote(id, 'meanwhile');
    await desk.signIn();
    await desk.run.outbox.idle();
    expect(desk.run.accounts.view()).toMatchObject({ id, status: 'signed-in', error: null });
    expect(desk.run.entries.running(id)).toBeDefined();
    expect(desk.run.outbox.list(id)).toEqual([]);
    expect(await desk.entriesOf(task)).toMatchObject([{ endTime: null, description: 'meanwhile' }]);
  });

  test('signing in again with an API key keeps the account', async () => {
    const { desk, task, id } = await signedOut();
    const fresh = { kind: 'api-key', baseUrl: desk.server.baseUrl, clientId: 'x', webUrl: null } as const;
    await desk.run.accounts.signIn({ ...fresh, credential: desk.apiKey() });
    await desk.run.outbox.idle();
    expect(desk.run.accounts.view()).toMatchObject({ id, kind: 'api-key' });
    expect(await desk.entriesOf(task)).toHaveLength(1);
  });

  test('403 INVALID_API_KEY from an older server signs out', async () => {
    const desk = await startDesk();
    await desk.signIn();
    desk.server.intercept = ({ url }) => {
      if (url.endsWith('/user/me')) return new Response('404 Not Found', { status: 404 });
      return Response.json({ message: 'Invalid API key.', code: 'INVALID_API_KEY' }, { status: 403 });
    };
    expect(await desk.run.accounts.isCredentialDead()).toBe(true);
    expect(desk.run.accounts.view()?.status).toBe('signed-out');
  });

  test('a null session from an older server signs out', async () => {
    const desk = await startDesk();
    await desk.signIn();
    desk.server.intercept = ({ url }) => {
      return url.endsWith('/user/me') ? new Response('404 Not Found', { status: 404 }) : Response.json(null);
    };
    expect(await desk.run.accounts.isCredentialDead()).toBe(true);
  });

  test('a 401 that is not about the token does not sign out', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const task = await desk.task();
    const id = desk.run.accounts.current()?.id ?? '';
    desk.server.intercept = ({ method }) => (method === 'POST' ? unauthorized() : undefined);
    desk.run.timer.start(id, task, desk.clock.ms - HOUR);
    desk.run.timer.stop(id);
    desk.clock.ms += LEAVES;
    desk.run.outbox.wake();
    await desk.run.outbox.idle();
    expect(desk.run.accounts.view()).toMatchObject({ status: 'signed-in', tokenIn: 'keychain' });
    // A proxy may have answered, so the entry is looked up before it is sent again.
    expect(desk.run.outbox.list(id)).toMatchObject([{ state: 'unknown' }]);
    expect(desk.tokens.kept.size).toBe(1);
  });

  test('while the check gets no answer, the account stays signed in and writes wait', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const task = await desk.task();
    const id = desk.run.accounts.current()?.id ?? '';
    desk.server.intercept = ({ method }) => (method === 'POST' ? unauthorized() : 'drop');
    desk.run.timer.start(id, task, desk.clock.ms - HOUR);
    desk.run.timer.stop(id);
    desk.clock.ms += LEAVES;
    desk.run.outbox.wake();
    await desk.run.outbox.idle();
    expect(desk.run.accounts.view()?.status).toBe('signed-in');
    expect(desk.run.outbox.list(id)).toMatchObject([{ state: 'waiting' }]);
  });

  test('two simultaneous checks send one request', async () => {
    const desk = await startDesk();
    const token = await desk.signIn();
    await desk.revoke(token);
    desk.server.requests.length = 0;
    const { isCredentialDead } = desk.run.accounts;
    expect(await Promise.all([isCredentialDead(), isCredentialDead()])).toEqual([true, true]);
    expect(pathsOf(desk)).toEqual(['GET /api/user/me']);
  });

  test('a sign-in during the check wins', async () => {
    const desk = await startDesk();
    const old = await desk.signIn();
    await desk.revoke(old);
    const { arrived, release } = hold(desk.server, '/user/me');
    const asked = desk.run.accounts.isCredentialDead();
    await arrived;
    desk.server.intercept = undefined;
    const fresh = await desk.signIn();
    release();
    expect(await asked).toBe(false);
    expect(desk.run.accounts.view()?.status).toBe('signed-in');
    expect([...desk.tokens.kept.values()]).toEqual([fresh]);
    expect(desk.run.sessions.at(-1)).not.toBeNull();
  });
});

describe('signing in to an account that is signed in', () => {
  const statusOf = async ({ remote }: Desk, token: string) =>
    (await remote.call('GET', '/user/me', undefined, { token })).status;

  test('ends the session that is replaced, and not the new one', async () => {
    const desk = await startDesk();
    const before = await desk.signIn();
    const token = await desk.signIn();
    await expect.poll(() => statusOf(desk, before)).toBe(401);
    expect(await statusOf(desk, token)).toBe(200);
    expect([desk.run.accounts.view()?.status, ...desk.tokens.kept.values()]).toEqual(['signed-in', token]);
  });

  test('waits for no answer about the session that is replaced', async () => {
    const desk = await startDesk();
    const before = await desk.signIn();
    const { release } = hold(desk.server, '/sign-out');
    onTestFinished(release);
    const token = await desk.signIn();
    await expect.poll(() => pathsOf(desk)).toContain('POST /api/auth/sign-out');
    expect([...desk.tokens.kept.values()]).toEqual([token]);
    release();
    await expect.poll(() => statusOf(desk, before)).toBe(401);
  });

  test('with an API key ends the session; the other way round, and with the same key, the key stays valid', async () => {
    const desk = await startDesk();
    const fresh = { kind: 'api-key', baseUrl: desk.server.baseUrl, clientId: 'x', webUrl: null } as const;
    const [token, key] = [await desk.signIn(), desk.apiKey()];
    await desk.run.accounts.signIn({ ...fresh, credential: key });
    await expect.poll(() => statusOf(desk, token)).toBe(401);
    await desk.run.accounts.signIn({ ...fresh, credential: key });
    await desk.signIn();
    await desk.run.outbox.idle();
    const ended = desk.server.requests.filter(({ path }) => path.endsWith('/sign-out'));
    expect(ended.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`]);
  });
});

describe('signing out', () => {
  test('ends the session at the service with the body {} and deletes the token', async () => {
    const desk = await startDesk();
    const token = await desk.signIn();
    let body: unknown;
    desk.server.intercept = async (request) => {
      if (request.url.endsWith('/sign-out')) body = await request.clone().text();
      return undefined;
    };
    await desk.run.accounts.closeAndForget();
    // Signing out does not wait for the answer.
    await expect.poll(() => body).toBe('{}');
    expect(desk.server.requests.at(-1)).toMatchObject({
      path: '/api/auth/sign-out',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect((await desk.remote.call('GET', '/user/me', undefined, { token })).status).toBe(401);
    expect([desk.tokens.kept.size, desk.run.accounts.view(), desk.run.sessions.at(-1)]).toEqual([0, null, null]);
    desk.expectHidden(token);
    await desk.restart();
    expect([desk.run.accounts.view(), desk.run.sessions]).toEqual([null, []]);
  });

  test('works while the server is down', async () => {
    const desk = await startDesk();
    await desk.signIn();
    await desk.server.close();
    await desk.run.accounts.closeAndForget();
    expect([desk.tokens.kept.size, desk.run.accounts.view()]).toEqual([0, null]);
  });

  test('deletes the token before a slow server answers', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const { arrived, release } = hold(desk.server, '/sign-out');
    const done = desk.run.accounts.closeAndForget();
    await arrived;
    expect([desk.tokens.kept.size, desk.run.sessions.at(-1)]).toEqual([0, null]);
    release();
    await done;
    expect(desk.run.accounts.view()).toBeNull();
  });

  test('a sign-in before a slow server answers stays signed in', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const { arrived, release } = hold(desk.server, '/sign-out');
    const done = desk.run.accounts.closeAndForget();
    await arrived;
    const token = await desk.signIn();
    release();
    await done;
    expect(desk.run.accounts.view()?.status).toBe('signed-in');
    expect([...desk.tokens.kept.values()]).toEqual([token]);
  });

  test('does not revoke an API key', async () => {
    const desk = await startDesk();
    const fresh = { kind: 'api-key', baseUrl: desk.server.baseUrl, clientId: 'x', webUrl: null } as const;
    await desk.run.accounts.signIn({ ...fresh, credential: desk.apiKey() });
    desk.server.requests.length = 0;
    await desk.run.accounts.closeAndForget();
    expect([desk.server.requests, desk.tokens.kept.size]).toEqual([[], 0]);
  });

  test('signing in again later restores the account with its outbox and entries', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const task = await desk.task();
    const id = desk.run.accounts.current()?.id ?? '';
    desk.run.timer.start(id, task, desk.clock.ms - HOUR);
    await desk.run.accounts.closeAndForget();
    expect(desk.run.outbox.count(id)).toBe(1);
    await desk.restart();
    await desk.signIn();
    expect(desk.run.accounts.current()?.id).toBe(id);
    expect(desk.run.entries.hasRunning(id)).toBe(false);
    desk.clock.ms += LEAVES;
    desk.run.outbox.wake();
    await desk.run.outbox.idle();
    expect(await desk.entriesOf(task)).toHaveLength(1);
  });
});

describe('the workspace', () => {
  async function withTwo() {
    const desk = await startDesk();
    const workspaces = [
      { id: 'one', name: 'One', slug: 'one' },
      { id: 'two', name: 'Two' },
    ];
    desk.server.intercept = ({ url }) => (url.endsWith('/organization/list') ? Response.json(workspaces) : undefined);
    await desk.signIn();
    return { desk, workspaces };
  }

  test('is the first one until another is chosen, which is stored', async () => {
    const { desk } = await withTwo();
    expect(desk.run.accounts.view()).toMatchObject({
      workspaceId: 'one',
      workspaces: [{ name: 'One' }, { name: 'Two' }],
    });
    desk.run.accounts.chooseWorkspace('two');
    expect(desk.run.accounts.view()?.workspaceId).toBe('two');
    expect(desk.run.sessions.at(-1)?.account.workspaceId).toBe('two');
    desk.run.accounts.chooseWorkspace('unknown');
    expect(desk.run.accounts.view()?.workspaceId).toBe('two');
    await desk.signIn();
    expect(desk.run.accounts.view()?.workspaceId).toBe('two');
    await desk.restart();
    expect(desk.run.accounts.view()?.workspaceId).toBe('two');
  });

  test('with an unreadable record stays selected', async () => {
    const { desk } = await withTwo();
    desk.run.accounts.chooseWorkspace('two');
    desk.server.intercept = ({ url }) =>
      url.endsWith('/organization/list') ? Response.json([{ id: 'one', name: 'One' }, { id: 2 }]) : undefined;
    const before = desk.server.requests.length;
    await desk.restart();
    const asked = () => desk.server.requests.slice(before).find(({ path }) => path.endsWith('/organization/list'));
    await eventually(() => expect(asked()?.answeredAt).toEqual(expect.any(Number)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(desk.run.accounts.view()).toMatchObject({ workspaceId: 'two', workspaces: [{ id: 'one' }, { id: 'two' }] });
  });

  test('from which the person is removed is left at the first refusal, and that is said', async () => {
    const { desk, workspaces } = await withTwo();
    const lists = () => desk.server.requests.filter(({ path }) => path.endsWith('/organization/list')).length;
    const refuse = async (status: number, body: object | string) => {
      const before = desk.server.intercept;
      desk.server.intercept = (request) =>
        request.url.includes('/time-entry/')
          ? typeof body === 'string'
            ? new Response(body, { status, headers: { 'Content-Type': 'text/plain' } })
            : Response.json(body, { status })
          : before?.(request);
      await expect(desk.run.sessions.at(-1)?.client.listTimeEntries('t')).rejects.toThrow();
      desk.server.intercept = before;
      desk.clock.ms += 10_000;
    };
    const before = lists();
    // A missing permission, and refusals of something else.
    await refuse(403, { message: 'No.', code: 'MISSING_PERMISSION', missingPermissions: ['task:read'] });
    await refuse(403, '403 Forbidden');
    expect(lists()).toBe(before);
    // Refused, and still a member.
    await refuse(403, "You don't have access to this workspace");
    await expect.poll(lists).toBe(before + 1);
    expect(desk.run.accounts.view()).toMatchObject({ workspaceId: 'one', error: null });
    workspaces.shift();
    await refuse(403, "You don't have access to this workspace");
    await expect.poll(() => desk.run.accounts.view()?.workspaceId).toBe('two');
    const { error } = desk.run.accounts.view() ?? {};
    expect(error).toMatchObject({ kind: 'no-workspace', title: 'You no longer belong to “One”' });
    expect(error?.explanation).toContain('“Two” is shown instead');
    expect(desk.run.sessions.at(-1)?.account.workspaceId).toBe('two');
    workspaces.length = 0;
    await refuse(403, { message: 'Forbidden', code: 'FORBIDDEN' });
    await expect.poll(() => desk.run.accounts.view()?.workspaceId).toBe(null);
    expect(desk.run.accounts.view()?.error?.title).toBe('You no longer belong to “Two”');
  });

  test('from which the person is removed is left within seconds if the list of workspaces lags behind', async () => {
    const { desk, workspaces } = await withTwo();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = desk.server.intercept;
    const lists = () => desk.server.requests.filter(({ path }) => path.endsWith('/organization/list')).length;
    const before = lists();
    const timers = vi.getTimerCount();
    desk.server.intercept = (request) =>
      request.url.includes('/time-entry/')
        ? Response.json({ message: 'Forbidden', code: 'FORBIDDEN' }, { status: 403 })
        : answer?.(request);
    await expect(desk.run.sessions.at(-1)?.client.listTimeEntries('t')).rejects.toThrow();
    await expect.poll(lists).toBe(before + 1);
    // The list is read again after 3, 15 and 60 s, counted from its answer.
    await expect.poll(() => vi.getTimerCount()).toBe(timers + 3);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(desk.run.accounts.view()).toMatchObject({ workspaceId: 'one', error: null });
    workspaces.shift();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(() => desk.run.accounts.view()?.workspaceId).toBe('two');
    // Refused again and again by something else: each refusal asks once.
    const then = lists();
    for (let refusal = 1; refusal <= 5; refusal += 1) {
      desk.clock.ms += 10_000;
      await expect(desk.run.sessions.at(-1)?.client.listTimeEntries('t')).rejects.toThrow();
      await expect.poll(lists).toBe(then + refusal);
    }
    await vi.advanceTimersByTimeAsync(120_000);
    await expect.poll(lists).toBeLessThanOrEqual(then + 5 + 2);
  });

  test('that no longer exists at the next sign-in is replaced by the first', async () => {
    const { desk, workspaces } = await withTwo();
    desk.run.accounts.chooseWorkspace('two');
    workspaces.pop();
    await desk.signIn();
    expect(desk.run.accounts.view()?.workspaceId).toBe('one');
  });
});

test('the address of the local workspace can exist on no network', () => {
  expect(new URL(LOCAL_WORKSPACE_URL).hostname).toMatch(/\.invalid$/);
});

describe('the server moves', () => {
  test('to another address: a sign-in there keeps the account, its entries and its timer', async () => {
    const desk = await startDesk();
    const task = await desk.task();
    await desk.signIn();
    const { id = '' } = desk.run.accounts.current() ?? {};
    desk.run.timer.start(id, task, desk.clock.ms - 60_000);
    const there = desk.server.url.replace('127.0.0.1', 'localhost');
    const moving = desk.run.signIn.atNewAddress(there);
    const { userCode } = await desk.reaches('waiting');
    // Until then the account stays where it is.
    expect(desk.run.accounts.view()).toMatchObject({ id, address: desk.server.url, status: 'signed-in' });
    await desk.approve(userCode);
    await moving;
    expect(desk.run.accounts.view()).toMatchObject({ id, address: there, status: 'signed-in' });
    expect(desk.run.entries.running(id)).toMatchObject({ task: { taskId: task.taskId } });
    await desk.run.sessions.at(-1)?.client.listWorkspaces();
    expect(desk.server.requests.at(-1)?.headers.host).toMatch(/^localhost:/);
  });

  test.each(['device', 'api-key'] as const)(
    'by %s: what failed or was mistyped is still for the account',
    async (kind) => {
      const desk = await startDesk();
      await desk.signIn();
      if (kind === 'api-key') await desk.run.signIn.apiKey(desk.server.url, desk.apiKey());
      const { id } = desk.run.accounts.current() ?? {};
      const there = desk.server.url.replace('127.0.0.1', 'localhost');
      const attempt = (address: string) =>
        kind === 'device' ? desk.run.signIn.device(address) : desk.run.signIn.apiKey(address, desk.apiKey());
      desk.server.intercept = () => new Response('down', { status: 502 });
      await desk.run.signIn.atNewAddress('http://');
      for (const typed of [there, 'http://', `${there}/typo`, there]) {
        await attempt(typed);
        expect(desk.run.signIn.view()).toMatchObject({ step: 'failed', method: kind, address: typed });
      }
      desk.server.intercept = undefined;
      const moving = attempt(there);
      if (kind === 'device') await desk.approve((await desk.reaches('waiting')).userCode);
      await moving;
      expect(desk.run.accounts.view()).toMatchObject({ id, address: there });
      expect(desk.run.accounts.known()).toHaveLength(1);
    },
  );

  test('a sign-in at a new address that the person leaves is forgotten', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const { id = '' } = desk.run.accounts.current() ?? {};
    await desk.run.signIn.atNewAddress('http://');
    desk.run.signIn.cancel();
    const there = desk.server.url.replace('127.0.0.1', 'localhost');
    await desk.run.signIn.apiKey(there, desk.apiKey());
    expect(desk.run.accounts.openIds()).toEqual([id, expect.not.stringMatching(id)]);
  });

  test('the client id of the account is tried first, also again', async () => {
    const desk = await startDesk({ deviceClientIds: ['our-own'] });
    const first = desk.run.signIn.device(desk.server.url, 'our-own');
    await desk.approve((await desk.reaches('waiting')).userCode);
    await first;
    const there = desk.server.url.replace('127.0.0.1', 'localhost');
    await desk.run.signIn.atNewAddress('http://');
    const moving = desk.run.signIn.device(there);
    await desk.approve((await desk.reaches('waiting')).userCode);
    await moving;
    expect(desk.run.accounts.view()).toMatchObject({ address: there, clientId: 'our-own' });
  });

  describe('while signed out', () => {
    /** An account with a revoked token and one unsent entry. */
    async function signedOut() {
      const desk = await startDesk();
      const task = await desk.task();
      const token = await desk.signIn();
      const { id = '' } = desk.run.accounts.current() ?? {};
      await desk.revoke(token);
      desk.run.timer.start(id, task, desk.clock.ms - 60_000);
      desk.clock.ms += 60_000;
      desk.run.outbox.wake();
      await desk.run.outbox.idle();
      expect([desk.run.accounts.view()?.status, desk.run.outbox.count(id)]).toEqual(['signed-out', 1]);
      return { desk, task, id, there: desk.server.url.replace('127.0.0.1', 'localhost') };
    }
    const signInAt = (desk: Desk, address: string) =>
      desk.run.accounts.signIn({
        kind: 'device',
        baseUrl: `${address}/api`,
        clientId: 'service-cli',
        webUrl: address,
        credential: desk.remote.workspace.openSession().token,
      });

    test('a sign-in of the same person at the new address keeps the account and sends its outbox there', async () => {
      const { desk, task, id, there } = await signedOut();
      const moving = desk.run.signIn.atNewAddress(there);
      const { userCode } = await desk.reaches('waiting');
      await desk.approve(userCode);
      await moving;
      expect(desk.run.accounts.view()).toMatchObject({ id, address: there, status: 'signed-in' });
      await desk.run.outbox.idle();
      expect(desk.run.outbox.count(id)).toBe(0);
      expect(await desk.entriesOf(task)).toHaveLength(1);
      await desk.restart();
      expect(desk.run.accounts.view()).toMatchObject({ id, address: there });
    });

    test('after signing out it is a separate account, which can take over the unsent entry of the first', async () => {
      const { desk, task, id, there } = await signedOut();
      desk.run.timer.stop(id);
      await desk.run.accounts.closeAndForget();
      await signInAt(desk, there);
      const { id: now = '' } = desk.run.accounts.current() ?? {};
      expect(now).not.toBe(id);
      const view = () => ({
        ...outboxView(desk.run.outbox, now, () => ''),
        others: unsentOfOthers(desk.run.outbox, desk.run.accounts.others()),
      });
      const host = new URL(desk.server.url).host;
      expect(view()).toMatchObject({
        total: 0,
        others: [{ accountId: id, server: host, person: 'Ada', isSamePerson: true, isSameServer: false, total: 1 }],
      });
      const close = desk.run.database.prepare(`INSERT INTO closed_week VALUES (?, ?, ?, 0, '[]')`);
      for (const [account, week, closedAt] of [
        [id, '2026-11-02', 'there'],
        [id, '2026-11-09', 'there'],
        [now, '2026-11-09', 'here'],
      ] as const)
        close.run(account, week, closedAt);
      desk.run.accounts.takeOver(id);
      await expect.poll(view).toMatchObject({ total: 1, others: [] });
      // The weeks of the entries stay closed; one that both have closed stays as it was here.
      const closedAt = desk.run.database.prepare('SELECT closed_at FROM closed_week WHERE account_id = ? ORDER BY 1');
      expect(closedAt.all(now).map((row) => row.closed_at)).toEqual(['here', 'there']);
      desk.clock.ms += 60_000;
      desk.run.outbox.wake();
      await desk.run.outbox.idle();
      expect(await desk.entriesOf(task)).toHaveLength(1);
    });

    test('nothing is taken over while timers run in both accounts', async () => {
      const { desk, task, id, there } = await signedOut();
      await desk.run.accounts.closeAndForget();
      // As an earlier version could leave it.
      desk.run.timer.start(id, task);
      await signInAt(desk, there);
      desk.run.timer.start(desk.run.accounts.current()?.id ?? '', task);
      expect(() => desk.run.accounts.takeOver(id)).toThrow('A timer is running in both places');
      expect(desk.run.outbox.count(id)).toBe(2);
    });

    test('the data of another person is listed but cannot be taken over', async () => {
      const { desk, id } = await signedOut();
      await desk.run.accounts.closeAndForget();
      await desk.run.signIn.local();
      expect(desk.run.accounts.others()).toMatchObject([{ id, isSamePerson: false }]);
      const signedOutView = () => ({
        ...outboxView(desk.run.outbox, undefined, () => undefined),
        others: unsentOfOthers(desk.run.outbox, desk.run.accounts.others()),
      });
      await desk.run.accounts.closeAndForget();
      expect(signedOutView()).toMatchObject({ total: 0, isPaused: true, others: [{ accountId: id, total: 1 }] });
      await desk.run.signIn.local();
      desk.run.accounts.takeOver(id);
      await desk.run.outbox.idle();
      expect(desk.run.outbox.count(id)).toBe(1);
    });
  });

  test('a stored token that is invalid in a header is ignored', async () => {
    const desk = await startDesk();
    await desk.signIn();
    const [id = ''] = desk.tokens.kept.keys();
    desk.tokens.kept.set(id, 'a-token-with\r\nX-Injected: 1');
    desk.server.requests.length = 0;
    await desk.restart();
    expect(desk.run.accounts.view()).toMatchObject({ status: 'signed-out', tokenIn: 'none' });
    expect(desk.server.requests).toEqual([]);
  });
});

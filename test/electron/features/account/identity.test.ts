/** An account is a server and a person: its data is never sent as another person, whatever ids servers use. */

import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { hasIdentity, identifiedSocket, whyOtherServer } from '../../../../electron/features/account/identity.ts';
import { ServiceError } from '../../../../electron/service/errors.ts';
import type { AccountKind } from '../../../../shared/contract/account-view.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import {
  type CountingServer,
  holdAnswers,
  type Person,
  type ServerData,
  serverData,
  startCountingServer,
} from './counting-server.ts';
import { type Desk, startDesk } from './desk.ts';

const ADA: Person = { id: '1', name: 'Ada', email: 'ada@example.org' };
const EVE: Person = { id: '1', name: 'Eve', email: 'eve@example.org' };
const BOB: Person = { id: '2', name: 'Bob', email: 'bob@example.org' };
const TASK: TaskRef = { taskId: '1', identifier: 'P-1', title: 'A task', projectName: 'P' };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

async function serverOf(people: Record<string, Person>, data = serverData()): Promise<CountingServer> {
  for (const [credential, person] of Object.entries(people)) data.people.set(credential, person);
  return startCountingServer(data);
}

function signIn(desk: Desk, server: CountingServer, credential: string, kind: AccountKind = 'device'): Promise<void> {
  const { baseUrl, url } = server;
  return desk.run.accounts.signIn({ kind, baseUrl, clientId: 'service-cli', webUrl: url, credential });
}

const idOf = (desk: Desk): string => desk.run.accounts.current()?.id ?? '';
const errorOf = (desk: Desk) => desk.run.accounts.view()?.error;

/** Records an entry and sends it. */
async function work(desk: Desk): Promise<void> {
  desk.clock.ms += 10 * MINUTE;
  desk.run.timer.start(idOf(desk), TASK, desk.clock.ms - 5 * MINUTE);
  desk.run.timer.stop(idOf(desk));
  await send(desk);
}

async function send({ clock, run }: Desk): Promise<void> {
  clock.ms += MINUTE;
  run.outbox.tryNow();
  run.outbox.wake();
  await run.outbox.idle();
}

/** Ada at a server that has revoked her credential, with one sent and one unsent entry. */
async function signedOut(kind: AccountKind = 'device') {
  const desk = await startDesk();
  const server = await serverOf({ 'key-ada-at-old': ADA });
  await signIn(desk, server, 'key-ada-at-old', kind);
  await work(desk);
  expect(server.posted).toHaveLength(1);
  server.data.people.delete('key-ada-at-old');
  await work(desk);
  const id = idOf(desk);
  expect([desk.run.accounts.view()?.status, desk.run.outbox.count(id)]).toEqual(['signed-out', 1]);
  return { desk, server, id };
}

test('a random id identifies a person, a counted one does not', () => {
  expect(['1', '4711', '00000000-0000-0000-0000-000000000001', 'aaaaaaaaaaaaaaaaaaaaaaaa'].filter(hasIdentity)).toEqual(
    [],
  );
  expect([randomUUID(), 'tz4a98xxat96iws9zmbrgj3a', 'V1StGXR8_Z5jdHi6B-myT'].every(hasIdentity)).toBe(true);
});

test('a socket is opened once the owner of the credential is confirmed, and never for another person', async () => {
  const events: string[] = [];
  const socket = {
    path: '/ws/user',
    onOpen: () => undefined,
    onEvent: () => undefined,
    onEnd: ({ why }: { why: string }) => void events.push(why),
  };
  const open = () => {
    events.push('opened');
    return { close: () => void events.push('closed') };
  };
  let say: (answer: Promise<Person>) => void = () => undefined;
  const asked = () =>
    new Promise<Person>((resolve) => {
      say = resolve;
    });
  const first = identifiedSocket(asked, open)(socket);
  expect(events).toEqual([]);
  say(Promise.resolve(ADA));
  await expect.poll(() => events).toEqual(['opened']);
  first.close();
  identifiedSocket(asked, open)(socket).close();
  say(Promise.resolve(ADA));
  identifiedSocket(asked, open)(socket);
  say(Promise.reject(new Error('somebody else')));
  await expect.poll(() => events).toEqual(['opened', 'closed', 'lost']);
});

describe('two servers on which the person has the id 1', () => {
  test('another person at the second server gets a separate account and none of the first one’s data', async () => {
    const { desk, id } = await signedOut();
    const other = await serverOf({ 'key-eve': EVE });
    await signIn(desk, other, 'key-eve');
    await send(desk);
    expect(idOf(desk)).not.toBe(id);
    expect([other.posted, desk.run.outbox.count(id)]).toEqual([[], 1]);
    expect(desk.run.accounts.others()).toMatchObject([{ id, isSamePerson: false }]);
    desk.run.accounts.takeOver(id);
    await send(desk);
    expect([other.posted, desk.run.outbox.count(id)]).toEqual([[], 1]);
  });

  test('the same name and e-mail address at the second server do not take over unsent entries', async () => {
    const { desk, id } = await signedOut();
    const other = await serverOf({ 'key-ada': ADA });
    await signIn(desk, other, 'key-ada');
    expect(idOf(desk)).not.toBe(id);
    expect(desk.run.accounts.others()).toMatchObject([{ id, isSamePerson: true }]);
    expect(() => desk.run.accounts.takeOver(id)).toThrow('Your workspace “Work” is not there.');
    await send(desk);
    expect([other.posted, desk.run.outbox.count(id)]).toEqual([[], 1]);
  });

  test('a second server given as the new address is checked, and nothing is sent there', async () => {
    const { desk, id, server } = await signedOut('api-key');
    const other = await serverOf({ 'key-eve': EVE, 'key-ada': ADA });
    await desk.run.signIn.atNewAddress(other.url);
    for (const [key, what] of [
      ['key-eve', 'Your e-mail address there is eve@example.org, and here it is ada@example.org.'],
      ['key-ada', 'Your workspace “Work” is not there.'],
    ] as const) {
      await desk.run.signIn.apiKey(other.url, key);
      expect(desk.run.signIn.view()).toMatchObject({ step: 'failed', error: { explanation: what } });
    }
    await send(desk);
    expect(desk.run.accounts.view()).toMatchObject({ id, address: server.url, status: 'signed-out' });
    expect([other.posted, desk.run.outbox.count(id)]).toEqual([[], 1]);
  });

  test('a change in one account does not affect a task with the same id in the other', async () => {
    const desk = await startDesk();
    const [one, other] = [await serverOf({ 'key-ada': ADA }), await serverOf({ 'key-eve': EVE })];
    await signIn(desk, one, 'key-ada');
    const ada = idOf(desk);
    await signIn(desk, other, 'key-eve');
    const eve = idOf(desk);
    const { outbox } = desk.run;
    const write = { kind: 'task.status', subject: '1:status', payload: { of: 'Ada' } };
    outbox.add({ accountId: ada, ...write }, desk.clock.ms);
    expect(outbox.replace('1:status', { of: 'Eve' }, () => undefined, eve)).toBe(false);
    outbox.takeBack('1:status', eve);
    expect(outbox.list(ada)).toMatchObject([{ payload: { of: 'Ada' } }]);
  });

  test('after a server is set up anew at the same address, its first person is a different one', async () => {
    const { desk, server, id } = await signedOut();
    const before = [...server.data.workspaces];
    server.data.workspaces = serverData().workspaces;
    server.data.people.set('key-eve', EVE);
    await signIn(desk, server, 'key-eve');
    await send(desk);
    const eve = idOf(desk);
    expect([eve === id, server.posted.length, desk.run.outbox.count(id)]).toEqual([false, 1, 1]);
    // The old data is restored from a backup.
    server.data.workspaces = before;
    server.data.people = new Map([['key-ada', ADA]]);
    await signIn(desk, server, 'key-ada');
    await send(desk);
    expect([idOf(desk), server.posted.length, desk.run.outbox.count(id)]).toEqual([id, 2, 0]);
    server.data.workspaces = serverData().workspaces;
    server.data.people = new Map([['key-eve', EVE]]);
    await signIn(desk, server, 'key-eve');
    expect(idOf(desk)).toBe(eve);
  });
});

describe('signing in again', () => {
  test('as another person is rejected and leaves the account unchanged', async () => {
    const { desk, server, id } = await signedOut('api-key');
    server.data.people.set('key-bob', BOB).set('key-ada', ADA);
    await desk.run.signIn.reauthenticate();
    await desk.run.signIn.apiKey(server.url, 'key-bob');
    expect(desk.run.signIn.view()).toMatchObject({ step: 'failed', error: { kind: 'other-person' } });
    expect(desk.run.accounts.view()).toMatchObject({ id, status: 'signed-out', userName: 'Ada' });
    await desk.run.signIn.apiKey(server.url, 'key-ada');
    await send(desk);
    expect([desk.run.signIn.view().step, desk.run.outbox.count(id)]).toEqual(['none', 0]);
  });

  test('from the start view adds a separate account', async () => {
    const { desk, server, id } = await signedOut('api-key');
    server.data.people.set('key-bob', BOB);
    await desk.run.signIn.reauthenticate();
    desk.run.signIn.cancel();
    await desk.run.signIn.apiKey(server.url, 'key-bob');
    expect(desk.run.accounts.view()).toMatchObject({ status: 'signed-in', userName: 'Bob' });
    expect([idOf(desk) === id, desk.run.outbox.count(id)]).toEqual([false, 1]);
  });
});

describe('a stored credential', () => {
  /** Ada, with one unsent entry. */
  async function waiting(people: Record<string, Person>, kind: AccountKind = 'device') {
    const desk = await startDesk();
    const server = await serverOf(people);
    await signIn(desk, server, 'key-ada', kind);
    const id = idOf(desk);
    desk.run.timer.start(id, TASK, desk.clock.ms - 5 * MINUTE);
    desk.run.timer.stop(id);
    await desk.run.outbox.idle();
    server.requests.length = 0;
    return { desk, server, id };
  }

  async function expectStopped(desk: Desk, server: CountingServer, whose: string): Promise<void> {
    await send(desk);
    await expect.poll(() => desk.run.accounts.view()?.status).toBe('signed-out');
    expect(errorOf(desk)).toMatchObject({
      kind: 'other-person',
      title: 'The keychain holds someone else’s sign-in',
      explanation: expect.stringContaining(`belongs to ${whose}`),
      nextStep: expect.stringContaining('Sign in again as Ada (ada@example.org)'),
    });
    expect([desk.run.sessions.at(-1), desk.run.accounts.current()?.user.name]).toEqual([null, 'Ada']);
    await send(desk);
    expect([new Set(server.requests), server.posted]).toEqual([new Set(['GET /user/me']), []]);
    expect(desk.run.outbox.list(idOf(desk))).toMatchObject([{ state: 'waiting' }]);
  }

  test('of another person opens no session and sends no request until the person signs in again', async () => {
    const { desk, server, id } = await waiting({ 'key-ada': ADA, 'key-bob': BOB });
    desk.tokens.kept.set(id, 'key-bob');
    await desk.restart();
    await expectStopped(desk, server, 'Bob (bob@example.org)');
    expect([[...desk.tokens.kept], desk.tokens.calls.includes('delete')]).toEqual([[[id, 'key-bob']], false]);
    await signIn(desk, server, 'key-ada');
    await send(desk);
    expect([idOf(desk), server.posted, desk.run.outbox.count(id)]).toEqual([id, [{ as: 'Ada', taskId: '1' }], 0]);
  });

  test('that now belongs to another person at the server', async () => {
    const { desk, server } = await waiting({ 'key-ada': ADA });
    server.data.people.set('key-ada', BOB);
    await desk.restart();
    await expectStopped(desk, server, 'Bob');
  });

  test('that is reassigned while in use is detected by the next check', async () => {
    const { desk, server } = await waiting({ 'key-ada': ADA });
    server.data.people.set('key-ada', BOB);
    expect(await desk.run.accounts.isCredentialDead()).toBe(true);
    await expectStopped(desk, server, 'Bob');
  });

  test('while the server is unreachable: nothing is sent before the person is identified', async () => {
    const { desk, server, id } = await waiting({ 'key-ada': ADA });
    await server.stop();
    await desk.restart();
    await send(desk);
    expect(desk.run.accounts.view()).toMatchObject({ status: 'signed-in', error: null });
    expect(desk.run.outbox.list(id)).toMatchObject([{ state: 'waiting', lastError: expect.any(String) }]);
    const states: Record<string, unknown> = {};
    server.is.onRequest = (line) => {
      states[line] ??= desk.run.outbox.list(id)[0]?.state;
    };
    await server.startAgain();
    await send(desk);
    // Nor is it marked as sending, in case the app is killed now.
    expect(states).toMatchObject({ 'GET /user/me': 'waiting', 'POST /time-entry': 'sending' });
    expect(server.posted).toEqual([{ as: 'Ada', taskId: '1' }]);
    const made = server.requests.indexOf('POST /time-entry');
    expect(server.requests.indexOf('GET /user/me')).toBeLessThan(made);
    // The person is identified only once.
    await work(desk);
    expect(server.requests.filter((one) => one === 'GET /user/me')).toHaveLength(1);
  });

  test('of another person is detected once the server is reachable again', async () => {
    const { desk, server } = await waiting({ 'key-ada': ADA });
    await server.stop();
    await desk.restart();
    await send(desk);
    server.data.people.set('key-ada', BOB);
    await server.startAgain();
    await expectStopped(desk, server, 'Bob');
  });

  test.each(['device', 'api-key'] as const)(
    'at an older server is identified by its session endpoint: %s',
    async (kind) => {
      const { desk, server, id } = await waiting({ 'key-ada': ADA }, kind);
      server.is.isOlder = true;
      await desk.restart();
      await send(desk);
      expect([server.posted, desk.run.outbox.count(id)]).toEqual([[{ as: 'Ada', taskId: '1' }], 0]);
      expect(server.requests.slice(0, 2)).toEqual(['GET /user/me', 'GET /auth/get-session']);
    },
  );

  test('while the server fails: all waiting writes share one request', async () => {
    const { desk, server, id } = await waiting({ 'key-ada': ADA });
    desk.run.timer.start(id, TASK, desk.clock.ms - 4 * SECOND);
    desk.run.timer.stop(id);
    server.is.isFailing = true;
    await desk.restart();
    await expect.poll(() => server.requests).toHaveLength(1);
    await send(desk);
    expect(desk.run.outbox.list(id)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
    // One at the start and one for both writes, unless they joined the first.
    expect(server.requests.length).toBeLessThanOrEqual(2);
    expect(server.requests.every((request) => request === 'GET /user/me')).toBe(true);
    server.is.isFailing = false;
    await send(desk);
    expect([server.posted.length, desk.run.outbox.count(id)]).toEqual([2, 0]);
  });

  test('that an older server answers with null is signed out', async () => {
    const { desk, server, id } = await waiting({ 'key-ada': ADA });
    server.is.isOlder = true;
    server.data.people.clear();
    await desk.restart();
    await send(desk);
    expect(desk.run.accounts.view()).toMatchObject({ status: 'signed-out', error: { kind: 'signed-out' } });
    expect([server.posted, desk.tokens.kept.size, desk.run.outbox.count(id)]).toEqual([[], 0, 1]);
  });

  test('a failed identification is not an error of the original request', async () => {
    const desk = await startDesk();
    await desk.signIn();
    desk.server.intercept = ({ url }) =>
      /user\/me|get-session/.test(url) ? new Response('404 Not Found', { status: 404 }) : undefined;
    await desk.restart();
    const error: unknown = await desk.run.sessions
      .at(-1)
      ?.client.getTask('1')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ kind: 'not-the-service', status: undefined, mayHaveActed: false, isTransient: true });
  });

  test('a changed e-mail address is still the same person', async () => {
    const { desk, server, id } = await waiting({ 'key-ada': ADA });
    server.data.people.set('key-ada', { ...ADA, email: 'ada@new.example' });
    await desk.restart();
    await send(desk);
    expect([server.posted.length, desk.run.outbox.count(id)]).toEqual([1, 0]);
    await expect.poll(() => desk.run.accounts.view()?.userEmail).toBe('ada@new.example');
  });

  test('an answer without the e-mail address keeps the known one', async () => {
    const { desk, server } = await waiting({ 'key-ada': ADA });
    server.data.people.set('key-ada', { ...ADA, name: 'Ada L.', email: null });
    await desk.restart();
    await send(desk);
    await expect.poll(() => desk.run.accounts.view()?.userName).toBe('Ada L.');
    expect(desk.run.accounts.view()?.userEmail).toBe(ADA.email);
  });

  test('without an e-mail address, an answer without workspaces keeps those by which the person is known', async () => {
    const { desk, server, id } = await waiting({ 'key-ada': { ...ADA, email: null } });
    await desk.restart();
    const workspaces = server.data.workspaces.splice(0);
    await desk.run.accounts.find(id)?.refreshProfile();
    server.data.workspaces.push(...workspaces);
    server.data.people.set('key-ada', ADA);
    await signIn(desk, server, 'key-ada');
    expect(idOf(desk)).toBe(id);
  });
});

describe('a server at a new address', () => {
  /** Ada with entries at a server, and a sign-in at another address. */
  async function signedIn() {
    const desk = await startDesk();
    const server = await serverOf({ 'key-ada': ADA });
    await signIn(desk, server, 'key-ada', 'api-key');
    for (let made = 0; made < 3; made += 1) await work(desk);
    expect(server.posted).toHaveLength(3);
    const signInAt = async ({ url }: CountingServer) => {
      await desk.run.signIn.atNewAddress(url);
      await desk.run.signIn.apiKey(url, 'key-ada');
    };
    return { desk, server, id: idOf(desk), signInAt };
  }

  test('is accepted, and the account moves there with its data', async () => {
    const { desk, server, id, signInAt } = await signedIn();
    const there = await startCountingServer(server.data);
    await signInAt(there);
    await work(desk);
    expect(desk.run.accounts.view()).toMatchObject({ id, address: there.url, status: 'signed-in' });
    expect([server.posted.length, there.posted.length]).toEqual([3, 1]);
    await desk.restart();
    await work(desk);
    expect(there.posted).toHaveLength(2);
  });

  test('is accepted with a new sign-in after the old one was revoked, and the outbox is sent there', async () => {
    const { desk, server, id } = await signedOut('api-key');
    const there = await serverOf({ 'key-new': ADA }, server.data);
    await desk.run.signIn.atNewAddress(there.url);
    await desk.run.signIn.apiKey(there.url, 'key-new');
    await send(desk);
    expect(desk.run.accounts.view()).toMatchObject({ id, address: there.url, status: 'signed-in' });
    expect([there.posted.length, desk.run.outbox.count(id)]).toEqual([1, 0]);
  });

  test('that is not given as moved gets a separate account, which can take over the data later', async () => {
    const { desk, server, id } = await signedOut();
    const there = await serverOf({ 'key-new': ADA }, server.data);
    await signIn(desk, there, 'key-new');
    await send(desk);
    expect([idOf(desk) === id, there.posted, desk.run.outbox.count(id)]).toEqual([false, [], 1]);
    desk.run.accounts.takeOver(id);
    await expect.poll(() => desk.run.outbox.count(id)).toBe(0);
    await send(desk);
    expect(there.posted).toHaveLength(1);
  });

  test('and takes over what an earlier account has not sent: a write that is not answered yet, after its answer', async () => {
    const { desk, server, id } = await signedIn();
    const there = await startCountingServer(server.data);
    const { asked, answer } = holdAnswers(server, 'POST /time-entry');
    const sent = work(desk);
    await asked;
    await desk.run.accounts.closeAndForget();
    await signIn(desk, there, 'key-ada');
    const onTaken = vi.fn();
    const taken = desk.run.accounts.takeOver(id).then(onTaken);
    await desk.run.outbox.idle(idOf(desk));
    expect(onTaken).not.toHaveBeenCalled();
    expect([desk.run.outbox.count(id), desk.run.outbox.count(idOf(desk))]).toEqual([1, 0]);
    answer();
    await sent;
    await taken;
    expect(desk.run.outbox.subjectOf(idOf(desk), '4')).toBeDefined();
    await send(desk);
    expect([server.posted.length, there.posted, desk.run.outbox.count(id)]).toEqual([4, [], 0]);
  });

  test('is not the same for a counted id and an e-mail address alone, where the workspace in use is not known', () => {
    const at = (id: string) => {
      const user = { ...ADA, id };
      return whyOtherServer({ user, workspaces: [], workspaceId: 'w' }, { user, workspaces: [{ id: 'other' }] });
    };
    expect([at('1'), at(randomUUID())]).toEqual([{ is: 'workspace', name: '–' }, null]);
  });

  test.each<[string, Partial<ServerData>, string]>([
    ['another person', { people: new Map([['key-ada', BOB]]) }, 'belongs to another person there'],
    ['another e-mail address', { people: new Map([['key-ada', EVE]]) }, 'e-mail address there is eve@example.org'],
    ['other workspaces', { workspaces: serverData().workspaces }, 'workspace “Work” is not there'],
  ])('is rejected with %s, and nothing is sent there', async (_, change, reason) => {
    const { desk, server, signInAt } = await signedIn();
    const there = await startCountingServer({ ...structuredClone(server.data), ...change });
    const before = desk.run.accounts.view();
    await signInAt(there);
    const { signIn: attempt } = desk.run;
    expect(attempt.view()).toMatchObject({ step: 'failed', error: { explanation: expect.stringContaining(reason) } });
    expect(desk.run.accounts.view()).toEqual(before);
    await work(desk);
    expect([server.posted.length, there.posted]).toEqual([4, []]);
  });

  test('that has an account already: that one is signed in to, and can take over the data', async () => {
    const { desk, server, id, signInAt } = await signedIn();
    const there = await startCountingServer(server.data);
    await signIn(desk, there, 'key-ada');
    const second = idOf(desk);
    await signIn(desk, server, 'key-ada', 'api-key');
    expect(idOf(desk)).toBe(id);
    await signInAt(there);
    expect([idOf(desk), desk.run.accounts.view()?.address]).toEqual([second, there.url]);
    desk.run.accounts.takeOver(id);
    const owners = desk.run.database.prepare('SELECT DISTINCT account_id AS id FROM time_entry');
    await expect.poll(() => owners.all()).toEqual([{ id: second }]);
  });
});

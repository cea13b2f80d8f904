/** Several open accounts: what happens to one changes nothing of another. */
import { describe, expect, test, vi } from 'vitest';
import { type CountingServer, holdAnswers, type Person, serverData, startCountingServer } from './counting-server.ts';
import { type Desk, LOCKED, startDesk } from './desk.ts';

const ADA: Person = { id: '1', name: 'Ada', email: 'ada@example.org' };
const MINUTE = 60_000;

async function serverOf(credential: string): Promise<CountingServer> {
  const data = serverData();
  data.people.set(credential, ADA);
  return startCountingServer(data);
}

const signIn = (desk: Desk, { baseUrl, url }: CountingServer, credential: string, forId?: string) =>
  desk.run.accounts.signIn(
    { kind: 'device', baseUrl, clientId: 'service-cli', webUrl: url, credential },
    undefined,
    forId,
  );
const TASK = { taskId: '1', identifier: 'P-1', title: 'A task', projectName: 'P' };

const frontOf = (desk: Desk) => desk.run.accounts.current()?.id ?? '';
const statesOf = ({ run: { accounts } }: Desk) => accounts.openIds().map((id) => accounts.find(id)?.view().status);

async function two() {
  const desk = await startDesk();
  const [one, other] = [await serverOf('key-one'), await serverOf('key-other')];
  await signIn(desk, one, 'key-one');
  const first = frontOf(desk);
  await signIn(desk, other, 'key-other');
  return { desk, one, other, first, second: frontOf(desk) };
}

/** Records an entry on each account, and sends what can be sent. */
async function workOnBoth(desk: Desk): Promise<void> {
  for (const id of desk.run.accounts.openIds()) {
    desk.clock.ms += 10 * MINUTE;
    desk.run.timer.start(id, TASK, desk.clock.ms - 5 * MINUTE);
    desk.run.timer.stop(id);
  }
  desk.clock.ms += MINUTE;
  desk.run.outbox.tryNow();
  desk.run.outbox.wake();
  await desk.run.outbox.idle();
}

test('a further one comes to the front, and both send to their own servers', async () => {
  const { desk, one, other, first, second } = await two();
  expect(desk.run.accounts.openIds()).toEqual([first, second]);
  await workOnBoth(desk);
  expect([one.posted.length, other.posted.length]).toEqual([1, 1]);
});

test('both are open after a restart, with the one in front that was there', async () => {
  const { desk, first, second } = await two();
  desk.run.accounts.putInFront(first);
  await desk.restart();
  expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[first, second], first]);
  await expect.poll(() => statesOf(desk)).toEqual(['signed-in', 'signed-in']);
});

test('an app that is quit before a further one had its turn does not open it', async () => {
  const { desk } = await two();
  // The run before is over at once. What it still does would fail on its closed database.
  await desk.restart();
  await desk.restart();
  await expect.poll(() => statesOf(desk)).toEqual(['signed-in', 'signed-in']);
});

test('they have the order that the person chose, also after a restart', async () => {
  const { desk, first, second } = await two();
  desk.run.accounts.move(second, -1);
  expect(desk.run.accounts.openIds()).toEqual([second, first]);
  desk.run.accounts.move(second, -1);
  await desk.restart();
  expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[second, first], second]);
});

test('before several could be open, only the one in front was remembered: it is open', async () => {
  const desk = await startDesk();
  await desk.signIn();
  desk.run.database.prepare(`DELETE FROM setting WHERE key = 'open-accounts'`).run();
  const id = frontOf(desk);
  await desk.restart();
  expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[id], id]);
});

test('the same person on the same server is no second account, which is said', async () => {
  const { desk, one, first, second } = await two();
  expect(desk.run.addedTwice).toEqual([]);
  await signIn(desk, one, 'key-one');
  expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[first, second], first]);
  await signIn(desk, one, 'key-one', first);
  expect(desk.run.addedTwice).toEqual([first]);
});

test('a revoked credential signs one out, and the other goes on', async () => {
  const { desk, one, other, first } = await two();
  other.data.people.delete('key-other');
  await workOnBoth(desk);
  expect(statesOf(desk)).toEqual(['signed-in', 'signed-out']);
  expect([one.posted.length, other.posted.length, desk.run.outbox.count(first)]).toEqual([1, 0, 0]);
});

test('a keychain that gives no credential holds back no other account', async () => {
  const { desk, second } = await two();
  const { get } = desk.tokens;
  desk.tokens.get = async (id) => (id === second ? LOCKED : get.call(desk.tokens, id));
  await desk.restart();
  await expect.poll(() => statesOf(desk)).toEqual(['signed-in', 'locked']);
});

test('a keychain that waits for the person holds up no workspace on this computer', async () => {
  const { desk, second } = await two();
  await desk.run.signIn.local();
  const local = frontOf(desk);
  desk.run.accounts.putInFront(second);
  const waiting = Promise.withResolvers<typeof LOCKED>();
  desk.tokens.get = () => waiting.promise;
  const restarted = desk.restart();
  await expect.poll(() => desk.run.accounts.find(local)?.hasCredential()).toBe(true);
  waiting.resolve(LOCKED);
  await restarted;
  await expect.poll(() => statesOf(desk)).toEqual(['locked', 'locked', 'signed-in']);
});

test('a keychain that has lost the credential of the one in front still opens the other', async () => {
  const { desk, one, other, first, second } = await two();
  desk.tokens.kept.delete(second);
  await desk.restart();
  await expect.poll(() => statesOf(desk)).toEqual(['signed-in', 'signed-out']);
  expect(frontOf(desk)).toBe(second);
  // The other ones open after the one in front.
  await expect.poll(() => desk.run.accounts.find(first)?.hasCredential()).toBe(true);
  await workOnBoth(desk);
  expect([one.posted.length, other.posted.length]).toEqual([1, 0]);
  await signIn(desk, other, 'key-other', second);
  await workOnBoth(desk);
  expect([one.posted.length, other.posted.length]).toEqual([2, 2]);
});

test('a server that changes its address takes its own account along, and no other', async () => {
  const { desk, one, other, first, second } = await two();
  await other.stop();
  await workOnBoth(desk);
  const moved = await startCountingServer(other.data);
  await signIn(desk, moved, 'key-other', second);
  expect(desk.run.accounts.openIds()).toEqual([first, second]);
  await workOnBoth(desk);
  expect([one.posted.length, moved.posted.length]).toEqual([2, 2]);
  await desk.restart();
  await expect.poll(() => statesOf(desk)).toEqual(['signed-in', 'signed-in']);
  expect(desk.run.accounts.find(first)?.view().address).toBe(one.url);
  expect(desk.run.accounts.find(second)?.view().address).toBe(moved.url);
});

test('a server that is said to be at the address of another one moves nowhere, and both stay open', async () => {
  const { desk, one, first, second } = await two();
  await expect(signIn(desk, one, 'key-one', second)).rejects.toThrow();
  expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[first, second], second]);
  expect(statesOf(desk)).toEqual(['signed-in', 'signed-in']);
});

test('the workspace on this computer is added once', async () => {
  const { desk, first } = await two();
  await desk.run.signIn.local();
  const local = frontOf(desk);
  desk.run.accounts.putInFront(first);
  await desk.run.signIn.local();
  expect([desk.run.accounts.openIds().length, frontOf(desk)]).toEqual([3, local]);
});

test('two people on the same server are both open, and each entry is sent as its own person', async () => {
  const data = serverData();
  data.people.set('key-one', ADA);
  data.people.set('key-other', { id: '2', name: 'Eve', email: 'eve@example.org' });
  const [desk, server] = [await startDesk(), await startCountingServer(data)];
  for (const key of ['key-one', 'key-other']) await signIn(desk, server, key);
  expect(statesOf(desk)).toEqual(['signed-in', 'signed-in']);
  await workOnBoth(desk);
  await desk.restart();
  await expect.poll(() => statesOf(desk)).toEqual(['signed-in', 'signed-in']);
  await workOnBoth(desk);
  expect(server.posted.map(({ as }) => as).sort()).toEqual(['Ada', 'Ada', 'Eve', 'Eve']);
});

test('one that is signed out of while it sends loses and doubles nothing, and the other goes on', async () => {
  const { desk, one, other, first, second } = await two();
  let leaving: Promise<void> | null = null;
  other.is.onRequest = (line) => {
    if (line === 'POST /time-entry') leaving ??= desk.run.accounts.closeAndForget(second);
  };
  await workOnBoth(desk);
  await leaving;
  expect(desk.run.accounts.openIds()).toEqual([first]);
  expect([one.posted.length, other.posted.length]).toEqual([1, 1]);
  await workOnBoth(desk);
  await signIn(desk, other, 'key-other');
  await workOnBoth(desk);
  await expect.poll(() => [first, second].map((id) => desk.run.outbox.count(id))).toEqual([0, 0]);
  expect([one.posted.length, other.posted.length]).toEqual([3, 2]);
});

test('signing out of the one in front shows the next, and the unsent changes stay', async () => {
  const { desk, one, other, first, second } = await two();
  other.data.people.delete('key-other');
  await workOnBoth(desk);
  await desk.run.accounts.closeAndForget(second);
  expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[first], first]);
  expect([desk.tokens.kept.has(first), desk.tokens.kept.has(second)]).toEqual([true, false]);
  expect(desk.run.outbox.count(second)).toBe(1);
  await workOnBoth(desk);
  expect([one.posted.length, other.posted.length]).toEqual([2, 0]);
});

test('signing out of one keeps its unsent changes, and discarding them touches no other account', async () => {
  const { desk, one, other, first, second } = await two();
  one.is.isFailing = true;
  other.is.isFailing = true;
  await workOnBoth(desk);
  const unsent = () => [first, second].map((id) => desk.run.outbox.count(id) > 0);
  await desk.run.accounts.closeAndForget(second);
  expect(unsent()).toEqual([true, true]);
  expect(desk.run.accounts.others().map(({ id }) => id)).toEqual([second]);
  desk.run.outbox.removeAll(second);
  expect(unsent()).toEqual([true, false]);
});

test('a timer that is started on one while it is signed out of does not go on in the closed account', async () => {
  const { desk, second } = await two();
  const leaving = desk.run.accounts.closeAndForget(second);
  desk.run.timer.start(second, TASK, desk.clock.ms - MINUTE);
  await leaving;
  expect([desk.run.accounts.find(second), desk.run.entries.hasRunning(second)]).toEqual([undefined, false]);
});

test('one whose server moved to where the person has an account is closed, and its timer stops', async () => {
  const { desk, one, other, first, second } = await two();
  other.data.workspaces.push(...one.data.workspaces);
  desk.run.timer.start(first, TASK, desk.clock.ms - MINUTE);
  await signIn(desk, other, 'key-other', first);
  expect([desk.run.accounts.openIds(), desk.run.entries.hasRunning(first)]).toEqual([[second], false]);
});

describe('a further workspace of an account', () => {
  const [WORK, STUDIO] = ['work-0123456789abcdef', 'studio-0123456789abcdef'];

  async function withStudio() {
    const desk = await startDesk();
    const server = await serverOf('key-one');
    server.data.workspaces = [
      { id: WORK, name: 'Work', slug: 'work' },
      { id: STUDIO, name: 'Studio', slug: 'studio' },
    ];
    await signIn(desk, server, 'key-one');
    const work = frontOf(desk);
    desk.run.accounts.openWorkspace(STUDIO);
    return { desk, server, work, studio: frontOf(desk) };
  }
  const workspacesOf = ({ run: { accounts } }: Desk) =>
    accounts.openIds().map((id) => accounts.find(id)?.view().workspaceId);

  test('is open beside it with its credential, and both send as the same person', async () => {
    const { desk, server, work, studio } = await withStudio();
    expect([desk.run.accounts.openIds(), workspacesOf(desk)]).toEqual([
      [work, studio],
      [WORK, STUDIO],
    ]);
    expect([...desk.tokens.kept.keys()]).toEqual([work]);
    await workOnBoth(desk);
    expect(server.posted.map(({ as }) => as)).toEqual(['Ada', 'Ada']);
    await desk.restart();
    await expect.poll(() => statesOf(desk)).toEqual(['signed-in', 'signed-in']);
    expect([workspacesOf(desk), frontOf(desk)]).toEqual([[WORK, STUDIO], studio]);
  });

  test('is opened once: chosen or opened again, it comes to the front', async () => {
    const { desk, work, studio } = await withStudio();
    desk.run.accounts.openWorkspace(WORK);
    expect(frontOf(desk)).toBe(work);
    desk.run.accounts.openWorkspace(STUDIO);
    expect(frontOf(desk)).toBe(studio);
    desk.run.accounts.chooseWorkspace(WORK);
    expect([frontOf(desk), workspacesOf(desk)]).toEqual([work, [WORK, STUDIO]]);
    const sessions = desk.run.sessions.length;
    desk.run.accounts.openWorkspace(WORK);
    desk.run.accounts.openWorkspace(STUDIO);
    expect([frontOf(desk), desk.run.sessions.length]).toEqual([studio, sessions]);
    desk.run.accounts.openWorkspace('unknown');
    expect(desk.run.accounts.openIds()).toEqual([work, studio]);
  });

  test('is closed without its person being signed out, and keeps its unsent changes until it is opened again', async () => {
    const { desk, server, work, studio } = await withStudio();
    server.is.isFailing = true;
    await workOnBoth(desk);
    await desk.run.accounts.closeAndForget(studio);
    expect([desk.run.accounts.openIds(), desk.tokens.kept.has(work)]).toEqual([[work], true]);
    expect(server.requests).not.toContain('POST /auth/sign-out');
    const openFrom = { accountId: work, workspaceId: STUDIO };
    const { host } = new URL(server.url);
    // They belong in their workspace alone, so they cannot be sent from another.
    expect(desk.run.accounts.others()).toMatchObject([
      { id: studio, server: `${host} · Studio`, isSamePerson: false, openFrom },
    ]);
    desk.run.accounts.takeOver(studio);
    await signIn(desk, await serverOf('key-other'), 'key-other');
    desk.run.accounts.openWorkspace(STUDIO, work);
    expect([frontOf(desk), desk.run.outbox.count(studio)]).toEqual([studio, 1]);
  });

  test('is closed with its account, and comes back to life with a new credential', async () => {
    const { desk, server, work, studio } = await withStudio();
    server.data.people.clear();
    expect(await desk.run.accounts.isCredentialDead(studio)).toBe(true);
    expect(await desk.run.accounts.isCredentialDead(work)).toBe(true);
    server.data.people.set('key-new', ADA);
    await signIn(desk, server, 'key-new', studio);
    expect([statesOf(desk), workspacesOf(desk)]).toEqual([
      ['signed-in', 'signed-in'],
      [WORK, STUDIO],
    ]);
    await workOnBoth(desk);
    expect(server.posted).toHaveLength(2);
    await desk.run.accounts.closeAndForget(work);
    expect([desk.run.accounts.openIds(), desk.tokens.kept.size]).toEqual([[], 0]);
  });

  test('in front, or opened while the keychain is waited for, goes with its account: another account comes to the front', async () => {
    const { desk, work, studio } = await withStudio();
    await signIn(desk, await serverOf('key-other'), 'key-other');
    const other = frontOf(desk);
    desk.run.accounts.putInFront(studio);
    const waiting = Promise.withResolvers<void>();
    const { delete: forget } = desk.tokens;
    desk.tokens.delete = async (id) => waiting.promise.then(() => forget.call(desk.tokens, id));
    const out = desk.run.accounts.closeAndForget(work);
    expect(frontOf(desk)).toBe(work);
    desk.run.accounts.openWorkspace(STUDIO);
    waiting.resolve();
    await out;
    expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[other], other]);
    await desk.restart();
    expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[other], other]);
  });

  /** With a change that is not sent in the further workspace. */
  async function withUnsent() {
    const opened = await withStudio();
    const { desk, server, studio } = opened;
    server.is.isFailing = true;
    await workOnBoth(desk);
    server.is.isFailing = false;
    expect(desk.run.outbox.count(studio)).toBe(1);
    return opened;
  }
  const leave = ({ data }: CountingServer, left: string) => {
    data.workspaces = data.workspaces.filter(({ id }) => id !== left);
  };

  test.each(['refreshProfile', 'signIn'] as const)(
    'that the person was removed from is closed, and keeps its name and its changes: %s',
    async (how) => {
      const { desk, server, work, studio } = await withUnsent();
      const other = await serverOf('key-other');
      await signIn(desk, other, 'key-other');
      desk.run.accounts.move(frontOf(desk), -1);
      desk.run.accounts.move(frontOf(desk), -1);
      desk.run.accounts.putInFront(studio);
      leave(server, STUDIO);
      if (how === 'signIn') await signIn(desk, server, 'key-one', studio);
      else await desk.run.accounts.find(studio)?.refreshProfile();
      expect([desk.run.accounts.find(studio), frontOf(desk)]).toEqual([undefined, work]);
      await desk.run.accounts.find(work)?.refreshProfile();
      const { host } = new URL(server.url);
      expect(desk.run.accounts.others()).toMatchObject([{ id: studio, server: `${host} · Studio`, openFrom: null }]);
      expect(desk.run.outbox.count(studio)).toBe(1);
    },
  );

  test.each(['is chosen in place of it', 'is all that is left of it', 'was chosen by an earlier version'] as const)(
    'that %s: the account sends what the closed one had not',
    async (how) => {
      const { desk, server, work, studio } = await withUnsent();
      if (how === 'is all that is left of it') {
        leave(server, WORK);
        await desk.run.accounts.find(work)?.refreshProfile();
      } else {
        await desk.run.accounts.closeAndForget(studio);
        if (how === 'is chosen in place of it') desk.run.accounts.chooseWorkspace(STUDIO);
        else {
          desk.run.accounts.find(work)?.chooseWorkspace(STUDIO);
          desk.run.accounts.openWorkspace(STUDIO, work);
        }
      }
      expect([desk.run.accounts.openIds(), frontOf(desk), workspacesOf(desk)]).toEqual([[work], work, [STUDIO]]);
      await expect.poll(() => desk.run.outbox.count(studio)).toBe(0);
      desk.clock.ms += MINUTE;
      desk.run.outbox.tryNow();
      await desk.run.outbox.idle();
      expect([desk.run.outbox.count(work), server.posted.length]).toEqual([0, 2]);
    },
  );

  /** The account is to take a closed one, whose last write is not answered yet. */
  async function withUnanswered() {
    const { desk, server, work, studio } = await withStudio();
    const { asked, answer } = holdAnswers(server, 'POST /time-entry');
    desk.run.timer.start(studio, TASK, desk.clock.ms - 5 * MINUTE);
    desk.run.timer.stop(studio);
    desk.clock.ms += MINUTE;
    desk.run.outbox.wake();
    await asked;
    await desk.run.accounts.closeAndForget(studio);
    desk.run.accounts.chooseWorkspace(STUDIO);
    return { desk, server, work, studio, answer };
  }

  test('whose last write is not answered yet: the account takes it after the answer, and does not send it again', async () => {
    const { desk, server, work, studio, answer } = await withUnanswered();
    desk.run.outbox.flush();
    await desk.run.outbox.idle(work);
    expect([studio, work].map((id) => desk.run.outbox.count(id))).toEqual([1, 0]);
    answer();
    await expect.poll(() => desk.run.outbox.subjectOf(work, '1')).toBeDefined();
    // The account sends what is left of the write: the end of the entry.
    await expect.poll(() => [studio, work].map((id) => desk.run.outbox.count(id))).toEqual([0, 0]);
    expect([server.posted.length, desk.run.outbox.subjectOf(studio, '1')]).toEqual([1, undefined]);
  });

  test('whose last write is not answered when the app is quit: the account takes it at the next start', async () => {
    const { desk, work, studio } = await withUnanswered();
    await desk.restart();
    await expect.poll(() => [studio, work].map((id) => desk.run.outbox.count(id))).toEqual([0, 1]);
    const transfer = vi.spyOn(desk.run.outbox, 'transfer');
    const takenByNextStart = async () => {
      await desk.run.accounts.open();
      await desk.run.outbox.idle(studio);
      return transfer.mock.calls.map(([from]) => from);
    };
    expect(await takenByNextStart()).toEqual([]);
    // As after a transaction that failed.
    desk.run.database.prepare('UPDATE time_entry SET account_id = ?').run(studio);
    expect(await takenByNextStart()).toEqual([studio]);
  });

  test('that is opened again before its last answer keeps what it has', async () => {
    const { desk, work, studio } = await withUnsent();
    await desk.run.accounts.closeAndForget(studio);
    desk.run.accounts.chooseWorkspace(STUDIO);
    desk.run.accounts.find(work)?.chooseWorkspace(WORK);
    desk.run.accounts.openWorkspace(STUDIO);
    await desk.run.outbox.idle();
    expect([frontOf(desk), desk.run.outbox.count(studio)]).toEqual([studio, 1]);
  });

  test('in which the person signs in again stays in front', async () => {
    const { desk, server, work, studio } = await withStudio();
    server.data.people.clear();
    expect(await desk.run.accounts.isCredentialDead(studio)).toBe(true);
    server.data.people.set('key-new', ADA);
    await signIn(desk, server, 'key-new', studio);
    expect([desk.run.accounts.openIds(), frontOf(desk)]).toEqual([[work, studio], studio]);
  });

  test('whose last answer is about the former credential loses no new one', async () => {
    const { desk, server, work, studio } = await withStudio();
    server.data.people.delete('key-one');
    server.data.people.set('key-new', ADA);
    let isDead = Promise.resolve(true);
    server.is.onRequest = (line) => {
      if (line !== 'GET /auth/organization/list') return;
      server.is.onRequest = () => undefined;
      isDead = desk.run.accounts.isCredentialDead(studio);
    };
    const { set } = desk.tokens;
    desk.tokens.set = async (id, secret) => {
      const stored = await set.call(desk.tokens, id, secret);
      await isDead;
      return stored;
    };
    await signIn(desk, server, 'key-new');
    expect([...desk.tokens.kept]).toEqual([[work, 'key-new']]);
  });

  test('is not open any more when its session ends', async () => {
    const { desk, work, studio } = await withStudio();
    const open: unknown[] = [];
    vi.spyOn(desk.run.outbox, 'stopSending').mockImplementation((id) => {
      if (id === studio) open.push(desk.run.accounts.find(studio));
    });
    await desk.run.accounts.closeAndForget(work);
    expect(open).toEqual([undefined]);
  });

  test('stays with its person: a credential of somebody else opens neither', async () => {
    const { desk, server, studio } = await withStudio();
    server.data.people.set('key-bob', { id: '2', name: 'Bob', email: 'bob@example.org' });
    await expect(signIn(desk, server, 'key-bob', studio)).rejects.toThrow();
    await signIn(desk, server, 'key-bob');
    desk.run.accounts.openWorkspace(STUDIO);
    expect(workspacesOf(desk)).toEqual([WORK, STUDIO, WORK, STUDIO]);
    await workOnBoth(desk);
    expect(server.posted.map(({ as }) => as).toSorted()).toEqual(['Ada', 'Ada', 'Bob', 'Bob']);
  });
});

/** Every background part of an account hears of its sessions, and of the data on disk; what all share follows the one in front. */
import { expect, test, vi } from 'vitest';
import type { AccountFeatures } from '../../../electron/app/account-features.ts';
import type { MainParts } from '../../../electron/app/context.ts';
import { setUpSession } from '../../../electron/app/session.ts';
import type { Account, AccountPart, Session } from '../../../electron/features/account/index.ts';

function setUp(...open: Partial<Account>[]) {
  const called: unknown[][] = [];
  const part = (name: string): AccountPart => ({
    load: (of) => void called.push([name, 'load', of?.id ?? null]),
    start: (session, workspaceId) => void called.push([name, 'start', session.account.id, workspaceId]),
    refreshIfStale: vi.fn(),
    resume: vi.fn(),
    clockChanged: vi.fn(),
    transfer: vi.fn(),
    stop: vi.fn(),
  });
  const all = (open.length === 0 ? [null] : open).map((account) => ({
    account: { current: () => account },
    parts: [part(`of ${account?.id ?? 'nobody'}`)],
    boards: { board: { close: () => called.push([`board of ${account?.id}`, 'close']) } },
  }));
  let front = 0;
  const session = setUpSession({
    featureContext: { invalidate: vi.fn(), readAgain: vi.fn() },
    statePublisher: { invalidateAll: vi.fn() },
    features: {
      parts: [part('shared')],
      inFront: () => all[front],
      each: () => all,
      time: { entriesReplaced: vi.fn() },
    },
    windows: { updateKept: vi.fn() },
  } as unknown as MainParts);
  const use = (at: number, next: Session | null) => session.use(all[at] as unknown as AccountFeatures, next);
  return {
    session,
    called,
    use,
    putInFront(at: number) {
      front = at;
      session.frontChanged();
    },
  };
}
const sessionOf = (account: Partial<Account>) => ({ account }) as Session;

test('with a workspace every part starts', () => {
  const { use, called } = setUp({ id: 'a', workspaceId: 'w' });
  use(0, sessionOf({ id: 'a', workspaceId: 'w' }));
  expect(called).toEqual([
    ['shared', 'start', 'a', 'w'],
    ['of a', 'start', 'a', 'w'],
  ]);
});

test('without a session or a workspace every part shows what is on disk', () => {
  const { session, use, called } = setUp({ id: 'a', workspaceId: 'w' });
  session.loadStored();
  use(0, null);
  use(0, sessionOf({ id: 'b', workspaceId: null }));
  expect(called.map(([, what, id]) => [what, id])).toEqual([
    ...Array(4).fill(['load', 'a']),
    ...Array(2).fill(['load', 'b']),
  ]);
});

test('signed out, every part is told so, and nothing is on disk', () => {
  const { session, use, called } = setUp();
  session.loadStored();
  expect(called).toEqual([]);
  use(0, null);
  expect(called).toEqual([
    ['shared', 'load', null],
    ['of nobody', 'load', null],
  ]);
});

test('a session of one account changes nothing of another, nor of what follows the one in front', () => {
  const { session, use, called } = setUp({ id: 'a', workspaceId: 'w' }, { id: 'b', workspaceId: 'v' });
  session.loadStored();
  expect(called.splice(0)).toEqual([
    ['shared', 'load', 'a'],
    ['of a', 'load', 'a'],
    ['of b', 'load', 'b'],
  ]);
  use(1, sessionOf({ id: 'b', workspaceId: 'v' }));
  use(1, null);
  expect(called).toEqual([
    ['of b', 'start', 'b', 'v'],
    ['of b', 'load', 'b'],
  ]);
});

test('another account in front: what all share shows its data, and the boards of the others close', () => {
  const { called, putInFront } = setUp({ id: 'a', workspaceId: 'w' }, { id: 'b', workspaceId: 'v' });
  putInFront(1);
  expect(called).toEqual([
    ['shared', 'load', 'b'],
    ['board of a', 'close'],
  ]);
});

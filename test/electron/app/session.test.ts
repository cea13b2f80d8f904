/** Every background part of the account hears of each session, and of the data on disk. */
import { expect, test, vi } from 'vitest';
import type { MainParts } from '../../../electron/app/context.ts';
import { setUpSession } from '../../../electron/app/session.ts';
import type { Account, AccountPart, Session } from '../../../electron/features/account/index.ts';

function setUp(account: Partial<Account> | null) {
  const called: unknown[][] = [];
  const parts = ['one', 'other'].map(
    (name): AccountPart => ({
      load: (of) => void called.push([name, 'load', of?.id ?? null]),
      start: (session, workspaceId) => void called.push([name, 'start', session.account.id, workspaceId]),
      refreshIfStale: vi.fn(),
      resume: vi.fn(),
      clockChanged: vi.fn(),
      transfer: vi.fn(),
      stop: vi.fn(),
    }),
  );
  const session = setUpSession({
    featureContext: { invalidate: vi.fn() },
    features: {
      parts,
      account: { accounts: { current: () => account } },
      time: { entriesReplaced: vi.fn() },
    },
    windows: { updateQuickAdd: vi.fn() },
  } as unknown as MainParts);
  return { session, called };
}
const sessionOf = (account: Partial<Account>) => ({ account }) as Session;

test('with a workspace every part starts', () => {
  const { session, called } = setUp({ id: 'a', workspaceId: 'w' });
  session.use(sessionOf({ id: 'a', workspaceId: 'w' }));
  expect(called).toEqual([
    ['one', 'start', 'a', 'w'],
    ['other', 'start', 'a', 'w'],
  ]);
});

test('without a session or a workspace every part shows what is on disk', () => {
  const { session, called } = setUp({ id: 'a', workspaceId: 'w' });
  session.loadStored();
  session.use(null);
  session.use(sessionOf({ id: 'b', workspaceId: null }));
  expect(called.map(([, what, id]) => [what, id])).toEqual([
    ...Array(4).fill(['load', 'a']),
    ...Array(2).fill(['load', 'b']),
  ]);
});

test('signed out, every part is told so, and nothing is on disk', () => {
  const { session, called } = setUp(null);
  session.loadStored();
  expect(called).toEqual([]);
  session.use(null);
  expect(called).toEqual([
    ['one', 'load', null],
    ['other', 'load', null],
  ]);
});

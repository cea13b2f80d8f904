/** What the window and command lines get of all accounts together. */
import { expect, test } from 'vitest';
import type { Features } from '../../../electron/app/features.ts';
import { closedAccounts, nameAccount, openAccounts, titleOf } from '../../../electron/app/open-accounts.ts';
import { serverName } from '../../../electron/features/account/account-names.ts';
import { type Known, knownAccounts } from '../features/account/known-accounts.ts';

/** The names of these accounts, of which some are closed, as lines and command lines call them. */
function namesOf(...all: (Known & { isClosed?: boolean })[]): Record<string, string> {
  const known = knownAccounts(all);
  const open = known.filter((_, at) => all[at]?.isClosed !== true);
  const features = {
    account: {
      accounts: {
        known: () => known.toSorted((one, other) => one.id.localeCompare(other.id)),
        find: (wanted: string) => open.find(({ id }) => id === wanted),
      },
    },
    each: () =>
      open.map((one) => ({
        account: {
          view: () => ({
            ...one,
            server: serverName(one),
            userName: one.user.name,
            status: 'signed-in',
            isFurther: one.credentialOf !== null,
          }),
          permissions: { missing: () => [] },
        },
        tasks: { view: () => ({ total: 0, failingSince: null }) },
      })),
    outbox: { count: () => 0 },
  } as unknown as Features;
  const named = [...openAccounts(features), ...closedAccounts(features)];
  return Object.fromEntries(known.map(({ id, title }) => [title, named.find((one) => one.id === id)?.name ?? '']));
}

/** No account was ever signed in. */
const NOBODY = { accounts: { known: () => [] } };

test('a name stays with its account, whatever else is open, and in any order', () => {
  const marl = { server: 'tasks.marl.co.uk' };
  const all = [{ server: 'pm.acme.example' }, { server: 'pm.acme.org' }, { ...marl, workspace: 'Studio' }, marl];
  const names = namesOf(...all);
  expect(names).toMatchObject({ 'pm.acme.example Ana': 'pm.acme.example', 'Studio Ana': 'studio' });
  expect(namesOf(...all.toReversed())).toEqual(names);
  for (const closed of all)
    expect(namesOf(...all.map((one) => (one === closed ? { ...one, isClosed: true } : one)))).toEqual(names);
});

test('the name of a server that is shared says which person or workspace, also without a session', () => {
  const workspaces = [
    { id: 'w', name: 'Work' },
    { id: 's', name: 'Studio' },
  ];
  const at = (id: string, server: string, userId: string, more: object = {}) => ({
    account: {
      view: () => ({
        id,
        server,
        userId,
        userName: userId,
        userEmail: `${userId}@acme.example`,
        kind: 'device',
        status: 'signed-out',
        workspaces,
        workspaceId: 'w',
        ...more,
      }),
      permissions: { missing: () => [] },
    },
    tasks: { view: () => ({ total: 0, failingSince: null }) },
  });
  const accounts = [
    at('1', 'pm.acme.example', 'Ana'),
    at('2', 'pm.marl.example', 'Ana'),
    at('3', 'pm.acme.example', 'Mira'),
    at('4', 'pm.marl.example', 'Ana', { workspaceId: 's', isFurther: true }),
    at('5', 'pm.nord.example', 'Ana'),
    // Two people of one name.
    at('6', 'pm.oder.example', 'ana.k', { userName: 'Ana' }),
    at('7', 'pm.oder.example', 'ana.l', { userName: 'Ana' }),
  ];
  const features = { each: () => accounts, outbox: { count: () => 0 }, account: NOBODY } as unknown as Features;
  expect(accounts.map(({ account }) => titleOf(features, account.view().id))).toEqual([
    'pm.acme.example · Ana',
    'pm.marl.example',
    'pm.acme.example · Mira',
    'pm.marl.example · Studio',
    'pm.nord.example',
    'pm.oder.example · Ana · ana.k@acme.example',
    'pm.oder.example · Ana · ana.l@acme.example',
  ]);
});

test('a message about another account than the one in front names its server', () => {
  const view = { id: 'other', server: 'marl.example', kind: 'device', userName: 'Ana', workspaces: [] };
  const account = { view: () => view, permissions: { missing: () => [] } };
  const features = {
    inFront: () => ({ accountId: 'front' }),
    each: () => [{ account, tasks: { view: () => ({ total: 0, failingSince: null }) } }],
    outbox: { count: () => 0 },
    account: NOBODY,
  } as unknown as Features;
  const refused = 'The title was not changed.';
  expect(nameAccount(features, 'front', refused)).toBe(refused);
  expect(nameAccount(features, 'other', refused)).toBe('marl.example: The title was not changed.');
});

test('a further workspace is named after itself, for people beside its server', () => {
  const at = (id: string, workspaceId: string, isFurther: boolean) => ({
    account: {
      view: () => ({
        id,
        kind: 'device',
        server: 'pm.acme.example',
        userName: 'Ana',
        status: 'signed-in',
        workspaces: [
          { id: 'w', name: 'Work' },
          { id: 's', name: 'Design & Studio' },
        ],
        workspaceId,
        isFurther,
      }),
      permissions: { missing: () => [] },
    },
    tasks: { view: () => ({ total: 0, failingSince: null }) },
  });
  const features = {
    each: () => [at('1', 'w', false), at('2', 's', true)],
    outbox: { count: () => 0 },
    account: NOBODY,
  };
  expect(openAccounts(features as unknown as Features)).toMatchObject([
    { server: 'pm.acme.example', letter: 'A' },
    { server: 'pm.acme.example · Design & Studio', letter: 'D' },
  ]);
});

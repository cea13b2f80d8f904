/** The names by which lines, links and command lines tell accounts apart. */
import { expect, test } from 'vitest';
import type { Features } from '../../../electron/app/features.ts';
import { closedAccounts, nameAccount, openAccounts, titleOf } from '../../../electron/app/open-accounts.ts';

interface Known {
  server: string;
  person?: string;
  /** Of a further workspace. */
  workspace?: string;
  isClosed?: boolean;
}

/** The names of these accounts, as lines and command lines call them; "local" is the workspace on this computer. */
function namesOf(...all: Known[]): Record<string, string> {
  const known = all.map(({ server, person = 'Ana', workspace, isClosed = false }, at) => ({
    id: `${at}-of-all`,
    title: `${workspace ?? server} ${person}`,
    kind: server === 'local' ? 'local' : 'device',
    server: server === 'local' ? 'This computer' : server,
    baseUrl: `https://${server}/api`,
    user: { name: person },
    workspaces: workspace === undefined ? [] : [{ id: 'w', name: workspace }],
    workspaceId: 'w',
    credentialOf: workspace === undefined ? null : 'first',
    isClosed,
  }));
  const open = known.filter(({ isClosed }) => !isClosed);
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
          view: () => ({ ...one, userName: one.user.name, status: 'signed-in', isFurther: one.credentialOf !== null }),
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

const ACME = { server: 'pm.acme.example' };
const MARL = { server: 'tasks.marl.co.uk' };

test('an account is called by its site, with its host or its person where another has that too', () => {
  expect(namesOf(ACME, MARL, { server: 'local' })).toEqual({
    'pm.acme.example Ana': 'acme',
    'tasks.marl.co.uk Ana': 'marl',
    'local Ana': 'local',
  });
  expect(namesOf(ACME, { server: 'pm.acme.org' })).toEqual({
    'pm.acme.example Ana': 'pm.acme.example',
    'pm.acme.org Ana': 'pm.acme.org',
  });
  expect(namesOf(ACME, { ...ACME, person: 'Mira Holm' })).toEqual({
    'pm.acme.example Ana': 'ana@acme',
    'pm.acme.example Mira Holm': 'mira@acme',
  });
  expect(namesOf(...['127.0.0.1:5173', '127.0.0.1:5174', 'localhost:80'].map((server) => ({ server })))).toEqual({
    '127.0.0.1:5173 Ana': '127.0.0.1:5173',
    '127.0.0.1:5174 Ana': '127.0.0.1:5174',
    'localhost:80 Ana': 'localhost',
  });
  // A server may have the name that the workspace on this computer has.
  expect(namesOf({ server: 'pm.local.example' }, { server: 'local' })).toEqual({
    'pm.local.example Ana': 'pm.local.example',
    'local Ana': 'local',
  });
  // Nothing that people know tells these apart.
  expect(namesOf(ACME, { ...ACME, person: 'Ana Lima' })).toEqual({
    'pm.acme.example Ana': 'acme-0-of',
    'pm.acme.example Ana Lima': 'acme-1-of',
  });
});

test('a name stays with its account, whatever else is open, and in any order', () => {
  const all = [ACME, { server: 'pm.acme.org' }, { ...MARL, workspace: 'Studio' }, MARL];
  const names = namesOf(...all);
  expect(names).toMatchObject({ 'pm.acme.example Ana': 'pm.acme.example', 'Studio Ana': 'studio' });
  expect(namesOf(...all.toReversed())).toEqual(names);
  for (const closed of all)
    expect(namesOf(...all.map((one) => (one === closed ? { ...one, isClosed: true } : one)))).toEqual(names);
});

test('a workspace cannot take the name of an account, or of another workspace', () => {
  const studio = { ...MARL, workspace: 'Studio' };
  expect(namesOf(ACME, MARL, { ...MARL, workspace: 'Acme' }, studio, { ...ACME, workspace: 'studio' })).toEqual({
    'pm.acme.example Ana': 'acme',
    'tasks.marl.co.uk Ana': 'marl',
    'Acme Ana': 'acme@marl',
    'Studio Ana': 'studio@marl',
    'studio Ana': 'studio@acme',
  });
  expect(namesOf(studio, { ...studio, person: 'Mira Holm' })).toEqual({
    'Studio Ana': 'ana@studio',
    'Studio Mira Holm': 'mira@studio',
  });
  // Without a name it has none that is empty, which a command line without one would mean.
  expect(namesOf(MARL, { ...MARL, workspace: '' })).toEqual({ 'tasks.marl.co.uk Ana': 'marl', ' Ana': '@marl' });
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
  expect(namesOf(ACME, { ...ACME, workspace: 'Design & Studio' })).toMatchObject({
    'pm.acme.example Ana': 'acme',
    'Design & Studio Ana': 'design-studio',
  });
});

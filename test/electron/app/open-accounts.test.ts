/** The names by which lines, links and command lines tell accounts apart. */
import { expect, test } from 'vitest';
import type { Features } from '../../../electron/app/features.ts';
import { nameAccount, openAccounts, titleOf } from '../../../electron/app/open-accounts.ts';

/** Accounts at these servers, as `openAccounts` reads them; "local" is the workspace on this computer. */
function namesOf(...servers: string[]): string[] {
  const accounts = servers.map((server, at) => ({
    account: {
      view: () => ({
        id: String(at),
        kind: server === 'local' ? 'local' : 'device',
        server: server === 'local' ? 'This computer' : server,
        userName: at === 0 ? 'Ana Kovač' : 'Mira Holm',
        status: 'signed-in',
        workspaces: [],
        workspaceId: null,
      }),
      permissions: { missing: () => [] },
    },
    tasks: { view: () => ({ total: 0, failingSince: null }) },
  }));
  const features = { each: () => accounts, outbox: { count: () => 0 } };
  return openAccounts(features as unknown as Features).map(({ name }) => name);
}

test.each([
  [
    ['pm.nordlicht.example', 'tasks.acme.co.uk', 'local'],
    ['nordlicht', 'acme', 'local'],
  ],
  [
    ['pm.acme.example', 'tasks.acme.example'],
    ['acme', 'tasks.acme.example'],
  ],
  // Two people on one server.
  [
    ['pm.acme.example', 'pm.acme.example', 'pm.acme.example'],
    ['acme', 'mira@acme', 'mira@pm.acme.example'],
  ],
  [
    ['127.0.0.1:5173', '127.0.0.1:5174', 'localhost:80'],
    ['127.0.0.1:5173', '127.0.0.1:5174', 'localhost'],
  ],
  // A server may have the name that the workspace on this computer has.
  [
    ['pm.local.example', 'local'],
    ['pm.local.example', 'local'],
  ],
])('%j', (servers, names) => {
  expect(namesOf(...servers)).toEqual(names);
});

test('the name of a server that is shared says which person or workspace, also without a session', () => {
  const workspaces = [
    { id: 'w', name: 'Work' },
    { id: 's', name: 'Studio' },
  ];
  const at = (id: string, server: string, userName: string, more: object = {}) => ({
    account: {
      view: () => ({
        id,
        server,
        userName,
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
  ];
  const features = { each: () => accounts, outbox: { count: () => 0 } } as unknown as Features;
  expect(accounts.map(({ account }) => titleOf(features, account.view().id))).toEqual([
    'pm.acme.example · Ana',
    'pm.marl.example',
    'pm.acme.example · Mira',
    'pm.marl.example · Studio',
    'pm.nord.example',
  ]);
});

test('a message about another account than the one in front names its server', () => {
  const view = { id: 'other', server: 'marl.example', kind: 'device', userName: 'Ana', workspaces: [] };
  const account = { view: () => view, permissions: { missing: () => [] } };
  const features = {
    inFront: () => ({ accountId: 'front' }),
    each: () => [{ account, tasks: { view: () => ({ total: 0, failingSince: null }) } }],
    outbox: { count: () => 0 },
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
  const features = { each: () => [at('1', 'w', false), at('2', 's', true)], outbox: { count: () => 0 } };
  expect(openAccounts(features as unknown as Features)).toMatchObject([
    { name: 'acme', server: 'pm.acme.example', letter: 'A' },
    { name: 'design-studio', server: 'pm.acme.example · Design & Studio', letter: 'D' },
  ]);
});

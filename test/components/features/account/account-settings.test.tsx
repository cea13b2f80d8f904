/** The account in the settings: facts, workspace, address, API keys, leaving. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ApiKeyView } from '../../../../shared/contract/views.ts';
import { eventually } from '../../../until.ts';
import type { FakeBridge } from '../../bridge.ts';
import { openSettings } from '../../settings.ts';
import { ACCOUNT, LOCAL_ACCOUNT, openAccount } from '../../state.ts';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const KEY: ApiKeyView = {
  id: 'k-1',
  name: 'Backup',
  start: 'pm_ab',
  createdAt: '2026-01-05T10:00:00.000Z',
  usedAt: '2026-02-06T10:00:00.000Z',
  expiresAt: '2027-03-07T10:00:00.000Z',
};

test('the sign-in is described: server, person, workspace, where it is kept', async () => {
  const { bridge, user } = await openSettings('Account', {}, (fake) => void fake.hold('server.read'));
  for (const text of ['pm.halden.example', 'Nora Vance', 'nora@halden.example', 'Halden', 'In the system keychain'])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText('Client ID')).toBeVisible();
  await user.click(button('Sign out'));
  expect(bridge.payloads('account.sign-out')).toEqual([{ accountId: ACCOUNT.id }]);
  await user.click(button('Show'));
  expect(await screen.findByRole('heading', { name: 'pm.halden.example', level: 1 })).toBeVisible();
});

test('while signing out runs it cannot be asked for again, also when the next account is in front', async () => {
  const { bridge, user, publish } = await openSettings('Account');
  const signedOut = bridge.hold('account.sign-out');
  await user.click(button('Sign out'));
  await user.click(button('Sign out'));
  publish({ account: { ...ACCOUNT, id: 'next' } });
  expect(button('Sign out')).toBeDisabled();
  await user.click(button('Sign out'));
  signedOut({ ok: true, value: undefined });
  await eventually(() => expect(button('Sign out')).toBeEnabled());
  await user.click(button('Sign out'));
  expect(bridge.payloads('account.sign-out')).toEqual([{ accountId: ACCOUNT.id }, { accountId: 'next' }]);
});

test('the next account begins with nothing typed for the one before', async () => {
  const { user, publish } = await openSettings('Account', {}, (fake) => fake.answer('api-keys.read', []));
  await user.click(button('Change…'));
  await user.type(screen.getByRole('textbox', { name: 'Server address' }), '/x');
  await user.click(button('Manage'));
  await user.type(await screen.findByRole('textbox', { name: 'New key' }), 'Backup');
  publish({ account: { ...ACCOUNT, id: 'next' } });
  expect(screen.queryByRole('textbox')).toBeNull();
  publish({ account: LOCAL_ACCOUNT });
  await user.click(button('New…'));
  publish({ account: { ...LOCAL_ACCOUNT, id: 'next' } });
  expect(button('New…')).toBeVisible();
});

test('an API key has no client id, and an unsaved sign-in says until when', async () => {
  await openSettings('Account', {
    account: { ...ACCOUNT, kind: 'api-key', tokenIn: 'memory', userEmail: null },
  });
  expect(screen.getByText('In memory until you quit')).toBeVisible();
  for (const text of ['Client ID', 'E-mail']) expect(screen.queryByText(text)).not.toBeInTheDocument();
});

test('of several workspaces another one is chosen', async () => {
  const workspaces = [...ACCOUNT.workspaces, { id: 'w-2', name: 'Mole' }];
  const { bridge, user, publish } = await openSettings('Account', { account: { ...ACCOUNT, workspaces } });
  const group = within(screen.getByRole('group', { name: 'Workspace' }));
  expect(group.getByRole('radio', { name: 'Halden' })).toBeChecked();
  await user.click(group.getByRole('radio', { name: 'Mole' }));
  expect(bridge.payloads('account.choose-workspace')).toEqual([{ workspaceId: 'w-2' }]);
  await user.click(button('Open as well: Mole'));
  expect(bridge.payloads('account.open-workspace')).toEqual([{ workspaceId: 'w-2' }]);
  const { id: credentialOf, server } = ACCOUNT;
  // An id of another server, or of another person, is none of this account's.
  const elsewhere = openAccount('else', 'pm.marl.example', { workspaceId: 'w-2' });
  publish({ accounts: [elsewhere, openAccount('mira', `${server} · Mira`, { workspaceId: 'w-2' })] });
  expect(button('Open as well: Mole')).toBeVisible();
  publish({ accounts: [openAccount('beside', 'However it is shown', { credentialOf, workspaceId: 'w-2' })] });
  expect(screen.queryByRole('button', { name: 'Open as well: Mole' })).toBeNull();
});

test('a further workspace is closed while its person stays signed in', async () => {
  const { bridge, user } = await openSettings('Account', { account: { ...ACCOUNT, isFurther: true } });
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
  await user.click(button('Close workspace'));
  expect(bridge.payloads('account.sign-out')).toEqual([{ accountId: ACCOUNT.id }]);
});

test('the local workspace has no server to sign out of, and sample tasks to add or remove', async () => {
  const { bridge, user, publish } = await openSettings('Account', { account: LOCAL_ACCOUNT });
  expect(screen.getByText('Nothing leaves this computer.')).toBeVisible();
  await user.click(button('Add'));
  publish({ sample: { present: true } });
  await user.click(button('Remove'));
  // Said once, by the button.
  expect(screen.getAllByText('Switch workspace…')).toHaveLength(1);
  await user.click(button('Switch workspace…'));
  expect(bridge.payloads('local.add-sample')).toHaveLength(1);
  expect(bridge.payloads('local.clear-sample')).toHaveLength(1);
  expect(bridge.payloads('account.sign-out')).toEqual([{ accountId: LOCAL_ACCOUNT.id }]);
  expect(screen.queryByText('Server address')).not.toBeInTheDocument();
});

test('the local workspace gets a second one, and the person chooses between them', async () => {
  const { bridge, user, publish } = await openSettings('Account', { account: LOCAL_ACCOUNT });
  expect(screen.queryByRole('radio')).toBeNull();
  await user.click(button('New…'));
  expect(button('Create')).toBeDisabled();
  await user.keyboard(' Home {Enter}');
  expect(bridge.payloads('local.add-workspace')).toEqual([{ name: 'Home' }]);
  expect(screen.queryByRole('textbox', { name: 'Name of the workspace' })).toBeNull();
  const workspaces = [...LOCAL_ACCOUNT.workspaces, { id: 'home', name: 'Home' }];
  publish({ account: { ...LOCAL_ACCOUNT, workspaces } });
  await user.click(screen.getByRole('radio', { name: 'Home' }));
  expect(bridge.payloads('account.choose-workspace')).toEqual([{ workspaceId: 'home' }]);
});

test('the local workspace gets a port, its address is copied, and an error is shown', async () => {
  const { bridge, user, publish } = await openSettings('Account', { account: LOCAL_ACCOUNT });
  await user.click(screen.getByRole('switch', { name: 'Let other programs use this workspace' }));
  expect(bridge.payloads('settings.change')).toEqual([{ localServer: { on: true, port: 4848 } }]);
  publish({ localServer: { address: 'http://127.0.0.1:4848', error: null } });
  expect(screen.getByText('http://127.0.0.1:4848')).toBeVisible();
  await user.click(button('Copy'));
  expect(bridge.payloads('local.copy-address')).toHaveLength(1);
  publish({ localServer: { address: null, error: 'Another program uses port 4848.' } });
  expect(screen.getByRole('alert')).toHaveTextContent('Another program uses port 4848.');
});

test('programs that were let in are counted, and lose access after a question', async () => {
  let programs = 2;
  const { bridge, user } = await openSettings('Account', { account: LOCAL_ACCOUNT }, (fake) =>
    fake.answer('local.programs', () => programs),
  );
  const end = await screen.findByRole('button', { name: 'End their access: Programs that were let in: 2' });
  await user.click(end);
  expect(screen.getByText(/End the access of all these programs\?/)).toBeVisible();
  expect(bridge.payloads('local.end-programs')).toEqual([]);
  programs = 0;
  await user.click(button('End access'));
  expect(bridge.payloads('local.end-programs')).toEqual([{}]);
  await expect.poll(() => screen.queryByText(/Programs that were let in/)).toBeNull();
});

test('the port must be one', async () => {
  const { bridge, user } = await openSettings('Account', { account: LOCAL_ACCOUNT });
  await user.click(button('Change port…'));
  const field = screen.getByRole('textbox', { name: 'Port' });
  for (const typed of ['0', '65536', '12a', '-1']) {
    await user.clear(field);
    await user.type(field, typed);
    expect(button('Use this port')).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent('A number from 1 to 65535.');
  }
  await user.clear(field);
  await user.type(field, '5050{Enter}');
  expect(bridge.payloads('settings.change')).toEqual([{ localServer: { on: false, port: 5050 } }]);
});

describe('the address', () => {
  const field = () => screen.getByRole('textbox', { name: 'Server address' });

  test('is changed by a sign-in at the new one', async () => {
    const { bridge, user } = await openSettings('Account');
    await user.click(button('Change…'));
    expect(field()).toHaveValue('https://pm.halden.example');
    expect(button('Sign in there')).toBeDisabled();
    await user.clear(field());
    expect(button('Sign in there')).toBeDisabled();
    await user.type(field(), 'https://new.halden.example');
    await user.click(button('Sign in there'));
    expect(bridge.payloads('sign-in.at-new-address')).toEqual([{ address: 'https://new.halden.example' }]);
    expect(button('Change…')).toBeVisible();
  });

  test('stays after Escape or Cancel', async () => {
    const { bridge, user } = await openSettings('Account');
    await user.click(button('Change…'));
    await user.type(field(), 'x{Escape}');
    await user.click(button('Change…'));
    expect(field()).toHaveValue('https://pm.halden.example');
    await user.click(button('Cancel'));
    expect(button('Change…')).toBeVisible();
    expect(bridge.payloads('sign-in.at-new-address')).toEqual([]);
  });
});

describe('API keys', () => {
  const openKeys = async (keys: ApiKeyView[], prepare: (bridge: FakeBridge) => void = () => {}) => {
    const window = await openSettings('Account', {}, (fake) => {
      fake.answer('api-keys.read', () => keys);
      prepare(fake);
    });
    await window.user.click(button('Manage'));
    return window;
  };

  test('are read when they are shown', async () => {
    const { bridge } = await openKeys([KEY, { ...KEY, id: 'k-2', name: '', start: '', usedAt: null, expiresAt: null }]);
    expect(await screen.findByText('Backup')).toBeVisible();
    expect(screen.getByText(/^pm_ab… · created .* · last used .* · expires .*$/)).toBeVisible();
    expect(screen.getByText('Unnamed')).toBeVisible();
    expect(bridge.payloads('api-keys.read').length).toBeGreaterThan(0);
  });

  test('that cannot be read can be tried again', async () => {
    const { bridge, user } = await openKeys([], (fake) => fake.fail('api-keys.read'));
    expect(await screen.findByRole('alert')).toHaveTextContent('It did not work');
    bridge.answer('api-keys.read', []);
    await user.click(button('Try again'));
    expect(await screen.findByText('There are none.')).toBeVisible();
  });

  test('a new one is named, made and copied', async () => {
    const { bridge, user } = await openKeys([]);
    await screen.findByText('There are none.');
    expect(button('Create and copy')).toBeDisabled();
    const reads = bridge.payloads('api-keys.read').length;
    await user.type(screen.getByRole('textbox', { name: 'New key' }), ' Backup {Enter}');
    expect(bridge.payloads('api-keys.make')).toEqual([{ name: 'Backup' }]);
    expect(screen.getByRole('textbox', { name: 'New key' })).toHaveValue('');
    expect(bridge.payloads('api-keys.read').length).toBe(reads + 1);
  });

  test('one that could not be made keeps its name, and the list is read again', async () => {
    const { bridge, user } = await openKeys([], (fake) => fake.fail('api-keys.make'));
    await screen.findByText('There are none.');
    const reads = bridge.payloads('api-keys.read').length;
    await user.type(screen.getByRole('textbox', { name: 'New key' }), 'Backup{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('It did not work');
    expect(screen.getByRole('textbox', { name: 'New key' })).toHaveValue('Backup');
    expect(bridge.payloads('api-keys.read').length).toBe(reads + 1);
  });

  test('one is revoked after a question', async () => {
    const { bridge, user } = await openKeys([KEY]);
    await screen.findByText('Backup');
    await user.click(button('Revoke: Backup'));
    const question = () =>
      screen.getByRole('alertdialog', { name: 'Revoke Backup? Programs that use it lose access at once.' });
    expect(within(question()).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await user.click(button('Revoke: Backup'));
    await user.click(within(question()).getByRole('button', { name: 'Revoke' }));
    expect(bridge.payloads('api-keys.revoke')).toEqual([{ keyId: 'k-1' }]);
  });

  test('a server without them shows no section', async () => {
    await openSettings('Account', { missingFeatures: ['api-keys'] });
    expect(screen.queryByText('API keys')).not.toBeInTheDocument();
  });
});

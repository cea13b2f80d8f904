/** The calendars of a project and the repository it is linked to. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CalendarsView, CodeHostView } from '../../../../shared/contract/index.ts';
import type { FakeBridge } from '../../bridge.ts';
import { ACCOUNT, openAccount } from '../../state.ts';
import { DONE, openProject, rejected, SHOP, toast } from './open-project.tsx';

const find = (role: 'textbox' | 'switch' | 'button' | 'checkbox', name: string | RegExp) =>
  screen.findByRole(role, { name });

describe('calendars', () => {
  const label = (name: string) => ({ id: `label-${name}`, name, color: '' });
  const feed = { id: 'feed-1', timeZone: 'Europe/Berlin', createdAt: '2026-01-01T00:00:00.000Z' };
  const CALENDARS: CalendarsView = {
    feeds: [
      { ...feed, labels: [], maskedUrl: 'https://pm.halden.example/calendar/•••' },
      { ...feed, id: 'feed-2', labels: [label('backend')], maskedUrl: 'https://pm.halden.example/calendar/••' },
    ],
    labels: [label('backend'), label('bug')],
    timeZone: 'Europe/London',
    hasAddress: true,
  };
  const open = (calendars: Partial<CalendarsView> = {}, prepare: (bridge: FakeBridge) => void = () => {}, state = {}) =>
    openProject({
      tab: 'Calendar',
      prepare: (bridge) => {
        bridge.answer('calendar.read', { ...CALENDARS, ...calendars });
        bridge.answer('calendar.add', DONE);
        bridge.answer('calendar.remove', DONE);
        prepare(bridge);
      },
      ...state,
    });

  test('each is shown with its labels, time zone and masked address, which is copied whole', async () => {
    const { bridge, user } = await open();
    const list = await screen.findByRole('list');
    const [all, backend] = within(list).getAllByRole('listitem');
    expect(all).toHaveTextContent(/All tasks with dates.*in Europe\/Berlin.*calendar\/•••/);
    expect(backend).toHaveTextContent('backend');
    expect(screen.getByText(/^Its address is a secret/)).toBeVisible();
    await user.click(await find('button', 'Copy address: backend'));
    expect(bridge.payloads('calendar.copy')).toEqual([{ projectId: 'project-1', feedId: 'feed-2' }]);
    await waitFor(() => expect(toast()).toBe('The address was copied; it is a secret'));
    bridge.fail('calendar.copy');
    await user.click(await find('button', 'Copy address: backend'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
  });

  test('“Check” counts the dates of a calendar', async () => {
    const { user } = await open({}, (bridge) => bridge.answer('calendar.count', 12));
    await user.click(await find('button', 'Check: All tasks with dates'));
    expect(await screen.findByText('It contains 12 dates')).toBeVisible();
  });

  test('one is added for tasks with some labels, in a time zone', async () => {
    const { bridge, user } = await open({ feeds: [] });
    expect(await screen.findByText('No calendar yet')).toBeVisible();
    await user.click(await find('checkbox', 'backend'));
    await user.click(await find('checkbox', 'bug'));
    await user.click(await find('checkbox', 'backend'));
    const zone = await find('textbox', 'Time zone');
    await user.clear(zone);
    await user.type(zone, 'Europe/Atlantis{Enter}');
    expect(zone).toHaveAccessibleDescription('There is no such time zone.');
    expect(await find('button', 'Add calendar')).toBeDisabled();
    await user.clear(zone);
    await user.type(zone, ' Asia/Kathmandu{Enter}');
    expect(bridge.payloads('calendar.add')).toEqual([{ ...SHOP, labelIds: ['label-bug'], timeZone: 'Asia/Kathmandu' }]);
    await waitFor(() => expect(toast()).toBe('The calendar was added'));
    expect(await find('checkbox', 'bug')).not.toBeChecked();
  });

  test('a rejected one keeps what was chosen', async () => {
    const { user } = await open({}, (bridge) => bridge.answer('calendar.add', rejected('Choose a label.')));
    await user.click(await find('checkbox', 'bug'));
    await user.click(await find('button', 'Add calendar'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a label.');
    expect(await find('checkbox', 'bug')).toBeChecked();
  });

  test('one is removed after a question', async () => {
    const { bridge, user } = await open();
    const ask = async () => user.click((await screen.findAllByRole('button', { name: 'Remove' }))[0] as HTMLElement);
    await ask();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await ask();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(bridge.payloads('calendar.remove')).toEqual([{ ...SHOP, feedId: 'feed-1' }]);
  });

  test('on this computer the address cannot be copied; without labels the form says so', async () => {
    await open({ hasAddress: false, labels: [] });
    expect(await screen.findByText('It is on this computer, so no calendar app can reach it.')).toBeVisible();
    expect(await find('button', 'Copy address: backend')).toBeDisabled();
    expect(screen.getByText('This workspace has no labels yet.')).toBeVisible();
  });

  test('without permission they can be checked but not changed', async () => {
    await open({}, undefined, { missingPermissions: ['project:share'] });
    expect(await screen.findByText('Needs the permission project:share')).toBeVisible();
    expect(await find('button', 'Add calendar')).toBeDisabled();
    for (const remove of screen.getAllByRole('button', { name: 'Remove' })) expect(remove).toBeDisabled();
    expect(await find('button', 'Check: backend')).toBeEnabled();
  });

  test('an error shows why they cannot be read', async () => {
    await open({}, (bridge) =>
      bridge.fail('calendar.read', { title: 'Not permitted', explanation: 'Missing permission: project:share.' }),
    );
    expect(await screen.findByText('Missing permission: project:share.')).toBeVisible();
  });
});

describe('the code host', () => {
  const LINKED: CodeHostView = {
    appName: 'halden-bot',
    linked: {
      owner: 'halden',
      name: 'shop',
      branchPattern: 'ws-{number}',
      isActive: true,
      commentsTaskLink: false,
    },
  };
  const repository = (name: string, changes = {}) => ({
    owner: 'halden',
    name,
    isPrivate: false,
    description: '',
    ...changes,
  });
  const open = (view: CodeHostView, prepare: (bridge: FakeBridge) => void = () => {}, state = {}) =>
    openProject({
      tab: 'Code',
      prepare: (bridge) => {
        bridge.answer('code-host.read', view);
        for (const name of ['code-host.link', 'code-host.update', 'code-host.unlink'] as const)
          bridge.answer(name, DONE);
        prepare(bridge);
      },
      ...state,
    });

  test('a server without an app says so', async () => {
    await open({ appName: null, linked: null });
    expect(await screen.findByText('No code host is set up')).toBeVisible();
  });

  test('a repository is found page by page, by name or description, and linked', async () => {
    const pages = [
      [repository('shop', { isPrivate: true, description: 'The storefront' }), repository('api')],
      [repository('docs')],
    ];
    const { bridge, user } = await open({ appName: 'halden-bot', linked: null }, (fake) =>
      fake.answer('code-host.repositories', ({ page }) => ({
        repositories: pages[page - 1] ?? [],
        total: 3,
        installations: 1,
      })),
    );
    expect(await screen.findByText('Through the app halden-bot')).toBeVisible();
    await user.click(await find('button', /List repositories/));
    expect(await screen.findByText('private · The storefront')).toBeVisible();
    await user.type(await find('textbox', 'Filter'), 'storefront');
    expect(screen.getByText('1 of 3 repositories, 1 installation')).toBeVisible();
    await user.type(await find('textbox', 'Filter'), '!');
    expect(screen.getByText('No repository matches.')).toBeVisible();
    await user.clear(await find('textbox', 'Filter'));
    await user.click(await find('button', 'More'));
    expect(await find('button', 'Link halden/docs')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    bridge.answer('code-host.read', LINKED);
    await user.click(await find('button', 'Link halden/shop'));
    expect(bridge.payloads('code-host.link')).toEqual([{ ...SHOP, repositoryOwner: 'halden', repositoryName: 'shop' }]);
    expect(await screen.findByText('ws-{number}')).toBeVisible();
    expect(toast()).toBe('Linked to halden/shop');
  });

  test('an app without access to any repository says so; a failed list can be asked for again', async () => {
    const { bridge, user } = await open({ appName: 'halden-bot', linked: null }, (fake) =>
      fake.fail('code-host.repositories'),
    );
    await user.click(await find('button', /List repositories/));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
    bridge.answer('code-host.repositories', { repositories: [], total: 0, installations: 0 });
    await user.click(await find('button', /List repositories/));
    expect(await screen.findByText(/^The app has no access to any repository/)).toBeVisible();
  });

  test('an API key may not link, and a missing permission is named', async () => {
    const { publish } = await open({ appName: 'halden-bot', linked: null }, undefined, {
      account: { ...ACCOUNT, kind: 'api-key' },
    });
    expect(await screen.findByText('An API key may not do this: sign in as yourself.')).toBeVisible();
    expect(await find('button', /List repositories/)).toBeDisabled();
    publish({ missingPermissions: ['workspace:manage_settings'] });
    expect(screen.getAllByText('Needs the permission workspace:manage_settings')).not.toHaveLength(0);
    expect(await find('textbox', 'Owner')).toBeDisabled();
  });

  test('an API key may not link if it is that of the account of the project, whichever is in front', async () => {
    const accounts = [
      openAccount(ACCOUNT.id, ACCOUNT.server, { kind: 'api-key' }),
      openAccount('marl', 'marl.example'),
    ];
    const account = { ...ACCOUNT, kind: 'api-key' };
    const ofMarl = { accountId: 'marl', accounts, account };
    const { publish } = await open({ appName: 'halden-bot', linked: null }, undefined, ofMarl);
    expect(await find('button', /List repositories/)).toBeEnabled();
    publish({ accounts: accounts.map((one) => ({ ...one, kind: 'api-key' as const })), account: ACCOUNT });
    expect(screen.getByText('An API key may not do this: sign in as yourself.')).toBeVisible();
  });

  test('the link is switched off, comments are switched on, and issues are imported', async () => {
    const { bridge, user } = await open(LINKED, (fake) =>
      fake.answer('code-host.import', { state: 'done', value: { imported: 3, skipped: 2, errors: 1 } }),
    );
    await user.click(await find('switch', 'Active'));
    await user.click(await find('switch', 'Comment on imported issues'));
    expect(bridge.payloads('code-host.update')).toEqual([
      { ...SHOP, isActive: false },
      { ...SHOP, commentsTaskLink: true },
    ]);
    await user.click(await find('button', /^Import/));
    await waitFor(() => expect(toast()).toBe('3 issues imported, 2 already there, 1 failed'));
    bridge.answer('code-host.import', { state: 'done', value: { imported: 1, skipped: 0, errors: 0 } });
    await user.click(await find('button', /^Import/));
    await waitFor(() => expect(toast()).toBe('1 issue imported'));
  });

  test('a repository is unlinked after a question; a server may have no comments', async () => {
    const linked = LINKED.linked && { ...LINKED.linked, commentsTaskLink: null, branchPattern: null };
    const { bridge, user } = await open({ ...LINKED, linked });
    await user.click(await find('button', 'Unlink…'));
    expect(screen.queryByRole('switch', { name: 'Comment on imported issues' })).toBeNull();
    const question = within(screen.getByRole('alertdialog', { name: 'Unlink halden/shop from this project?' }));
    await user.click(question.getByRole('button', { name: 'Unlink' }));
    expect(bridge.payloads('code-host.unlink')).toEqual([SHOP]);
  });

  test('an installation is checked for a repository', async () => {
    const found = { installed: true, hasRequiredPermissions: true, missingPermissions: [], message: 'All is well.' };
    const { bridge, user } = await open(LINKED, (fake) => fake.answer('code-host.verify', found));
    expect(await find('button', 'Check')).toBeDisabled();
    await user.type(await find('textbox', 'Owner'), ' halden ');
    await user.type(await find('textbox', 'Name'), 'shop{Enter}');
    expect(bridge.payloads('code-host.verify')).toEqual([
      { projectId: 'project-1', repositoryOwner: 'halden', repositoryName: 'shop' },
    ]);
    expect(await screen.findByText(/^The app is installed for halden\/shop\. +All is well\.$/)).toBeVisible();
    bridge.answer('code-host.verify', { ...found, installed: false, missingPermissions: ['issues', 'contents'] });
    await user.click(await find('button', 'Check'));
    expect(await screen.findByText(/not installed for halden\/shop.*It lacks there: issues, contents/)).toBeVisible();
    bridge.fail('code-host.verify');
    await user.click(await find('button', 'Check'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
    expect(screen.queryByText(/installed for/)).toBeNull();
  });
});

/** Several open accounts: marks in the list, the switcher, the settings, adding one, and one that has a problem. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { selectionEntries } from '../../../../renderer/widgets/task-menu.tsx';
import type { EntryView, OpenAccountView, State, TaskView } from '../../../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { HOUR_MS } from '../../../../shared/dates/milliseconds.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { openWindow } from '../../render.tsx';
import { openSettings } from '../../settings.ts';
import { ACCOUNT, tasksOf, timeOf } from '../../state.ts';
import { pageOfTask } from '../tasks/task-page.ts';

const opened = (id: string, server: string, more: Partial<OpenAccountView> = {}): OpenAccountView => ({
  id,
  server,
  name: server.split('.').at(-2) ?? server,
  isLocal: false,
  letter: server.slice(0, 1).toUpperCase(),
  userName: 'Nora Vance',
  workspace: 'Halden',
  workspaceId: 'w-1',
  state: 'signed-in',
  failingSince: null,
  tasks: 1,
  waiting: 0,
  ...more,
});

const HALDEN = opened(ACCOUNT.id, 'halden.example');
const MARL = opened('marl', 'marl.example');
const TASKS = tasksOf([
  taskView('PAY-1', { title: 'Refund fails', accountId: HALDEN.id }),
  taskView('SHOP-1', { title: 'Gift cards', accountId: MARL.id }),
]);
const BOTH = { accounts: [HALDEN, MARL], tasks: TASKS };

const row = (name: RegExp) => screen.queryByRole('button', { name });

test('one account: nothing of this is to be seen', async () => {
  await openWindow({ accounts: [HALDEN], tasks: tasksOf([taskView('PAY-1', { title: 'Refund fails' })]) });
  expect(screen.queryByRole('button', { name: /^Tasks of/ })).toBeNull();
});

test('a row says which account it belongs to; only the first goes without a letter', async () => {
  await openWindow(BOTH);
  expect(row(/^SHOP-1 Gift cards, .*marl\.example/)).toBeVisible();
  expect(await screen.findByTitle('marl.example')).toHaveTextContent('M');
  expect(screen.queryByTitle('halden.example')).toBeNull();
});

test('the switcher lists the tasks of one account, and brings it to the front', async () => {
  const { bridge, user } = await openWindow(BOTH);
  await user.click(await screen.findByRole('button', { name: 'Tasks of: All accounts' }));
  const choices = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
  expect(choices).toEqual(['All accounts2', 'Hhalden.example1', 'Mmarl.example1']);
  await user.click(screen.getByRole('menuitemradio', { name: /marl/ }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
  expect([row(/^PAY-1/), row(/^SHOP-1/)]).toEqual([null, expect.anything()]);
  await user.click(screen.getByRole('button', { name: 'Tasks of: marl.example' }));
  await user.click(screen.getByRole('menuitemradio', { name: /All accounts/ }));
  expect(row(/^PAY-1/)).toBeVisible();
});

test('on the board it chooses whose board is shown', async () => {
  const { bridge, user } = await openWindow(BOTH);
  await user.click(screen.getByRole('tab', { name: 'Board' }));
  await user.click(await screen.findByRole('button', { name: 'Tasks of: halden.example' }));
  expect(screen.queryByRole('menuitemradio', { name: /All accounts/ })).toBeNull();
  await user.click(screen.getByRole('menuitemradio', { name: /marl/ }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
  await user.click(screen.getByRole('tab', { name: /My tasks/ }));
  expect(row(/^PAY-1/)).toBeVisible();
});

test('an account that is not open any more hides no task', async () => {
  const { user, publish } = await openWindow(BOTH);
  await user.click(await screen.findByRole('button', { name: /^Tasks of/ }));
  await user.click(screen.getByRole('menuitemradio', { name: /marl/ }));
  publish({ accounts: [HALDEN], tasks: tasksOf([taskView('PAY-1', { title: 'Refund fails' })]) });
  expect(row(/^PAY-1/)).toBeVisible();
});

test.each<[string, Partial<OpenAccountView>, RegExp]>([
  ['does not answer', { state: 'offline', failingSince: new Date().toISOString() }, /^marl\.example: Offline since \d/],
  ['is signed out', { state: 'signed-out' }, /^marl\.example: Signed out$/],
  ['has a locked keychain', { state: 'locked' }, /^marl\.example: The keychain is locked$/],
])('the status line names an account that %s', async (_, change, text) => {
  await openWindow({ ...BOTH, accounts: [HALDEN, { ...MARL, ...change }] });
  expect(await within(screen.getByRole('contentinfo')).findByText(text)).toBeVisible();
});

test('in the settings one account is chosen, whose details follow; unsent changes are named', async () => {
  const { bridge, user } = await openSettings('Account', { ...BOTH, accounts: [HALDEN, { ...MARL, waiting: 2 }] });
  const group = within(screen.getByRole('group', { name: 'Accounts' }));
  expect(group.getByRole('radio', { name: /halden/ })).toBeChecked();
  await user.click(group.getByRole('radio', { name: /marl\.example.*Halden.*2 unsent changes/ }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
});

test('in the settings an account moves in the order, and its mark gets a colour', async () => {
  const accountTints = { [HALDEN.id]: 'green' } as const;
  const settings = { ...DEFAULT_SETTINGS, accountTints };
  const { bridge, user } = await openSettings('Account', { ...BOTH, settings });
  const open = () => user.click(screen.getByRole('button', { name: 'Order and colour: marl.example' }));
  await open();
  expect(screen.queryByRole('menuitem', { name: 'Move down' })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Move up' }));
  expect(bridge.payloads('account.move')).toEqual([{ accountId: 'marl', by: -1 }]);
  await open();
  await user.click(screen.getByRole('menuitem', { name: /Colour/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Violet' }));
  expect(bridge.payloads('settings.change')).toEqual([{ accountTints: { ...accountTints, marl: 'violet' } }]);
  expect(screen.getByTitle('halden.example')).toHaveAttribute('data-tint', 'green');
});

describe('one account at a time', () => {
  const settings = { ...DEFAULT_SETTINGS, accountsTogether: false };

  test('the settings offer it', async () => {
    const { bridge, user } = await openSettings('Account', BOTH);
    await user.click(screen.getByRole('switch', { name: 'Show all accounts in one list' }));
    expect(bridge.payloads('settings.change')).toEqual([{ accountsTogether: false }]);
  });

  test('the list has the tasks of the one in front, and the switcher offers no other list', async () => {
    const { user, publish } = await openWindow({ ...BOTH, settings });
    expect([row(/^PAY-1/), row(/^SHOP-1/)]).toEqual([expect.anything(), null]);
    await user.click(await screen.findByRole('button', { name: 'Tasks of: halden.example' }));
    expect(screen.queryByRole('menuitemradio', { name: /All accounts/ })).toBeNull();
    publish({ ...BOTH, settings, account: { ...ACCOUNT, id: 'marl' } });
    expect([row(/^PAY-1/), row(/^SHOP-1/)]).toEqual([null, expect.anything()]);
  });
});

test('Ctrl Alt 1 to 9 show one account, Ctrl Alt 0 shows all; AltGr types its character', async () => {
  const { bridge, user } = await openWindow(BOTH);
  await user.keyboard('{Control>}{Alt>}[Digit3]');
  expect(row(/^PAY-1/)).toBeVisible();
  await user.keyboard('[Digit2]');
  expect([row(/^PAY-1/), row(/^SHOP-1/)]).toEqual([null, expect.anything()]);
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
  await user.keyboard('[Digit0]');
  expect(row(/^PAY-1/)).toBeVisible();
  await user.keyboard('{AltGraph>}[Digit2]{/AltGraph}{/Alt}{/Control}');
  expect(row(/^PAY-1/)).toBeVisible();
});

test('a further account is added beside the others, which Escape leaves as they are', async () => {
  const { bridge, user, publish } = await openSettings('Account', { accounts: [HALDEN] });
  const add = () => user.click(screen.getByRole('button', { name: 'Add an account…' }));
  await add();
  expect(await screen.findByRole('heading', { name: 'Add an account' })).toBeVisible();
  expect(screen.getByText('Your other accounts stay as they are')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('tab', { name: 'Account' })).toBeVisible();
  expect(bridge.payloads('window.hide')).toEqual([]);
  await add();
  await user.type(screen.getByRole('textbox', { name: 'Server address' }), 'marl.example{Enter}');
  expect(bridge.payloads('sign-in.device')).toEqual([{ address: 'marl.example' }]);
  publish({ ...BOTH, account: { ...ACCOUNT, id: 'marl' } });
  expect(screen.queryByRole('heading', { name: 'Add an account' })).toBeNull();
});

test('a selection of two accounts is offered no people, labels or columns, which only one of them has', () => {
  const state = { missingPermissions: [], app: { platform: 'linux' }, time: { running: null } } as unknown as State;
  const keysOf = (...accountIds: string[]) =>
    selectionEntries(
      accountIds.map((accountId, at) => ({ ...taskView(`PAY-${at}`), accountId })),
      state,
    ).map(({ key }) => key);
  expect(keysOf('a1', 'a1')).toEqual(['due', 'priority', 'status', 'assignee', 'labels', 'delete']);
  expect(keysOf('a1', 'a2')).toEqual(['due', 'priority', 'delete']);
});

describe('the same task id at two servers', () => {
  const [OURS, THEIRS] = [
    taskView('ONE-1', { id: '1', title: 'Ours', accountId: HALDEN.id }),
    taskView('TWO-1', { id: '1', title: 'Theirs', accountId: MARL.id }),
  ];
  const SAME = { accounts: [HALDEN, MARL], tasks: tasksOf([OURS, THEIRS]) };
  const hourOn = (task: TaskView, endTime: string | null): EntryView => ({
    id: `on ${task.identifier}`,
    task: taskRef(task),
    startTime: new Date(Date.now() - HOUR_MS).toISOString(),
    endTime,
    note: '',
    sync: 'sent',
    why: null,
  });
  const runs = { ...SAME, time: timeOf([hourOn(THEIRS, null)]) };
  const theirRow = () => screen.getByRole('button', { name: /^TWO-1 Theirs/ });
  const ourRow = () => screen.getByRole('button', { name: /^ONE-1 Ours/ });

  test('the timer, its time and the unread mark are those of one row', async () => {
    await openWindow({ ...runs, unreadTasks: ['marl 1'] });
    expect(theirRow()).toHaveAccessibleName(/1:00 today, running.*unread notifications/);
    expect(ourRow()).not.toHaveAccessibleName(/today|running|unread/);
    expect(screen.getByRole('button', { name: /^Stop.*Theirs/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Start.*Ours/ })).toBeVisible();
  });

  test('keys and selection are of the row with the focus', async () => {
    const { bridge, user } = await openWindow(SAME);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(theirRow()).toHaveFocus();
    await user.keyboard('{Enter}x');
    expect(bridge.payloads('timer.start')).toEqual([{ taskId: '1', accountId: 'marl' }]);
    expect(theirRow()).toHaveAccessibleName(/selected/);
    expect(ourRow()).not.toHaveAccessibleName(/selected/);
    expect(await screen.findByRole('toolbar', { name: /1 task/ })).toBeVisible();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await expect
      .poll(() => bridge.payloads('tasks.change').flatMap(({ changes }) => changes))
      .toMatchObject([{ taskId: '1', accountId: 'marl' }]);
  });

  test('a row opens the page of its own task', async () => {
    const { bridge, user, publish } = await openWindow(SAME);
    await user.click(theirRow());
    await screen.findByRole('button', { name: 'Start timer' });
    expect(bridge.payloads('tasks.open-page').at(-1)).toEqual({ taskId: '1', accountId: 'marl' });
    publish({ taskPage: pageOfTask(OURS) });
    expect(screen.queryByText('ONE-1')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Start timer' }));
    expect(bridge.payloads('timer.start')).toEqual([{ taskId: '1', accountId: 'marl' }]);
  });

  test('the palette has both, and only one runs', async () => {
    const { user } = await openWindow(runs);
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    await user.keyboard('-1');
    const lines = (await screen.findAllByRole('option')).map(({ textContent }) => textContent ?? '');
    expect(lines.filter((text) => /Theirs|Ours/.test(text))).toHaveLength(2);
  });

  test('the menu is about its own task, and offers no project of another account', async () => {
    const { bridge, user } = await openWindow({
      ...runs,
      projects: [{ id: 'p', name: 'Payments', slug: 'PAY', icon: null }] as unknown as State['projects'],
    });
    await user.pointer({ keys: '[MouseRight]', target: theirRow() });
    expect(await screen.findByRole('menuitem', { name: /Stop timer/ })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: /^Project/ })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: /Copy link/ }));
    expect(bridge.payloads('tasks.copy-link')).toEqual([{ taskId: '1', accountId: 'marl' }]);
    await user.pointer({ keys: '[MouseRight]', target: ourRow() });
    expect(await screen.findByRole('menuitem', { name: /Start timer/ })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: /^Project/ })).toBeVisible();
    await user.click(screen.getByRole('menuitem', { name: /^Move the running time here/ }));
    expect(bridge.payloads('time.edit')).toMatchObject([{ taskId: '1', accountId: HALDEN.id }]);
  });
});

/** Several open accounts: marks in the list, the switcher, the settings, adding one, and one that has a problem. */
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openProject } from '../../../../renderer/state/main-process.ts';
import { hasUnsavedText } from '../../../../renderer/state/unsaved-text.ts';
import { severalEntries } from '../../../../renderer/widgets/entry-menu.tsx';
import { selectionEntries } from '../../../../renderer/widgets/task-menu.tsx';
import type {
  EntryView,
  NotificationView,
  OpenAccountView,
  State,
  TaskView,
} from '../../../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { HOUR_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { timesheetOf } from '../../../shared/time/timesheets.ts';
import { anError, type FakeBridge } from '../../bridge.ts';
import { setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { openSettings } from '../../settings.ts';
import { ACCOUNT, LOCAL_ACCOUNT, openAccount, tasksOf, timeOf, unsentItem, unsentOf } from '../../state.ts';
import { pageOfTask } from '../tasks/task-page.ts';

const HALDEN = openAccount(ACCOUNT.id, 'halden.example');
const MARL = openAccount('marl', 'marl.example');
const TASKS = tasksOf([
  taskView('PAY-1', { title: 'Refund fails', accountId: HALDEN.id }),
  taskView('SHOP-1', { title: 'Gift cards', accountId: MARL.id }),
]);
const BOTH = { accounts: [HALDEN, MARL], tasks: TASKS };

const row = (name: RegExp) => screen.queryByRole('button', { name });

test('one account: nothing of this is to be seen or heard', async () => {
  const { user, show } = await openWindow({
    accounts: [HALDEN],
    tasks: tasksOf([taskView('PAY-1', { title: 'Refund fails' })]),
    outbox: unsentOf([unsentItem('a')]),
  });
  expect(screen.queryByRole('button', { name: /^Shown: / })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Start a timer…' }));
  expect(screen.getByRole('option', { name: /^PAY-1/ })).not.toHaveAccessibleName(/halden/);
  await show('outbox');
  expect(await screen.findByText('Change a')).toHaveTextContent(/^Change a$/);
});

test('a row says which account it belongs to; only the first goes without a letter', async () => {
  await openWindow(BOTH);
  expect(row(/^SHOP-1 Gift cards, .*marl\.example/)).toBeVisible();
  const mark = await screen.findByTitle('marl.example');
  expect(mark).toHaveTextContent('M');
  // Also in one line, without a due date.
  expect(mark).toBeVisible();
  expect(screen.queryByTitle('halden.example')).toBeNull();
});

test('the switcher lists the tasks of one account, and brings it to the front', async () => {
  setClock(new Date(2026, 10, 19, 14).getTime());
  const failingSince = new Date(2026, 10, 19, 9).toISOString();
  const offline = { ...MARL, failingSince, state: 'offline' as const, waiting: 2 };
  const { bridge, user } = await openWindow({ ...BOTH, accounts: [HALDEN, offline] });
  await user.click(await screen.findByRole('button', { name: 'Shown: All accounts' }));
  const choices = screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
  expect(choices).toEqual([
    'All accounts2',
    'Hhalden.exampleNora Vance, Halden1',
    `Mmarl.exampleOffline since ${clock(failingSince)}, 2 unsent changes1`,
  ]);
  await user.click(screen.getByRole('menuitemradio', { name: /marl/ }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
  expect([row(/^PAY-1/), row(/^SHOP-1/)]).toEqual([null, expect.anything()]);
  await user.click(screen.getByRole('button', { name: 'Shown: marl.example' }));
  await user.click(screen.getByRole('menuitemradio', { name: /All accounts/ }));
  expect(row(/^PAY-1/)).toBeVisible();
});

test('the list of one account counts and filters its own tasks, and says when it is empty', async () => {
  const accounts = [HALDEN, MARL, openAccount('own', 'This computer', { tasks: 0 })];
  const { user } = await openWindow({ ...BOTH, accounts });
  const choose = async (name: RegExp) => {
    await user.click(await screen.findByRole('button', { name: /^Shown: / }));
    await user.click(screen.getByRole('menuitemradio', { name }));
  };
  const tab = () => screen.getByRole('tab', { name: /^My tasks/ });
  expect(tab()).toHaveTextContent('My tasks2');
  await choose(/marl/);
  expect(tab()).toHaveTextContent('My tasks1');
  await user.keyboard('/');
  await user.type(await screen.findByRole('textbox', { name: 'Filter my tasks' }), 'Gift');
  expect(screen.getByText('1 of 1')).toBeVisible();
  await user.keyboard('{Escape}');
  await choose(/This computer/);
  expect(tab()).toHaveTextContent(/^My tasks$/);
  expect(await screen.findByText('Nothing is assigned to you')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear the filter' })).toBeNull();
});

test('on the board it chooses whose board is shown', async () => {
  const { bridge, user } = await openWindow(BOTH);
  await user.click(screen.getByRole('tab', { name: 'Board' }));
  await user.click(await screen.findByRole('button', { name: 'Shown: halden.example' }));
  expect(screen.queryByRole('menuitemradio', { name: /All accounts/ })).toBeNull();
  await user.click(screen.getByRole('menuitemradio', { name: /marl/ }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
  await user.click(screen.getByRole('tab', { name: /My tasks/ }));
  expect(row(/^PAY-1/)).toBeVisible();
});

test('a page over the board is one of the account before, and closes with it', async () => {
  const { bridge, user } = await openWindow(BOTH);
  bridge.hold('project.read');
  await user.click(screen.getByRole('tab', { name: 'Board' }));
  act(() => openProject('p1'));
  await expect.poll(() => bridge.payloads('project.read')).toContainEqual({ projectId: 'p1', accountId: HALDEN.id });
  await user.keyboard('{Control>}{Alt>}[Digit2]{/Alt}{/Control}');
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
  expect(await screen.findByRole('tab', { name: 'Board', selected: true })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /My tasks/ }));
  expect([row(/^PAY-1/), row(/^SHOP-1/)]).toEqual([expect.anything(), expect.anything()]);
});

test('an account that is not open any more hides no task', async () => {
  const { user, publish } = await openWindow(BOTH);
  await user.click(await screen.findByRole('button', { name: /^Shown: / }));
  await user.click(screen.getByRole('menuitemradio', { name: /marl/ }));
  publish({ accounts: [HALDEN], tasks: tasksOf([taskView('PAY-1', { title: 'Refund fails' })]) });
  expect(row(/^PAY-1/)).toBeVisible();
});

test.each<[string, Partial<OpenAccountView>, RegExp]>([
  ['does not answer', { state: 'offline', failingSince: new Date().toISOString() }, /^marl: Offline since \d/],
  ['is signed out', { state: 'signed-out' }, /^marl: Signed out$/],
  ['has a locked keychain', { state: 'locked' }, /^marl: The keychain is locked$/],
])('the status line names an account that %s', async (_, change, text) => {
  await openWindow({ ...BOTH, accounts: [HALDEN, { ...MARL, ...change }] });
  expect(await within(screen.getByRole('contentinfo')).findByText(text)).toBeVisible();
});

test('it names the one in front too, and of several says how many are up to date', async () => {
  const offline = { state: 'offline', failingSince: new Date().toISOString() } as const;
  const tasks = { ...TASKS, failingSince: offline.failingSince };
  const { publish } = await openWindow({ ...BOTH, tasks, accounts: [{ ...HALDEN, ...offline }, MARL] });
  const line = within(screen.getByRole('contentinfo'));
  expect(await line.findByText(/^halden: Offline since \d/)).toBeVisible();
  publish({ accounts: [{ ...HALDEN, ...offline }, { ...MARL, state: 'signed-out' }, openAccount('own', 'Own')] });
  const text = line.getByText('1 of 3 accounts up to date');
  expect(text.title).toMatch(/^halden\.example: Offline.*\nmarl\.example: Signed out$/);
});

test('what waits for the server that does not answer is its own, not that of the others', async () => {
  const failing = { error: anError({ kind: 'unreachable' }), failingSince: new Date().toISOString() };
  const [ours, theirs] = TASKS.tasks;
  const running = (task: TaskView | undefined) => ({
    time: timeOf([{ ...unfinished, id: 'e', task: taskRef(task as TaskView) }]),
  });
  const unfinished = { startTime: new Date().toISOString(), endTime: null, note: '', sync: 'sent', why: null } as const;
  const { publish } = await openWindow({
    ...BOTH,
    accounts: [{ ...HALDEN, waiting: 1, state: 'offline' }, MARL],
    tasks: { ...TASKS, ...failing },
    outbox: unsentOf([unsentItem('a'), unsentItem('b', { accountId: 'marl', state: 'needs-you' })]),
    ...running(theirs),
  });
  const kept = () => screen.getByText(/^Kept on this computer/).parentElement;
  expect(kept()).toHaveTextContent(/: 1 change\. They will be sent when the server answers\.$/);
  publish(running(ours));
  expect(kept()).toHaveTextContent(/: your running timer and 1 change\./);
});

test('the list says which account is signed out, signs in there again, and can hide that', async () => {
  const { bridge, user, publish } = await openWindow({
    ...BOTH,
    accounts: [HALDEN, { ...MARL, state: 'signed-out', tasks: 11, waiting: 2 }],
  });
  const box = () => screen.findByRole('region', { name: 'You are signed out of marl.example' });
  expect(await box()).toHaveTextContent('Kept on this computer: 11 tasks and 2 changes.');
  await user.click(within(await box()).getByRole('button', { name: 'Sign in again' }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
  await expect.poll(() => bridge.payloads('sign-in.reauthenticate')).toEqual([{}]);
  await user.click(within(await box()).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByText('You are signed out of marl.example')).toBeNull();
  expect(row(/^SHOP-1/)).toBeVisible();
  publish({ account: { ...ACCOUNT, id: 'marl', server: 'marl.example', status: 'signed-out' } });
  expect(screen.getByText('You are signed out of marl.example')).toBeVisible();
});

test('the list says which account is locked, and tries its keychain again', async () => {
  const { bridge, user } = await openWindow({ ...BOTH, accounts: [HALDEN, { ...MARL, state: 'locked' }] });
  const box = within(await screen.findByRole('region', { name: 'marl.example: The keychain is locked' }));
  await user.click(box.getByRole('button', { name: 'Try again' }));
  expect(bridge.payloads('account.retry-keychain')).toEqual([{}]);
});

test('the list says that the local workspace cannot be opened, without a word of signing in, and tries again', async () => {
  const own = openAccount(LOCAL_ACCOUNT.id, 'This computer', { isLocal: true, state: 'signed-out' });
  const { bridge, user } = await openWindow({ ...BOTH, accounts: [HALDEN, own] });
  const box = await screen.findByRole('region', { name: 'This computer: Cannot be opened' });
  expect(box).not.toHaveTextContent(/sign/i);
  await user.click(within(box).getByRole('button', { name: 'Try again' }));
  await expect.poll(() => bridge.payloads('sign-in.reauthenticate')).toEqual([{}]);
});

test.each<[Partial<OpenAccountView>, string, string, string[]]>([
  [{ state: 'locked' }, 'The keychain is locked', 'Try again', ['account.retry-keychain']],
  [{ state: 'signed-out' }, 'Signed out', 'Sign in again', ['account.bring-to-front', 'sign-in.reauthenticate']],
  [
    { state: 'signed-out', isLocal: true },
    'Cannot be opened',
    'Try again',
    ['account.bring-to-front', 'sign-in.reauthenticate'],
  ],
])('in the settings an account that is %o says so, and has its way back', async (change, what, name, commands) => {
  const { bridge, user } = await openSettings('Account', { ...BOTH, accounts: [HALDEN, { ...MARL, ...change }] });
  const group = within(screen.getByRole('group', { name: 'Accounts' }));
  expect(group.getByText(what)).toBeVisible();
  await user.click(group.getByRole('button', { name: `marl.example: ${name}` }));
  await expect.poll(() => bridge.sent.map((one) => one.name).filter((one) => commands.includes(one))).toEqual(commands);
});

test('in the settings the ways back of two accounts that are out are told apart', async () => {
  const accounts = [HALDEN, MARL].map((account) => ({ ...account, state: 'signed-out' as const }));
  await openSettings('Account', { ...BOTH, accounts });
  const group = within(screen.getByRole('group', { name: 'Accounts' }));
  const names = group.getAllByRole('button', { name: /Sign in again/ }).map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual(['halden.example: Sign in again', 'marl.example: Sign in again']);
});

test('in the settings one account is chosen, whose details follow; what it needs has its way there', async () => {
  setClock(new Date(2026, 10, 19, 14).getTime());
  const failingSince = new Date(2026, 10, 19, 9).toISOString();
  const offline = { ...MARL, failingSince, state: 'offline' as const, waiting: 2 };
  const { bridge, user } = await openSettings('Account', { ...BOTH, accounts: [HALDEN, offline] });
  const group = within(screen.getByRole('group', { name: 'Accounts' }));
  expect(group.getByRole('radio', { name: /halden/ })).toBeChecked();
  await user.click(group.getByRole('radio', { name: /marl\.example.*Halden/ }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
  expect(group.getByText(`Offline since ${clock(failingSince)}`)).toBeVisible();
  await user.click(group.getByRole('button', { name: 'marl.example: Try now' }));
  expect(bridge.payloads('tasks.refresh')).toEqual([{}]);
  expect(group.getByText('2 unsent changes')).toBeVisible();
  await user.click(group.getByRole('button', { name: 'marl.example: See them' }));
  expect(await screen.findByRole('heading', { name: 'Not sent yet' })).toBeVisible();
});

test('in the settings the account of new tasks is chosen', async () => {
  const settings = { ...DEFAULT_SETTINGS, newTasksAccount: 'closed' };
  const { bridge, user, publish } = await openSettings('Account', { ...BOTH, settings });
  const button = () => screen.getByRole('button', { name: /^New tasks go to/ });
  expect(button()).toHaveTextContent('The one shown last');
  await user.click(button());
  expect(screen.getByRole('menuitemradio', { name: 'The one shown last' })).toBeChecked();
  await user.click(screen.getByRole('menuitemradio', { name: 'marl.example' }));
  expect(bridge.payloads('settings.change')).toEqual([{ newTasksAccount: 'marl' }]);
  publish({ settings: { ...settings, newTasksAccount: 'marl' } });
  expect(button()).toHaveTextContent('marl.example');
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
    await user.click(await screen.findByRole('button', { name: 'Shown: halden.example' }));
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

test('Ctrl Alt 2 keeps the focus in a filter', async () => {
  const { user } = await openWindow(BOTH);
  await user.keyboard('/');
  const filter = await screen.findByRole('textbox', { name: /^Filter/ });
  await user.type(filter, 'gif{Control>}{Alt>}[Digit2]{/Alt}{/Control}t');
  expect(filter).toHaveFocus();
  expect(filter).toHaveValue('gift');
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
  publish({ signIn: { step: 'contacting', method: 'device', server: 'marl.example' } });
  publish({ ...BOTH, account: { ...ACCOUNT, id: 'marl' } });
  expect(await screen.findByText('Contacting marl.example')).toBeInTheDocument();
  publish({ signIn: { step: 'none', succeeded: true } });
  expect(screen.getByRole('tab', { name: 'Account' })).toBeVisible();
  await add();
  expect(await screen.findByRole('heading', { name: 'Add an account' })).toBeVisible();
});

test('adding ends at the account in front if the person signed in to that one', async () => {
  const { user, publish } = await openSettings('Account', { accounts: [HALDEN] });
  await user.click(screen.getByRole('button', { name: 'Add an account…' }));
  publish({ signIn: { step: 'contacting', method: 'device', server: 'halden.example' } });
  publish({ account: { ...ACCOUNT, userName: 'Nora V.' }, signIn: { step: 'none', succeeded: true } });
  expect(screen.getByText('Nora V.')).toBeVisible();
});

test('adding makes room for what the tray, a notification or a shortcut shows', async () => {
  const { bridge, user, publish, show } = await openSettings('Account', { accounts: [HALDEN] });
  const add = () => user.click(screen.getByRole('button', { name: 'Add an account…' }));
  await add();
  publish({ signIn: { step: 'contacting', method: 'device', server: 'marl.example' } });
  await show('outbox');
  expect(bridge.payloads('sign-in.cancel')).toEqual([]);
  publish({ signIn: { step: 'none' } });
  expect(await screen.findByRole('heading', { name: 'Add an account' })).toBeVisible();
  const error = { kind: 'key-not-accepted', title: 'No', explanation: '', nextStep: '' } as const;
  const [server, address] = ['marl.example', 'https://marl.example'];
  publish({ signIn: { step: 'failed', method: 'api-key', server, address, reason: error.kind, error } });
  await show('outbox');
  expect(bridge.payloads('sign-in.cancel')).toEqual([{}]);
  publish({ signIn: { step: 'none' } });
  expect(await screen.findByRole('heading', { name: 'Not sent yet' })).toBeVisible();
  await user.keyboard('{Escape}');
  await add();
  await show('palette');
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('a half-typed account is kept while something else is shown, until it is added', async () => {
  // Other tests leave drafts of their account.
  const account = { ...ACCOUNT, id: 'half-typed' };
  const own = openAccount(account.id, 'halden.example');
  const { bridge, user, publish, show } = await openSettings('Account', { account, accounts: [own] });
  const add = async () => {
    await show('tasks');
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(await screen.findByRole('tab', { name: 'Account' }));
    await user.click(screen.getByRole('button', { name: 'Add an account…' }));
  };
  const texts = () => [
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Server address' }).value,
    screen.getByLabelText<HTMLInputElement>('API key', { selector: 'input' }).value,
  ];
  await add();
  await user.click(await screen.findByRole('button', { name: /^Use an API key/ }));
  await user.type(screen.getByRole('textbox', { name: 'Server address' }), 'marl.example');
  await user.type(screen.getByLabelText('API key', { selector: 'input' }), 'half a k');
  await show('outbox');
  expect(await screen.findByRole('heading', { name: 'Not sent yet' })).toBeVisible();
  expect(hasUnsavedText()).toBe(true);
  await show('unsavedText');
  expect(texts()).toEqual(['marl.example', 'half a k']);
  await show('outbox');
  const [server, address] = ['halden.example', 'https://halden.example'];
  const error = anError({ kind: 'signed-out' });
  publish({ signIn: { step: 'failed', method: 'api-key', server, address, reason: 'key-not-accepted', error } });
  expect(await screen.findByDisplayValue(address)).toBeVisible();
  expect(texts()).toEqual([address, '']);
  publish({ signIn: { step: 'none', succeeded: true } });
  await add();
  expect(texts()).toEqual(['marl.example', 'half a k']);
  await user.keyboard('{Enter}');
  expect(bridge.payloads('sign-in.api-key')).toEqual([{ address: 'marl.example', key: 'half a k' }]);
  publish({ signIn: { step: 'contacting', method: 'api-key', server: 'marl.example' } });
  publish({ accounts: [own, MARL], signIn: { step: 'none', succeeded: true } });
  expect(hasUnsavedText()).toBe(false);
  await add();
  expect(screen.getByRole('textbox', { name: 'Server address' })).toHaveValue('');
});

test('what is shown meanwhile leaves the page that asks for a key, and the one before any account', async () => {
  const { bridge, publish, show } = await openSettings('Account', BOTH);
  const [server, address] = ['marl.example', 'https://marl.example'];
  const failed = { step: 'failed', method: 'api-key', server, address, reason: 'key-not-accepted' } as const;
  publish({ signIn: { ...failed, error: anError({ kind: 'signed-out' }) } });
  await show('outbox');
  publish({ account: null, signIn: { ...failed, error: anError({ kind: 'key-not-accepted' }) } });
  await show('time');
  expect(bridge.payloads('sign-in.cancel')).toEqual([]);
});

test('beside the local workspace, the way to another one on this computer is offered', async () => {
  const local = openAccount(LOCAL_ACCOUNT.id, 'This computer', { isLocal: true });
  const { bridge, user } = await openSettings('Account', { ...BOTH, accounts: [HALDEN, local] });
  await user.click(screen.getByRole('button', { name: 'Add an account…' }));
  await user.click(await screen.findByRole('button', { name: /^Another workspace on this computer/ }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: local.id }]);
  expect(screen.getByRole('tab', { name: 'Account' })).toBeVisible();
});

test('a selection of two accounts is offered no people, labels or columns, which only one of them has', () => {
  const state = {
    accounts: [],
    missingPermissions: [],
    app: { platform: 'linux' },
    time: { running: null },
  } as unknown as State;
  const keysOf = (...accountIds: string[]) =>
    selectionEntries(
      accountIds.map((accountId, at) => ({ ...taskView(`PAY-${at}`), accountId })),
      state,
    ).map(({ key }) => key);
  expect(keysOf('a1', 'a1')).toEqual(['due', 'priority', 'status', 'assignee', 'labels', 'delete']);
  expect(keysOf('a1', 'a2')).toEqual(['due', 'priority', 'delete']);
});

test('beside the local workspace in front, what a server does not have yet is marked, and has links', async () => {
  setClock(new Date(2026, 10, 19, 14).getTime());
  const local = openAccount(LOCAL_ACCOUNT.id, 'This computer', { isLocal: true });
  const here = taskView('HERE-1', { title: 'Here', accountId: local.id });
  const there = taskView('THERE-1', { title: 'There', accountId: MARL.id });
  const hour = (task: TaskView, at: number): EntryView => ({
    id: task.id,
    task: taskRef(task),
    startTime: new Date(Date.now() - at * HOUR_MS).toISOString(),
    endTime: new Date(Date.now() - (at - 1) * HOUR_MS).toISOString(),
    note: '',
    sync: 'waiting',
    why: null,
  });
  const stuck = (accountId: string) => unsentOf([unsentItem('a', { attempts: 1, accountId })]);
  const { user, publish, show } = await openWindow({
    account: LOCAL_ACCOUNT,
    accounts: [local, MARL],
    tasks: tasksOf([here, there]),
    time: timeOf([hour(here, 2), hour(there, 1)]),
    outbox: stuck(local.id),
  });
  const line = within(screen.getByRole('contentinfo'));
  expect(line.queryByRole('button', { name: '1 change waiting' })).toBeNull();
  publish({ outbox: stuck(MARL.id) });
  expect(line.getByRole('button', { name: '1 change waiting' })).toBeVisible();
  const hasLink = async (name: RegExp) => {
    await user.pointer({ keys: '[MouseRight]', target: screen.getByRole('button', { name }) });
    const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
    await user.keyboard('{Escape}');
    return names.some((one) => one.startsWith('Copy link'));
  };
  expect([await hasLink(/^HERE-1/), await hasLink(/^THERE-1/)]).toEqual([false, true]);
  await show('time');
  expect(await screen.findByRole('button', { name: /^THERE-1.*Waiting to be sent/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /^HERE-1/ })).not.toHaveAccessibleName(/Waiting to be sent/);
  const strip = screen.getByRole('img', { name: /–/ });
  expect([...strip.querySelectorAll('[data-kind]')].map((one) => one.getAttribute('data-kind'))).toEqual([
    'sent',
    'waiting',
  ]);
});

describe('time and notifications of one account', () => {
  const [ours, theirs] = TASKS.tasks;
  const hour = (task: TaskView | undefined, from: number): EntryView => ({
    id: `${task?.identifier} at ${from}`,
    task: taskRef(task as TaskView),
    startTime: new Date(2026, 10, 19, from).toISOString(),
    endTime: new Date(2026, 10, 19, from + 1).toISOString(),
    note: '',
    sync: 'sent',
    why: null,
  });
  const entries = [hour(ours, 9), hour(theirs, 10), hour(theirs, 12)];

  async function openFiltered(prepare?: (bridge: FakeBridge) => void) {
    setClock(new Date(2026, 10, 19, 14).getTime());
    const window = await openWindow({ ...BOTH, time: timeOf(entries), unreadNotifications: 2 }, prepare);
    await window.user.click(await screen.findByRole('button', { name: 'Shown: All accounts' }));
    await window.user.click(screen.getByRole('menuitemradio', { name: /marl/ }));
    return window;
  }

  test('the day lists and counts its entries, says so, and has no gap where another account has time', async () => {
    const { show, user } = await openFiltered();
    await show('time');
    const day = within(await screen.findByRole('list', { name: 'Time entries' }));
    const countOf = (names: RegExp[]) => names.map((name) => day.queryAllByRole('button', { name }).length);
    const names = [/^PAY-1/, /^SHOP-1/, /^Gap of 1 h, 9:00/, /^Gap of 1 h, 11:00/];
    expect(await screen.findByText(/^Only marl\.example\. Gaps, overlaps.* count all accounts/)).toBeVisible();
    expect(countOf(names)).toEqual([0, 2, 0, 1]);
    const total = () => screen.getByRole('heading', { name: 'Today' }).parentElement;
    expect(total()).toHaveTextContent(/2:00$/);
    await user.click(screen.getByRole('button', { name: 'All accounts' }));
    expect(screen.queryByText(/^Only marl/)).toBeNull();
    expect(countOf(names)).toEqual([1, 2, 0, 1]);
    expect(total()).toHaveTextContent(/3:00$/);
  });

  test('the day to scale keeps the time of the others, without their colour, and selects none of it', async () => {
    const { bridge, show, user } = await openFiltered();
    await show('time');
    await user.click(await screen.findByRole('radio', { name: 'Day' }));
    const isLeftOut = (name: RegExp) => screen.getByRole('button', { name }).hasAttribute('data-filtered-out');
    const hours = await screen.findByRole('region', { name: 'Hours of the day' });
    expect(within(hours).getAllByTitle('marl.example')).toHaveLength(2);
    expect([isLeftOut(/^PAY-1/), isLeftOut(/^SHOP-1.*12:00/)]).toEqual([true, false]);
    screen.getByRole('button', { name: /^SHOP-1.*12:00/ }).focus();
    await user.keyboard('{Control>}a{/Control}{Delete}');
    expect(bridge.payloads('time.delete')).toEqual([{ entryIds: ['SHOP-1 at 10', 'SHOP-1 at 12'] }]);
  });

  test('the timesheet has its rows and sums, without targets; whether a closed week changed is about all', async () => {
    const { show, user, publish } = await openFiltered((bridge) => {
      bridge.answer('timesheet.read', ({ from, to }) => timesheetOf(entries, from, to));
      bridge.answer('week.review', { gaps: [], overlaps: [], unsent: [], isRunning: false });
    });
    const closed = { weekStart: '2026-11-16', closedAt: new Date(2026, 10, 19, 13).toISOString() };
    publish({ timeRules: { ...DEFAULT_TIME_RULES, closedWeeks: [{ ...closed, trackedMs: 3 * HOUR_MS }] } });
    await show('time');
    await user.click(await screen.findByRole('radio', { name: 'Week' }));
    const grid = within(await screen.findByRole('grid', { name: 'Timesheet' }));
    expect(screen.getByText(/^Only marl\.example\./)).toBeVisible();
    expect(grid.queryByRole('row', { name: /^PAY-1/ })).toBeNull();
    expect(grid.getByRole('row', { name: /^Tracked/ })).toHaveTextContent(/2:00$/);
    expect(grid.queryByRole('row', { name: /^Target/ })).toBeNull();
    expect(screen.getByText('Closed Thu 19 Nov')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'All accounts' }));
    expect(grid.getByRole('row', { name: /^Tracked/ })).toHaveTextContent(/3:00$/);
    expect(grid.getByRole('row', { name: /^Target/ })).toBeVisible();
  });

  test('the inbox lists and marks those of one account, which is chosen there too', async () => {
    const error = vi.spyOn(console, 'error');
    // The servers may give the same ids.
    const note = (title: string, accountId: string): NotificationView => ({
      ...{ id: 'n', accountId, type: 'task_created', title: `Title ${title}`, text: '', taskId: null, isRead: false },
      createdAt: new Date(2026, 10, 19, 9).toISOString(),
    });
    const { bridge, user } = await openFiltered((fake) =>
      fake.answer('inbox.read', [note('a', HALDEN.id), note('b', MARL.id)]),
    );
    await user.click(screen.getByRole('button', { name: '2 unread notifications' }));
    const inbox = within(await screen.findByRole('region', { name: 'Inbox' }));
    const titles = () => inbox.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 7));
    expect(await inbox.findByText('Title b')).toBeVisible();
    expect([titles(), inbox.queryByText('Only marl.example.') !== null]).toEqual([['Title b'], true]);
    await user.click(screen.getByRole('button', { name: 'Mark all read' }));
    await user.click(screen.getByRole('button', { name: 'Shown: marl.example' }));
    await user.click(screen.getByRole('menuitemradio', { name: /All accounts/ }));
    expect(titles()).toEqual(['Title a', 'Title b']);
    expect(inbox.getByText(/Title b/)).toHaveTextContent(/marl\.example$/);
    await user.click(screen.getByRole('button', { name: 'Mark all read' }));
    expect(bridge.payloads('inbox.mark-all-read')).toEqual([{ accountId: MARL.id }, {}]);
    expect(error.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([]);
  });

  test('with one account at a time, time and notifications are those of all', async () => {
    setClock(new Date(2026, 10, 19, 14).getTime());
    const settings = { ...DEFAULT_SETTINGS, accountsTogether: false };
    const { show } = await openWindow({ ...BOTH, settings, time: timeOf(entries) });
    await show('time');
    expect(await screen.findByRole('button', { name: /^SHOP-1.*12:00/ })).toBeVisible();
    expect(screen.queryByText(/^Only/)).toBeNull();
  });
});

describe('the same task id at two servers', () => {
  const [OURS, THEIRS] = [
    taskView('ONE-1', { id: '1', title: 'Ours', accountId: HALDEN.id }),
    taskView('TWO-1', { id: '1', title: 'Theirs', accountId: MARL.id }),
  ];
  const SAME = { accounts: [HALDEN, MARL], tasks: tasksOf([OURS, THEIRS]) };
  const now = new Date(2026, 10, 19, 14);
  beforeEach(() => setClock(now.getTime()));
  const hourOn = (task: TaskView, endTime: string | null): EntryView => ({
    id: `on ${task.identifier}`,
    task: taskRef(task),
    startTime: new Date(now.getTime() - HOUR_MS).toISOString(),
    endTime,
    note: '',
    sync: 'sent',
    why: null,
  });
  const runs = { ...SAME, time: timeOf([hourOn(THEIRS, null)], now) };
  const theirRow = () => screen.getByRole('button', { name: /^TWO-1 Theirs/ });
  const ourRow = () => screen.getByRole('button', { name: /^ONE-1 Ours/ });

  test('the timer, its time and the unread mark are those of one row', async () => {
    await openWindow({ ...runs, unreadTasks: ['marl 1'] });
    expect(theirRow()).toHaveAccessibleName(/1:00 today, running.*unread notifications/);
    expect(ourRow()).not.toHaveAccessibleName(/today|running|unread/);
    expect(screen.getByRole('button', { name: /^Stop.*Theirs/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Start.*Ours/ })).toBeVisible();
  });

  test('an entry of the other says so in the list of the day', async () => {
    const entries = [hourOn(OURS, now.toISOString()), hourOn(THEIRS, now.toISOString())];
    const { show } = await openWindow({ ...SAME, time: timeOf(entries) });
    await show('time');
    const theirs = await screen.findByRole('button', { name: /^TWO-1 Theirs.*marl\.example/ });
    expect(within(theirs).getByTitle('marl.example')).toHaveTextContent('M');
    const ours = screen.getByRole('button', { name: /^ONE-1 Ours/ });
    expect(within(ours).queryByTitle('halden.example')).toBeNull();
  });

  test('where a task is chosen, the same identifier says its account', async () => {
    const twins = [HALDEN, MARL].map(({ id }) => taskView('PAY-1', { id: '1', title: 'Refund', accountId: id }));
    const { bridge, user } = await openWindow({ ...SAME, tasks: tasksOf(twins) });
    await user.click(screen.getByRole('combobox', { name: 'Start a timer…' }));
    expect(screen.getByRole('option', { name: /^PAY-1.*halden\/Payments$/ })).toBeVisible();
    await user.click(screen.getByRole('option', { name: /^PAY-1.*marl\/Payments$/ }));
    expect(bridge.payloads('timer.start')).toEqual([{ taskId: '1', accountId: 'marl' }]);
    const [toTask] = severalEntries(['one', 'two'], bridge.state);
    expect(toTask?.more?.().entries.map(({ label, about }) => [label, about])).toEqual([
      ['PAY-1 Refund', 'halden.example'],
      ['PAY-1 Refund', 'marl.example'],
    ]);
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

  test('what the person may not do in one account is offered in the other', async () => {
    const { user, publish, show, bridge } = await openWindow({
      ...SAME,
      accounts: [{ ...HALDEN, missingPermissions: ['task:update'] }, MARL],
      missingPermissions: ['task:update'],
    });
    const start = (title: string) => screen.getByRole('button', { name: new RegExp(`^Start.*${title}`) });
    const blocked = () => ['Ours', 'Theirs'].map((title) => start(title).getAttribute('aria-disabled'));
    expect(blocked()).toEqual(['true', 'false']);
    const menuOf = async (row: HTMLElement) => {
      await user.pointer({ keys: '[MouseRight]', target: row });
      const names = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent ?? '');
      await user.keyboard('{Escape}');
      return /Start timer.*Status.*Priority/.test(names.join());
    };
    expect([await menuOf(ourRow()), await menuOf(theirRow())]).toEqual([false, true]);
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    await user.keyboard('-1');
    await user.click(await screen.findByRole('option', { name: /Theirs/ }));
    expect(bridge.payloads('timer.start')).toEqual([{ taskId: '1', accountId: 'marl' }]);
    publish({ accounts: [HALDEN, { ...MARL, missingPermissions: ['task:update'] }], missingPermissions: [] });
    await show('tasks');
    expect(blocked()).toEqual(['false', 'true']);
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
    const { bridge, user } = await openWindow(runs);
    const choose = async (name: RegExp) => {
      await user.keyboard('{Control>}k{/Control}');
      await screen.findByRole('dialog', { name: 'Command palette' });
      await user.keyboard('-1');
      const lines = (await screen.findAllByRole('option')).filter(({ textContent }) =>
        /Theirs|Ours/.test(textContent ?? ''),
      );
      expect(lines).toHaveLength(2);
      for (const one of lines) expect(one).toHaveAccessibleName(/, (?:halden|marl)\.example$/);
      await user.click(lines.find(({ textContent }) => name.test(textContent ?? '')) ?? document.body);
    };
    await choose(/Theirs/);
    expect([bridge.payloads('timer.stop'), bridge.payloads('timer.start')]).toEqual([[{}], []]);
    await choose(/Ours/);
    expect(bridge.payloads('timer.start')).toEqual([{ taskId: '1', accountId: HALDEN.id }]);
  });

  test('the palette has a line for the board of each, which opens that one', async () => {
    const { bridge, user } = await openWindow(SAME, (prepared) =>
      prepared.answer('palette.read', {
        ...{ boardTasks: [], tracked: [], entries: [], weights: {} },
        projects: [HALDEN, MARL].map(({ id }, at) => {
          return { id: 'p', accountId: id, slug: 'PAY', name: at === 0 ? 'Payments' : 'Payroll', columns: [] };
        }),
      }),
    );
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    await user.keyboard('pay');
    expect(await screen.findByRole('option', { name: /Payments/ })).toBeVisible();
    await user.click(screen.getByRole('option', { name: /Payroll/ }));
    await expect.poll(() => bridge.payloads('account.bring-to-front')).toEqual([{ accountId: 'marl' }]);
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

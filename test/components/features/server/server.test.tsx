/** The page of the server, its notifications, and tools connected to it. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type {
  EventView,
  NotificationView,
  ServerConfig,
  ServerView,
  State,
} from '../../../../shared/contract/index.ts';
import type { AnnouncedEvent } from '../../../../shared/contract/task-page.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { eventually } from '../../../until.ts';
import type { FakeBridge } from '../../bridge.ts';
import { openWindow } from '../../render.tsx';
import { revised, tasksOf } from '../../state.ts';

const CONFIG: ServerConfig = {
  isCloud: false,
  isDemoMode: false,
  hasImageUploads: false,
  hasSmtp: true,
  disableWorkspaceCreation: true,
  billingEnabled: false,
  disableLoginForm: false,
  disableEmailOtpSignIn: true,
  hasCodehostSignIn: false,
  hasIdentityProviderSignIn: false,
  hasChatSignIn: false,
  hasCustomOAuth: true,
  customOAuthName: 'Halden ID',
  customOAuthAutoLogin: false,
  hasGuestAccess: false,
  disableRegistration: false,
  disablePasswordRegistration: true,
};
const SERVER: ServerView = {
  health: 'ok',
  description: { title: 'Tasks', version: '2.4', paths: 120 },
  status: { hasUsers: true, hasAdmin: true },
  config: CONFIG,
  isSingleSignOn: false,
  workspaces: [
    { id: 'w-1', name: 'Halden', role: 'owner', assigned: 3 },
    { id: 'w-2', name: 'Guild', role: 'archivist', assigned: null },
    { id: 'w-3', name: 'Club', role: null, assigned: 1 },
  ],
};

async function openServer(server: ServerView | null, state: Partial<State> = {}, prepare?: (to: FakeBridge) => void) {
  const window = await openWindow(state, (bridge) => {
    if (server !== null) bridge.answer('server.read', server);
    prepare?.(bridge);
  });
  await window.show('settings');
  await window.user.click(await screen.findByRole('tab', { name: 'Account' }));
  await window.user.click(await screen.findByRole('button', { name: 'Show' }));
  await screen.findByRole('region', { name: 'pm.halden.example' });
  return window;
}

/** The row with a name and its value. */
const fact = async (name: string) => (await screen.findByText(name)).closest('div')?.parentElement;

test('the server’s page lists workspaces, abilities, ways to sign in and what it reports', async () => {
  await openServer(SERVER);
  expect(await fact('Halden')).toHaveTextContent('3 open tasks assigned to youOwner');
  expect(await fact('Guild')).toHaveTextContent('This server does not count your tasksArchivist');
  expect(await fact('Club')).toHaveTextContent('1 open task assigned to youUnknown');
  expect(await fact('Send e-mail')).toHaveTextContent('Yes');
  expect(await fact('E-mail and password')).toHaveTextContent('Yes');
  expect(await fact('Single sign-on: Halden ID')).toHaveTextContent('Yes');
  const missing = screen.getAllByText('No', { selector: 'span' }).map((row) => row.nextSibling?.textContent ?? '');
  expect(missing.filter(Boolean)).toEqual([
    'Store pictures: it has no object storage · New workspaces can be created · Asks for payment',
    expect.stringMatching(/^A code by e-mail · .* · Redirects automatically · As a guest · New people can register$/),
  ]);
  expect(await fact('You signed in through single sign-on')).toHaveTextContent('No');
  expect(await fact('Health')).toHaveTextContent('OK');
  expect(await fact('Interface')).toHaveTextContent('Tasks 2.4, 120 paths');
  expect(await fact('People')).toHaveTextContent('Has users and an administrator');
  expect(await fact('Run as')).toHaveTextContent('A server of its own');
});

test('what a server does not report is said', async () => {
  await openServer({ ...SERVER, health: null, description: null, status: null, config: null, isSingleSignOn: null });
  for (const name of ['Health', 'Interface', 'People']) expect(await fact(name)).toHaveTextContent('Not reported');
  expect(screen.queryByText('Ways to sign in')).toBeNull();
  expect(screen.queryByText('What it can do')).toBeNull();
});

test('a demo in the cloud with storage, and an ill one, say so', async () => {
  await openServer({
    ...SERVER,
    health: 'degraded',
    isSingleSignOn: null,
    config: { ...CONFIG, isDemoMode: true, isCloud: true, hasImageUploads: true, hasCustomOAuth: false },
  });
  expect(await fact('Health')).toHaveTextContent('degraded');
  expect(await fact('Is a demo: what you enter may be deleted')).toHaveTextContent('Yes');
  expect(await fact('Store pictures')).toHaveTextContent('Yes');
  expect(await fact('Run as')).toHaveTextContent('A public cloud');
  expect(await fact('You signed in through single sign-on')).toHaveTextContent('Unknown');
  expect(screen.queryByText('Redirects automatically')).toBeNull();
});

test('a server that cannot be read is tried again', async () => {
  const { bridge, user } = await openServer(null, {}, (to) => to.fail('server.read'));
  expect(await screen.findByRole('alert')).toHaveTextContent('It did not work');
  bridge.answer('server.read', SERVER);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await fact('Health')).toHaveTextContent('OK');
});

const notification = (id: string, changes: Partial<NotificationView> = {}): NotificationView => ({
  id,
  type: 'due_date_reminder',
  title: `Title ${id}`,
  text: '',
  createdAt: new Date().toISOString(),
  isRead: false,
  taskId: 'PAY-1',
  ...changes,
});

async function openNotifications(
  items: NotificationView[],
  state: Partial<State> = {},
  event: AnnouncedEvent | null = null,
) {
  const window = await openWindow(
    { unreadNotifications: 1, tasks: tasksOf([taskView('PAY-1')]), ...state },
    (bridge) => {
      bridge.answer('inbox.read', items);
      bridge.answer('tasks.announced-event', event);
    },
  );
  await window.user.click(await screen.findByRole('button', { name: /unread notification/ }));
  await screen.findByRole('region', { name: 'Inbox' });
  return window;
}

test('the bell says how much is unread, and keeps its place while nothing is', async () => {
  const { publish } = await openWindow({ unreadNotifications: 3 });
  const bell = await screen.findByRole('button', { name: '3 unread notifications' });
  publish({ unreadNotifications: 0 });
  expect(bell).toHaveAccessibleName('Inbox');
  const header = screen.getByRole('tablist').parentElement;
  const places = header?.childElementCount ?? 0;
  // Before the first answer.
  publish({ unreadNotifications: null });
  expect(bell).not.toBeInTheDocument();
  expect(header?.childElementCount).toBe(places);
  publish({ missingFeatures: ['inbox'] });
  expect(header?.childElementCount).toBe(places - 1);
});

test('an unread notification is marked; opening its task marks it as read', async () => {
  const { bridge, user } = await openNotifications([notification('a', { text: 'in Payments' })]);
  const item = await screen.findByRole('button', { name: /^Title a, unread/ });
  expect(item).toHaveTextContent('in Payments');
  await user.click(item);
  expect(bridge.payloads('inbox.mark-read')).toEqual([{ notificationId: 'a' }]);
  expect(await screen.findByRole('region', { name: 'Task' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('region', { name: 'Inbox' })).toBeVisible();
});

test('a notification has the menu and the keys of its task; a task of no list can only be opened', async () => {
  const { bridge, user } = await openNotifications([notification('a'), notification('b', { taskId: 'OPS-9' })]);
  const item = await screen.findByRole('button', { name: /^Title a, unread/ });
  act(() => item.focus());
  await user.keyboard('s');
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-1' }]);
  fireEvent.contextMenu(item);
  await user.click(await screen.findByRole('menuitem', { name: /^Copy identifier/ }));
  expect(bridge.payloads('tasks.copy-identifier')).toEqual([{ identifier: 'PAY-1' }]);
  fireEvent.contextMenu(screen.getByRole('button', { name: /^Title b, unread/ }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['OpenEnter']);
  expect(bridge.payloads('inbox.mark-read')).toEqual([]);
  await user.click(screen.getByRole('menuitem', { name: /^Open/ }));
  expect(bridge.payloads('inbox.mark-read')).toEqual([{ notificationId: 'b' }]);
  expect(await screen.findByRole('region', { name: 'Task' })).toBeVisible();
});

test('a notification says who changed what to what, where the activity of its task does', async () => {
  const changed = { taskId: 'PAY-1', text: 'Ship it' };
  const event: EventView = {
    id: 'e',
    type: 'status_changed',
    personId: 'ada',
    person: 'Ada',
    isMine: false,
    createdAt: '2026-11-18T12:00:00.000Z',
    from: 'to-do',
    to: 'in-review',
  };
  const places = [{ slug: 'to-do', name: 'To do', isFinal: false }];
  const { bridge } = await openNotifications(
    [
      notification('moved', { ...changed, type: 'task_status_changed', createdAt: '2026-11-18T12:00:01.000Z' }),
      notification('mine', { ...changed, type: 'task_assignee_changed' }),
      notification('said', { ...changed, type: 'task_comment_created' }),
    ],
    {},
    { event, places },
  );
  expect(
    await screen.findByRole('button', { name: /^Ada moved this task from To do to in review, unread/ }),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: /^Ada assigned this task to you, unread/ })).toHaveTextContent('Ship it');
  expect(screen.getByRole('button', { name: /^Title said, unread/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark as read: Ada assigned this task to you' })).toBeVisible();
  expect(bridge.payloads('tasks.announced-event')).toContainEqual({
    taskId: 'PAY-1',
    type: 'task_status_changed',
    at: '2026-11-18T12:00:01.000Z',
  });
  expect(bridge.payloads('tasks.announced-event')).not.toContainEqual(
    expect.objectContaining({ type: 'task_comment_created' }),
  );
});

test('a notification keeps the service’s words where the activity does not have its event', async () => {
  await openNotifications([notification('a', { type: 'task_status_changed' })], {}, null);
  expect(await screen.findByRole('button', { name: /^Title a, unread/ })).toBeVisible();
});

test('one notification or all are marked as read; a read one only opens', async () => {
  const { bridge, user } = await openNotifications([
    notification('a', { taskId: null }),
    notification('b', { isRead: true }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Mark as read: Title a' }));
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  expect(screen.queryByRole('button', { name: 'Mark as read: Title b' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Title a/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Title b/ }));
  expect(bridge.payloads('inbox.mark-read')).toEqual([{ notificationId: 'a' }]);
  expect(bridge.payloads('inbox.mark-all-read')).toEqual([{}]);
});

test('notifications are read again when their number changes, and the newest 50 are named as such', async () => {
  const many = Array.from({ length: 50 }, (_, at) => notification(String(at)));
  const { bridge, publish } = await openNotifications([]);
  expect(await screen.findByRole('heading', { name: 'No notifications' })).toBeVisible();
  bridge.answer('inbox.read', many);
  publish({ unreadNotifications: 50, ...revised(bridge.state, 'inbox') });
  expect(await screen.findByText('The newest 50.')).toBeVisible();
});

test('unreadable notifications are counted, and an error is tried again', async () => {
  const { bridge, user, publish } = await openNotifications([]);
  publish({ unreadableRecords: { notifications: { notification: 1 } } });
  expect(screen.getByRole('heading', { name: '1 notification could not be read' })).toBeVisible();
  bridge.fail('inbox.read');
  publish({ unreadNotifications: 2, ...revised(bridge.state, 'inbox') });
  expect(await screen.findByRole('alert')).toHaveTextContent('It did not work');
  bridge.answer('inbox.read', [notification('a')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /^Title a/ })).toBeVisible();
});

const TOOL = { clientId: 'client-7', name: 'Helper', redirectUri: 'http://127.0.0.1:8765/callback' };

async function openTools(prepare?: (to: FakeBridge) => void) {
  const window = await openServer(SERVER, {}, prepare);
  await window.user.click(screen.getByRole('button', { name: 'Open: Tools (MCP)' }));
  await screen.findByRole('region', { name: 'Tools (MCP)' });
  return window;
}

test('a tool is registered with a whole address; its client id is copied, and access is granted in the browser', async () => {
  const { bridge, user } = await openTools((to) => to.answer('connected-tools.register', TOOL));
  const register = screen.getByRole('button', { name: 'Register' });
  expect(register).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Open browser' })).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Name of the tool' }), ' Helper ');
  const address = screen.getByRole('textbox', { name: 'Return address' });
  await user.type(address, 'nowhere{Enter}');
  expect(screen.getByText(/^Type a whole address/)).toBeVisible();
  expect(bridge.payloads('connected-tools.register')).toEqual([]);
  await user.clear(address);
  await user.type(address, TOOL.redirectUri);
  await user.click(register);
  expect(bridge.payloads('connected-tools.register')).toEqual([{ name: 'Helper', redirectUri: TOOL.redirectUri }]);
  await user.click(await screen.findByRole('button', { name: 'Copy: Client ID' }));
  expect(bridge.payloads('connected-tools.copy')).toEqual([{ text: 'client-7' }]);
  await user.click(screen.getByRole('button', { name: 'Open browser' }));
  expect(bridge.payloads('connected-tools.ask-in-browser')).toEqual([TOOL]);
});

test('a code becomes a token in the clipboard, and the field is emptied', async () => {
  const { bridge, user } = await openTools((to) => to.answer('connected-tools.exchange', 86_400 * 2));
  const code = screen.getByRole('textbox', { name: 'Code, or the address the browser went to' });
  expect(screen.getByRole('button', { name: 'Copy token' })).toBeDisabled();
  await user.type(code, ' code-1 {Enter}');
  expect(bridge.payloads('connected-tools.exchange')).toEqual([{ pasted: 'code-1' }]);
  expect(await screen.findAllByText('The token was copied; it is valid for 2 days')).not.toHaveLength(0);
  expect(code).toHaveValue('');
  bridge.answer('connected-tools.exchange', null);
  await user.type(code, 'code-2{Enter}');
  expect(await screen.findAllByText('The token was copied')).not.toHaveLength(0);
  bridge.fail('connected-tools.exchange');
  await user.type(code, 'code-3{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('It did not work');
  expect(code).toHaveValue('code-3');
});

test('a request that waits is looked up, and allowed or denied', async () => {
  const { bridge, user } = await openTools((to) => {
    to.answer('connected-tools.look-up', { requestId: 'q-1', clientName: 'Helper', redirectUri: TOOL.redirectUri });
    to.answer('connected-tools.decide', 'http://127.0.0.1:8765/callback?code=1');
  });
  const field = screen.getByRole('textbox', { name: 'Address or ID of its request' });
  await user.type(field, 'q-1{Enter}');
  expect(await screen.findByText('Helper asks for access')).toBeVisible();
  expect(screen.getByText(`Return address: ${TOOL.redirectUri}`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  const answer = within((await screen.findByText('Done. The browser continues at:')).parentElement as HTMLElement);
  await user.click(answer.getByRole('button', { name: 'Copy' }));
  expect(bridge.payloads('connected-tools.copy')).toEqual([{ text: 'http://127.0.0.1:8765/callback?code=1' }]);
  await user.click(screen.getByRole('button', { name: 'Look up' }));
  await user.click(await screen.findByRole('button', { name: 'Deny' }));
  expect(bridge.payloads('connected-tools.decide')).toEqual([
    { requestId: 'q-1', isApproved: true },
    { requestId: 'q-1', isApproved: false },
  ]);
  await eventually(() => expect(screen.queryByRole('button', { name: 'Deny' })).toBeNull());
});

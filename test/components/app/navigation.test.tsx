/** Tabs, pages and the way back, the main keys, and the place that a window returns to. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { taskView } from '../../shared/tasks/tasks.ts';
import { timesheetOf } from '../../shared/time/timesheets.ts';
import { openWindow } from '../render.tsx';
import { ACCOUNT, aState, tasksOf } from '../state.ts';
import { setWidth } from '../width.ts';

const tab = (name: RegExp | string) => screen.getByRole('tab', { name });
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const tasks = tasksOf([taskView('PAY-1'), taskView('PAY-2')]);

test('the tabs are chosen by click and by Ctrl with a digit; the list’s tab counts its tasks', async () => {
  const { user } = await openWindow({ tasks });
  const isShown = (name: RegExp | string) => screen.findByRole('tab', { name, selected: true });
  await isShown('My tasks2');
  await user.click(tab('Time'));
  await isShown('Time');
  await user.keyboard('{Control>}1{/Control}');
  await isShown(/^My tasks/);
  await user.keyboard('{Control>}2{/Control}');
  await isShown('Board');
  await user.keyboard('{Control>}3{/Control}');
  await isShown('Time');
  // Keys of the desktop are left alone.
  await user.keyboard('{Control>}{Alt>}1{/Alt}{/Control}{Alt>}1{/Alt}');
  expect(tab('Time')).toHaveAttribute('aria-selected', 'true');
});

test('Ctrl with a digit takes the focus along, also out of a field of the timer bar', async () => {
  const { user } = await openWindow({ tasks });
  await user.click(screen.getByRole('combobox', { name: 'Start a timer…' }));
  await user.keyboard('{Control>}1{/Control}');
  expect(screen.getByRole('button', { name: /^PAY-1 / })).toHaveFocus();
  await user.keyboard('{Control>}2{/Control}');
  const board = await screen.findByRole('tab', { name: 'Board', selected: true });
  expect(document.getElementById(board.getAttribute('aria-controls') ?? '')).toContainElement(
    document.activeElement as HTMLElement,
  );
});

test('a page takes the focus if what opened it is gone, so that it can be scrolled by keyboard', async () => {
  const { user } = await openWindow({ tasks, unreadNotifications: 0 }, (bridge) => bridge.answer('inbox.read', []));
  await user.click(await screen.findByRole('button', { name: 'Inbox' }));
  expect(await screen.findByRole('region', { name: 'Inbox' })).toHaveFocus();
});

test('the choice of the views of time keeps the focus in each view', async () => {
  const { user } = await openWindow({ tasks }, (bridge) =>
    bridge.answer('timesheet.read', ({ from, to }) => timesheetOf([], from, to)),
  );
  await user.click(tab('Time'));
  const view = (name: string) => screen.findByRole('radio', { name, checked: true });
  await user.click(await screen.findByRole('radio', { name: 'Day' }));
  expect(await view('Day')).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: 'Week' }));
  await waitFor(async () => expect(await view('Week')).toHaveFocus());
});

test('Ctrl and comma open the settings, Escape and Back leave them', async () => {
  const { user } = await openWindow();
  await user.keyboard('{Control>},{/Control}');
  expect(await heading('Settings')).toBeVisible();
  expect(tab('General')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(tab(/^My tasks/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(tab(/^My tasks/)).toBeVisible();
});

test('Back leads through the pages in reverse, each once, and then Escape hides the window', async () => {
  const { bridge, user, show } = await openWindow();
  await show('outbox');
  await show('outbox');
  expect(await heading('Not sent yet')).toBeVisible();
  await show('settings');
  expect(await heading('Settings')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await heading('Not sent yet')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(tab(/^My tasks/)).toBeVisible();
  expect(bridge.payloads('window.hide')).toEqual([]);
  await user.keyboard('{Escape}');
  expect(bridge.payloads('window.hide')).toEqual([{}]);
});

test('the tray shows the time, and the tasks again', async () => {
  const { show } = await openWindow();
  await show('settings');
  await show('time');
  expect(tab('Time')).toHaveAttribute('aria-selected', 'true');
  await show('tasks');
  expect(tab(/^My tasks/)).toHaveAttribute('aria-selected', 'true');
});

test('slash opens the filter, Escape closes it before it hides the window', async () => {
  const { bridge, user } = await openWindow({ tasks });
  await user.keyboard('/');
  const field = () => screen.queryByRole('textbox', { name: 'Filter my tasks' });
  expect(field()).toHaveFocus();
  await user.keyboard('/2{Escape}');
  expect(field()).not.toBeInTheDocument();
  expect(bridge.payloads('window.hide')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(field()).toHaveFocus();
});

test('new task and the palette’s magnifier are on every tab', async () => {
  const { bridge, user } = await openWindow({ tasks });
  for (const name of [/^My tasks/, 'Board', 'Time']) {
    await user.click(tab(name));
    await user.click(screen.getByRole('button', { name: 'New task' }));
    await user.click(screen.getByRole('button', { name: 'Find or do anything' }));
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await user.keyboard('{Escape}');
  }
  expect(bridge.payloads('quick-add.open')).toHaveLength(3);
});

test('in the week the magnifier opens the palette too, which has a field of its own in a wide window', async () => {
  const { user } = await openWindow({ tasks }, (fake) =>
    fake.answer('timesheet.read', ({ from, to }) => timesheetOf([], from, to)),
  );
  await user.keyboard('{Control>}4{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Find or do anything' }));
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await user.keyboard('{Escape}');
  setWidth(720);
  expect(await screen.findByRole('tab', { name: 'Week', selected: true })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Find or do anything' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^Filter/ })).not.toBeInTheDocument();
});

test('the button and Ctrl+N open quick add', async () => {
  const { bridge, user } = await openWindow();
  await user.click(screen.getByRole('button', { name: 'New task' }));
  await user.keyboard('{Control>}n{/Control}');
  expect(bridge.payloads('quick-add.open')).toEqual([{}, {}]);
});

test('the window is kept open and released; an ordinary window has no such button', async () => {
  const { bridge, user, publish } = await openWindow();
  await user.click(screen.getByRole('button', { name: 'Keep open' }));
  expect(bridge.payloads('settings.change')).toEqual([{ pinned: true }]);
  publish({ app: { ...aState().app, window: 'ordinary' } });
  expect(screen.queryByRole('button', { name: 'Keep open' })).not.toBeInTheDocument();
});

test('the popover can be opened as an ordinary window and back; Escape hides only the popover', async () => {
  const { bridge, user, publish } = await openWindow();
  await user.click(screen.getByRole('button', { name: 'Open as a window' }));
  const { app, settings } = aState();
  publish({ app: { ...app, window: 'ordinary' }, settings: { ...settings, openAsWindow: true } });
  await user.keyboard('{Escape}');
  expect(bridge.payloads('window.hide')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Open at the tray icon' }));
  expect(bridge.payloads('settings.change')).toEqual([{ openAsWindow: true }, { openAsWindow: false }]);
  // Without a tray there is no choice.
  publish({ app: { ...app, window: 'ordinary', hasTray: false }, settings });
  expect(screen.queryByRole('button', { name: 'Open as a window' })).not.toBeInTheDocument();
});

test('unread notifications ring a bell that opens them', async () => {
  const { user, publish } = await openWindow({}, (fake) => fake.answer('inbox.read', []));
  expect(screen.queryByRole('button', { name: /notification/i })).not.toBeInTheDocument();
  publish({ unreadNotifications: 3 });
  await user.click(await screen.findByRole('button', { name: /3 .*notification/i }));
  expect(await heading('Inbox')).toBeVisible();
});

test('the next account starts at the tasks', async () => {
  const { user, publish } = await openWindow();
  await user.click(tab('Time'));
  publish({ account: null });
  publish({ account: ACCOUNT });
  expect(await screen.findByRole('tab', { name: /^My tasks/ })).toHaveAttribute('aria-selected', 'true');
});

const navigation = { tab: 'time', page: { name: 'outbox' }, earlier: [], filter: null };
const saved = (accountId: string) => JSON.stringify({ accountId, places: { navigation } });

test('a window that is made again returns to its place', async () => {
  const { user } = await openWindow({}, (fake) => fake.answer('window.saved-navigation', saved(ACCOUNT.id)));
  expect(await heading('Not sent yet')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(tab('Time')).toHaveAttribute('aria-selected', 'true');
});

test('a view that was asked for while the window opened is shown over its place, once, and main is told', async () => {
  const requestedViews = [
    { id: -2, view: 'outbox' as const },
    { id: -1, view: 'settings' as const },
  ];
  const { bridge, user, publish } = await openWindow({ requestedViews }, (fake) =>
    fake.answer('window.saved-navigation', saved(ACCOUNT.id)),
  );
  expect(await heading('Settings')).toBeVisible();
  expect(bridge.payloads('window.views-shown')).toEqual([{ ids: [-2, -1] }]);
  await user.keyboard('{Escape}');
  expect(await heading('Not sent yet')).toBeVisible();
  publish({ requestedViews: requestedViews.slice(1) });
  expect(await heading('Not sent yet')).toBeVisible();
  expect(bridge.payloads('window.views-shown')).toHaveLength(1);
});

test('the place of another account is forgotten', async () => {
  await openWindow({}, (fake) => fake.answer('window.saved-navigation', saved('another')));
  expect(tab(/^My tasks/)).toHaveAttribute('aria-selected', 'true');
});

function hideWindow(): void {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  hidden.mockRestore();
}

test('a hidden window saves its place', async () => {
  // Other tests leave drafts of their account.
  const account = { ...ACCOUNT, id: 'without-drafts' };
  const { bridge, show } = await openWindow({ account, accounts: [] });
  await show('outbox');
  hideWindow();
  const [payload] = bridge.payloads('window.save-navigation');
  expect(JSON.parse(payload?.navigation ?? '')).toMatchObject({
    accountId: account.id,
    places: { navigation: { page: { name: 'outbox' } } },
  });
  expect(payload?.hasUnsavedText).toBe(false);
});

test('a hidden window says that it has unsaved text', async () => {
  const { bridge } = await openWindow();
  const field = document.body.appendChild(document.createElement('textarea'));
  onTestFinished(() => field.remove());
  field.value = 'Not sent';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  hideWindow();
  expect(bridge.payloads('window.save-navigation').at(-1)?.hasUnsavedText).toBe(true);
});

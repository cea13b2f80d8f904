/** The status line: how old the list is, what just happened and can be undone, what is unsent, and hints about keys. */
import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { showToast } from '../../../renderer/state/notices.ts';
import type { OutboxItemView, State, ToastView } from '../../../shared/contract/index.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { anError } from '../bridge.ts';
import { moveClock, setClock } from '../clock.ts';
import { openWindow } from '../render.tsx';
import { ACCOUNT, aState, LOCAL_ACCOUNT, otherUnsent, tasksOf, unsentItem } from '../state.ts';

const NOW = Date.UTC(2026, 10, 19, 14);
const iso = (at: number) => new Date(at).toISOString();
const line = () => within(screen.getByRole('contentinfo'));
const toastOf = (changes: Partial<ToastView> = {}): ToastView => ({
  id: 1,
  text: 'PAY-7 created',
  until: iso(Date.now() + 10_000),
  undo: { label: 'Undo', undoId: 7 },
  openTaskId: null,
  ...changes,
});
const itemOf = (changes: Partial<OutboxItemView> = {}) => unsentItem('1', { what: 'Start PAY-1', ...changes });
const unsentOf = (changes: Partial<State['outbox']>): State['outbox'] => ({ ...aState().outbox, ...changes });
const offline = (changes: Partial<State['tasks']> = {}) =>
  tasksOf([taskView('PAY-1')], {
    error: anError({ kind: 'unreachable' }),
    failingSince: iso(Date.now() - 60_000),
    ...changes,
  });

test('says how long ago the list was updated, or that it is on this computer', async () => {
  setClock(NOW);
  const { publish } = await openWindow({}, (fake) => fake.answer('tasks.fetched-at', iso(NOW)));
  expect(line().getByText('Updated just now')).toBeVisible();
  moveClock(NOW + 5 * 60_000);
  expect(line().getByText('Updated 5 min ago')).toBeVisible();
  publish({ account: LOCAL_ACCOUNT });
  expect(line().getByText('On this computer')).toBeVisible();
});

test('says since when the server has not answered, and when the list is from', async () => {
  setClock(NOW);
  const { publish, user } = await openWindow({ tasks: offline({ fetchedAt: iso(NOW), nextTryAt: iso(NOW + 20_000) }) });
  expect(line().getByText(/^List from .* · next try in 20 s$/)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Time' }));
  expect(line().getByText(/^Offline since /)).toBeVisible();
  publish({ tasks: offline({ error: anError() }) });
  expect(line().getByText(/^Not updated since /)).toBeVisible();
  publish({ tasks: offline({ failingSince: null }) });
  expect(line().getByText('It did not work')).toBeVisible();
});

test.each([
  ['signed-out', 'Signed out; the list may be out of date'],
  ['locked', 'The keychain is locked; the list may be out of date'],
] as const)('%s: “%s”', async (status, text) => {
  await openWindow({ account: { ...ACCOUNT, status } });
  expect(line().getByText(text)).toBeVisible();
});

test('says that it is loading after a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { publish } = await openWindow();
  publish({ tasks: tasksOf([], { loading: true }) });
  expect(line().queryByText('Loading your tasks')).not.toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(line().getByText('Loading your tasks')).toBeVisible();
});

test('what just happened is undone by click or by Ctrl+Z, for ten seconds', async () => {
  setClock(NOW);
  const { bridge, user, publish } = await openWindow();
  publish({ toast: toastOf() });
  expect(line().getByText('PAY-7 created', { selector: '[title]' })).toBeVisible();
  expect(line().getByRole('status')).toHaveTextContent('PAY-7 created');
  expect(line().getByText('10 s')).toBeVisible();
  await user.click(line().getByRole('button', { name: 'Undo' }));
  await user.keyboard('{Control>}z{/Control}');
  expect(bridge.payloads('undo.undo')).toEqual([{ undoId: 7 }, {}]);
  moveClock(NOW + 10_000);
  expect(line().queryByText('PAY-7 created')).not.toBeInTheDocument();
});

test('the later notice is shown; one that can be undone returns three seconds later, and is not announced again', async () => {
  setClock(NOW);
  const { bridge, user, publish } = await openWindow();
  const expectShown = (text: string) => expect(line().getByText(text, { selector: '[title]' })).toBeVisible();
  const announced = () => line().getByRole('status').textContent;
  publish({ toast: toastOf() });
  moveClock(NOW + 2_000);
  act(() => showToast('Copied'));
  expectShown('Copied');
  expect(announced()).toBe('Copied');
  await user.keyboard('{Control>}z{/Control}');
  expect(bridge.payloads('undo.undo')).toEqual([{}]);
  moveClock(NOW + 5_000);
  expectShown('PAY-7 created');
  expect(line().getByText('5 s')).toBeVisible();
  expect(announced()).toBe('Copied');
  publish({ toast: toastOf({ id: 2, text: 'PAY-8 created', undo: null }) });
  expectShown('PAY-8 created');
  expect(announced()).toBe('PAY-8 created');
});

test('an own toast that gave way to an undo is over with that', async () => {
  setClock(NOW);
  const { publish } = await openWindow();
  publish({ toast: toastOf() });
  moveClock(NOW + 5_000);
  act(() => showToast('Copied'));
  const shown = (text: string) => line().queryByText(text, { selector: '[title]' });
  expect(shown('Copied')).toBeVisible();
  moveClock(NOW + 8_000);
  expect(shown('PAY-7 created')).toBeVisible();
  moveClock(NOW + 10_100);
  publish({ toast: null });
  expect(shown('Copied')).toBeNull();
});

test('after the clock was set back an own toast is over when it would be without an undo', async () => {
  setClock(NOW);
  const { publish } = await openWindow();
  publish({ toast: toastOf({ until: new Date(NOW + 3_600_000).toISOString() }) });
  act(() => showToast('Copied'));
  publish({ toast: toastOf({ id: 2, text: 'PAY-8 was not added', undo: null }) });
  moveClock(NOW + 10_100);
  publish({ toast: null });
  expect(line().queryByText('Copied', { selector: '[title]' })).toBeNull();
});

test('an own toast follows a notice whose button has the focus', async () => {
  setClock(NOW);
  const { publish } = await openWindow();
  publish({ toast: toastOf() });
  const undo = line().getByRole('button', { name: 'Undo' });
  act(() => undo.focus());
  moveClock(NOW + 2_000);
  act(() => showToast('Copied'));
  expect(undo).toHaveFocus();
  moveClock(NOW + 10_100);
  publish({ toast: null });
  expect(line().getByText('Copied', { selector: '[title]' })).toBeVisible();
});

test('after the clock was set back it never counts from more than ten seconds', async () => {
  setClock(NOW);
  const { publish } = await openWindow();
  publish({ toast: toastOf() });
  moveClock(NOW - 3 * 3_600_000);
  expect(line().getByText('10 s')).toBeVisible();
});

test('after an undo it offers redo, by click or by Ctrl+Shift+Z', async () => {
  const text = 'Undone: PAY-7 moved to Done';
  const { bridge, user } = await openWindow({ toast: toastOf({ text, undo: null, redo: { undoId: 7 } }) });
  expect(line().getByText(text, { selector: '[title]' })).toBeVisible();
  await user.click(line().getByRole('button', { name: 'Redo' }));
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(bridge.payloads('undo.redo')).toEqual([{ undoId: 7 }, {}]);
});

test('with nothing left to undo it leads to the recent changes, also offline', async () => {
  const toast = toastOf({ text: 'Nothing left to undo', undo: null, page: 'recentChanges' });
  const { user } = await openWindow({ toast, tasks: offline() }, (fake) => fake.answer('undo.changes', []));
  await user.click(line().getByRole('button', { name: 'Recent changes' }));
  expect(await screen.findByRole('heading', { name: 'Recent changes' })).toBeVisible();
});

test('in a text field Ctrl+Z undoes the typing', async () => {
  const { bridge, user } = await openWindow({ tasks: tasksOf([taskView('PAY-1')]), toast: toastOf() });
  await user.keyboard('/');
  await user.keyboard('{Control>}z{/Control}');
  expect(screen.getByRole('textbox', { name: 'Filter my tasks' })).toHaveFocus();
  expect(bridge.payloads('undo.undo')).toEqual([]);
});

test('a task that was created can be opened', async () => {
  const { user } = await openWindow({ toast: toastOf({ undo: null, openTaskId: 'PAY-7' }) });
  await user.click(line().getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible();
});

test('offline, only a notice that can be undone is shown before that', async () => {
  const { publish } = await openWindow({ tasks: offline(), toast: toastOf({ undo: null }) });
  expect(line().queryByText('PAY-7 created', { selector: '[title]' })).not.toBeInTheDocument();
  publish({ toast: toastOf({ id: 2 }) });
  expect(line().getByText('PAY-7 created', { selector: '[title]' })).toBeVisible();
});

test('unsent changes are counted and opened, if they need attention', async () => {
  const { user, publish } = await openWindow({ outbox: unsentOf({ items: [itemOf()], total: 1 }) });
  // They are about to be sent.
  expect(line().queryByRole('button')).not.toBeInTheDocument();
  publish({ outbox: unsentOf({ items: [itemOf({ attempts: 1 })], total: 2 }) });
  expect(line().getByRole('button', { name: '2 changes waiting' })).toBeVisible();
  publish({ outbox: unsentOf({ items: [itemOf({ state: 'needs-you' })], total: 2 }) });
  expect(line().getByRole('button', { name: '1 change needs attention' })).toBeVisible();
  const [elsewhere, person] = [otherUnsent({ total: 3 }), otherUnsent({ accountId: 'b', isSameServer: true })];
  publish({ outbox: unsentOf({ others: [person] }) });
  expect(line().getByRole('button', { name: '1 change by another person' })).toBeVisible();
  publish({ outbox: unsentOf({ others: [elsewhere, person] }) });
  expect(line().getByRole('button', { name: '4 changes of other accounts' })).toBeVisible();
  const closed = otherUnsent({ isSameServer: true, openFrom: { accountId: 'ada', workspaceId: 'w' } });
  publish({ outbox: unsentOf({ others: [closed] }) });
  expect(line().getByRole('button', { name: '1 change of other accounts' })).toBeVisible();
  publish({ outbox: unsentOf({ others: [elsewhere] }) });
  await user.click(line().getByRole('button', { name: '3 changes for another server' }));
  expect(await screen.findByRole('heading', { name: 'Not sent yet', level: 1 })).toBeVisible();
  expect(line().queryByRole('button')).not.toBeInTheDocument();
});

test('offline, changes that wait are counted', async () => {
  await openWindow({ tasks: offline(), outbox: unsentOf({ items: [itemOf()], total: 1 }) });
  expect(line().getByRole('button', { name: '1 change waiting' })).toBeVisible();
});

test('a failed command shows its error until it is hidden, or until the next one succeeds', async () => {
  const { bridge, user } = await openWindow({}, (fake) => fake.fail('quick-add.open'));
  const newTask = () => user.click(screen.getByRole('button', { name: 'New task' }));
  await newTask();
  expect(screen.getByRole('alert')).toHaveTextContent('It did not workThe server said no.Try something else.');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await newTask();
  expect(screen.getByRole('alert')).toBeVisible();
  bridge.answer('quick-add.open', undefined);
  await newTask();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an error that arrives at another tab is shown in the line', async () => {
  const { bridge, user } = await openWindow();
  const answer = bridge.hold('quick-add.open');
  await user.click(screen.getByRole('button', { name: 'New task' }));
  await user.click(screen.getByRole('tab', { name: 'Time' }));
  await act(async () => answer({ ok: false, error: anError() }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(line().getByText('It did not work. The server said no.', { selector: '[title]' })).toBeVisible();
});

test('a command that main does not answer is an error', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { bridge, user } = await openWindow();
  bridge.send = () => Promise.reject(new Error('gone'));
  await user.click(screen.getByRole('button', { name: 'New task' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Punchcard did not answer');
  error.mockRestore();
});

test('keyboard users see the keys of the view', async () => {
  const { user } = await openWindow({ tasks: tasksOf([taskView('PAY-1')]) });
  const hints = () =>
    [...screen.getByRole('contentinfo').querySelectorAll('kbd')].map((key) => key.parentElement?.textContent);
  await user.click(screen.getByRole('tab', { name: /^My tasks/ }));
  expect(hints()).toEqual([]);
  await user.keyboard('{ArrowDown}');
  expect(hints()).toEqual(['Enterstart', 'Spacetask page', '/filter']);
  await user.keyboard('/');
  expect(hints()).toEqual(['Enterstart', 'Escclear']);
  await user.keyboard('{Control>}3{/Control}');
  expect(hints()).toEqual(['Enteredit', 'Ccontinue']);
  await user.keyboard('{Control>}2{/Control}');
  expect(hints()).toEqual(['Enteropen', 'Spacemove', 'Stimer']);
  await user.click(screen.getByRole('tab', { name: 'Time' }));
  expect(hints()).toEqual([]);
});

/** The timer bar: starting, stopping and switching, and the menu of the running timer. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { QuickAddDirectory, State } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
import { anError } from '../../bridge.ts';
import { moveClock, setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { tasksOf, timeOf } from '../../state.ts';

const NOW = local(19, 14);
const iso = (at: number) => new Date(at).toISOString();
const REFUND = taskView('PAY-1', { title: 'Refund' });
const CHARGEBACK = taskView('PAY-2', { title: 'Chargeback' });
const VAT = taskView('PAY-3', { title: 'Round VAT' });
const tasks = tasksOf([REFUND, CHARGEBACK, VAT]);

beforeEach(() => setClock(NOW));

const bar = () => within(screen.getByRole('region', { name: 'Timer' }));
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const runningSince = (start: number, part: { note?: string } = {}): State['time'] =>
  timeOf([{ ...timeEntry('pay-1', start, null), task: taskRef(REFUND), ...part }], new Date(NOW));

/** Opens the window with a timer on PAY-1 and its menu. */
async function openMenu(start = NOW - HOUR, prepare?: Parameters<typeof openWindow>[1]) {
  const opened = await openWindow({ tasks, time: runningSince(start) }, prepare);
  await opened.user.click(screen.getByRole('button', { name: 'Timer menu' }));
  return { ...opened, menu: within(screen.getByRole('menu', { name: 'Timer menu' })) };
}

test('a running timer whose task was deleted says so, and opens the task to move its time', async () => {
  const { user, publish } = await openWindow({ tasks, time: runningSince(NOW - HOUR) });
  const name = 'Deleted: move the time…';
  expect(screen.queryByRole('button', { name })).toBeNull();
  publish({ time: { ...runningSince(NOW - HOUR), isTaskGone: true } });
  await user.click(screen.getByRole('button', { name }));
  expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible();
});

test('Without a timer a search offers the last tasks first and starts the chosen one', async () => {
  const time = { ...timeOf(), recent: [taskRef(VAT)] };
  const { bridge, user } = await openWindow({ tasks, time });
  const field = bar().getByRole('combobox', { name: 'Start a timer…' });
  await user.click(field);
  expect(screen.getByText('Last worked on')).toBeVisible();
  expect(options()[0]).toContain('PAY-3');
  await user.type(field, 'charge');
  expect(options()).toEqual([expect.stringContaining('Chargeback')]);
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-2' }]);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('In the search the arrow keys choose, a click starts, and Escape closes without hiding the window', async () => {
  const { bridge, user } = await openWindow({ tasks });
  const field = bar().getByRole('combobox');
  await user.click(field);
  const selected = () => screen.getByRole('option', { selected: true }).textContent;
  expect(selected()).toContain('PAY-1');
  await user.keyboard('{ArrowUp}');
  expect(selected()).toContain('PAY-3');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(selected()).toContain('PAY-2');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{ArrowDown}');
  await user.click(screen.getByRole('option', { name: /PAY-3/ }));
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-3' }]);
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test('The search says that there are no tasks, or that none matches', async () => {
  const { user, publish } = await openWindow();
  await user.click(bar().getByRole('combobox'));
  expect(screen.getByText('No tasks yet.')).toBeVisible();
  publish({ tasks });
  await user.keyboard('nothing like it');
  expect(screen.getByText('No task matches.')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('combobox')).toHaveValue('nothing like it');
});

test('A running timer shows task, project and elapsed time, and Stop stops it', async () => {
  const { bridge, user } = await openWindow({ tasks, time: runningSince(NOW - HOUR - 2 * MINUTE) });
  expect(bar().getByText('Refund')).toBeVisible();
  expect(bar().getByText('PAY-1')).toBeVisible();
  expect(bar().getByText('Payments')).toBeVisible();
  expect(bar().getByRole('timer', { name: 'Elapsed' })).toHaveTextContent('1:02:00');
  moveClock(NOW + 5_000);
  expect(bar().getByRole('timer')).toHaveTextContent('1:02:05');
  await user.click(bar().getByRole('button', { name: 'Stop' }));
  expect(bridge.payloads('timer.stop')).toEqual([{}]);
});

test('Under the elapsed time stands what the task took today; a note takes the place of the project', async () => {
  const earlier = { ...timeEntry('earlier', NOW - 3 * HOUR, NOW - 2 * HOUR), task: taskRef(REFUND) };
  const other = { ...timeEntry('other', NOW - 2 * HOUR, NOW - HOUR), task: taskRef(VAT) };
  const running = {
    ...timeEntry('pay-1', NOW - 10 * MINUTE, null),
    task: taskRef(REFUND),
    note: 'Reproduced\nwith a card',
  };
  await openWindow({ tasks, time: timeOf([earlier, other, running], new Date(NOW)) });
  expect(bar().getByRole('timer')).toHaveTextContent('0:10:00');
  expect(bar().getByText('1:10 today')).toBeVisible();
  expect(bar().getByText('Reproduced')).toBeVisible();
  expect(bar().queryByText('Payments')).toBeNull();
});

test('Without a timer one click goes on with the last task, which says what it took today', async () => {
  const earlier = { ...timeEntry('earlier', NOW - 3 * HOUR, NOW - 2 * HOUR), task: taskRef(VAT) };
  const time = { ...timeOf([earlier], new Date(NOW)), recent: [taskRef(VAT), taskRef(REFUND)] };
  const { bridge, user, publish } = await openWindow({ tasks, time });
  const last = bar().getByRole('button', { name: 'Continue PAY-3 Round VAT, 1:00 today' });
  expect(within(last).getByText('1:00')).toBeVisible();
  await user.click(last);
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-3' }]);
  publish({ time: timeOf() });
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
});

test('A started timer is announced to screen readers', async () => {
  const { publish } = await openWindow({ tasks });
  publish({ time: runningSince(NOW) });
  expect(bar().getByRole('status')).toHaveTextContent('Timer started: PAY-1 Refund');
  publish({ time: timeOf() });
  expect(bar().getByRole('status')).toHaveTextContent('');
});

test('An error of Stop is shown until it is dismissed', async () => {
  const { user } = await openWindow({ tasks, time: runningSince(NOW - HOUR) }, (bridge) =>
    bridge.fail('timer.stop', { title: 'The clock says it is before PAY-1 started' }),
  );
  await user.click(bar().getByRole('button', { name: 'Stop' }));
  const alert = await screen.findByRole('alert', { name: 'The clock says it is before PAY-1 started' });
  await user.click(within(alert).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('The menu shows the start and moves it back by some minutes', async () => {
  const { bridge, user, menu } = await openMenu();
  expect(screen.getByText(clock(NOW - HOUR))).toBeVisible();
  await user.click(menu.getByRole('menuitem', { name: /^10 min ago/ }));
  expect(bridge.payloads('timer.set-start')).toEqual([{ startTime: iso(NOW - 10 * MINUTE) }]);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('The title opens the task', async () => {
  const { user } = await openWindow({ tasks, time: runningSince(NOW - HOUR) });
  await user.click(bar().getByRole('button', { name: 'Refund' }));
  expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible();
});

/** Opens the window with a timer on PAY-1 since 13:00, and the field of its start. */
async function openStart(start = NOW - HOUR, others: State['time']['today'] = []) {
  const running = { ...timeEntry('pay-1', start, null), task: taskRef(REFUND) };
  const opened = await openWindow({ tasks, time: timeOf([...others, running], new Date(NOW)) });
  await opened.user.click(bar().getByRole('button', { name: /^Change the start: / }));
  return { ...opened, field: await bar().findByRole('textbox', { name: 'Started' }) };
}
const effect = () => bar().getAllByRole('status').at(-1);
const starts = (bridge: Awaited<ReturnType<typeof openWindow>>['bridge']) =>
  bridge.payloads('timer.set-start').map(({ startTime }) => clock(startTime));

test('The clock opens its start: the arrow keys move it by five minutes on round values, with Shift by one; Enter keeps it', async () => {
  const { bridge, user, field } = await openStart(local(19, 13, 4));
  expect(field).toHaveFocus();
  expect(field).toHaveValue(clock(local(19, 13, 4)));
  expect(effect()).toHaveTextContent('0:56 so far');
  await user.keyboard('{ArrowDown}');
  expect(field).toHaveValue(clock(local(19, 13)));
  expect(effect()).toHaveTextContent('1:00 so far, +0:04');
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(field).toHaveValue(clock(local(19, 13, 5)));
  expect(effect()).toHaveTextContent('0:55 so far, −0:01');
  await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}{Enter}');
  expect(starts(bridge)).toEqual([clock(local(19, 13, 7))]);
  expect(bar().getByRole('button', { name: /^Change the start/ })).toHaveFocus();
});

test.each([
  ['1240', local(19, 12, 40)],
  ['12:40', local(19, 12, 40)],
  ['12.40pm', local(19, 12, 40)],
  ['-15', local(19, 12, 45)],
  ['+5', local(19, 13, 5)],
])('%s is typed as a start', async (text, at) => {
  const { bridge, user } = await openStart();
  await user.keyboard(`${text}{Enter}`);
  expect(bridge.payloads('timer.set-start')).toEqual([{ startTime: iso(at) }]);
});

test('A start in the future is refused at once, what is no time on Enter; the arrow keys end at now', async () => {
  const { bridge, user, field } = await openStart();
  await user.keyboard('15:30');
  expect(effect()).toHaveTextContent('That is in the future.');
  expect(field).toBeInvalid();
  await user.keyboard('{Enter}');
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.keyboard('12:');
  expect(effect()).toHaveTextContent('');
  await user.keyboard('{Enter}');
  expect(effect()).toHaveTextContent('Type a time, such as 14:05.');
  await user.clear(field);
  await user.keyboard('1358{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(field).toHaveValue(clock(NOW));
  expect(bridge.payloads('timer.set-start')).toEqual([]);
});

test('Escape and a click elsewhere leave the start as it was', async () => {
  const { bridge, user } = await openStart();
  await user.keyboard('12:00{Escape}');
  expect(bar().getByRole('button', { name: /^Change the start/ })).toHaveFocus();
  await user.keyboard('{Enter}12:00');
  await user.click(screen.getByRole('tab', { name: 'Board' }));
  expect(screen.queryByRole('textbox', { name: 'Started' })).toBeNull();
  expect(bridge.payloads('timer.set-start')).toEqual([]);
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test('A start inside another entry is allowed, and says how much would be counted twice', async () => {
  const other = { ...timeEntry('other', local(19, 12), local(19, 12, 50)), task: taskRef(VAT) };
  const { bridge, user } = await openStart(NOW - HOUR, [other]);
  await user.keyboard('12:46');
  expect(effect()).toHaveTextContent('overlaps PAY-3 by 0:04');
  await user.keyboard('{Enter}');
  expect(starts(bridge)).toEqual([clock(local(19, 12, 46))]);
});

test('Shortly after midnight the start may lie on the day before, and says so', async () => {
  setClock(local(20, 0, 30));
  const { bridge, user } = await openStart(local(20, 0, 10));
  await user.keyboard('23:50');
  expect(effect()).toHaveTextContent('yesterday · 0:40 so far, +0:20');
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timer.set-start')).toEqual([{ startTime: iso(local(19, 23, 50)) }]);
});

test('Ctrl Shift B and the menu lead to the start, and the focus returns to where it was', async () => {
  const { user } = await openWindow({ tasks, time: runningSince(NOW - HOUR) });
  const tab = screen.getByRole('tab', { name: 'Board' });
  act(() => tab.focus());
  await user.keyboard('{Control>}{Shift>}b{/Shift}{/Control}');
  expect(await bar().findByRole('textbox', { name: 'Started' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(tab).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Timer menu' }));
  await user.click(screen.getByRole('menuitem', { name: 'Exact time…' }));
  expect(await bar().findByRole('textbox', { name: 'Started' })).toHaveFocus();
});

const note = () => bar().findByRole('textbox', { name: 'Note' });

test('The note is typed in its place: Enter keeps it, and so does leaving the field', async () => {
  const { bridge, user, publish } = await openWindow({ tasks, time: runningSince(NOW - HOUR) });
  await user.click(bar().getByRole('button', { name: 'Add a note' }));
  expect(await note()).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timer.set-note')).toEqual([]);
  expect(bar().getByRole('button', { name: 'Add a note' })).toHaveFocus();
  await user.keyboard('{Enter}With Mira{Enter}');
  expect(bridge.payloads('timer.set-note')).toEqual([{ entryId: 'pay-1', note: 'With Mira' }]);
  publish({ time: runningSince(NOW - HOUR, { note: 'With Mira' }) });
  await user.keyboard('{Enter}');
  expect(await note()).toHaveValue('With Mira');
  await user.keyboard(' and Ada{Tab}');
  expect(bridge.payloads('timer.set-note').at(-1)).toEqual({ entryId: 'pay-1', note: 'With Mira and Ada' });
});

test('A timer that starts from elsewhere gets neither the note that is being typed nor what the menu was open for', async () => {
  const { bridge, user, menu, publish } = await openMenu();
  await user.click(menu.getByRole('menuitem', { name: 'Note…' }));
  await note();
  await user.keyboard('Call with Anna');
  const other = { ...timeEntry('pay-3', NOW, null), task: taskRef(VAT) };
  const ended = { ...timeEntry('pay-1', NOW - HOUR, NOW), task: taskRef(REFUND) };
  publish({ time: timeOf([ended, other], new Date(NOW)) });
  expect(bridge.payloads('timer.set-note')).toEqual([{ entryId: 'pay-1', note: 'Call with Anna' }]);
  await user.click(screen.getByRole('button', { name: 'Timer menu' }));
  publish({ time: runningSince(NOW) });
  expect(screen.queryByRole('menu')).toBeNull();
});

test('Escape leaves the note as it was', async () => {
  const { bridge, user } = await openWindow({ tasks, time: runningSince(NOW - HOUR, { note: 'With Mira' }) });
  await user.click(bar().getByRole('button', { name: 'Note: With Mira' }));
  await note();
  await user.keyboard(' and Ada{Escape}');
  expect(bar().getByRole('button', { name: 'Note: With Mira' })).toHaveFocus();
  expect(bridge.payloads('timer.set-note')).toEqual([]);
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test('A note of several lines keeps them', async () => {
  const text = 'Reproduced\nwith a card';
  const { bridge, user } = await openWindow({ tasks, time: runningSince(NOW - HOUR, { note: text }) });
  await user.click(bar().getByRole('button', { name: 'Note: Reproduced' }));
  await note();
  await user.keyboard('!{Enter}');
  expect(bridge.payloads('timer.set-note')).toEqual([{ entryId: 'pay-1', note: `${text}!` }]);
});

test('The status line names the keys of the note and of the start while they are edited', async () => {
  const { user } = await openWindow({ tasks, time: runningSince(NOW - HOUR) });
  const line = screen.getByRole('contentinfo');
  await user.keyboard('{Control>}m{/Control}');
  await note();
  expect(line).toHaveTextContent('EnterkeepEscleave it');
  await user.keyboard('{Escape}{Control>}{Shift>}b{/Shift}{/Control}');
  await bar().findByRole('textbox', { name: 'Started' });
  expect(line).toHaveTextContent('↑ ↓5 minEnterkeepEscleave it');
  await user.keyboard('{Escape}');
  expect(line).not.toHaveTextContent('keep');
});

test('F6 goes to the timer bar: the title of the running task, or the search', async () => {
  const { user, publish } = await openWindow({ tasks, time: runningSince(NOW - HOUR) });
  await user.keyboard('{F6}');
  expect(bar().getByRole('button', { name: /Refund/ })).toHaveFocus();
  publish({ time: timeOf() });
  await user.keyboard('{F6}');
  expect(bar().getByRole('combobox')).toHaveFocus();
});

test('Stopping by key saves the note that is being typed first', async () => {
  const { bridge, user } = await openWindow({ tasks, time: runningSince(NOW - HOUR) });
  await user.keyboard('{Control>}m{/Control}');
  await note();
  await user.keyboard('Half{Control>}.{/Control}');
  expect(bridge.sent.map(({ name }) => name).filter((name) => name.startsWith('timer.'))).toEqual([
    'timer.set-note',
    'timer.stop',
  ]);
});

test('A timer can be stopped on the settings page and while signing in again', async () => {
  const { bridge, user, show, publish } = await openWindow({ tasks, time: runningSince(NOW - HOUR) });
  await show('settings');
  await screen.findByRole('heading', { name: 'Settings' });
  await user.click(bar().getByRole('button', { name: 'Stop' }));
  publish({ signIn: { step: 'contacting', method: 'device', server: 'pm.halden.example' } });
  await user.click(bar().getByRole('button', { name: 'Stop' }));
  expect(bridge.payloads('timer.stop')).toHaveLength(2);
  publish({ time: timeOf() });
  expect(screen.queryByRole('region', { name: 'Timer' })).toBeNull();
});

test('S switches: the search leaves out the running task, and Escape returns to the timer', async () => {
  const { bridge, user } = await openMenu();
  await user.keyboard('s');
  const field = bar().getByRole('combobox', { name: 'Switch to…' });
  expect(field).toHaveFocus();
  expect(options()).toHaveLength(2);
  expect(screen.queryByRole('option', { name: /PAY-1/ })).toBeNull();
  await user.keyboard('{Escape}');
  expect(bar().getByRole('button', { name: 'Stop' })).toBeVisible();
  expect(bar().getByRole('button', { name: 'Refund' })).toHaveFocus();

  await user.click(screen.getByRole('button', { name: 'Timer menu' }));
  await user.click(screen.getByRole('menuitem', { name: /^Switch task…/ }));
  await user.keyboard('vat{Enter}');
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-3' }]);
  expect(bar().getByRole('button', { name: 'Refund' })).toHaveFocus();
});

test('X splits the running entry where the person says, within its times', async () => {
  const { bridge, user } = await openMenu();
  await user.keyboard('x');
  const field = screen.getByRole('textbox', { name: 'Split at' });
  const form = within(field.closest('form') as HTMLElement);
  expect(field).toHaveValue(clock(NOW - HOUR / 2));
  expect(form.getByRole('status')).toHaveTextContent('0:30 and 0:30');
  await user.clear(field);
  await user.keyboard('12:30{Enter}');
  expect(form.getByRole('status')).toHaveTextContent('That is not between start and end.');
  // Tab walks through a form, and closes a menu.
  await user.tab();
  expect(form.getByRole('button')).toHaveFocus();
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Split…' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('menuitem', { name: /^Split…/ }));
  await user.clear(screen.getByRole('textbox', { name: 'Split at' }));
  await user.keyboard('13:15{Enter}');
  expect(bridge.payloads('time.split')).toEqual([{ entryId: 'pay-1', at: iso(local(19, 13, 15)) }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('“Stop at…” offers times after the start, and an exact one with its length', async () => {
  const { bridge, user, menu } = await openMenu(NOW - 12 * MINUTE);
  await user.click(menu.getByRole('menuitem', { name: 'Stop at…' }));
  expect(screen.getByRole('menuitem', { name: /^5 min ago/ })).toHaveFocus();
  expect(screen.queryByRole('menuitem', { name: /^15 min ago/ })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'Exact time…' }));
  const field = screen.getByRole('textbox', { name: 'Stopped at, exactly' });
  const form = within(field.closest('form') as HTMLElement);
  await user.keyboard('13:40{Enter}');
  expect(form.getByRole('status')).toHaveTextContent('That is before it started, or in the future.');
  await user.clear(field);
  await user.keyboard('13:55');
  expect(form.getByRole('status')).toHaveTextContent('0:07');
  await user.click(screen.getByRole('button', { name: 'Exact time…' }));
  await user.click(screen.getByRole('menuitem', { name: /^5 min ago/ }));
  expect(bridge.payloads('timer.stop')).toEqual([{ endTime: iso(NOW - 5 * MINUTE) }]);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('Stopping a timer of another day asks for the day, and for a confirmation of a long entry', async () => {
  const { bridge, user, menu } = await openMenu(local(18, 9), (bridge) =>
    bridge.fail('timer.stop', {
      kind: 'needs-confirmation',
      confirmedBy: 'allowLong',
      title: 'Really 28:00 hours?',
    }),
  );
  await user.click(menu.getByRole('menuitem', { name: 'Stop at…' }));
  await user.click(screen.getByRole('menuitem', { name: 'Exact time…' }));
  expect(screen.getByLabelText('Day')).toHaveValue('2026-11-19');
  const field = () => screen.getByRole('textbox', { name: 'Stopped at, exactly' });
  await user.clear(field());
  await user.keyboard('13:00{Enter}');
  await screen.findByRole('alert', { name: 'Really 28:00 hours?' });
  // The text can be corrected.
  await user.clear(field());
  await user.keyboard('13:01{Enter}');
  await waitFor(() => expect(bridge.payloads('timer.stop')).toHaveLength(2));
  bridge.answer('timer.stop', undefined);
  await user.click(await screen.findByRole('button', { name: 'Yes, keep it' }));
  const endTime = iso(local(19, 13, 1));
  expect(bridge.payloads('timer.stop')).toEqual([
    { endTime: iso(local(19, 13)) },
    { endTime },
    { endTime, allowLong: true },
  ]);
  expect(screen.queryByRole('textbox', { name: 'Stopped at, exactly' })).toBeNull();
});

test('The arrow keys move through the menu, and Discard says how long the timer ran', async () => {
  const { bridge, user, menu } = await openMenu();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(menu.getByRole('menuitem', { name: /^10 min ago/ })).toHaveFocus();
  await user.keyboard('{End}');
  expect(menu.getByRole('menuitem', { name: /^Discard *1:00/ })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timer.discard')).toEqual([{}]);
});

const DIRECTORY: QuickAddDirectory = {
  projects: [
    { id: 'project-1', slug: 'PAY', name: 'Payments' },
    { id: 'project-2', slug: 'WEB', name: 'Website' },
  ],
  labels: [],
  people: [],
  columns: { 'project-1': [{ slug: 'backlog', name: 'Backlog', isFinal: false }] },
  me: { id: 'nora', name: 'Nora Vance' },
  lastProjectId: 'project-2',
  assignToMe: true,
  locale: 'en-GB',
};

/** Opens the window after a timer on a task of Payments, and types into the field that starts one. */
async function typeTask(text: string, state: Partial<State> = {}) {
  const time = { ...timeOf(), recent: [{ ...taskRef(VAT), projectId: 'project-1' }] };
  const opened = await openWindow({ tasks, time, ...state }, (bridge) =>
    bridge.answer('quick-add.directory', DIRECTORY),
  );
  const field = bar().getByRole('combobox');
  await opened.user.type(field, text);
  return { ...opened, field };
}

test('Where no task matches, Enter creates one in the project of the last timer and starts its timer', async () => {
  const { bridge, user } = await typeTask('Call the bank ');
  const option = await screen.findByRole('option', { selected: true });
  expect(option).toHaveTextContent('New task “Call the bank” in Payments, start timer');
  await user.keyboard('{Enter}');
  expect(bridge.payloads('quick-add.create')).toEqual([
    {
      tasks: [
        {
          projectId: 'project-1',
          projectSlug: 'PAY',
          title: 'Call the bank',
          description: '',
          priority: 'no-priority',
          status: 'backlog',
          userId: 'nora',
          labels: [],
        },
      ],
      startTimer: true,
    },
  ]);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Without an earlier timer the new task goes to the project of quick add', async () => {
  await typeTask('Call the bank', { time: timeOf() });
  expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('in Website, start timer');
});

test('Where tasks match, Enter takes the first one; the new task stands last', async () => {
  const { bridge, user } = await typeTask('charge');
  await screen.findByRole('option', { name: /^New task/ });
  expect(options().map((text) => text?.slice(0, 8))).toEqual(['PAY-2Cha', 'New task', 'With due']);
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-2' }]);
  expect(bridge.payloads('quick-add.create')).toEqual([]);
});

test('A new task is offered while switching too, and its timer takes over', async () => {
  const { bridge, user } = await openWindow({ tasks, time: runningSince(NOW - HOUR) }, (bridge) =>
    bridge.answer('quick-add.directory', DIRECTORY),
  );
  await user.click(screen.getByRole('button', { name: 'Timer menu' }));
  await user.keyboard('sCall the bank');
  await user.click(await screen.findByRole('option', { name: /^New task/ }));
  expect(bridge.payloads('quick-add.create')).toMatchObject([{ startTimer: true }]);
  expect(await bar().findByRole('button', { name: 'Stop' })).toBeVisible();
});

test('Ctrl Enter opens quick add with the line filled in', async () => {
  const { bridge, user, field } = await typeTask('Call the bank');
  await screen.findByRole('option', { name: /^New task/ });
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(bridge.payloads('quick-add.open')).toEqual([{ text: 'Call the bank', projectId: 'project-1' }]);
  expect(field).toHaveValue('');
});

test('If the new task cannot be stored, the text stays, and a second Enter meanwhile creates no second task', async () => {
  const { bridge, user, field } = await typeTask('Call the bank');
  const answer = bridge.hold('quick-add.create');
  await screen.findByRole('option', { name: /^New task/ });
  await user.keyboard('{Enter}{Enter}');
  answer({ ok: false, error: anError({ title: 'The disk is full' }) });
  expect(await screen.findByRole('alert', { name: 'The disk is full' })).toBeVisible();
  expect(field).toHaveValue('Call the bank');
  expect(bridge.payloads('quick-add.create')).toHaveLength(1);
});

test('Who may not create tasks is told so', async () => {
  await typeTask('Call the bank', { missingPermissions: ['task:create'] });
  expect(screen.getByText('No task matches. You may not create tasks here.')).toBeVisible();
  expect(screen.queryByRole('option')).toBeNull();
});

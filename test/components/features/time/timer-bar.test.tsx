/** The timer bar: starting, stopping and switching, and the menu of the running timer. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { State } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-clock.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
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
  return { ...opened, menu: within(screen.getByRole('dialog', { name: 'Timer menu' })) };
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
  expect(menu.getByText(clock(NOW - HOUR))).toBeVisible();
  await user.click(menu.getByRole('button', { name: /^10 min ago/ }));
  expect(bridge.payloads('timer.set-start')).toEqual([{ startTime: iso(NOW - 10 * MINUTE) }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('An exact start is typed; a future time is reported at once, an incomplete one on Enter', async () => {
  const { bridge, user, menu } = await openMenu();
  await user.click(menu.getByRole('button', { name: 'Exact time…' }));
  const field = menu.getByRole('textbox', { name: 'Started at, exactly' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue(clock(NOW - HOUR));
  await user.keyboard('15:30');
  expect(menu.getByRole('status')).toHaveTextContent('That is in the future.');
  expect(field).toBeInvalid();
  await user.clear(field);
  await user.keyboard('12:');
  expect(menu.getByRole('status')).toHaveTextContent('');
  await user.keyboard('{Enter}');
  expect(menu.getByRole('status')).toHaveTextContent('Type a time, such as 14:05.');
  expect(bridge.payloads('timer.set-start')).toEqual([]);
  await user.keyboard('15{Enter}');
  expect(bridge.payloads('timer.set-start')).toEqual([{ startTime: iso(local(19, 12, 15)) }]);
});

test('Shortly after midnight an exact start may lie on the day before, and says so', async () => {
  setClock(local(20, 0, 30));
  const { bridge, user, menu } = await openMenu(local(20, 0, 10));
  await user.click(menu.getByRole('button', { name: 'Exact time…' }));
  await user.keyboard('23:50');
  expect(menu.getByRole('status')).toHaveTextContent('yesterday');
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timer.set-start')).toEqual([{ startTime: iso(local(19, 23, 50)) }]);
});

test('The note is saved once when the field or the menu is left, and not if it is unchanged', async () => {
  const { bridge, user, menu } = await openMenu();
  const note = menu.getByRole('textbox', { name: 'Note' });
  await user.click(note);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(note).not.toHaveFocus();
  expect(bridge.payloads('timer.set-note')).toEqual([]);
  await user.type(note, 'With Mira');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(bridge.payloads('timer.set-note')).toEqual([{ note: 'With Mira' }]);
  await user.type(note, ' and Ada');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bridge.payloads('timer.set-note')).toEqual([{ note: 'With Mira' }, { note: 'With Mira and Ada' }]);
});

test('Letters in the note are no shortcuts', async () => {
  const { user, menu } = await openMenu();
  await user.type(menu.getByRole('textbox', { name: 'Note' }), 'sx');
  expect(menu.getByRole('textbox', { name: 'Note' })).toHaveValue('sx');
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

  await user.click(screen.getByRole('button', { name: 'Timer menu' }));
  await user.click(screen.getByRole('button', { name: 'Switch task…' }));
  await user.keyboard('vat{Enter}');
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-3' }]);
  expect(bar().getByRole('button', { name: 'Stop' })).toBeVisible();
});

test('X splits the running entry where the person says, within its times', async () => {
  const { bridge, user, menu } = await openMenu();
  await user.keyboard('x');
  const field = menu.getByRole('textbox', { name: 'Split at' });
  expect(field).toHaveValue(clock(NOW - HOUR / 2));
  expect(menu.getByRole('status')).toHaveTextContent('0:30 and 0:30');
  await user.clear(field);
  await user.keyboard('12:30{Enter}');
  expect(menu.getByRole('status')).toHaveTextContent('That is not between start and end.');
  await user.click(menu.getByRole('button', { name: 'Cancel' }));
  await user.click(menu.getByRole('button', { name: 'Split…' }));
  await user.clear(menu.getByRole('textbox', { name: 'Split at' }));
  await user.keyboard('13:15{Enter}');
  expect(bridge.payloads('time.split')).toEqual([{ entryId: 'pay-1', at: iso(local(19, 13, 15)) }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('“Stop at…” offers times after the start, and an exact one with its length', async () => {
  const { bridge, user, menu } = await openMenu(NOW - 12 * MINUTE);
  await user.click(menu.getByRole('button', { name: 'Stop at…' }));
  expect(menu.getByRole('button', { name: 'Stop at' })).toHaveFocus();
  expect(menu.queryByRole('button', { name: /^15 min ago/ })).toBeNull();
  await user.click(menu.getByRole('button', { name: 'Exact time…' }));
  await user.keyboard('13:40{Enter}');
  expect(menu.getByRole('status')).toHaveTextContent('That is before it started, or in the future.');
  await user.clear(menu.getByRole('textbox'));
  await user.keyboard('13:55');
  expect(menu.getByRole('status')).toHaveTextContent('0:07');
  await user.click(menu.getByRole('button', { name: 'Stop at' }));
  await user.click(menu.getByRole('button', { name: 'Stop at…' }));
  await user.click(menu.getByRole('button', { name: /^5 min ago/ }));
  expect(bridge.payloads('timer.stop')).toEqual([{ endTime: iso(NOW - 5 * MINUTE), allowLong: false }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Stopping a timer of another day asks for the day, and for a confirmation of a long entry', async () => {
  const { bridge, user, menu } = await openMenu(local(18, 9), (bridge) =>
    bridge.fail('timer.stop', { kind: 'needs-confirmation', title: 'Really 28:00 hours?' }),
  );
  await user.click(menu.getByRole('button', { name: 'Stop at…' }));
  await user.click(menu.getByRole('button', { name: 'Exact time…' }));
  expect(menu.getByLabelText('Day')).toHaveValue('2026-11-19');
  await user.clear(menu.getByRole('textbox'));
  await user.keyboard('13:00{Enter}');
  const question = await screen.findByRole('alert', { name: 'Really 28:00 hours?' });
  await user.click(within(question).getByRole('button', { name: 'Correct it' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(menu.getByRole('button', { name: 'Stop' }));
  bridge.answer('timer.stop', undefined);
  await user.click(await screen.findByRole('button', { name: 'Yes, keep it' }));
  const endTime = iso(local(19, 13));
  expect(bridge.payloads('timer.stop')).toEqual([
    { endTime, allowLong: false },
    { endTime, allowLong: false },
    { endTime, allowLong: true },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('The arrow keys move through the menu, and Discard says how long the timer ran', async () => {
  const { bridge, user, menu } = await openMenu();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(menu.getByRole('button', { name: /^10 min ago/ })).toHaveFocus();
  await user.keyboard('{End}');
  expect(menu.getByRole('button', { name: /^Discard *1:00/ })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timer.discard')).toEqual([{}]);
});

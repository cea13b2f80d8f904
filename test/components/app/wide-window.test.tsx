/** One view at a time in a narrow window; in a wide one My tasks, the day and the week are columns. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useTaskDrag } from '../../../renderer/state/task-drag.ts';
import type { State } from '../../../shared/contract/index.ts';
import { clock } from '../../../shared/i18n/format-dates.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { local, timeEntry } from '../../shared/time/entries.ts';
import { timesheetOf } from '../../shared/time/timesheets.ts';
import { eventually } from '../../until.ts';
import { setClock } from '../clock.ts';
import { openWindow } from '../render.tsx';
import { aState, tasksOf, timeOf } from '../state.ts';
import { setWidth } from '../width.ts';

/** A Thursday. */
const NOW = local(19, 14);
const entries = [timeEntry('mail', local(19, 9), local(19, 10)), timeEntry('code', local(19, 12), local(19, 13))];

beforeEach(() => setClock(NOW));

async function openAt(width: number, state: Partial<State> = {}) {
  setWidth(width);
  const opened = await openWindow({
    tasks: tasksOf([taskView('PAY-1'), taskView('PAY-2')]),
    time: timeOf(entries, new Date(NOW)),
    ...state,
  });
  if (width >= 720) await screen.findByRole('list', { name: 'Time entries' });
  return opened;
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const column = (name: string) => screen.getByRole('region', { name });
const task = (identifier: string) => screen.getByRole('button', { name: new RegExp(`^${identifier} `) });
const list = () => screen.queryByRole('list', { name: 'Time entries' });
const filter = () => screen.queryByRole('textbox', { name: 'Filter my tasks' });

const choose = (view: 'List' | 'Day') => screen.getByRole('radio', { name: view });

test('below 720 px there is one view at a time', async () => {
  const { user } = await openAt(719);
  expect(tabs()).toEqual(['My tasks2', 'Board', 'Time']);
  expect(task('PAY-1')).toBeVisible();
  expect(list()).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'My tasks' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Time' }));
  expect(await screen.findByRole('list', { name: 'Time entries' })).toBeVisible();
});

test('from 720 px Today shows My tasks beside the day, which keeps its week', async () => {
  const { user } = await openAt(720);
  expect(tabs()).toEqual(['Today', 'Board', 'Week']);
  expect(within(column('My tasks')).getByRole('heading', { name: 'My tasks' })).toBeVisible();
  expect(within(column('My tasks')).getByRole('heading', { name: 'My tasks' }).nextSibling).toHaveTextContent('2');
  expect(within(column('My tasks')).getByRole('button', { name: /^PAY-2 / })).toBeVisible();
  expect(within(column('Time')).getByRole('button', { name: /^MAIL / })).toBeVisible();
  expect(within(column('Time')).getByRole('group', { name: 'Days' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Board' }));
  await screen.findByRole('tab', { name: 'Board', selected: true });
  expect(list()).not.toBeInTheDocument();
  await user.click(screen.getByRole('tab', { name: 'Today' }));
  expect(list()).toBeVisible();
});

test('from 1040 px the week is a column of its own, with its sum and its shares', async () => {
  await openAt(1040);
  const week = within(column('Week'));
  expect(week.getByText(/16\s–\s22 Nov/)).toBeVisible();
  expect(within(week.getByRole('group', { name: 'Days' })).getAllByRole('button')).toHaveLength(7);
  expect(week.getByText('Tracked').nextSibling).toHaveTextContent('2:00');
  expect(week.getByText('Target').nextSibling).toHaveTextContent('40:00');
  expect(week.getByText('Left of 40:00').nextSibling).toHaveTextContent('38:00');
  expect(week.getByText('8 h')).toBeVisible();
  expect(within(week.getByRole('list', { name: 'Projects' })).getByText('Payments')).toBeVisible();
  expect(within(week.getByRole('list', { name: 'Tasks' })).getAllByRole('listitem')).toHaveLength(2);
});

test('the week says what is over its target, and nothing of one without targets', async () => {
  const { timeRules } = aState();
  const targets = (on: boolean, minutes: number) => ({ on, minutes: [0, 0, 0, 0, minutes, 0, 0] });
  const { publish } = await openAt(1040, { timeRules: { ...timeRules, targets: targets(true, 60) } });
  expect(screen.getByText('Target').nextSibling).toHaveTextContent('1:00');
  expect(screen.getByText('Over').nextSibling).toHaveTextContent('1:00');
  publish({ timeRules: { ...timeRules, targets: targets(false, 60) } });
  expect(screen.queryByText('Target')).not.toBeInTheDocument();
  expect(screen.getByText('Tracked')).toBeVisible();
});

describe('the column of the week', () => {
  const GAP = { from: local(18, 9, 30), to: local(18, 9, 55) };
  const BESIDE = [
    { from: local(18, 9), to: GAP.from },
    { from: GAP.to, to: local(18, 10) },
  ];
  async function openWeek(state: Partial<State> = {}) {
    setWidth(1040);
    const time = timeOf(entries, new Date(NOW));
    const around = BESIDE.map(({ from, to }, index) => timeEntry(`beside-${index}`, from, to));
    const opened = await openWindow(
      { time: { ...time, week: { ...time.week, tracked: BESIDE } }, ...state },
      (bridge) => {
        bridge.answer('timesheet.read', ({ from, to }) => timesheetOf([], from, to));
        bridge.answer('time.day', ({ day }) => ({ day, entries: around, week: timeOf().week }));
        bridge.answer('week.review', { gaps: [GAP], overlaps: [], unsent: [], isRunning: false });
        bridge.answer('timesheet.overtime', null);
      },
    );
    await screen.findByRole('list', { name: 'Gaps' });
    return { ...opened, week: within(column('Week')) };
  }

  test('lists the gaps, each of which can be filled', async () => {
    const { user, week } = await openWeek();
    expect(week.getByRole('heading', { name: 'Gaps 1' })).toBeVisible();
    const span = `${clock(GAP.from)}–${clock(GAP.to)}`;
    await user.click(week.getByRole('button', { name: `Wed ${span} 25 min Fill…` }));
    expect(await screen.findByRole('dialog', { name: 'Gap of 25 min' })).toBeVisible();
    expect(screen.getByLabelText('Start')).toHaveValue(clock(GAP.from));
    expect(screen.getByRole('heading', { name: 'Wednesday' })).toBeVisible();
  });

  test('leads to its timesheet, and says from when on it can be closed', async () => {
    const { user, week } = await openWeek();
    expect(week.getByText('Can be closed from Fri 20 Nov')).toBeVisible();
    await user.click(week.getByRole('button', { name: 'The week before' }));
    await user.click(week.getByRole('button', { name: 'Open the week' }));
    expect(await screen.findByRole('tab', { name: 'Week', selected: true })).toBeVisible();
    expect(await screen.findByRole('region', { name: /^Week 46/ })).toBeVisible();
  });

  test('is closed from here once it is over, and says so then', async () => {
    setClock(local(20, 14));
    const { user, week, publish, bridge } = await openWeek({ time: timeOf(entries, new Date(local(20, 14))) });
    const { timeRules } = bridge.state;
    publish({
      timeRules: {
        ...timeRules,
        closedWeeks: [{ weekStart: '2026-11-16', closedAt: new Date(NOW).toISOString(), trackedMs: 0 }],
      },
    });
    expect(week.getByText('Closed Thu 19 Nov')).toBeVisible();
    publish({ timeRules });
    await user.click(week.getByRole('button', { name: 'Close the week…' }));
    expect(await screen.findByRole('region', { name: 'Close week 47' })).toBeVisible();
  });
});

test('a week without entries has no shares', async () => {
  setWidth(1040);
  await openWindow({ time: timeOf([], new Date(NOW)) });
  expect(await screen.findByText('Tracked')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Projects' })).not.toBeInTheDocument();
});

test('resizing keeps the place and what was typed, and replaces no view', async () => {
  const { user } = await openAt(400);
  await user.click(screen.getByRole('tab', { name: 'Time' }));
  await user.click(await screen.findByRole('button', { name: /^CODE / }));
  const note = screen.getByRole('textbox', { name: /note/i });
  await user.type(note, 'Read the logs');
  for (const width of [720, 1040, 719]) {
    setWidth(width);
    await screen.findByRole('tab', { name: width < 720 ? 'Time' : 'Today', selected: true });
    expect(screen.getByRole('textbox', { name: /note/i })).toBe(note);
    expect(note).toHaveValue('Read the logs');
    expect(note).toHaveFocus();
  }
});

describe('a task beside the list', () => {
  const TASKS = ['PAY-1', 'PAY-2', 'PAY-3'].map((id) => taskView(id));
  async function openBeside(state: Partial<State> = {}) {
    const opened = await openAt(1040, { tasks: tasksOf(TASKS), ...state });
    const showsTask = (id: string) =>
      eventually(() => expect(screen.getByRole('heading', { level: 1, name: id })).toBeVisible());
    return { ...opened, showsTask, isCovered: () => column('Time').hasAttribute('inert') };
  }
  const page = () => screen.queryByRole('region', { name: 'Task' });

  test('covers the day and the week, which come back as they were', async () => {
    const { user, showsTask, isCovered } = await openBeside();
    const [day, week] = [column('Time'), column('Week')];
    await user.click(task('PAY-1'));
    await showsTask('PAY-1');
    expect(task('PAY-1')).toHaveAttribute('aria-current', 'true');
    expect(isCovered()).toBe(true);
    expect(week).toHaveAttribute('inert');
    await user.keyboard('{Escape}');
    expect(page()).toBeNull();
    expect(column('Time')).toBe(day);
    expect(column('Week')).toBe(week);
    expect(isCovered()).toBe(false);
    expect(task('PAY-1')).toHaveFocus();
    expect(task('PAY-1')).not.toHaveAttribute('aria-current');
  });

  test('follows ↑ ↓ in the list; Tab goes into it and Shift Tab back to the row', async () => {
    const { user, bridge, showsTask } = await openBeside();
    await user.keyboard('{Control>}1{/Control} ');
    await showsTask('PAY-1');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await showsTask('PAY-3');
    expect(bridge.payloads('tasks.open-page').at(-1)).toEqual({ taskId: 'PAY-3' });
    expect(task('PAY-3')).toHaveFocus();
    await user.tab();
    expect(column('My tasks').contains(document.activeElement)).toBe(false);
    await user.tab({ shift: true });
    expect(task('PAY-3')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(page()).toBeNull();
  });

  test('goes with × and with a click on its row; another row takes its place', async () => {
    const { user, showsTask } = await openBeside();
    await user.click(task('PAY-1'));
    await showsTask('PAY-1');
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await user.click(task('PAY-2'));
    await showsTask('PAY-2');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(page()).toBeNull();
    await user.click(task('PAY-2'));
    await showsTask('PAY-2');
    await user.click(task('PAY-2'));
    expect(page()).toBeNull();
  });

  test('leaves its keys and those of the day to the list and the page', async () => {
    const { user, showsTask } = await openBeside();
    await user.keyboard('{Control>}3{/Control}');
    await user.click(task('PAY-1'));
    await showsTask('PAY-1');
    await user.keyboard('n');
    expect(screen.queryByRole('form', { name: 'New entry' })).toBeNull();
    await user.keyboard('{Control>}1{/Control}');
    expect(page()).toBeVisible();
    await user.keyboard('/2');
    expect(filter()).toHaveFocus();
    await user.keyboard('{Control>}3{/Control}');
    expect(page()).toBeNull();
  });

  test('covers the window where there is one column', async () => {
    const { user, showsTask } = await openBeside();
    await user.click(task('PAY-1'));
    await showsTask('PAY-1');
    setWidth(719);
    expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^PAY-2 / })).toBeNull();
    setWidth(720);
    expect(await screen.findByRole('button', { name: 'Close' })).toBeVisible();
  });
});

test('the list stays the same element when the window becomes wide', async () => {
  await openAt(400);
  const row = task('PAY-1');
  setWidth(720);
  await screen.findByRole('list', { name: 'Time entries' });
  expect(task('PAY-1')).toBe(row);
});

test('a wide window has the field of the command palette', async () => {
  const { user } = await openAt(720);
  await user.click(screen.getByRole('button', { name: 'Find or do anything' }));
  expect(await screen.findByRole('combobox', { name: /Find or do anything|Command palette/ })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getAllByRole('button', { name: 'Find or do anything' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Filter' })).toHaveLength(1);
  setWidth(400);
  expect(screen.getAllByRole('button', { name: 'Find or do anything' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Filter' })).toHaveLength(1);
});

test('Ctrl with a digit moves the focus to a column', async () => {
  const { user, bridge } = await openAt(1040);
  bridge.answer('timesheet.read', ({ from, to }) => timesheetOf(entries, from, to));
  await user.keyboard('{Control>}1{/Control}');
  expect(task('PAY-1')).toHaveFocus();
  await user.keyboard('{Control>}3{/Control}');
  expect(task('CODE')).toHaveFocus();
  await user.keyboard('{Control>}4{/Control}');
  expect(await screen.findByRole('tab', { name: 'Week', selected: true })).toBeVisible();
  await user.keyboard('{Control>}2{/Control}');
  expect(await screen.findByRole('tab', { name: 'Board', selected: true })).toBeVisible();
  await user.keyboard('{Control>}3{/Control}');
  await waitFor(() => expect(task('CODE')).toHaveFocus());
});

test('the status line names the keys of the columns', async () => {
  const { user } = await openAt(720);
  await user.keyboard('{Control>}3{/Control}');
  const hints = () => [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent);
  expect(hints().slice(-4)).toEqual(['Ctrl 1', 'Ctrl 3', 'Ctrl 4', 'Ctrl K']);
  setWidth(400);
  expect(hints()).not.toContain('Ctrl 1');
});

test('the day is a list in a narrow window and to scale in a wide one, until one of them is chosen', async () => {
  const { user } = await openAt(720);
  expect(choose('Day')).toBeChecked();
  setWidth(400);
  await user.click(await screen.findByRole('tab', { name: 'Time' }));
  expect(choose('List')).toBeChecked();
  await user.click(choose('Day'));
  await user.click(choose('List'));
  setWidth(720);
  expect(choose('List')).toBeChecked();
});

test('beside the column of the week, the hours have no ribbon of days', async () => {
  await openAt(720);
  expect(screen.getAllByRole('group', { name: 'Days' })).toHaveLength(1);
  setWidth(1040);
  const [days] = screen.getAllByRole('group', { name: 'Days' });
  expect(column('Week')).toContainElement(days ?? null);
  expect(screen.getAllByRole('group', { name: 'Days' })).toHaveLength(1);
});

test('the letters of the day are left to the list while it is in use', async () => {
  const { user } = await openAt(720);
  await user.keyboard('{Control>}1{/Control}n');
  expect(screen.queryByRole('textbox', { name: /note/i })).not.toBeInTheDocument();
  await user.keyboard('{Control>}3{/Control}n');
  expect(screen.getByRole('textbox', { name: /note/i })).toBeVisible();
});

test('the arrow keys belong to the column in use', async () => {
  const { user } = await openAt(720);
  await user.keyboard('{Control>}3{/Control}{ArrowUp}{ArrowUp}');
  expect(task('MAIL')).toHaveFocus();
  await user.click(column('Time'));
  await user.keyboard('j');
  expect(task('PAY-1')).not.toHaveFocus();
  await user.keyboard('{Control>}1{/Control}j');
  expect(task('PAY-2')).toHaveFocus();
});

test('slash filters My tasks from either column; Escape closes what belongs to the column in use first', async () => {
  const { bridge, user } = await openAt(720);
  await user.click(choose('List'));
  await user.click(task('MAIL'));
  await user.click(column('My tasks'));
  await user.keyboard('/2');
  expect(filter()).toHaveFocus();
  expect(within(column('My tasks')).queryByRole('button', { name: /^PAY-1 / })).not.toBeInTheDocument();
  // The tabs and the open entry stay.
  expect(tabs()).toEqual(['Today', 'Board', 'Week']);
  expect(screen.getByRole('button', { name: 'Save' })).toBeVisible();
  await user.click(screen.getByRole('textbox', { name: /note/i }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  expect(filter()).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(filter()).not.toBeInTheDocument();
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test('the list does not wait for the code of the day', async () => {
  setWidth(1040);
  await openWindow({ tasks: tasksOf([taskView('PAY-1')]) });
  expect(task('PAY-1')).toBeVisible();
});

describe('a task dragged onto the day', () => {
  /** The hours fill the test's page from x = 320 on. */
  const HOURS = new DOMRect(320, 0, 400, 24 * 48);
  const at = (hour: number) => ({ clientX: 400, clientY: hour * 48, button: 0, buttons: 1, pointerId: 1 });
  async function press() {
    const opened = await openAt(720);
    vi.spyOn(screen.getByRole('region', { name: 'Hours of the day' }), 'getBoundingClientRect').mockReturnValue(HOURS);
    const row = task('PAY-1');
    fireEvent.pointerDown(row, { ...at(1), clientX: 20 });
    return { ...opened, row };
  }
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

  test('gets the gap that it is dropped into, which is announced before', async () => {
    const { bridge, row } = await press();
    fireEvent.pointerMove(row, at(11));
    expect(said()).toContain(`${clock(local(19, 10))}–${clock(local(19, 12))}, 2:00`);
    fireEvent.pointerMove(row, { ...at(11), clientX: 20 });
    expect(said()).not.toContain(`${clock(local(19, 10))}–${clock(local(19, 12))}, 2:00`);
    fireEvent.pointerMove(row, at(11));
    fireEvent.pointerUp(row, at(11));
    expect(bridge.payloads('time.add')).toEqual([
      {
        taskId: 'PAY-1',
        startTime: new Date(local(19, 10)).toISOString(),
        endTime: new Date(local(19, 12)).toISOString(),
        note: '',
      },
    ]);
  });

  test('goes back with Escape, and the window stays', async () => {
    const { bridge, row, user } = await press();
    fireEvent.pointerMove(row, at(11));
    await user.keyboard('{Escape}');
    fireEvent.pointerUp(row, at(11));
    expect(bridge.payloads('time.add')).toEqual([]);
    expect(bridge.payloads('window.hide')).toEqual([]);
  });

  test.each([
    ['the button was released elsewhere', (row: Element) => fireEvent.pointerMove(row, { ...at(11), buttons: 0 })],
    ['the pointer is lost', (row: Element) => fireEvent.lostPointerCapture(row, { pointerId: 1 })],
  ])('is left alone when %s', async (_, lose) => {
    const { bridge, row } = await press();
    fireEvent.pointerMove(row, at(11));
    lose(row);
    await waitFor(() => expect(useTaskDrag.getState().task).toBeNull());
    fireEvent.pointerMove(row, { ...at(11), buttons: 0 });
    fireEvent.pointerUp(row, at(11));
    expect(bridge.payloads('time.add')).toEqual([]);
  });

  test('opens the form if main asks about it', async () => {
    const { bridge, row } = await press();
    bridge.fail('time.add', { kind: 'needs-confirmation' });
    fireEvent.pointerMove(row, at(11));
    fireEvent.pointerUp(row, at(11));
    expect(await screen.findByRole('form', { name: 'New entry' })).toBeVisible();
  });

  test('has a way by keyboard: its menu adds time', async () => {
    const { user } = await openAt(720);
    task('PAY-1').focus();
    await user.keyboard('{Shift>}{F10}{/Shift}');
    await user.click(await screen.findByRole('menuitem', { name: /^Add time…/ }));
    expect(await screen.findByRole('form', { name: 'New entry' })).toBeVisible();
  });
});

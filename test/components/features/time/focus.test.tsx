/** The focus session: the timer bar in each phase, the menu, the key and the settings. */
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { FocusSessionView, State } from '../../../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { taskRef } from '../../../../shared/time/entry.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
import { moveClock, setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { openSettings, settingsOf } from '../../settings.ts';
import { tasksOf, timeOf } from '../../state.ts';

const NOW = local(19, 14);
const iso = (at: number) => new Date(at).toISOString();
const RETRY = taskView('PAY-134', { title: 'Retry a declined card' });
const TEA = taskView('OPS-1', { title: 'Breaks' });
const RUNNING = { ...timeEntry('running', NOW - 42 * MINUTE, null), task: taskRef(RETRY) };
const running: Partial<State> = { tasks: tasksOf([RETRY, TEA]), time: timeOf([RUNNING], new Date(NOW)) };
const stopped: Partial<State> = { tasks: tasksOf([RETRY, TEA]) };

const session = (part: Partial<FocusSessionView> = {}): State['focus'] => ({
  session: {
    phase: 'focus',
    startedAt: iso(NOW - 10 * MINUTE),
    endsAt: iso(NOW + 15 * MINUTE),
    breakMinutes: 5,
    task: taskRef(RETRY),
    breakTask: null,
    ...part,
  },
  doneToday: 1,
});
const onBreak = (part: Partial<FocusSessionView> = {}) =>
  session({ phase: 'break', startedAt: iso(NOW - MINUTE), endsAt: iso(NOW + 4 * MINUTE), ...part });

beforeEach(() => setClock(NOW));

const bar = () => within(screen.getByRole('region', { name: 'Timer' }));

test('Focusing: what is left counts, what is tracked stands under it, with the round', async () => {
  await openWindow({ ...running, focus: session() });
  expect(bar().getByRole('timer', { name: 'Time left' })).toHaveTextContent('15:00 left');
  expect(bar().getByText('0:42 tracked')).toBeVisible();
  expect(bar().getByText('2 of 4')).toBeVisible();
  expect(bar().queryByRole('button', { name: 'Break' })).toBeNull();
  moveClock(NOW + 18_000);
  expect(bar().getByRole('timer')).toHaveTextContent('14:42 left');
});

test('Over: it counts up until the person takes the break', async () => {
  const { bridge, user } = await openWindow({ ...running, focus: session() });
  moveClock(NOW + 16 * MINUTE + 20_000);
  expect(bar().getByRole('timer', { name: 'Time over' })).toHaveTextContent('+1:20 over');
  await user.click(bar().getByRole('button', { name: 'Break' }));
  expect(bridge.payloads('focus.break')).toEqual([{}]);
});

test('Break: no time runs, and the play button starts the next round', async () => {
  const { bridge, user } = await openWindow({ ...stopped, focus: onBreak() });
  expect(bar().getByText(`Break until ${clock(NOW + 4 * MINUTE)}`)).toBeVisible();
  expect(bar().getByText('then PAY-134 again')).toBeVisible();
  expect(bar().getByRole('timer')).toHaveTextContent('4:00 left');
  expect(bar().queryByRole('button', { name: 'Stop' })).toBeNull();
  await user.click(bar().getByRole('button', { name: 'Start the next round' }));
  expect(bridge.payloads('focus.next')).toEqual([{}]);
});

test('Break over: ready, with nothing left and no hurry', async () => {
  await openWindow({ ...stopped, focus: onBreak() });
  moveClock(NOW + 9 * MINUTE);
  expect(bar().getByText('Ready when you are')).toBeVisible();
  expect(bar().getByText('2 of 4')).toBeVisible();
  expect(bar().getByRole('timer')).toHaveTextContent('0:00 left');
});

test('A break that is logged says on which task', async () => {
  await openWindow({ ...running, focus: onBreak({ breakTask: taskRef(TEA) }) });
  expect(bar().getByText('on OPS-1')).toBeVisible();
});

test('The break’s menu gives five minutes more, or ends the session', async () => {
  const { bridge, user } = await openWindow({ ...stopped, focus: onBreak() });
  await user.click(bar().getByRole('button', { name: 'Break menu' }));
  await user.click(screen.getByRole('menuitem', { name: '5 min more' }));
  expect(bridge.payloads('focus.more')).toEqual([{ minutes: 5 }]);
  await user.click(bar().getByRole('button', { name: 'Break menu' }));
  await user.click(screen.getByRole('menuitem', { name: 'End the focus session' }));
  expect(bridge.payloads('focus.end')).toEqual([{}]);
});

async function openFocusMenu(state: Partial<State>) {
  const opened = await openWindow(state);
  await opened.user.click(screen.getByRole('button', { name: 'Timer menu' }));
  await opened.user.click(screen.getByRole('menuitem', { name: /^Focus session…/ }));
  return { ...opened, menu: within(screen.getByRole('menu', { name: 'Focus session…' })) };
}

test('The timer’s menu offers lengths with the time at which they end', async () => {
  const { bridge, user, menu } = await openFocusMenu(running);
  expect(screen.getByText('0 of 4 today')).toBeVisible();
  const items = [...menu.getAllByRole('menuitem'), menu.getByRole('menuitemcheckbox')].map(
    ({ textContent }) => textContent,
  );
  expect(items).toEqual([
    `25 min, then 5 off${clock(NOW + 25 * MINUTE)}`,
    `50 min, then 10 off${clock(NOW + 50 * MINUTE)}`,
    `Until ${clock(NOW + 30 * MINUTE)}0:30`,
    'Own lengths…25 / 5',
    'Pause reminders during a session',
  ]);
  expect(menu.getByRole('menuitem', { name: /^25 min/ })).toHaveFocus();
  await user.click(menu.getByRole('menuitem', { name: /^Until/ }));
  expect(bridge.payloads('focus.start')).toEqual([{ minutes: 30, breakMinutes: 5 }]);
});

test('Own lengths come first, and lead to the settings', async () => {
  const settings = settingsOf({ focus: { ...DEFAULT_SETTINGS.focus, minutes: 40, breakMinutes: 8 } });
  const { user, menu } = await openFocusMenu({ ...running, settings });
  expect(menu.getAllByRole('menuitem')[0]).toHaveTextContent('40 min, then 8 off');
  await user.click(menu.getByRole('menuitem', { name: /^Own lengths/ }));
  expect(await screen.findByRole('tab', { name: 'Timer', selected: true })).toHaveFocus();
});

test('Reminders are held meanwhile unless the person switches that off', async () => {
  const { bridge, user, menu } = await openFocusMenu(running);
  await user.click(menu.getByRole('menuitemcheckbox', { name: 'Pause reminders during a session', checked: true }));
  expect(bridge.payloads('settings.change')).toEqual([{ focus: { ...DEFAULT_SETTINGS.focus, holdReminders: false } }]);
});

test('During a session the menu takes the break, adds minutes or ends it', async () => {
  const { bridge, user, menu } = await openFocusMenu({ ...running, focus: session() });
  expect(menu.getByRole('menuitem', { name: /^5 min more/ })).toHaveTextContent(clock(NOW + 20 * MINUTE));
  await user.click(menu.getByRole('menuitem', { name: /^Break now, 5 min/ }));
  expect(bridge.payloads('focus.break')).toEqual([{}]);
});

test('Ctrl Shift F starts a round, then leads to its break and to the next round', async () => {
  const { bridge, user, publish } = await openWindow(running);
  const press = () => user.keyboard('{Control>}{Shift>}F{/Shift}{/Control}');
  await press();
  expect(bridge.payloads('focus.start')).toEqual([{}]);
  publish({ focus: session() });
  await press();
  expect(await screen.findByRole('menuitem', { name: /^Break now/ })).toHaveFocus();
  await user.keyboard('{Escape}');
  publish({ focus: session({ endsAt: iso(NOW) }) });
  await press();
  expect(bridge.payloads('focus.break')).toEqual([{}]);
  publish({ ...stopped, time: timeOf(), focus: onBreak() });
  await press();
  expect(bridge.payloads('focus.next')).toEqual([{}]);
});

test('Without a timer the key does nothing', async () => {
  const { bridge, user } = await openWindow(stopped);
  await user.keyboard('{Control>}{Shift>}F{/Shift}{/Control}');
  expect(bridge.payloads('focus.start')).toEqual([]);
});

test('The settings take whole minutes and say what is wrong with others', async () => {
  const { bridge, user } = await openSettings('Timer', stopped);
  const minutes = screen.getByRole('textbox', { name: 'Focus' });
  await user.clear(minutes);
  await user.type(minutes, '0{Enter}');
  expect(minutes).toBeInvalid();
  expect(screen.getByText('Type whole minutes from 1 to 240.')).toBeVisible();
  await user.clear(minutes);
  await user.type(minutes, '40{Enter}');
  expect(bridge.payloads('settings.change')).toEqual([{ focus: { ...DEFAULT_SETTINGS.focus, minutes: 40 } }]);
});

test('Breaks are gaps until a task is chosen for them', async () => {
  const { bridge, user, publish } = await openSettings('Timer', stopped);
  expect(screen.getByText('Breaks are gaps: no time is logged')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Log on a task…' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Log on a task…' })).toHaveFocus();
  await user.keyboard('{Enter}Breaks{Enter}');
  expect(screen.getByRole('button', { name: 'Log on a task…' })).toHaveFocus();
  const breakTask = taskRef(TEA);
  const focus = { ...DEFAULT_SETTINGS.focus, breakTask };
  expect(bridge.payloads('settings.change')).toEqual([{ focus }]);
  publish({ settings: settingsOf({ focus }) });
  expect(screen.getByText('Logged on OPS-1')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave as gaps' }));
  expect(bridge.payloads('settings.change')[1]).toEqual({ focus: { ...focus, breakTask: null } });
});

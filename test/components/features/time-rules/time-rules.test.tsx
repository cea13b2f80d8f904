/** The page of the rules for tracked time: what it sends, and what it refuses. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { State } from '../../../../shared/contract/index.ts';
import type { WorkingHours } from '../../../../shared/contract/time-rules.ts';
import { dayAfter, localDay } from '../../../../shared/time/day.ts';
import { DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { local } from '../../../shared/time/entries.ts';
import { timesheetOf } from '../../../shared/time/timesheets.ts';
import { setClock } from '../../clock.ts';
import { openWindow, type Window } from '../../render.tsx';
import { openAccount, tasksOf } from '../../state.ts';

const TASK = taskView('PAY-1');

async function openRules(changes: Partial<State['timeRules']> = {}, state: Partial<State> = {}): Promise<Window> {
  const timeRules = { ...DEFAULT_TIME_RULES, closedWeeks: [], ...changes };
  const opened = await openWindow({ timeRules, tasks: tasksOf([TASK]), ...state }, (bridge) => {
    bridge.answer('timesheet.read', ({ from, to }) => timesheetOf([], from, to));
    bridge.answer('timesheet.overtime', -150 * 60_000);
  });
  await opened.user.keyboard('{Control>},{/Control}');
  await opened.user.click(await screen.findByRole('tab', { name: 'Timer' }));
  await opened.user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('heading', { name: 'Time rules' });
  return opened;
}
const box = (title: string) => within(screen.getByRole('heading', { name: title }).parentElement as HTMLElement);
async function retype(user: Window['user'], field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, `${text}{Enter}`);
}

test('it says that the rules stay on this computer, and Esc leads back to the settings', async () => {
  const { user } = await openRules();
  expect(screen.getByText(/never sent/)).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('tab', { name: 'Timer' })).toBeVisible();
});

test('rounding: mode, step and what is rounded', async () => {
  const rounding = { mode: 'nearest', minutes: 15, per: 'task' } as const;
  const { user, bridge } = await openRules({ rounding });
  await user.click(screen.getByRole('radio', { name: 'Up' }));
  await user.click(screen.getByRole('radio', { name: '6 min' }));
  await user.click(screen.getByRole('radio', { name: 'each project and day' }));
  await retype(user, screen.getByRole('textbox', { name: 'Other step, in minutes' }), '7');
  expect(bridge.payloads('time-rules.change').map((change) => change.rounding)).toEqual([
    { ...rounding, mode: 'up' },
    { ...rounding, minutes: 6 },
    { ...rounding, per: 'project' },
    { ...rounding, minutes: 7 },
  ]);
});

test.each(['0', '61', '7.5', 'x', ''])('a step of “%s” minutes is refused', async (text) => {
  const { user, bridge } = await openRules({ rounding: { mode: 'up', minutes: 15, per: 'task' } });
  const field = screen.getByRole('textbox', { name: 'Other step, in minutes' });
  await retype(user, field, text);
  expect(screen.getByText('Type a whole number of minutes from 1 to 60.')).toBeVisible();
  expect(field).toBeInvalid();
  expect(bridge.payloads('time-rules.change')).toEqual([]);
});

test('targets are switched off, or set for a day of the week', async () => {
  const { user, bridge } = await openRules();
  const friday = screen.getByRole('textbox', { name: 'Friday' });
  expect(friday).toHaveValue('8:00');
  await retype(user, friday, '4h30');
  expect(bridge.payloads('time-rules.change').at(-1)?.targets?.minutes).toEqual([
    null,
    null,
    null,
    null,
    null,
    270,
    null,
  ]);
  await retype(user, friday, '25:00');
  expect(screen.getByText(/at most 24 hours/)).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Daily targets' }));
  expect(bridge.payloads('time-rules.change').at(-1)?.targets?.on).toBe(false);
});

describe('working hours', () => {
  const OFFICE: WorkingHours = { from: 540, to: 1050, break: { from: 720, to: 780 } };
  const WEEK: (WorkingHours | null)[] = [null, OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, null];
  const field = (name: string) => screen.getByRole('textbox', { name });
  const sent = (bridge: Window['bridge']) => bridge.payloads('time-rules.change').map(({ hours }) => hours);

  test('are not set at first; the switch offers those of an office, and takes them back', async () => {
    const { user, bridge, publish } = await openRules();
    const toggle = screen.getByRole('switch', { name: 'Set working hours' });
    await user.click(toggle);
    const [hours] = sent(bridge);
    expect(hours?.map((day) => day && [day.from, day.to])).toEqual([null, ...Array(5).fill([540, 1050]), null]);
    publish({ timeRules: { ...bridge.state.timeRules, hours: WEEK } });
    await user.click(toggle);
    expect(sent(bridge).at(-1)).toBeNull();
  });

  test('are one line for days that are equal, with their break and their length', async () => {
    const { user, bridge } = await openRules({ hours: WEEK });
    expect(screen.getByRole('group', { name: 'Monday to Friday' })).toHaveAccessibleDescription('7:30');
    expect(screen.getByRole('group', { name: 'Break, Monday to Friday' })).toHaveAccessibleDescription('1:00');
    expect(screen.getByRole('group', { name: 'Saturday and Sunday' })).toHaveAccessibleDescription('No work');
    await user.clear(field('Monday to Friday, to'));
    await user.type(field('Monday to Friday, to'), '18:00{Enter}');
    await user.clear(field('Break, Monday to Friday, from'));
    await user.clear(field('Break, Monday to Friday, to'));
    await user.tab();
    const longer = { ...OFFICE, to: 1080 };
    const unbroken = { ...OFFICE, break: null };
    expect(sent(bridge)).toEqual([
      [null, longer, longer, longer, longer, longer, null],
      [null, unbroken, unbroken, unbroken, unbroken, unbroken, null],
    ]);
  });

  test('can differ by day; a day without times is free; an end before the start is past midnight', async () => {
    const { user, bridge } = await openRules({ hours: WEEK });
    await user.click(screen.getByRole('switch', { name: 'Each day by itself' }));
    await user.clear(field('Friday, from'));
    await user.clear(field('Friday, to'));
    await user.tab();
    await user.type(field('Saturday, from'), '22:00');
    await user.type(field('Saturday, to'), '6:00{Enter}');
    expect(sent(bridge)).toEqual([WEEK.with(5, null), WEEK.with(6, { from: 1320, to: 1800, break: null })]);
    await user.click(screen.getByRole('switch', { name: 'Each day by itself' }));
    expect(sent(bridge).at(-1)).toEqual(WEEK);
  });

  test('change by five minutes with the arrows, and are kept with Enter', async () => {
    const { user, bridge } = await openRules({ hours: WEEK });
    await user.click(field('Monday to Friday, from'));
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{ArrowUp}{Enter}');
    expect(sent(bridge)[0]?.[1]).toEqual({ ...OFFICE, from: 550 });
  });

  test('are refused if they cannot be read, and a break outside them', async () => {
    const { user, bridge } = await openRules({ hours: WEEK });
    await user.clear(field('Monday to Friday, to'));
    await user.type(field('Monday to Friday, to'), 'late{Enter}');
    expect(screen.getByText('Type two times such as 9:00 and 17:30, or none.')).toBeVisible();
    expect(field('Monday to Friday, to')).toBeInvalid();
    await user.clear(field('Break, Monday to Friday, to'));
    await user.type(field('Break, Monday to Friday, to'), '19:00{Enter}');
    expect(screen.getByText('Type two times within the hours, or none.')).toBeVisible();
    expect(sent(bridge)).toEqual([]);
  });

  test('set the target of a day until one is typed; an empty field follows them again', async () => {
    const targets = { on: true, minutes: Array(7).fill(null).with(5, 240) };
    const { user, bridge } = await openRules({ hours: WEEK, targets });
    expect(field('Monday')).toHaveValue('7:30');
    expect(field('Monday')).toHaveAccessibleDescription('The length of the working hours');
    expect(field('Friday')).toHaveValue('4:00');
    expect(field('Friday')).toHaveAccessibleDescription(/^Set;/);
    await user.clear(field('Friday'));
    await user.tab();
    expect(bridge.payloads('time-rules.change').at(-1)?.targets?.minutes).toEqual(Array(7).fill(null));
  });
});

test('a typed value is shown as it was saved, and keeps the focus', async () => {
  const { user, publish, bridge } = await openRules();
  const friday = screen.getByRole('textbox', { name: 'Friday' });
  await retype(user, friday, '4h30');
  const { timeRules } = bridge.state;
  publish({ timeRules: { ...timeRules, targets: { on: true, minutes: timeRules.targets.minutes.with(5, 270) } } });
  expect(screen.getByRole('textbox', { name: 'Friday' })).toHaveValue('4:30');
  expect(screen.getByRole('textbox', { name: 'Friday' })).toHaveFocus();
});

test('days off are one line from the first to the last, with their working days, and are removed together', async () => {
  setClock(local(19, 14));
  const { user, bridge } = await openRules({
    daysOff: { '2026-12-25': 'Christmas', '2027-01-08': 'Holiday', '2027-01-07': 'Holiday', '2027-01-09': 'Holiday' },
  });
  const daysOff = box('Days off');
  expect(daysOff.getAllByText(/, \d+ days?$/).map((one) => one.textContent)).toEqual([
    'Holiday, 2 days',
    'Christmas, 1 day',
  ]);
  await user.click(daysOff.getByRole('button', { name: 'Add' }));
  expect(daysOff.getByText('Choose a day.')).toBeVisible();
  fireEvent.change(daysOff.getByLabelText('First day'), { target: { value: '2026-12-30' } });
  fireEvent.change(daysOff.getByLabelText('Last day'), { target: { value: '2026-12-28' } });
  await user.click(daysOff.getByRole('button', { name: 'Add' }));
  expect(daysOff.getByText('The last day is before the first.')).toBeVisible();
  fireEvent.change(daysOff.getByLabelText('Last day'), { target: { value: '2026-12-31' } });
  await user.click(daysOff.getByRole('button', { name: 'Add' }));
  fireEvent.change(daysOff.getByLabelText('First day'), { target: { value: '2026-12-24' } });
  await user.click(daysOff.getByRole('button', { name: 'Add' }));
  await user.click(daysOff.getByRole('button', { name: 'Remove 7 – 9 Jan 2027, Holiday' }));
  expect(bridge.payloads('time-rules.set-days-off')).toEqual([
    { from: '2026-12-30', to: '2026-12-31', name: 'Day off' },
    { from: '2026-12-24', to: '2026-12-24', name: 'Day off' },
    { from: '2027-01-07', to: '2027-01-09', name: null },
  ]);
});

test('the same text is sent again after it was refused', async () => {
  const { user, bridge } = await openRules();
  bridge.fail('time-rules.change');
  const friday = screen.getByRole('textbox', { name: 'Friday' });
  await retype(user, friday, '4h30');
  await retype(user, friday, '4h30');
  expect(bridge.payloads('time-rules.change')).toHaveLength(2);
});

test('half days end at noon until another time is typed', async () => {
  const hours = Array<WorkingHours | null>(7).fill({ from: 540, to: 1020, break: { from: 720, to: 780 } });
  const { user, bridge } = await openRules({ hours, halfDays: { '2026-12-24': 720 } });
  const halfDays = box('Half days');
  expect(halfDays.getByText('3:00')).toBeVisible();
  const until = halfDays.getByRole('textbox', { name: /^Thursday 24 Dec.*, until$/ });
  await retype(user, until, '25:00');
  expect(halfDays.getByText('Type a time such as 12:00.')).toBeVisible();
  await retype(user, until, '14:30');
  await user.click(halfDays.getByRole('button', { name: 'Add' }));
  expect(halfDays.getByText('Choose a day.')).toBeVisible();
  fireEvent.change(halfDays.getByLabelText('Day'), { target: { value: '2026-12-31' } });
  await user.click(halfDays.getByRole('button', { name: 'Add' }));
  await user.click(halfDays.getByRole('button', { name: /^Remove the half day Thursday 24 Dec/ }));
  expect(halfDays.getByLabelText('Day')).toHaveFocus();
  expect(bridge.payloads('time-rules.set-half-day')).toEqual([
    { day: '2026-12-24', until: 870 },
    { day: '2026-12-31', until: 720 },
    { day: '2026-12-24', until: null },
  ]);
});

test('a half day within days off says why it has no hours', async () => {
  await openRules({ halfDays: { '2026-12-24': 720 }, daysOff: { '2026-12-24': 'Holiday' } });
  expect(box('Half days').getByText('Day off: Holiday')).toBeVisible();
});

test('public holidays come from a calendar file; its days can be switched off, and it can be read again', async () => {
  const { user, bridge, publish } = await openRules();
  const holidays = box('Public holidays');
  await user.click(holidays.getByRole('button', { name: /^Choose a file/ }));
  const day = (days: number) => dayAfter(localDay(Date.now()), days);
  const days = {
    [day(-20)]: { name: 'Long past', isOff: true },
    [day(3)]: { name: 'Switched off', isOff: false },
    [day(9)]: { name: 'Founders’ Day', isOff: true },
  };
  publish({
    timeRules: { ...bridge.state.timeRules, holidays: { file: 'berlin.ics', path: '/home/ada/berlin.ics', days } },
  });
  expect(holidays.getByText(/^3 days, next: /)).toBeVisible();
  expect(holidays.queryByText('Long past')).toBeNull();
  expect(holidays.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'))).toEqual(['false', 'true']);
  await user.click(holidays.getAllByRole('switch')[1] as HTMLElement);
  await user.click(holidays.getByRole('button', { name: /^Read again/ }));
  await user.click(holidays.getByRole('button', { name: /^Remove/ }));
  expect(bridge.payloads('time-rules.read-holidays')).toEqual([{ again: false }, { again: true }]);
  expect(bridge.payloads('time-rules.set-holiday')).toEqual([{ day: day(9), isOff: false }]);
  expect(bridge.payloads('time-rules.forget-holidays')).toEqual([{}]);
});

test('overtime begins on a day, with a balance; what it is today is shown', async () => {
  const from = dayAfter(localDay(Date.now()), -30);
  const { user, bridge } = await openRules({ overtime: { from, openingMinutes: 250 } });
  expect(await screen.findByText('−2:30')).toBeVisible();
  const opening = screen.getByRole('textbox', { name: 'Balance before that day' });
  expect(opening).toHaveValue('4:10');
  await retype(user, opening, '−0:20');
  expect(bridge.payloads('time-rules.change')).toEqual([{ overtime: { from, openingMinutes: -20 } }]);
  await retype(user, opening, 'much');
  expect(screen.getByText('Type a length such as 4:10 or −2:30.')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Count overtime' }));
  expect(bridge.payloads('time-rules.change').at(-1)).toEqual({ overtime: { from: null, openingMinutes: 250 } });
});

test('a first day of overtime is kept once its year is typed, and forgotten if it is left before', async () => {
  const { bridge } = await openRules({ overtime: { from: '2026-11-02', openingMinutes: 0 } });
  const day = screen.getByLabelText('From');
  for (const value of ['0002-11-02', '0020-11-02', '']) {
    fireEvent.change(day, { target: { value } });
    expect(day).toHaveValue(value);
  }
  fireEvent.blur(day);
  expect(day).toHaveValue('2026-11-02');
  expect(bridge.payloads('time-rules.change')).toEqual([]);
  fireEvent.change(day, { target: { value: '2024-11-02' } });
  expect(bridge.payloads('time-rules.change')).toEqual([{ overtime: { from: '2024-11-02', openingMinutes: 0 } }]);
});

test('overtime needs targets', async () => {
  await openRules({ targets: { ...DEFAULT_TIME_RULES.targets, on: false } });
  expect(screen.getByRole('switch', { name: 'Count overtime' })).toBeDisabled();
  expect(screen.getByText('Switch daily targets on first')).toBeVisible();
});

/** Opens the rate and colour of the task's project. */
async function openProject(): Promise<Window> {
  const opened = await openRules();
  await opened.user.click(screen.getByRole('button', { name: `Rate and colour: ${TASK.projectName}` }));
  return opened;
}
const project = { projectKey: TASK.projectId, projectName: TASK.projectName };

test('a project is billable, has a rate in a currency, and a colour', async () => {
  const { user, bridge } = await openProject();
  await user.click(screen.getByRole('switch', { name: TASK.projectName }));
  await retype(user, screen.getByRole('textbox', { name: `Currency: ${TASK.projectName}` }), 'gbp');
  await retype(user, screen.getByRole('textbox', { name: `Rate per hour: ${TASK.projectName}` }), '85,5');
  await user.click(screen.getByRole('radio', { name: 'Violet' }));
  await user.click(screen.getByRole('radio', { name: 'Automatic' }));
  expect(bridge.payloads('time-rules.set-project')).toEqual([
    { ...project, isBillable: true },
    { ...project, rate: { amount: 85.5, currency: 'GBP' } },
    { ...project, hue: 'violet' },
  ]);
});

test.each([
  ['1e309', '“1e309” is not an amount. Type a number such as 85 or 85.50, or nothing.'],
  ['eighty', '“eighty” is not an amount. Type a number such as 85 or 85.50, or nothing.'],
  ['-5', 'A rate cannot be negative.'],
  ['99999999', 'A rate can be at most 1,000,000 per hour.'],
])('a rate of “%s” is refused with a sentence', async (text, sentence) => {
  const { user, bridge } = await openProject();
  const rate = screen.getByRole('textbox', { name: /^Rate per hour/ });
  await retype(user, rate, text);
  expect(screen.getByText(sentence)).toBeVisible();
  expect(rate).toHaveValue(text);
  expect(bridge.payloads('time-rules.set-project')).toEqual([]);
});

test('a currency is a code', async () => {
  const { user } = await openProject();
  await retype(user, screen.getByRole('textbox', { name: /^Currency/ }), 'euro');
  expect(screen.getByText('“euro” is not a currency. Type a code such as EUR, GBP or USD.')).toBeVisible();
});

test('projects with the same id at two servers are named with their account, and each has its own rules', async () => {
  const both = ['halden', 'marl'].map((accountId) => ({ ...TASK, accountId }));
  const accounts = [openAccount('halden', 'halden.example'), openAccount('marl', 'marl.example')];
  const key = `marl ${TASK.projectId}`;
  const rule = { name: TASK.projectName, isBillable: true, rate: null, hue: null };
  const { user, bridge } = await openRules({ projects: { [key]: rule } }, { accounts, tasks: tasksOf(both) });
  expect(screen.getByRole('switch', { name: `halden/${TASK.projectName}` })).not.toBeChecked();
  await user.click(screen.getByRole('switch', { name: `marl/${TASK.projectName}`, checked: true }));
  expect(bridge.payloads('time-rules.set-project')).toEqual([{ ...project, projectKey: key, isBillable: false }]);
});

test('a project that vanished keeps its rules', async () => {
  await openRules({ projects: { gone: { name: 'Old client', isBillable: true, rate: null, hue: null } } });
  expect(screen.getByRole('switch', { name: 'Old client' })).toBeChecked();
});

test('labels decide whether a task is billable', async () => {
  const { user, bridge } = await openRules({ billableLabels: { internal: false } });
  const labels = box('Billable by label');
  await user.click(labels.getByRole('radio', { name: 'Billable' }));
  await user.click(labels.getByRole('button', { name: 'Remove internal' }));
  await user.click(labels.getByRole('button', { name: 'Add' }));
  expect(labels.getByText('Type the name of a label.')).toBeVisible();
  await user.type(labels.getByRole('combobox', { name: 'Label' }), ' support {Enter}');
  expect(bridge.payloads('time-rules.set-label')).toEqual([
    { label: 'internal', isBillable: true },
    { label: 'internal', isBillable: null },
    { label: 'support', isBillable: true },
  ]);
});

describe('the backup', () => {
  test('is saved to a file, and the status line says where', async () => {
    const { user, bridge } = await openRules();
    bridge.answer('time-rules.back-up', '/home/ada/Documents/punchcard-rules-2026-11-23.json');
    await user.click(box('Backup').getByRole('button', { name: 'Back up: Save to a file' }));
    expect(bridge.payloads('time-rules.back-up')).toEqual([{}]);
    expect(await screen.findByTitle('punchcard-rules-2026-11-23.json is in ~/Documents')).toBeVisible();
  });

  test('is restored by keyboard, once at a time', async () => {
    const { user, bridge } = await openRules();
    const answer = bridge.hold('time-rules.restore');
    const restore = box('Backup').getByRole('button', { name: 'Restore: Read from a file' });
    expect(box('Backup').getByText('Replaces the rules and the closed weeks on this computer')).toBeVisible();
    restore.focus();
    await user.keyboard('{Enter}');
    expect(restore).toBeDisabled();
    answer({ ok: true, value: undefined });
    await waitFor(() => expect(restore).toBeEnabled());
    expect(bridge.payloads('time-rules.restore')).toEqual([{}]);
  });

  test.each([
    ['time-rules.back-up', /^Back up/],
    ['time-rules.restore', /^Restore/],
  ] as const)('says why %s failed', async (command, name) => {
    const { user, bridge } = await openRules();
    bridge.fail(command, { title: 'This backup is damaged', whatWasKept: 'Your rules were not changed.' });
    await user.click(box('Backup').getByRole('button', { name }));
    const error = await screen.findByRole('alert', { name: 'This backup is damaged' });
    expect(within(error).getByText('Your rules were not changed.')).toBeVisible();
  });
});

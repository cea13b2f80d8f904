/** The timesheet of a week or other days, typed over, closed and exported. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useNavigation } from '../../../../renderer/state/navigation.ts';
import { showDay } from '../../../../renderer/state/shown-time.ts';
import type { EntryView, State } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { dayBounds } from '../../../../shared/time/day.ts';
import { DEFAULT_TIME_RULES } from '../../../../shared/time/default-rules.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
import { timesheetOf } from '../../../shared/time/timesheets.ts';
import { anError } from '../../bridge.ts';
import { setClock } from '../../clock.ts';
import { openWindow, type Window } from '../../render.tsx';
import { ACCOUNT, openAccount, revised, tasksOf, timeOf } from '../../state.ts';
import { setWidth } from '../../width.ts';

/** A Monday: the week before is over. */
const NOW = local(16, 14);
const WEEK = { from: '2026-11-09', to: '2026-11-15' };
const REFUND = [
  timeEntry('refund-1', local(11, 9), local(11, 10, 20)),
  timeEntry('refund-2', local(11, 15, 5), local(11, 16, 32)),
].map((entry) => ({
  ...entry,
  task: { ...entry.task, taskId: 'refund', identifier: 'PAY-133', title: 'Refund fails' },
}));
const MAIL = timeEntry('mail', local(9, 9), local(9, 11, 22));
const ENTRIES = [...REFUND, MAIL];

const rounded = { ...DEFAULT_TIME_RULES.rounding, mode: 'nearest' as const };
const rules = (changes: Partial<State['timeRules']> = {}): State['timeRules'] => ({
  ...DEFAULT_TIME_RULES,
  closedWeeks: [],
  ...changes,
});

beforeEach(() => setClock(NOW));

interface Options {
  entries?: EntryView[];
  state?: Partial<State>;
  width?: number;
  prepare?: (bridge: Window['bridge']) => void;
}

/** Opens the week before this one. */
async function openWeek({ entries = ENTRIES, state = {}, width = 1040, prepare }: Options = {}): Promise<Window> {
  setWidth(width);
  const opened = await openWindow({ time: timeOf([], new Date(NOW)), timeRules: rules(), ...state }, (bridge) => {
    bridge.answer('timesheet.read', ({ from, to }) => timesheetOf(entries, from, to));
    bridge.answer('report.preview', { number: 1, isWhole: true });
    bridge.answer('time.day', ({ day }) => {
      const { from, to } = dayBounds(day);
      const isThen = ({ startTime }: EntryView) => Date.parse(startTime) >= from && Date.parse(startTime) < to;
      return { day, entries: entries.filter(isThen), week: timeOf().week };
    });
    bridge.answer('timesheet.overtime', null);
    prepare?.(bridge);
  });
  if (width >= 720) await opened.user.click(await screen.findByRole('tab', { name: 'Week' }));
  else {
    await opened.show('time');
    await opened.user.click(await screen.findByRole('radio', { name: 'Week' }));
  }
  // Then the list is gone, whose week has such a button, too.
  await screen.findByRole('region', { name: /^Week 47/ });
  await opened.user.click(screen.getByRole('button', { name: 'The week before' }));
  await screen.findByRole('region', { name: /^Week 46/ });
  return opened;
}
const week = () => screen.getByRole('region', { name: /^Week/ });
const grid = () => screen.getByRole('grid', { name: 'Timesheet' });
const cell = (name: RegExp) => screen.getByRole('gridcell', { name });
const line = (name: RegExp) => within(screen.getByRole('row', { name }));
const field = () => screen.getByRole('textbox', { name: 'Time on PAY-133, Wednesday 11 Nov' });
const WEDNESDAY = /^PAY-133, Wednesday 11 Nov/;
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

/** Types into Wednesday's cell of the refund. */
async function typeOver(user: Window['user'], text: string): Promise<void> {
  cell(WEDNESDAY).focus();
  await user.keyboard(text);
  // The entries of the day are read meanwhile.
  await waitFor(() => expect(field()).toHaveFocus());
}

test('the week is a view of the Time tab, and remembered; in a wide window it is a tab', async () => {
  const { user, show } = await openWeek({ width: 400 });
  expect(grid()).toBeVisible();
  await show('tasks');
  await user.click(screen.getByRole('tab', { name: 'Time' }));
  expect(await screen.findByRole('radio', { name: 'Week', checked: true })).toBeInTheDocument();
  setWidth(720);
  expect(await screen.findByRole('tab', { name: 'Week', selected: true })).toBeVisible();
  expect(screen.queryByRole('radio', { name: 'List' })).not.toBeInTheDocument();
  setWidth(400);
  await user.click(await screen.findByRole('radio', { name: 'List' }));
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeVisible();
});

test('the name of a task opens it, and has its menu and keys; an arrow key leads to it', async () => {
  const { user, bridge } = await openWeek();
  const name = () => screen.getByRole('button', { name: 'Refund fails' });
  cell(/^PAY-133, Monday/).focus();
  await user.keyboard('{ArrowLeft}');
  expect(name()).toHaveFocus();
  await user.keyboard('7s');
  expect(within(grid()).queryByRole('textbox')).toBeNull();
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'refund' }]);
  await user.keyboard('{ArrowRight}');
  expect(cell(/^PAY-133, Monday/)).toHaveFocus();
  fireEvent.contextMenu(name());
  await user.click(await screen.findByRole('menuitem', { name: /^Copy identifier/ }));
  expect(bridge.payloads('tasks.copy-identifier')).toEqual([{ identifier: 'PAY-133' }]);
  await user.click(name());
  await waitFor(() => expect(bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'refund' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(name()).toHaveFocus());
});

test('Ctrl 4 opens the week', async () => {
  const { user } = await openWeek({
    entries: [...ENTRIES, timeEntry('mail', local(16, 9), local(16, 10))],
    width: 720,
  });
  await user.keyboard('{Control>}1{/Control}');
  expect(screen.getByRole('tab', { name: 'Today', selected: true })).toBeVisible();
  await user.keyboard('{Control>}4{/Control}');
  expect(await screen.findByRole('tab', { name: 'Week', selected: true })).toBeVisible();
  // Today’s cell, which a digit types over.
  await waitFor(() => expect(cell(/^MAIL, Monday 16 Nov/)).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'The week before' }));
  await screen.findByRole('region', { name: /^Week 46/ });
  await user.keyboard('{Control>}4{/Control}');
  await waitFor(() => expect(grid()).toContainElement(document.activeElement as HTMLElement));
});

test('projects and tasks by days, exact above rounded, with sums and the difference to the targets', async () => {
  await openWeek({ state: { timeRules: rules({ rounding: rounded }) } });
  expect(screen.getByRole('heading', { name: 'Week 46' })).toBeVisible();
  expect(cell(WEDNESDAY)).toHaveAccessibleName('PAY-133, Wednesday 11 Nov: 2:47, 2:45 rounded, 2 entries');
  expect(cell(WEDNESDAY)).toHaveTextContent('2:472:45');
  expect(cell(/^PAY-133, Monday 9 Nov/)).toHaveTextContent('–');
  expect(cell(/^PAY-133, Saturday 14 Nov/)).toHaveTextContent(/^$/);
  expect(
    line(/^Payments/)
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent),
  ).toEqual([...['2:22', '', '2:47', '', '', '', ''], '5:09']);
  expect(
    line(/^Tracked/)
      .getAllByRole('gridcell')
      .at(-1),
  ).toHaveTextContent('5:09');
  expect(
    line(/^Target 8:00 a day/)
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent),
  ).toEqual([...['−5:38', '−8:00', '−5:13', '−8:00', '−8:00', '', ''], '−34:51']);
});

test('a day off says so, and lowers the target of the week', async () => {
  await openWeek({ state: { timeRules: rules({ daysOff: { '2026-11-13': 'Company holiday' } }) } });
  expect(line(/^Target/).getByText('day off')).toBeVisible();
  expect(screen.getByText('Left of 32:00, one day off')).toBeVisible();
});

test('without targets there is no difference', async () => {
  await openWeek({ state: { timeRules: rules({ targets: { ...DEFAULT_TIME_RULES.targets, on: false } }) } });
  expect(screen.queryByRole('row', { name: /^Target/ })).not.toBeInTheDocument();
  expect(screen.queryByText(/To go/)).not.toBeInTheDocument();
});

test('billable time is split by project and by label, and says which task is not', async () => {
  const projects = { Payments: { name: 'Payments', isBillable: true, rate: null, hue: null } };
  await openWeek({
    state: { timeRules: rules({ projects, billableLabels: { internal: false } }) },
    prepare: (bridge) =>
      bridge.answer('timesheet.read', ({ from, to }) => timesheetOf(ENTRIES, from, to, { 'task mail': ['internal'] })),
  });
  expect(line(/^Payments/).getByText('Partly billable')).toBeVisible();
  expect(screen.getByText('MAIL · not billable')).toBeVisible();
  expect(screen.getByText('Billable, 54 %')).toHaveTextContent('2:47');
  expect(screen.getByText('Not billable')).toHaveTextContent('2:22');
});

test('the sum bar leads to the gaps', async () => {
  const { user } = await openWeek({ prepare: (bridge) => bridge.answer('week.review', OPEN) });
  await user.click(screen.getByRole('button', { name: /Gap$/ }));
  expect(screen.getByRole('region', { name: 'Close week 46' })).toBeVisible();
});

test('in a narrow window a task has two lines, and the sums stay in sight', async () => {
  await openWeek({ width: 400, state: { timeRules: rules({ rounding: rounded }) } });
  expect(cell(WEDNESDAY)).toHaveTextContent(/^2:47$/);
  expect(cell(WEDNESDAY)).toHaveAccessibleName(/2:45 rounded/);
  expect(
    line(/^Tracked/)
      .getAllByRole('gridcell')
      .at(-1),
  ).toHaveTextContent('5:09');
  expect(screen.getByRole('button', { name: '1 gap, 4:45' })).toBeVisible();
});

test('the running timer grows in its cell', async () => {
  const running = timeEntry('call', local(16, 13), null);
  const { user } = await openWeek({ state: { time: timeOf([running], new Date(NOW)) } });
  await user.click(screen.getByRole('button', { name: 'The week after' }));
  expect(await screen.findByRole('gridcell', { name: /^CALL, Monday 16 Nov: 1:00, 1 entry/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'The week after' })).toBeDisabled();
});

test('minutes agree with the day: cells, the running timer and the sum', async () => {
  const entries = [
    timeEntry('mail', local(16, 9) + 50_000, local(16, 9, 25) + 10_000),
    timeEntry('call', local(16, 9, 54) + 59_000, local(16, 10, 20) + 5_000),
  ];
  const running = timeEntry('run', local(16, 13, 30) + 40_000, null);
  const { user } = await openWeek({ entries, state: { time: timeOf([running], new Date(NOW)) } });
  await user.click(screen.getByRole('button', { name: 'The week after' }));
  expect(await screen.findByRole('gridcell', { name: /^RUN, Monday 16 Nov: 0:29, 1 entry/ })).toBeVisible();
  expect(cell(/^MAIL, Monday 16 Nov: 0:25, 1 entry/)).toBeVisible();
  expect(cell(/^CALL, Monday 16 Nov: 0:26, 1 entry/)).toBeVisible();
  expect(
    line(/^Tracked/)
      .getAllByRole('gridcell')
      .at(-1),
  ).toHaveTextContent('1:20');
});

test('Escape changes no week; T goes back to this one', async () => {
  const { user } = await openWeek();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('region', { name: /^Week 46/ })).toBeVisible();
  await user.keyboard('t');
  expect(await screen.findByRole('region', { name: /^Week 47/ })).toBeVisible();
});

test('tasks of two servers with the same id have a row each, with its account; typing changes the one of its account', async () => {
  const gift = timeEntry('gift', local(11, 13), local(11, 14));
  const task = { ...gift.task, taskId: 'refund', identifier: 'SHOP-1', title: 'Gift cards', accountId: 'marl' };
  const own = REFUND.map((entry) => ({ ...entry, task: { ...entry.task, accountId: ACCOUNT.id } }));
  const { bridge, user } = await openWeek({
    entries: [...own, { ...gift, task }],
    state: { accounts: [openAccount(ACCOUNT.id, 'halden.example'), openAccount('marl', 'marl.example')] },
  });
  expect(cell(WEDNESDAY)).toHaveTextContent('2:47');
  const shop = cell(/^SHOP-1, Wednesday 11 Nov/);
  expect(shop).toHaveTextContent('1:00');
  expect(line(/Gift cards/).getByTitle('marl.example')).toBeVisible();
  expect(line(/Gift cards/).getByText(', marl.example')).toBeInTheDocument();
  expect(line(/Refund fails/).queryByTitle(/example$/)).toBeNull();
  shop.focus();
  await user.keyboard('1:30');
  await waitFor(() => expect(said()).toContain(`at ${clock(local(11, 14, 30))} instead of`));
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timesheet.edit-cell')).toEqual([
    { taskId: 'refund', accountId: 'marl', day: '2026-11-11', ms: 1.5 * HOUR },
  ]);
  expect([cell(WEDNESDAY).textContent, cell(/^SHOP-1, Wednesday/).textContent]).toEqual(['2:47', '1:30']);
});

test('an empty week has the tasks of the week before as rows, which stay while hours are typed', async () => {
  const { user, bridge, publish } = await openWeek();
  await user.click(screen.getByRole('button', { name: 'The week after' }));
  expect(await screen.findByText(/^Type hours into the tasks of week 46\./)).toBeVisible();
  const monday = await screen.findByRole('gridcell', { name: /^PAY-133, Monday 16 Nov: nothing tracked/ });
  expect(
    line(/^Refund fails/)
      .getAllByRole('gridcell')
      .at(-1),
  ).toHaveTextContent('–');
  monday.focus();
  await user.keyboard('1:30');
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timesheet.edit-cell')).toEqual([{ taskId: 'refund', day: '2026-11-16', ms: 1.5 * HOUR }]);
  const typed = REFUND.slice(0, 1).map((entry) => ({
    ...entry,
    startTime: new Date(local(16, 9)).toISOString(),
    endTime: new Date(local(16, 10, 30)).toISOString(),
  }));
  bridge.answer('timesheet.read', ({ from, to }) => timesheetOf([...ENTRIES, ...typed], from, to));
  publish(revised(bridge.state, 'time'));
  expect(await screen.findByRole('gridcell', { name: /^PAY-133, Monday 16 Nov: 1:30, 1 entry/ })).toBeVisible();
  expect(cell(/^MAIL, Monday 16 Nov: nothing tracked/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'The week before' }));
  await screen.findByRole('region', { name: /^Week 46/ });
  await user.click(screen.getByRole('button', { name: 'The week after' }));
  await screen.findByRole('gridcell', { name: /^PAY-133, Monday 16 Nov: 1:30/ });
  expect(screen.queryByRole('gridcell', { name: /^MAIL, Monday 16 Nov/ })).toBeNull();
});

test('after another empty week, recent and assigned tasks are the rows; a digit typed at once is in today’s cell', async () => {
  const recent = [{ taskId: 'vat', identifier: 'PAY-7', title: 'Round VAT', projectName: 'Payments' }];
  const tasks = tasksOf([taskView('WEB-3', { title: 'New pricing', projectName: 'Website' })]);
  const time = { ...timeOf([], new Date(NOW)), recent };
  const { user } = await openWeek({ entries: [], state: { time, tasks } });
  expect(await screen.findByText(/^Type hours into your recent and assigned tasks\./)).toBeVisible();
  expect(cell(/^PAY-7, Monday 9 Nov: nothing tracked/)).toBeVisible();
  expect(cell(/^WEB-3, Monday 9 Nov: nothing tracked/)).toBeVisible();
  act(() => (document.activeElement as HTMLElement).blur());
  fireEvent.click(screen.getByRole('button', { name: 'The week after' }));
  await waitFor(() => expect(cell(/^PAY-7, Monday 16 Nov/)).toHaveFocus());
  await user.keyboard('2');
  expect(screen.getByRole('textbox', { name: 'Time on PAY-7, Monday 16 Nov' })).toHaveValue('2');
});

test('a task is added to the week as a row, whose cell takes the focus', async () => {
  const recent = [{ taskId: 'vat', identifier: 'PAY-7', title: 'Round VAT', projectName: 'Payments' }];
  const { user } = await openWeek({ state: { time: { ...timeOf([], new Date(NOW)), recent } } });
  const add = () => screen.getByRole('button', { name: 'Add a task to this week' });
  await user.click(add());
  await user.keyboard('{Escape}');
  expect(add()).toHaveFocus();
  await user.keyboard('{Enter}round{Enter}');
  await waitFor(() => expect(cell(/^PAY-7, Monday 9 Nov: nothing tracked/)).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Period, rounding and report' }));
  await user.click(screen.getByRole('menuitem', { name: 'Add a task to this week' }));
  await user.keyboard('round{Enter}');
  await waitFor(() => expect(cell(/^PAY-7, Monday 9 Nov/)).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'The week after' }));
  await screen.findByRole('region', { name: /^Week 47/ });
  expect(screen.queryByRole('gridcell', { name: /^PAY-7/ })).toBeNull();
});

test('without any task an empty week offers a new one', async () => {
  const { user, bridge } = await openWeek({ entries: [] });
  expect(await screen.findByText('Nothing tracked in this week.')).toBeVisible();
  await user.click(within(week()).getByRole('button', { name: 'New task' }));
  expect(bridge.payloads('quick-add.open')).toEqual([{}]);
});

test('while it is read it says so; an error can be tried again', async () => {
  const { user, bridge } = await openWeek({ prepare: (fake) => fake.fail('timesheet.read') });
  expect(await screen.findByText('It did not work')).toBeVisible();
  bridge.answer('timesheet.read', ({ from, to }) => timesheetOf(ENTRIES, from, to));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('grid')).toBeVisible();
});

test('reading takes a moment', async () => {
  const { user, bridge } = await openWeek();
  const answer = bridge.hold('timesheet.read');
  await user.click(screen.getByRole('button', { name: 'The week before' }));
  expect(await screen.findByText('Reading Week 45')).toBeVisible();
  bridge.answer('timesheet.read', ({ from, to }) => timesheetOf([], from, to));
  answer({ ok: true, value: timesheetOf([], '2026-11-02', '2026-11-08') });
  expect(await screen.findByText('Nothing tracked in this week.')).toBeVisible();
});

test('it is read again whenever an entry changes', async () => {
  const { publish, bridge } = await openWeek();
  const more = timeEntry('more', local(13, 9), local(13, 10));
  bridge.answer('timesheet.read', ({ from, to }) => timesheetOf([...ENTRIES, more], from, to));
  publish(revised(bridge.state, 'time'));
  expect(await screen.findByRole('gridcell', { name: /^MORE, Friday 13 Nov: 1:00/ })).toBeVisible();
});

// ---- periods -------------------------------------------------------------------------------------------------------

test('a month has a column for each week, which opens the week', async () => {
  const { user } = await openWeek();
  await user.click(screen.getByRole('button', { name: 'Period, rounding and report' }));
  await user.click(screen.getByRole('menuitem', { name: 'This month' }));
  expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeVisible();
  expect(screen.getByRole('columnheader', { name: /Week 46/ })).toBeVisible();
  const weekly = cell(/^PAY-133, 9\s–\s15 Nov: 2:47/);
  expect(weekly).toHaveAttribute('aria-readonly', 'true');
  await user.click(weekly);
  expect(await screen.findByRole('heading', { name: 'Week 46' })).toBeVisible();
});

test('chosen days are shown; days in the wrong order are refused', async () => {
  const { user } = await openWeek();
  await user.click(screen.getByRole('button', { name: 'Period, rounding and report' }));
  await user.click(screen.getByRole('menuitem', { name: 'Choose days…' }));
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-01' } });
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('It ends before it starts.')).toBeVisible();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-12' } });
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByRole('heading', { name: /9\s–\s12 Nov/ })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('heading', { name: /9\s–\s12 Nov/ })).toBeVisible();
  await user.keyboard('t');
  expect(await screen.findByRole('heading', { name: 'Week 47' })).toBeVisible();
});

test('a day of the header opens that day', async () => {
  const { user } = await openWeek({ width: 400 });
  await user.click(screen.getByRole('button', { name: 'Wed' }));
  expect(await screen.findByRole('heading', { name: 'Wednesday' })).toBeVisible();
});

test('rounding is chosen in the header', async () => {
  const { user, bridge } = await openWeek();
  await user.click(screen.getByRole('button', { name: 'Rounding: None' }));
  expect(screen.getByRole('menuitemradio', { name: 'None' })).toBeChecked();
  await user.click(screen.getByRole('menuitemradio', { name: '15 min, nearest' }));
  expect(bridge.payloads('time-rules.change')).toEqual([{ rounding: { mode: 'nearest', minutes: 15, per: 'task' } }]);
});

test('Report… opens the report of the period', async () => {
  const { user } = await openWeek();
  await user.click(screen.getByRole('button', { name: 'Report…' }));
  await waitFor(() => expect(useNavigation.getState().page).toEqual({ name: 'report', ...WEEK, projectKey: null }));
});

test('Ctrl E opens the report as well, Ctrl P prints it', async () => {
  const { user, bridge } = await openWeek({ prepare: (fake) => fake.answer('report.print', true) });
  await user.keyboard('{Control>}p{/Control}');
  expect(bridge.payloads('report.print')).toEqual([{ ...WEEK, projectKey: null }]);
  expect(await screen.findAllByText('Sent to the printer')).not.toHaveLength(0);
  await user.keyboard('{Control>}e{/Control}');
  await waitFor(() => expect(useNavigation.getState().page).toEqual({ name: 'report', ...WEEK, projectKey: null }));
});

test('without time there is nothing to print', async () => {
  const { user, bridge } = await openWeek({ entries: [] });
  await user.keyboard('{Control>}p{/Control}');
  expect(bridge.payloads('report.print')).toEqual([]);
});

// ---- cells ---------------------------------------------------------------------------------------------------------

test('arrows move between cells, and Tab stops at one of them', async () => {
  const { user } = await openWeek();
  const stops = () =>
    within(grid())
      .getAllByRole('gridcell')
      .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops()).toHaveLength(1);
  cell(/^MAIL, Monday/).focus();
  await user.click(cell(/^MAIL, Monday/));
  await user.keyboard('{Escape}{ArrowRight}');
  expect(cell(/^MAIL, Tuesday/)).toHaveFocus();
  await user.keyboard('{ArrowDown}{End}');
  expect(cell(/^PAY-133, Sunday/)).toHaveFocus();
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(cell(/^MAIL, Monday/)).toHaveFocus();
  expect(stops()).toEqual([cell(/^MAIL, Monday/)]);
});

test('typing says which entry changes; Enter keeps it', async () => {
  const { user, bridge } = await openWeek();
  await typeOver(user, '2:30');
  const how = `the second of two entries on Wednesday ends at ${clock(local(11, 16, 15))} instead of ${clock(local(11, 16, 32))}`;
  await waitFor(() => expect(screen.getByRole('contentinfo')).toHaveTextContent(`2:47 becomes 2:30: ${how}`));
  expect(said()).toContain(how);
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timesheet.edit-cell')).toEqual([
    { taskId: 'refund', day: '2026-11-11', ms: 2 * HOUR + 30 * MINUTE },
  ]);
  expect(cell(WEDNESDAY)).toHaveTextContent('2:30');
  await waitFor(() => expect(cell(WEDNESDAY)).toHaveFocus());
  expect(screen.getByRole('contentinfo')).not.toHaveTextContent('becomes');
});

test.each([
  ['+15', 3 * HOUR + 2 * MINUTE],
  ['-0:20', 2 * HOUR + 27 * MINUTE],
  ['1h30', 90 * MINUTE],
  ['90m', 90 * MINUTE],
  ['1,5', 90 * MINUTE],
])('“%s” is understood', async (text, ms) => {
  const { user, bridge } = await openWeek();
  await typeOver(user, `${text}{Enter}`.slice(0, 1));
  await user.keyboard(`${text.slice(1)}{Enter}`);
  await waitFor(() => expect(bridge.payloads('timesheet.edit-cell')).toMatchObject([{ ms }]));
});

test('in a narrow window what would change stands below the grid', async () => {
  const { user } = await openWeek({ width: 400 });
  await typeOver(user, '2:30');
  await waitFor(() => expect(said()).toContain('2:47 becomes 2:30:'));
  expect(screen.getByRole('contentinfo')).not.toHaveTextContent('becomes');
});

test('nothing in a cell becomes an entry, and 0 removes the entries', async () => {
  const { user } = await openWeek();
  cell(/^PAY-133, Tuesday/).focus();
  await user.keyboard('1');
  await waitFor(() => expect(said()).toContain(`1:00: a new entry, ${clock(local(10, 9))}–${clock(local(10, 10))}`));
  await user.keyboard('{Escape}');
  await typeOver(user, '0');
  await waitFor(() =>
    expect(said()).toContain('2:47 becomes 0:00: 2 entries on Wednesday are deleted (Undo for 10 s)'),
  );
});

test('the keys of the window work while a cell is typed over', async () => {
  const { user } = await openWeek();
  await typeOver(user, '2');
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Find or do anything'));
});

test('Esc leaves the cell as it is, and so does Enter without a change', async () => {
  const { user, bridge } = await openWeek();
  await typeOver(user, '9');
  await user.keyboard('{Escape}');
  expect(cell(WEDNESDAY)).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(field()).toHaveValue('2:47');
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timesheet.edit-cell')).toEqual([]);
  expect(cell(WEDNESDAY)).toHaveTextContent('2:47');
});

test.each([
  ['9:75', '9:75 is not a duration; try 9:45.'],
  ['--', '“--” is not a duration; try 1:30, 1h30, 90m or +15.'],
  ['-3:00', 'That is more than was tracked.'],
  ['25:00', 'This day has only 24 hours.'],
  ['90', 'This day has only 24 hours; try 1:30.'],
])('“%s” is refused with a sentence, and nothing is lost', async (text, sentence) => {
  const { user, bridge } = await openWeek();
  await typeOver(user, text.slice(0, 1));
  await user.keyboard(`${text.slice(1)}{Enter}`);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(field()).toHaveValue(text);
  expect(field()).toBeInvalid();
  expect(bridge.payloads('timesheet.edit-cell')).toEqual([]);
  await user.type(field(), '1');
  expect(screen.queryByText(sentence)).not.toBeInTheDocument();
});

test('if one entry is not enough, it says where the entries are', async () => {
  const { user } = await openWeek();
  await typeOver(user, '1');
  await waitFor(() => user.keyboard('{Enter}').then(() => screen.getByText(/^Changing one entry is not enough/)));
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  expect(await screen.findByRole('tab', { name: 'Today', selected: true })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Wednesday' })).toBeVisible();
});

test('a cell of a running timer and a day to come are refused', async () => {
  const running = timeEntry('call', local(16, 13), null);
  const { user } = await openWeek({
    entries: [...ENTRIES, running],
    state: { time: timeOf([running], new Date(NOW)) },
    prepare: (bridge) => bridge.answer('timesheet.read', ({ from, to }) => timesheetOf(ENTRIES, from, to)),
  });
  await user.click(screen.getByRole('button', { name: 'The week after' }));
  const type = async (name: RegExp, text: string) => {
    (await screen.findByRole('gridcell', { name })).focus();
    await user.keyboard(text);
    await waitFor(() => user.keyboard('{Enter}').then(() => screen.getByRole('textbox', { name: /^Time on/ })));
  };
  await type(/^CALL, Monday/, '3');
  expect(await screen.findByText('Its timer is running. Stop it, then type the time.')).toBeVisible();
  await user.keyboard('{Escape}');
  await type(/^CALL, Friday/, '3');
  expect(await screen.findByText('That day has not begun.')).toBeVisible();
});

test('what main refuses is a sentence, and what was typed stays', async () => {
  const { user } = await openWeek({ prepare: (bridge) => bridge.fail('timesheet.edit-cell') });
  await typeOver(user, '2:30{Enter}'.slice(0, 1));
  await user.keyboard(':30{Enter}');
  expect(await screen.findByText('It did not work. The server said no. Try something else.')).toBeVisible();
  expect(field()).toHaveValue('2:30');
});

test('what is no length stays in its field, with the reason, when another place takes the focus', async () => {
  const { user, bridge } = await openWeek();
  await typeOver(user, '9:75');
  await user.click(screen.getByRole('heading', { name: 'Week 46' }));
  await user.tab();
  expect(field()).toHaveValue('9:75');
  expect(screen.getByText('9:75 is not a duration; try 9:45.')).toBeVisible();
  expect(bridge.payloads('timesheet.edit-cell')).toEqual([]);
});

test('what is no length is not replaced by typing into another cell', async () => {
  const { user } = await openWeek();
  await typeOver(user, '9:75');
  await user.click(cell(/^MAIL, Tuesday/));
  expect(field()).toHaveValue('9:75');
  expect(field()).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(cell(/^MAIL, Tuesday/));
  expect(screen.getByRole('textbox', { name: /^Time on MAIL/ })).toHaveFocus();
});

test('leaving the week leaves its cell: a length is saved, other text is dropped, and other weeks can be typed into', async () => {
  const { user, bridge } = await openWeek({ entries: [...ENTRIES, timeEntry('old', local(2, 9), local(2, 10))] });
  await typeOver(user, '9:75');
  await user.click(screen.getByRole('button', { name: 'The week before' }));
  await user.click(await screen.findByRole('gridcell', { name: /^OLD, Tuesday/ }));
  expect(screen.getByRole('textbox', { name: /^Time on OLD/ })).toHaveFocus();
  expect(said()).not.toContain('9:75');
  await user.keyboard('1:30');
  act(() => showDay('2026-11-09'));
  await screen.findByRole('region', { name: /^Week 46/ });
  await waitFor(() =>
    expect(bridge.payloads('timesheet.edit-cell')).toMatchObject([{ day: '2026-11-03', ms: 1.5 * HOUR }]),
  );
});

test('a late refusal of a cell that is no longer shown is a message', async () => {
  const { user, bridge } = await openWeek();
  const answer = bridge.hold('timesheet.edit-cell');
  await typeOver(user, '2:30');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'The week before' }));
  await screen.findByRole('region', { name: /^Week 45/ });
  answer({ ok: false, error: anError() });
  expect(await screen.findByRole('alert', { name: 'It did not work' })).toBeVisible();
});

test('a late refusal does not replace what is being typed into another cell', async () => {
  const { user, bridge } = await openWeek();
  const answer = bridge.hold('timesheet.edit-cell');
  await typeOver(user, '2:30');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(cell(WEDNESDAY)).toHaveFocus());
  await user.keyboard('{ArrowUp}{ArrowUp}');
  cell(/^MAIL, Tuesday/).focus();
  await user.keyboard('1:1');
  answer({ ok: false, error: anError() });
  expect(await screen.findByText('It did not work')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Time on MAIL/ })).toHaveValue('1:1');
});

test('clicking elsewhere keeps a length', async () => {
  const { user, bridge } = await openWeek();
  await typeOver(user, '2:30');
  await user.click(cell(/^MAIL, Tuesday/));
  expect(bridge.payloads('timesheet.edit-cell')).toMatchObject([{ ms: 2 * HOUR + 30 * MINUTE }]);
});

test('offline it says that what is typed waits here', async () => {
  const since = new Date(NOW).toISOString();
  const { bridge, publish } = await openWeek({ width: 400 });
  publish({ tasks: { ...bridge.state.tasks, failingSince: since, error: null } });
  expect(screen.getByRole('contentinfo')).toHaveTextContent(`Offline since ${clock(NOW)}; what you type waits here`);
});

// ---- closing -------------------------------------------------------------------------------------------------------

const OPEN = {
  gaps: [
    { from: local(9, 11, 40), to: local(9, 12, 20) },
    { from: local(11, 16, 5), to: local(11, 16, 30) },
  ],
  overlaps: [],
  unsent: [],
  isRunning: false,
};
const FINE = { ...OPEN, gaps: [] };

async function openClosing(review: typeof OPEN = OPEN, options: Options = {}): Promise<Window> {
  const opened = await openWeek({
    ...options,
    prepare: (bridge) => {
      bridge.answer('week.review', review);
      bridge.answer('timesheet.overtime', 4 * HOUR + 10 * MINUTE);
    },
  });
  await opened.user.click(screen.getByRole('button', { name: 'Close the week…' }));
  await screen.findByText('No overlaps');
  return opened;
}
const panel = () => within(screen.getByRole('region', { name: 'Close week 46' }));

test('closing lists what is open, and the button says what is left', async () => {
  const { user, bridge } = await openClosing();
  expect(panel().getByText('2 gaps, 1 h 5 min')).toHaveTextContent(
    `Mon ${clock(local(9, 11, 40))}–${clock(local(9, 12, 20))}, Wed ${clock(local(11, 16, 5))}–${clock(local(11, 16, 30))}`,
  );
  for (const text of ['No overlaps', 'Everything is sent', 'No timer is running'])
    expect(panel().getByText(text)).toBeVisible();
  expect(panel().getByText('Overtime, in all').nextSibling).toHaveTextContent('+4:10');
  await user.click(panel().getByRole('button', { name: 'Close with 2 gaps' }));
  expect(bridge.payloads('week.close')).toEqual([{ weekStart: WEEK.from }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Close week 46' })).not.toBeInTheDocument());
});

test('the overtime follows the rules while the panel is open', async () => {
  const { bridge, publish } = await openClosing();
  bridge.answer('timesheet.overtime', 12 * HOUR + 10 * MINUTE);
  publish(revised(bridge.state, 'timeRules'));
  expect(await panel().findByText('+12:10')).toBeVisible();
});

test('nothing open: the week is just closed', async () => {
  await openClosing(FINE);
  expect(panel().getByText('No gaps')).toBeVisible();
  expect(panel().getByRole('button', { name: 'Close the week' })).toBeEnabled();
});

test('several kinds of open things are counted in the button', async () => {
  await openClosing({ ...OPEN, overlaps: [], unsent: ['a', 'b'] as never[], isRunning: true });
  expect(panel().getByRole('button', { name: 'Close with 5 open points' })).toBeVisible();
  expect(panel().getByText('2 entries not sent')).toBeVisible();
});

test('a day off says what it does to the target', async () => {
  await openClosing(FINE, { state: { timeRules: rules({ daysOff: { '2026-11-13': 'Company holiday' } }) } });
  expect(panel().getByText('Friday is a day off')).toHaveTextContent(
    'Company holiday. The target is 32:00 instead of 40:00',
  );
});

test('a gap can be filled from here', async () => {
  const { user, bridge } = await openClosing();
  const around = [
    timeEntry('before', local(9, 9), local(9, 11, 40)),
    timeEntry('after', local(9, 12, 20), local(9, 17)),
  ];
  bridge.answer('time.day', ({ day }) => ({ day, entries: around, week: timesheetOf([], WEEK.from, WEEK.to) }));
  await user.click(panel().getByRole('button', { name: /^Fill…/ }));
  expect(await screen.findByRole('dialog', { name: /^Gap of / })).toBeVisible();
});

test('Not yet and Esc close the panel; the focus returns', async () => {
  const { user } = await openClosing();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Close week 46' })).not.toBeInTheDocument();
  const button = screen.getByRole('button', { name: 'Close the week…' });
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(panel().getByRole('button', { name: 'Not yet' }));
  expect(screen.getByRole('button', { name: 'Close the week…' })).toHaveFocus();
});

test('the focus stays in the header when its button goes', async () => {
  const { user, publish } = await openWeek({ state: { timeRules: rules({ closedWeeks: [CLOSED] }) } });
  await user.click(screen.getByRole('button', { name: 'Open again' }));
  publish({ timeRules: rules() });
  expect(screen.getByRole('button', { name: 'Close the week…' })).toHaveFocus();
  const menu = screen.getByRole('button', { name: 'Period, rounding and report' });
  await user.click(menu);
  await user.click(screen.getByRole('menuitem', { name: 'Choose days…' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Close the week…' })).toHaveFocus();
});

test('the present week can be closed from its last working day on', async () => {
  const { user } = await openWeek();
  await user.click(screen.getByRole('button', { name: 'The week after' }));
  expect(await screen.findByText('Can be closed from Fri 20 Nov')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close the week…' })).not.toBeInTheDocument();
});

const CLOSED = { weekStart: WEEK.from, closedAt: new Date(NOW).toISOString(), trackedMs: 5 * HOUR + 9 * MINUTE };

test('a closed week says so and can be opened again', async () => {
  const { user, bridge } = await openWeek({ state: { timeRules: rules({ closedWeeks: [CLOSED] }) } });
  expect(screen.getByText('Closed Mon 16 Nov')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close the week…' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Open again' }));
  expect(bridge.payloads('week.reopen')).toEqual([{ weekStart: WEEK.from }]);
});

test('the panel of a closed week lists its open points, and does not close it again', async () => {
  const { user } = await openWeek({
    state: { timeRules: rules({ closedWeeks: [CLOSED] }) },
    prepare: (bridge) => bridge.answer('week.review', OPEN),
  });
  await user.click(screen.getByRole('button', { name: /Gap$/ }));
  expect(await panel().findByText('2 gaps, 1 h 5 min')).toBeVisible();
  expect(panel().queryByRole('button', { name: /^Close/ })).toBeNull();
});

test('the running timer is neither counted for closing nor a change since', async () => {
  const running = timeEntry('call', local(15, 22), null);
  await openWeek({
    state: { time: timeOf([running], new Date(NOW)), timeRules: rules({ closedWeeks: [CLOSED] }) },
    prepare: (bridge) => bridge.answer('week.review', { ...OPEN, isRunning: true }),
  });
  expect(cell(/^CALL, Sunday/)).toHaveTextContent('2:00');
  expect(screen.getByText('Closed Mon 16 Nov')).toBeVisible();
  act(() => screen.getByRole('button', { name: /Gap$/ }).click());
  expect(panel().getByText('Counted').nextSibling).toHaveTextContent('5:09');
});

test('the overtime counts no day to come', async () => {
  const { user, bridge } = await openWeek({
    entries: [timeEntry('one', local(16, 9), local(16, 10)), timeEntry('two', local(16, 12), local(16, 13))],
    prepare: (bridge) => bridge.answer('week.review', OPEN),
  });
  await user.click(screen.getByRole('button', { name: 'The week after' }));
  await screen.findByRole('region', { name: /^Week 47/ });
  await user.click(screen.getByRole('button', { name: /Gap$/ }));
  expect(bridge.payloads('timesheet.overtime')[0]).toEqual({ to: '2026-11-16' });
});

test('a closed week says what is not sent, and leads to it', async () => {
  const { user } = await openWeek({
    state: { timeRules: rules({ closedWeeks: [CLOSED] }) },
    prepare: (bridge) => bridge.answer('week.review', { ...FINE, unsent: ['refund-1'] }),
  });
  expect(await screen.findByText('1 entry not sent')).toBeVisible();
  expect(screen.queryByText('Closed Mon 16 Nov')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'See it' }));
  await waitFor(() => expect(useNavigation.getState().page).toEqual({ name: 'outbox' }));
});

test('a week that changed since says by how much, and what', async () => {
  const { user } = await openWeek({
    state: { timeRules: rules({ closedWeeks: [CLOSED] }) },
    prepare: (bridge) =>
      bridge.answer('week.compare', [
        {
          ...{
            taskId: 'refund',
            identifier: 'PAY-133',
            title: 'Refund fails',
            projectName: 'Payments',
            day: '2026-11-11',
          },
          ...{ ms: 2 * HOUR + 47 * MINUTE, wasMs: 2 * HOUR + 27 * MINUTE },
        },
      ]),
  });
  expect(await screen.findByText('+0:20 since closing')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  const changes = within(screen.getByRole('region', { name: 'Changed since closing' }));
  expect(await changes.findByText('2:27 → 2:47')).toBeVisible();
  expect(changes.getByText('PAY-133, Wed 11 Nov')).toBeVisible();
});

test('changes that cancel out are changes too', async () => {
  const change = { identifier: 'PAY-133', title: 'Refund fails', projectName: 'Payments', day: '2026-11-11' };
  await openWeek({
    state: { timeRules: rules({ closedWeeks: [CLOSED] }) },
    prepare: (bridge) =>
      bridge.answer('week.compare', [
        { ...change, taskId: 'refund', ms: HOUR, wasMs: 2 * HOUR },
        { ...change, taskId: 'mail', ms: 2 * HOUR, wasMs: HOUR },
      ]),
  });
  expect(await screen.findByText('Changed since closing')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Compare' })).toBeVisible();
});

test('a cell of a closed week asks before it changes', async () => {
  const { user, bridge } = await openWeek({
    state: { timeRules: rules({ closedWeeks: [CLOSED] }) },
    prepare: (fake) =>
      fake.fail('timesheet.edit-cell', {
        kind: 'needs-confirmation',
        confirmedBy: 'allowClosed',
        title: 'Week 46 is closed',
      }),
  });
  await typeOver(user, '2');
  await user.keyboard(':30{Enter}');
  expect(await screen.findByText('Week 46 is closed')).toBeVisible();
  expect(field()).toHaveValue('2:30');
  bridge.answer('timesheet.edit-cell', undefined);
  await user.click(screen.getByRole('button', { name: 'Change it all the same' }));
  expect(bridge.payloads('timesheet.edit-cell').at(-1)).toMatchObject({ allowClosed: true, ms: 2.5 * HOUR });
  expect(screen.queryByText('Week 46 is closed')).not.toBeInTheDocument();
});

test('or the week is opened again first', async () => {
  const { user, bridge } = await openWeek({
    prepare: (fake) =>
      fake.fail('timesheet.edit-cell', {
        kind: 'needs-confirmation',
        confirmedBy: 'allowClosed',
        weekStart: WEEK.from,
        title: 'Closed',
      }),
  });
  await typeOver(user, '2');
  await user.keyboard(':30{Enter}');
  await screen.findByText('Closed');
  bridge.answer('timesheet.edit-cell', undefined);
  await user.click(screen.getByRole('button', { name: 'Open the week again' }));
  expect(bridge.payloads('week.reopen')).toEqual([{ weekStart: WEEK.from }]);
  await waitFor(() => expect(bridge.payloads('timesheet.edit-cell')).toHaveLength(2));
});

test('the right button on a cell opens the menu of its entry; several entries have a page each', async () => {
  const { bridge, user } = await openWeek();
  fireEvent.contextMenu(cell(/^MAIL, .*Mon/));
  const menu = within(await screen.findByRole('menu', { name: 'Entry of MAIL' }));
  await user.click(menu.getByRole('menuitem', { name: /^Delete/ }));
  expect(bridge.payloads('time.delete')).toEqual([{ entryIds: ['mail'] }]);
  fireEvent.contextMenu(cell(/^PAY-133, .*Wed/));
  const both = within(await screen.findByRole('menu', { name: 'Entry of PAY-133' }));
  expect(both.getAllByRole('menuitem')).toHaveLength(2);
  await user.click(both.getByRole('menuitem', { name: new RegExp(clock(local(11, 15, 5))) }));
  await user.click(screen.getByRole('menuitem', { name: /^Edit/ }));
  expect(await screen.findByRole('form', { name: 'Edit PAY-133' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Start' })).toHaveValue(clock(local(11, 15, 5)));
});

test('a row that is gone passes the focus to the next one', async () => {
  const { bridge, publish } = await openWeek({ entries: [...ENTRIES, timeEntry('call', local(10, 9), local(10, 10))] });
  cell(/^CALL, Tuesday/).focus();
  bridge.answer('timesheet.read', ({ from, to }) => timesheetOf(ENTRIES, from, to));
  publish(revised(bridge.state, 'time'));
  await waitFor(() => expect(screen.queryByRole('gridcell', { name: /^CALL/ })).toBeNull());
  expect(grid()).toContainElement(document.activeElement as HTMLElement);
});

test('Delete on a cell of a running timer leaves its time of other days', async () => {
  const running = timeEntry('call', local(15, 22), null);
  const { bridge, user } = await openWeek({ entries: [running], state: { time: timeOf([running], new Date(NOW)) } });
  cell(/^CALL, Sunday/).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(bridge.payloads('timesheet.edit-cell')).toMatchObject([{ day: '2026-11-15', ms: 0 }]));
  expect(bridge.payloads('time.delete')).toEqual([]);
});

test('Delete on a cell leaves what its entry has on other days', async () => {
  const { bridge, user } = await openWeek({ entries: [timeEntry('night', local(10, 22), local(11, 2))] });
  cell(/^NIGHT, Tuesday/).focus();
  await user.keyboard('{Delete}');
  await waitFor(() => expect(bridge.payloads('timesheet.edit-cell')).toMatchObject([{ day: '2026-11-10', ms: 0 }]));
  fireEvent.contextMenu(cell(/^NIGHT, Tuesday/));
  await user.click(await screen.findByRole('menuitem', { name: /^Delete ?Tue 10 Nov/ }));
  expect(bridge.payloads('timesheet.edit-cell')).toMatchObject([{ ms: 0 }, { day: '2026-11-10', ms: 0 }]);
  expect(bridge.payloads('time.delete')).toEqual([]);
});

test('of several entries of a cell, one that reaches into another day says so before it is deleted', async () => {
  const night = timeEntry('night', local(10, 22), local(11, 2));
  const { bridge, user } = await openWeek({
    entries: [{ ...timeEntry('noon', local(10, 12), local(10, 13)), task: night.task }, night],
  });
  fireEvent.contextMenu(cell(/^NIGHT, Tuesday/));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(clock(local(10, 22))) }));
  await user.click(screen.getByRole('menuitem', { name: /^Delete ?Tue 10 Nov–Wed 11 Nov/ }));
  expect(bridge.payloads('time.delete')).toEqual([{ entryIds: ['night'] }]);
});

test('the keys of the menu work on the cell of one entry; several entries are asked for', async () => {
  const { bridge, user } = await openWeek();
  cell(/^MAIL, .*Mon/).focus();
  await user.keyboard('c');
  await waitFor(() => expect(bridge.payloads('time.continue')).toEqual([{ entryId: 'mail' }]));
  await user.keyboard('{Control>}c{/Control}');
  await waitFor(() => expect(bridge.payloads('time.copy')).toEqual([{ entryIds: ['mail'] }]));
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(bridge.payloads('time.delete')).toEqual([{ entryIds: ['mail'] }]));
  cell(WEDNESDAY).focus();
  await user.keyboard('{Delete}');
  expect(within(await screen.findByRole('menu', { name: 'Entry of PAY-133' })).getAllByRole('menuitem')).toHaveLength(
    2,
  );
  await user.keyboard('{Escape}');
  cell(/^MAIL, .*Mon/).focus();
  await user.keyboard('/');
  expect(await screen.findByRole('button', { name: 'Split' })).toBeVisible();
});

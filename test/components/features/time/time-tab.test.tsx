/** The Time tab: the day with its entries, gaps and overlaps, other days, the export, and the week. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DayView, EntryView, State } from '../../../../shared/contract/index.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { HOUR, local, timeEntry } from '../../../shared/time/entries.ts';
import { anError } from '../../bridge.ts';
import { moveClock, setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { aState, LOCAL_ACCOUNT, revised, timeOf } from '../../state.ts';

/** A Thursday. */
const NOW = local(19, 14);
const MORNING = timeEntry('mail', local(19, 9), local(19, 10));
const MIDDAY = timeEntry('call', local(19, 9, 40), local(19, 11));
const AFTERNOON = timeEntry('code', local(19, 12), local(19, 13));
const RUNNING = timeEntry('run', local(19, 13), null);

beforeEach(() => setClock(NOW));

async function openTime(
  entries: EntryView[],
  state: Partial<State> = {},
  prepare?: Parameters<typeof openWindow>[1],
): Promise<Awaited<ReturnType<typeof openWindow>>> {
  const opened = await openWindow({ time: timeOf(entries, new Date(NOW)), ...state }, prepare);
  await opened.show('time');
  await screen.findByRole('heading', { name: 'Today' });
  return opened;
}
const dayOf = (day: string, at: number, entries: EntryView[]): DayView => ({
  day,
  entries,
  week: timeOf(entries, new Date(at)).week,
});
const row = (identifier: string) => screen.getByRole('button', { name: new RegExp(`^${identifier} `) });
const span = (from: number, to: number) => `${clock(from)} – ${clock(to)}`;
const week = (name = 'This week') => within(screen.getByRole('region', { name }));
/** The row's other buttons and its sentences. */
const beside = (identifier: string) => within(row(identifier).closest('li') ?? document.body);

test('An empty day says how an entry gets there', async () => {
  await openTime([]);
  expect(screen.getByText('Nothing tracked yet today')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Timeline of the day: empty' })).toBeVisible();
  expect(screen.getByText('Thu 19 Nov')).toBeVisible();
});

test('A row is named by task, times, length, project and note', async () => {
  await openTime([{ ...MORNING, note: 'Answered Mira' }, RUNNING]);
  expect(row('MAIL')).toHaveAccessibleName(
    `MAIL mail, ${span(local(19, 9), local(19, 10))}, 1:00, Payments, Answered Mira`,
  );
  expect(row('RUN')).toHaveAccessibleName(`RUN run, ${clock(local(19, 13))} – now, 1:00, Payments`);
  expect(screen.getByRole('img')).toHaveAccessibleName(
    `Timeline of the day: ${span(local(19, 9), local(19, 10))}, ${span(local(19, 13), NOW)}`,
  );
});

test('Rows say what the service does not have yet, and why', async () => {
  const entries: EntryView[] = [
    { ...MORNING, sync: 'waiting' },
    { ...AFTERNOON, sync: 'needs-you', why: 'The task was deleted.' },
    { ...RUNNING, sync: 'sending' },
  ];
  await openTime(entries);
  expect(row('MAIL')).toHaveAccessibleName(/, Waiting to be sent$/);
  expect(row('RUN')).toHaveAccessibleName(/, Being sent$/);
  expect(row('CODE')).toHaveAccessibleName(/, Not sent: needs your attention$/);
  expect(screen.getByText('The task was deleted.')).toBeVisible();
  expect(document.querySelector('[data-kind=waiting]')).toBeInTheDocument();
});

test('The local workspace marks only entries that failed', async () => {
  await openTime(
    [
      { ...MORNING, sync: 'waiting' },
      { ...AFTERNOON, sync: 'needs-you' },
    ],
    { account: LOCAL_ACCOUNT },
  );
  expect(row('MAIL')).toHaveAccessibleName(/, Payments$/);
  expect(document.querySelector('[data-kind=waiting]')).toBeNull();
  expect(row('CODE')).toHaveAccessibleName(/needs your attention$/);
});

test('The button of a row continues its task or stops the timer', async () => {
  const { bridge, user } = await openTime([MORNING, RUNNING]);
  await user.click(screen.getByRole('button', { name: 'Start timer: mail' }));
  expect(bridge.payloads('time.continue')).toEqual([{ entryId: 'mail' }]);
  await user.click(screen.getByRole('button', { name: 'Stop timer: run' }));
  expect(bridge.payloads('timer.stop')).toEqual([{}]);
});

test('Without the permission to track time the button says so', async () => {
  await openTime([MORNING], { missingPermissions: ['task:update'] });
  const start = screen.getByRole('button', { name: 'Start timer: mail' });
  expect(start).toHaveAttribute('aria-disabled', 'true');
  expect(start).toHaveAttribute('title', 'You may not track time here (task:update)');
});

test('The arrow keys and J and K move through entries, gaps and fixes; C continues; Tab stops once', async () => {
  const { bridge, user } = await openTime([MORNING, MIDDAY, AFTERNOON]);
  const gap = screen.getByRole('button', { name: /^Gap of / });
  const fix = screen.getByRole('button', { name: /^Fix the overlap/ });
  expect(row('CODE')).toHaveAttribute('tabindex', '0');
  row('CODE').focus();
  await user.keyboard('{ArrowUp}');
  expect(gap).toHaveFocus();
  await user.keyboard('k');
  expect(fix).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(row('MAIL')).toHaveFocus();
  expect(row('CODE')).toHaveAttribute('tabindex', '-1');
  await user.keyboard('jc');
  expect(bridge.payloads('time.continue')).toEqual([{ entryId: 'call' }]);
  await user.keyboard('{End}{Enter}');
  expect(screen.getByRole('form', { name: 'Edit CODE' })).toBeVisible();
});

test('A gap of at least five minutes is shown with its length', async () => {
  await openTime([MORNING, timeEntry('soon', local(19, 10, 4), local(19, 11)), AFTERNOON]);
  expect(screen.getAllByText(/Gap of/)).toHaveLength(1);
  expect(screen.getByText('Gap of 1 h')).toBeVisible();
});

test('An overlap is shown, counted once, and fixed with one of two choices that show their results', async () => {
  const { bridge, user } = await openTime([MORNING, MIDDAY]);
  expect(beside('CALL').getByText('Overlaps MAIL by 20 min')).toBeVisible();
  expect(screen.getByText('20 min counted twice')).toBeVisible();
  const fix = screen.getByRole('button', { name: 'Fix the overlap of CALL with MAIL' });
  await user.click(fix);
  const menu = within(screen.getByRole('menu'));
  const trimThis = menu.getByRole('menuitem', { name: /^Trim this entry/ });
  expect(trimThis).toHaveTextContent(`${clock(local(19, 9, 40))} → ${clock(local(19, 10))}`);
  const trimOther = menu.getByRole('menuitem', { name: /^Trim MAIL/ });
  expect(trimOther).toHaveTextContent(`${clock(local(19, 10))} → ${clock(local(19, 9, 40))}`);
  await user.keyboard('{Escape}');
  expect(fix).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('menuitem', { name: /^Trim this entry/ }));
  await user.click(fix);
  await user.click(screen.getByRole('menuitem', { name: /^Trim MAIL/ }));
  expect(bridge.payloads('time.trim')).toEqual([
    { entryId: 'call', otherId: 'mail' },
    { entryId: 'mail', otherId: 'call' },
  ]);
});

test('A fix says if nothing or two entries remain', async () => {
  const { user } = await openTime([MORNING, timeEntry('within', local(19, 9, 10), local(19, 9, 30))]);
  await user.click(screen.getByRole('button', { name: /^Fix the overlap/ }));
  expect(screen.getByRole('menuitem', { name: /^Trim this entry/ })).toHaveTextContent('nothing left');
  expect(screen.getByRole('menuitem', { name: /^Trim MAIL/ })).toHaveTextContent('in two');
});

test('An error of a command is shown above the day until it is dismissed', async () => {
  const { user } = await openTime([MORNING], {}, (bridge) => bridge.fail('time.continue'));
  await user.click(screen.getByRole('button', { name: 'Start timer: mail' }));
  expect(await screen.findByRole('alert', { name: 'It did not work' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Entries that could not be read are counted above the day', async () => {
  await openTime([MORNING], { unreadableRecords: { time: { entry: 2 } } });
  expect(screen.getByRole('heading', { name: /^2 time entries/ })).toBeVisible();
});

test('The menu exports the week, the month or the year and says where the file is', async () => {
  const { bridge, user } = await openTime([MORNING], {}, (bridge) =>
    bridge.answer('time.export', '/home/nora/Documents/time.csv'),
  );
  for (const name of ['Save this week as CSV…', 'Save this month as CSV…', 'Save all of this year as CSV…']) {
    await user.click(screen.getByRole('button', { name: 'Add and report' }));
    await user.click(screen.getByRole('menuitem', { name }));
  }
  expect(bridge.payloads('time.export')).toEqual([
    { from: '2026-11-16', to: '2026-11-22' },
    { from: '2026-11-01', to: '2026-11-30' },
    { from: '2026-01-01', to: '2026-12-31' },
  ]);
  expect(screen.getByTitle('time.csv is in ~/Documents')).toBeVisible();
});

test('A cancelled export says nothing, a failed one shows its error', async () => {
  const { bridge, user } = await openTime([MORNING], {}, (bridge) => bridge.answer('time.export', null));
  const exportWeek = async () => {
    await user.click(screen.getByRole('button', { name: 'Add and report' }));
    await user.click(screen.getByRole('menuitem', { name: 'Save this week as CSV…' }));
  };
  await exportWeek();
  expect(screen.queryByTitle(/Written to| is in /)).toBeNull();
  bridge.fail('time.export');
  await exportWeek();
  expect(await screen.findByRole('alert', { name: 'It did not work' })).toBeVisible();
});

test('Another day of the week opens from its bar, T returns to today, and Escape only hides the window', async () => {
  const tuesday = timeEntry('old', local(17, 9), local(17, 10, 30));
  const { user, bridge } = await openTime([MORNING], {}, (bridge) =>
    bridge.answer('time.day', ({ day }) => dayOf(day, NOW, [tuesday])),
  );
  await user.click(week().getByRole('button', { name: 'Tuesday 17 Nov, nothing tracked' }));
  expect(await screen.findByRole('button', { name: /^OLD / })).toBeVisible();
  expect(bridge.payloads('time.day')).toContainEqual({ day: '2026-11-17' });
  expect(screen.getByRole('heading', { name: 'Tuesday' })).toBeVisible();
  expect(week().getByRole('button', { name: 'Tuesday 17 Nov, 1:30' })).toHaveAttribute('aria-pressed', 'true');
  await user.keyboard('{Escape}');
  expect(bridge.payloads('window.hide')).toEqual([{}]);
  expect(screen.getByRole('heading', { name: 'Tuesday' })).toBeVisible();
  await user.keyboard('t');
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect(row('MAIL')).toBeVisible();
});

test.each(['List', 'Day'])('The arrow keys lead into the %s from the view around it', async (view) => {
  const { user } = await openTime([MORNING]);
  await user.click(screen.getByRole('radio', { name: view }));
  // As after a day was chosen in the palette.
  row('MAIL').closest<HTMLElement>('[role=tabpanel] > section')?.focus();
  expect(document.activeElement).toContainElement(row('MAIL'));
  await user.keyboard('{ArrowDown}');
  expect(row('MAIL')).toHaveFocus();
});

test('A changed entry is read again for the shown day', async () => {
  const { user, publish, bridge } = await openTime([], {}, (bridge) =>
    bridge.answer('time.day', ({ day }) => dayOf(day, NOW, [])),
  );
  await user.click(week().getByRole('button', { name: /^Tuesday/ }));
  await screen.findByText('Nothing tracked on this day');
  bridge.answer('time.day', ({ day }) => dayOf(day, NOW, [timeEntry('new', local(17, 9), local(17, 10))]));
  publish({ time: timeOf([MORNING], new Date(NOW)), ...revised(bridge.state, 'time') });
  expect(await screen.findByRole('button', { name: /^NEW / })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to today' }));
  expect(row('MAIL')).toBeVisible();
});

test('A late answer for the day shown before does not replace the day shown now', async () => {
  const { user, bridge } = await openTime([]);
  const answerLate = bridge.hold('time.day');
  await user.click(week().getByRole('button', { name: /^Monday/ }));
  bridge.answer('time.day', ({ day }) => dayOf(day, NOW, [timeEntry('mid', local(17, 9), local(17, 10))]));
  await user.click(week().getByRole('button', { name: /^Tuesday/ }));
  await screen.findByRole('button', { name: /^MID / });
  await act(async () => answerLate({ ok: true, value: dayOf('2026-11-16', NOW, []) }));
  expect(row('MID')).toBeVisible();
});

test('An empty day of the past offers to add an entry to it', async () => {
  const { user } = await openTime([], {}, (bridge) => bridge.answer('time.day', ({ day }) => dayOf(day, NOW, [])));
  await user.click(week().getByRole('button', { name: /^Tuesday/ }));
  await user.click(await screen.findByRole('button', { name: 'Add entry' }));
  expect(screen.getByLabelText('Start')).toHaveValue(clock(local(17, 9)));
  expect(screen.getByLabelText('End')).toHaveValue(clock(local(17, 9, 30)));
});

test('A day that cannot be read shows the error', async () => {
  const { user } = await openTime([], {}, (bridge) => bridge.fail('time.day', anError({ title: 'Disk full' })));
  await user.click(week().getByRole('button', { name: /^Tuesday/ }));
  expect(await screen.findByRole('alert', { name: 'Disk full' })).toBeVisible();
  expect(screen.queryByText('Nothing tracked on this day')).toBeNull();
});

test('The week before is one page back; its export names its days, and the week after leads to today', async () => {
  const before = timeEntry('before', local(12, 9), local(12, 11));
  const { user } = await openTime([MORNING], {}, (bridge) =>
    bridge.answer('time.day', ({ day }) => dayOf(day, local(12, 12), [before])),
  );
  expect(week().getByRole('button', { name: 'The week after' })).toBeDisabled();
  await user.click(week().getByRole('button', { name: 'The week before' }));
  expect(await screen.findByRole('region', { name: '9 – 15 Nov' })).toBeVisible();
  expect(week('9 – 15 Nov').getByRole('button', { name: 'Thursday 12 Nov, 2:00' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add and report' }));
  expect(screen.getByRole('menuitem', { name: 'Save 9 – 15 Nov as CSV…' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(week('9 – 15 Nov').getByRole('button', { name: 'The week after' }));
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
});

test('The week adds the running timer and is shown by days, projects or tasks', async () => {
  const { user } = await openTime([
    MORNING,
    { ...RUNNING, startTime: new Date(NOW - 3 * HOUR).toISOString(), task: { ...RUNNING.task, projectName: '' } },
  ]);
  expect(week().getByText('4:00', { ignore: '[aria-hidden]' })).toBeVisible();
  expect(week().getByRole('button', { name: 'Thursday 19 Nov, 4:00' })).toBeVisible();
  expect(week().getByRole('button', { name: 'Friday 20 Nov, nothing tracked' })).toBeDisabled();
  await user.click(week().getByRole('radio', { name: 'Projects' }));
  const shares = (name: string) =>
    within(week().getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim());
  expect(shares('Projects')).toEqual(['No project75 %3:00', 'Payments25 %1:00']);
  await user.click(week().getByRole('radio', { name: 'Tasks' }));
  expect(shares('Tasks')).toEqual(['RUN run75 %3:00', 'MAIL mail25 %1:00']);
});

test('An empty week says so by projects, and its bars are one Tab stop with arrow keys', async () => {
  const { user } = await openTime([]);
  const thursday = week().getByRole('button', { name: /^Thursday/ });
  expect(thursday).toHaveAttribute('tabindex', '0');
  thursday.focus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(week().getByRole('button', { name: /^Tuesday/ })).toHaveFocus();
  expect(week().getByRole('button', { name: /^Tuesday/ })).toHaveAttribute('tabindex', '-1');
  await user.click(week().getByRole('radio', { name: 'Projects' }));
  expect(week().getByText('Nothing tracked in this week.')).toBeVisible();
});

test('At midnight the day stays until main publishes the next, which then contains the running entry', async () => {
  setClock(local(19, 23, 59));
  const late = timeEntry('late', local(19, 23), null);
  const { publish } = await openTime([late], { time: timeOf([late], new Date(local(19, 23, 59))) });
  expect(row('LATE')).toHaveAccessibleName(/ – now, 0:59, /);
  moveClock(local(20, 0, 1));
  expect(screen.getByRole('heading', { name: 'Thursday' })).toBeVisible();
  expect(row('LATE')).toHaveAccessibleName(new RegExp(`– ${clock(local(20, 0))}, 1:00, `));
  publish({ time: timeOf([late], new Date(local(20, 0, 1))) });
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect(screen.getByText('Fri 20 Nov')).toBeVisible();
  expect(row('LATE')).toHaveAccessibleName(/ – now, 0:01, /);
});

test('The total of a day grows while a timer runs', async () => {
  await openTime([MORNING, RUNNING]);
  const header = within(screen.getByRole('heading', { name: 'Today' }).closest('header') ?? document.body);
  expect(header.getByText('2:00')).toBeVisible();
  moveClock(NOW + 5 * 60_000);
  expect(header.getByText('2:05')).toBeVisible();
});

test('Minutes agree on one screen: rows, bar, gap, timer, day, week and its shares', async () => {
  const { user } = await openTime([
    timeEntry('mail', local(19, 9) + 50_000, local(19, 9, 25) + 10_000),
    timeEntry('call', local(19, 9, 54) + 59_000, local(19, 10, 20) + 5_000),
    timeEntry('run', local(19, 13, 30) + 40_000, null),
  ]);
  const [mail, call] = [span(local(19, 9), local(19, 9, 25)), span(local(19, 9, 54), local(19, 10, 20))];
  expect(row('MAIL')).toHaveAccessibleName(`MAIL mail, ${mail}, 0:25, Payments`);
  expect(row('CALL')).toHaveAccessibleName(`CALL call, ${call}, 0:26, Payments`);
  expect(row('RUN')).toHaveAccessibleName(`RUN run, ${clock(local(19, 13, 30))} – now, 0:29, Payments`);
  expect(screen.getByText('Gap of 29 min')).toBeVisible();
  expect(screen.getByRole('img', { name: /^Timeline/ })).toHaveAccessibleName(
    `Timeline of the day: ${mail}, ${call}, ${span(local(19, 13, 30), local(19, 13, 59))}`,
  );
  expect(screen.getByRole('timer')).toHaveTextContent('0:29:20');
  const header = within(screen.getByRole('heading', { name: 'Today' }).closest('header') ?? document.body);
  expect(header.getByText('1:20')).toBeVisible();
  expect(week().getByRole('button', { name: 'Thursday 19 Nov, 1:20' })).toBeVisible();
  await user.click(week().getByRole('radio', { name: 'Tasks' }));
  const tasks = within(week().getByRole('list', { name: 'Tasks' })).getAllByRole('listitem');
  expect(tasks.map(({ textContent }) => textContent?.match(/\d:\d\d$/)?.[0])).toEqual(['0:29', '0:26', '0:25']);
});

const OFFICE = { from: 540, to: 1050, break: { from: 720, to: 780 } };
const gaps = () => screen.queryAllByRole('button', { name: /^Gap of / }).map((one) => one.getAttribute('aria-label'));

test('Without working hours a line above the gaps asks for them', async () => {
  const { user, publish, bridge } = await openTime([MORNING, AFTERNOON]);
  expect(gaps()).toEqual([`Gap of 2 h, ${clock(local(19, 10))}–${clock(local(19, 12))}: fill it`]);
  expect(screen.getByText('When do you work?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Set…' }));
  expect(await screen.findByRole('heading', { name: 'Working hours' })).toBeVisible();
  publish({ timeRules: { ...bridge.state.timeRules, hours: Array(7).fill(OFFICE) } });
  await user.keyboard('{Escape}');
  expect(screen.queryByText('When do you work?')).toBeNull();
});

test('With working hours the gaps lie within them, also before the first entry and up to now', async () => {
  const { timeRules } = aState();
  const early = timeEntry('early', local(19, 6), local(19, 7));
  const { user } = await openTime([early, AFTERNOON], { timeRules: { ...timeRules, hours: Array(7).fill(OFFICE) } });
  expect(gaps()).toEqual([
    `Gap of 3 h, ${clock(local(19, 9))}–${clock(local(19, 12))}: fill it`,
    `Gap of 1 h, ${clock(local(19, 13))}–${clock(NOW)}: fill it`,
  ]);
  await user.click(screen.getByRole('button', { name: gaps()[1] ?? '' }));
  expect(await screen.findByLabelText('Start')).toHaveValue(clock(local(19, 13)));
});

test('A gap is answered with “not work” by N or by its menu, and the same key takes it back', async () => {
  const { user, bridge, publish } = await openTime([MORNING, AFTERNOON]);
  const gap = { from: new Date(local(19, 10)).toISOString(), to: new Date(local(19, 12)).toISOString() };
  screen.getByRole('button', { name: /^Gap of / }).focus();
  await user.keyboard('n');
  publish({ timeRules: { ...bridge.state.timeRules, notWork: [gap] } });
  expect(gaps()).toEqual([]);
  expect(screen.getByText('Not work 2 h')).toBeVisible();
  expect(screen.queryByText('When do you work?')).toBeNull();
  expect(screen.getByRole('button', { name: /^Not work 2 h, / })).toHaveFocus();
  await user.keyboard('n');
  publish({ timeRules: { ...bridge.state.timeRules, notWork: [] } });
  expect(screen.getByRole('button', { name: /^Gap of / })).toHaveFocus();
  fireEvent.contextMenu(screen.getByRole('button', { name: /^Gap of / }));
  await user.click(await screen.findByRole('menuitem', { name: /^Not work/ }));
  expect(bridge.payloads('time-rules.set-not-work')).toEqual([
    { ...gap, isNotWork: true },
    { ...gap, isNotWork: false },
    { ...gap, isNotWork: true },
  ]);
  fireEvent.contextMenu(screen.getByRole('button', { name: /^Gap of / }));
  await user.click(await screen.findByRole('menuitem', { name: /^Fill/ }));
  expect(await screen.findByLabelText('Start')).toHaveValue(clock(local(19, 10)));
});

test('With working hours an empty day has gaps too', async () => {
  const { timeRules } = aState();
  const { user } = await openTime([], { timeRules: { ...timeRules, hours: Array(7).fill(OFFICE) } });
  expect(gaps()).toHaveLength(2);
  expect(screen.queryByText('Nothing tracked yet today')).toBeNull();
  const [first] = screen.getAllByRole('button', { name: /^Gap of / });
  expect(first).toHaveAttribute('tabindex', '0');
  first?.focus();
  await user.keyboard('f');
  expect(await screen.findByLabelText('Start')).toHaveValue(clock(local(19, 9)));
});

test('F in the list fills the gap of the focus, or the next one, and works in the menu as N does', async () => {
  const { user, bridge } = await openTime([MORNING, AFTERNOON]);
  row('MAIL').focus();
  await user.keyboard('f');
  expect(await screen.findByLabelText('Start')).toHaveValue(clock(local(19, 10)));
  await user.keyboard('{Escape}');
  const gap = screen.getByRole('button', { name: /^Gap of / });
  fireEvent.contextMenu(gap);
  await screen.findByRole('menuitem', { name: /^Not work/ });
  await user.keyboard('n');
  expect(bridge.payloads('time-rules.set-not-work')).toHaveLength(1);
  fireEvent.contextMenu(gap);
  await screen.findByRole('menuitem', { name: /^Fill/ });
  await user.keyboard('f');
  expect(await screen.findByLabelText('Start')).toHaveValue(clock(local(19, 10)));
});

/** The command palette: what it offers and finds, what each key does, and what it says offline. */

import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { useNavigation } from '../../../renderer/state/navigation.ts';
import { useNotices } from '../../../renderer/state/notices.ts';
import { useShownTime } from '../../../renderer/state/shown-time.ts';
import type { PaletteView, State } from '../../../shared/contract/index.ts';
import { clock } from '../../../shared/i18n/format-dates.ts';
import { taskRef } from '../../../shared/time/entry.ts';
import { taskView } from '../../shared/tasks/tasks.ts';
import { HOUR, local, MINUTE, timeEntry } from '../../shared/time/entries.ts';
import { timesheetOf } from '../../shared/time/timesheets.ts';
import { anError, type FakeBridge } from '../bridge.ts';
import { setClock } from '../clock.ts';
import { openWindow } from '../render.tsx';
import { aState, LOCAL_ACCOUNT, tasksOf, timeOf } from '../state.ts';

const NOW = local(19, 14);
const iso = (at: number) => new Date(at).toISOString();
const REFUND = taskView('PAY-133', {
  title: 'Refund fails for a card past its expiry date',
  status: 'in-progress',
  // Not on the hour: in one of the time zones that is midnight UTC, a date without a time.
  dueDate: iso(NOW + 3 * HOUR + 10 * MINUTE),
});
const RETRY = taskView('PAY-134', { title: 'Retry a declined card' });
const MENU = taskView('WEB-63', { title: 'Menu covers the heading', projectName: 'Website', projectId: 'web' });
const RUNNING = { ...timeEntry('running', NOW - 42 * MINUTE, null), task: taskRef(RETRY) };
const COLUMNS = [
  { slug: 'to-do', name: 'To do' },
  { slug: 'in-progress', name: 'In progress' },
  { slug: 'done', name: 'Done' },
];
const VIEW: PaletteView = {
  boardTasks: [
    {
      id: 'PAY-118',
      identifier: 'PAY-118',
      title: 'Refund button out of reach',
      projectId: 'p',
      projectName: 'Payments',
      priority: 'low',
      dueDate: null,
      isDone: true,
    },
  ],
  tracked: [taskRef(MENU)],
  entries: [
    {
      id: 'e1',
      task: taskRef(REFUND),
      startTime: iso(NOW - 5 * HOUR),
      endTime: iso(NOW - 5 * HOUR + 78 * MINUTE),
      note: '',
    },
    {
      id: 'e2',
      task: taskRef(MENU),
      startTime: iso(local(12, 9)),
      endTime: iso(local(12, 10)),
      note: 'Refund released',
    },
  ],
  projects: [
    { id: 'p', slug: 'PAY', name: 'Payments', columns: COLUMNS },
    { id: 'web', slug: 'WEB', name: 'Website', columns: [] },
  ],
  weights: {},
};
const DIRECTORY = {
  projects: [{ id: 'p', slug: 'PAY', name: 'Payments' }],
  people: [],
  labels: [],
  columns: {},
  me: { id: 'me', name: 'Nora' },
  lastProjectId: 'p',
  assignToMe: false,
  locale: 'en-GB',
};
const state: Partial<State> = {
  tasks: tasksOf([REFUND, RETRY, MENU]),
  time: timeOf([RUNNING], new Date(NOW)),
};

beforeEach(() => setClock(NOW));

const palette = () => within(screen.getByRole('dialog', { name: 'Command palette' }));
const field = () => palette().getByRole('combobox');
const options = () =>
  palette()
    .getAllByRole('option')
    .map(({ textContent }) => textContent ?? '');
const group = (name: string) => within(palette().getByRole('group', { name }));
const linesOf = (name: string) =>
  group(name)
    .getAllByRole('option')
    .map(({ textContent }) => textContent ?? '');
/** jsdom knows no movement. */
const pointerMove = (element: Element, movementX: number): Event =>
  Object.defineProperty(createEvent.pointerMove(element), 'movementX', { value: movementX });
const chosen = () => palette().getByRole('option', { selected: true }).textContent;

async function openPalette(changes: Partial<State> = {}, prepare: (bridge: FakeBridge) => void = () => {}) {
  const opened = await openWindow({ ...state, ...changes }, (bridge) => {
    bridge.answer('palette.read', VIEW);
    prepare(bridge);
  });
  await opened.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Command palette' });
  return opened;
}

test('main can ask for it, as for the command line', async () => {
  const { show } = await openWindow(state, (bridge) => bridge.answer('palette.read', VIEW));
  await show('palette');
  expect(await screen.findByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
});

describe('before anything is typed', () => {
  test('it has the caret and offers what is most likely, what can be done and where to go', async () => {
    await openPalette();
    expect(field()).toHaveFocus();
    expect(field()).toHaveAttribute('placeholder', 'Find or do anything');
    expect(linesOf('Suggested')[0]).toMatch(/^Stop, and keep 0:42/);
    expect(linesOf('Suggested')[1]).toContain('PAY-133');
    expect(linesOf('Actions')[0]).toMatch(/^New task…/);
    expect(linesOf('Go to').join()).toContain('My tasks');
    expect(options().length).toBeLessThanOrEqual(12);
  });

  test('what was chosen often comes first', async () => {
    await openPalette({}, (bridge) =>
      bridge.answer('palette.read', { ...VIEW, weights: { 'command exportWeek': 5_000, 'project web': 9_000 } }),
    );
    expect((await group('Actions').findAllByRole('option'))[0]).toHaveTextContent('Save this week as CSV…');
    expect(linesOf('Go to')[0]).toContain('Website, board');
  });

  test('Enter stops the timer, says so in the footer, and counts the choice', async () => {
    const { bridge, user } = await openPalette();
    expect(palette().getByText('do it')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(bridge.payloads('timer.stop')).toEqual([{}]);
    expect(bridge.payloads('palette.used')).toEqual([{ line: 'command stop' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('time', () => {
  const early = { ...timeEntry('early', local(19, 9), local(19, 10)), task: taskRef(MENU) };
  const late = { ...timeEntry('late', local(19, 10, 48), local(19, 12)), task: taskRef(MENU) };
  const tracked = { time: timeOf([early, late], new Date(NOW)) };

  test('the last gap of today can be filled', async () => {
    const { user } = await openPalette(tracked);
    const title = `Fill ${clock(local(19, 10))}–${clock(local(19, 10, 48))}`;
    expect(linesOf('Suggested').at(-1)).toBe(`${title}48 min`);
    await user.click(palette().getByRole('option', { name: new RegExp(title) }));
    expect(await screen.findByRole('dialog', { name: 'Gap of 48 min' })).toBeVisible();
    expect(screen.getByLabelText('End')).toHaveValue(clock(local(19, 10, 48)));
  });

  test('on a day off there is no gap', async () => {
    const { timeRules } = aState();
    await openPalette({ ...tracked, timeRules: { ...timeRules, daysOff: { '2026-11-19': 'Holiday' } } });
    expect(options().join()).not.toContain('Fill');
  });

  test('the last week that is over can be closed', async () => {
    const { bridge, user } = await openPalette(tracked, (fake) => {
      fake.answer('timesheet.read', ({ from, to }) => timesheetOf([], from, to));
      fake.answer('week.review', { gaps: [], overlaps: [], unsent: [], isRunning: false });
      fake.answer('timesheet.overtime', null);
      fake.answer('time.day', ({ day }) => ({ day, entries: [], week: timeOf().week }));
    });
    await user.keyboard('close week{Enter}');
    expect(await screen.findByRole('region', { name: 'Close week 46' })).toHaveFocus();
    expect(bridge.payloads('week.review')).toContainEqual({ weekStart: '2026-11-09' });
    expect(bridge.payloads('palette.used')).toEqual([{ line: 'command closeWeek' }]);
  });

  test('on the last working day it is this week, unless it is closed', async () => {
    setClock(local(20, 14));
    const { user, publish, bridge } = await openPalette({ time: timeOf([], new Date(local(20, 14))) });
    await user.keyboard('close week');
    expect(options()[0]).toContain('Close week 47…');
    const { timeRules } = bridge.state;
    publish({
      timeRules: { ...timeRules, closedWeeks: [{ weekStart: '2026-11-16', closedAt: iso(NOW), trackedMs: 0 }] },
    });
    expect(options().join()).not.toContain('Close week');
  });
});

describe('a query', () => {
  test('finds tasks, entries and commands, with the match marked', async () => {
    const { user } = await openPalette();
    await user.keyboard('refund');
    expect(linesOf('Tasks')).toEqual([
      'PAY-133Refund fails for a card past its expiry datein 3 h',
      'PAY-118Refund button out of reachdone',
    ]);
    expect(linesOf('Time entries')).toEqual([
      expect.stringMatching(/^Refund fails.*today 1:18$/),
      expect.stringMatching(/^Refund released.*12 Nov 1:00$/),
    ]);
    expect(group('Tasks').getAllByText('Refund')[0]?.tagName).toBe('B');
    expect(linesOf('Actions').slice(-2)).toEqual([
      expect.stringContaining('New task “refund”'),
      expect.stringContaining('Search the server for “refund”'),
    ]);
  });

  test('starts the timer of a task with Enter; arrows and the pointer choose', async () => {
    const { bridge, user } = await openPalette();
    await user.keyboard('refund');
    expect(chosen()).toContain('PAY-133');
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toContain('PAY-118');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen()).toContain('Search the server');
    const option = palette().getByRole('option', { name: /PAY-133/ });
    fireEvent(option, pointerMove(option, 0));
    expect(chosen(), 'under a resting pointer').toContain('Search the server');
    fireEvent(option, pointerMove(option, 1));
    expect(field()).toHaveAttribute('aria-activedescendant', palette().getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');
    expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-133' }]);
    expect(bridge.payloads('palette.used')).toEqual([{ line: 'task PAY-133' }]);
  });

  test('opens an entry to edit it, on its day', async () => {
    const { user } = await openPalette();
    await user.keyboard('released{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('tab', { name: 'Time', selected: true })).toBeVisible();
  });

  test('opens a board, and the page of the settings', async () => {
    const { bridge, user } = await openPalette();
    await user.keyboard('website, b{Enter}');
    expect(bridge.payloads('board.open')).toContainEqual({ projectId: 'web' });
    await user.keyboard('{Control>}k{/Control}settings');
    await user.click(await screen.findByRole('option', { name: /^Settings/ }));
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  });

  test('without a match says so, what was looked through, and what may be meant', async () => {
    const { bridge, user } = await openPalette();
    await user.keyboard('fix the #paymnts');
    expect(linesOf('No results')[0]).toContain('Did you mean Payments, board?');
    expect(palette().getByText(/^Looked through 4 tasks, 2 projects, 2 entries, \d+ commands$/)).toBeVisible();
    await user.keyboard('{Enter}');
    expect(bridge.payloads('board.open')).toContainEqual({ projectId: 'p' });
  });
});

describe('keys', () => {
  test('Escape and Ctrl K close it and give the focus back', async () => {
    const { bridge, user } = await openWindow(state, (fake) => fake.answer('palette.read', VIEW));
    const settings = screen.getByRole('button', { name: 'Settings' });
    settings.focus();
    for (const close of ['{Escape}', '{Control>}k{/Control}']) {
      await user.keyboard('{Control>}k{/Control}');
      await screen.findByRole('dialog', { name: 'Command palette' });
      await user.keyboard(close);
      expect(screen.queryByRole('dialog')).toBeNull();
      await expect.poll(() => document.activeElement).toBe(settings);
    }
    expect(bridge.payloads('window.hide')).toEqual([]);
  });

  test('what was open stays as it was', async () => {
    const { user } = await openWindow(state, (fake) => fake.answer('palette.read', VIEW));
    await user.keyboard('/');
    await user.type(screen.getByRole('textbox', { name: 'Filter my tasks' }), 'refund');
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
    await user.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: 'Filter my tasks' })).toHaveValue('refund');
  });

  test('Tab shows what can be done with the line, Backspace goes back to what was typed', async () => {
    const { user } = await openPalette();
    await user.keyboard('refund{Tab}');
    expect(palette().getByRole('group', { name: /^PAY-133 Refund fails/ })).toBeVisible();
    expect(options()).toEqual([
      'OpenSpace',
      'Start timer',
      expect.stringContaining(`Move the running time here, from ${clock(RUNNING.startTime)}`),
      'Add time…ShiftS',
      'Status',
      'Project',
      'Priority',
      'Due',
      'Assignee',
      'Labels',
      'Edit title',
      'Comment',
      'Copy linkCtrlShiftC',
      'Copy identifierCtrlC',
      'Open in browserCtrlO',
      'Delete task…Del',
      expect.stringContaining('Payments, board'),
    ]);
    await user.keyboard('link');
    expect(options()).toEqual([expect.stringContaining('Copy link')]);
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
    expect(options()).toHaveLength(17);
    await user.keyboard('{Backspace}');
    expect(field()).toHaveValue('refund');
    expect(field()).toHaveFocus();
  });

  test('Status shows the columns, of which the present one is marked, and moves the task', async () => {
    const places = [...COLUMNS, { slug: 'planned', name: 'Planned' }].map((place) => ({ ...place, isFinal: false }));
    const { bridge, user } = await openPalette({}, (fake) =>
      fake.answer('tasks.places', { status: 'in-progress', places }),
    );
    await user.keyboard('refund{Tab}status{Enter}');
    expect(await palette().findByRole('group', { name: 'Status' })).toBeVisible();
    expect(field().previousElementSibling).toHaveTextContent('PAY-133 › Status ›');
    expect(options()).toEqual(['To do', 'In progress', 'Done', 'Planned']);
    expect(field()).toHaveFocus();
    await user.keyboard('{Backspace}');
    expect(field()).toHaveValue('status');
    await user.keyboard('{Enter}');
    await palette().findByRole('group', { name: 'Status' });
    await user.keyboard('done{Enter}');
    expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'PAY-133', status: 'done' }] }]);
    expect(bridge.payloads('palette.used')).toEqual([{ line: 'task PAY-133' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('Due offers days, which keep the time, none, and the page of the task', async () => {
    const { bridge, user } = await openPalette();
    await user.keyboard('refund{Tab}due{Enter}');
    expect(options()).toEqual([
      'Today, Thu 19 Nov',
      'Tomorrow, Fri 20 Nov',
      'Next week, Mon 23 Nov',
      'Another day…',
      'No date',
    ]);
    await user.keyboard('tomorrow{Enter}');
    await user.keyboard('{Control>}k{/Control}refund{Tab}due{Enter}no date{Enter}');
    expect(bridge.payloads('tasks.change')).toEqual([
      { changes: [{ taskId: 'PAY-133', dueDate: iso(local(20, 17, 10)) }] },
      { changes: [{ taskId: 'PAY-133', dueDate: null }] },
    ]);
    await user.keyboard('{Control>}k{/Control}refund{Tab}due{Enter}another{Enter}');
    await waitFor(() => expect(useNavigation.getState().page).toEqual({ name: 'taskPage', taskId: 'PAY-133' }));
  });

  test('Add time… opens the form of a new entry', async () => {
    const { user } = await openPalette();
    await user.keyboard('refund{Tab}add time{Enter}');
    await waitFor(() => expect(useNavigation.getState().tab).toBe('time'));
    await waitFor(() =>
      expect(useShownTime.getState().openEntry).toMatchObject({ kind: 'add', task: { taskId: 'PAY-133' } }),
    );
    expect(await screen.findByRole('form', { name: 'New entry' })).toBeVisible();
  });

  test('without the permission a task is neither moved nor dated', async () => {
    const { user, publish } = await openPalette();
    publish({ missingPermissions: ['task:update'] });
    await user.keyboard('refund{Tab}');
    expect(options().join()).not.toMatch(/Status|Due|Add time/);
  });

  test('Space opens the task whose actions are shown; Alt Enter gives it the running time', async () => {
    const { bridge, user } = await openPalette();
    await user.keyboard('refund{Alt>}{Enter}{/Alt}');
    expect(bridge.payloads('time.edit')).toEqual([
      { entryId: 'running', startTime: RUNNING.startTime, endTime: null, note: '', taskId: 'PAY-133' },
    ]);
    await user.keyboard('{Control>}k{/Control}refund{Tab} ');
    await expect.poll(() => bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'PAY-133' });
  });

  test('Ctrl O and Ctrl Shift C act on the chosen task', async () => {
    const { bridge, user } = await openPalette();
    await user.keyboard('refund{Control>}o{/Control}');
    expect(bridge.payloads('tasks.open-in-browser')).toEqual([{ taskId: 'PAY-133' }]);
    await user.keyboard('{Control>}k{/Control}refund{Control>}{Shift>}c{/Shift}{/Control}');
    expect(bridge.payloads('tasks.copy-link')).toEqual([{ taskId: 'PAY-133' }]);
    await user.keyboard('{Control>}k{/Control}refund{Control>}c{/Control}');
    expect(bridge.payloads('tasks.copy-identifier')).toEqual([{ identifier: 'PAY-133' }]);
  });

  test('the keys of the commands work while it is open, and close it', async () => {
    const { bridge, user } = await openPalette();
    await user.keyboard('{Control>}.{/Control}');
    expect(bridge.payloads('timer.stop')).toEqual([{}]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a right click shows the actions of a line', async () => {
    const { user } = await openPalette();
    await user.keyboard('refund');
    await user.pointer({ keys: '[MouseRight]', target: palette().getByRole('option', { name: /PAY-118/ }) });
    expect(palette().getByRole('group', { name: /^PAY-118/ })).toBeVisible();
  });
});

describe('a date', () => {
  const openWithDates = (locale = 'en-GB') =>
    openPalette({}, (fake) => {
      fake.answer('quick-add.directory', { ...DIRECTORY, locale });
      fake.answer('time.day', ({ day }) => ({ day, entries: [], week: timesheetOf([], day, day) }));
      fake.answer('timesheet.read', ({ from, to }) => timesheetOf([], from, to));
    });

  test('shows its day in the Time tab', async () => {
    const { user } = await openWithDates();
    await user.keyboard('12 Nov');
    expect(await palette().findByRole('group', { name: 'Date' })).toHaveTextContent('Thu 12 Nov');
    expect(chosen()).toBe('Thu 12 Nov');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Thursday' })).toBeVisible();
    await waitFor(() => expect(useShownTime.getState().shownDay).toBe('2026-11-12'));
  });

  test('that is a week shows it in the timesheet', async () => {
    const { user } = await openWithDates();
    await user.keyboard('week 45');
    expect(await palette().findByRole('option', { name: 'Week 45, 2 – 8 Nov' })).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('region', { name: /^Week 45/ })).toBeVisible();
  });

  test('is read in the language of the dates, and has its year if it is another one', async () => {
    const { user } = await openWithDates('de-DE');
    await user.keyboard('letzten Freitag');
    expect(await palette().findByRole('option', { name: 'Fri 13 Nov' })).toBeVisible();
    await user.clear(field());
    await user.keyboard('24.12.');
    expect(await palette().findByRole('option', { name: 'Wed 24 Dec 2025' })).toBeVisible();
  });

  test('of today leads back to now', async () => {
    useShownTime.setState({ shownDay: '2026-11-12' });
    const { user } = await openWithDates();
    await user.keyboard('today');
    await palette().findByRole('group', { name: 'Date' });
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeVisible();
    await waitFor(() => expect(useShownTime.getState().shownDay).toBeNull());
  });

  test('to come is none: no time can be tracked then', async () => {
    const { user } = await openWithDates();
    await user.keyboard('yesterday');
    await palette().findByRole('group', { name: 'Date' });
    await user.clear(field());
    await user.keyboard('tomorrow');
    expect(palette().queryByRole('group', { name: 'Date' })).toBeNull();
  });
});

describe('a new task', () => {
  test('Ctrl Enter creates it from the text, as quick add does', async () => {
    const { bridge, user } = await openPalette({}, (fake) => fake.answer('quick-add.directory', DIRECTORY));
    await user.keyboard('Call the bank !high{Control>}{Enter}{/Control}');
    await expect
      .poll(() => bridge.payloads('quick-add.create'))
      .toEqual([
        {
          startTimer: false,
          tasks: [expect.objectContaining({ projectId: 'p', title: 'Call the bank', priority: 'high' })],
        },
      ]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  test('that cannot be created says why, and keeps the text', async () => {
    const { bridge, user } = await openPalette({}, (fake) =>
      fake.answer('quick-add.directory', { ...DIRECTORY, projects: [], lastProjectId: null }),
    );
    await user.keyboard('Call the bank{Control>}{Enter}{/Control}');
    expect(await palette().findByRole('alert')).not.toBeEmptyDOMElement();
    expect(field()).toHaveValue('Call the bank');
    expect(bridge.payloads('quick-add.create')).toEqual([]);
  });

  test('is created once, however often the keys are pressed', async () => {
    const { bridge, user } = await openPalette({}, (fake) => fake.answer('quick-add.directory', DIRECTORY));
    const answer = bridge.hold('quick-add.create');
    await user.keyboard('Call the bank{Control>}{Enter}{Enter}{/Control}');
    await expect.poll(() => bridge.payloads('quick-add.create')).toHaveLength(1);
    await user.keyboard('{Control>}{Enter}{/Control}');
    answer({ ok: true, value: undefined });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(bridge.payloads('quick-add.create')).toHaveLength(1);
  });

  test('leaves the palette that was opened after it was closed, and says there why it was not created', async () => {
    const { bridge, user } = await openPalette({}, (fake) => fake.answer('quick-add.directory', DIRECTORY));
    for (const value of [
      { ok: true, value: undefined },
      { ok: false, error: anError() },
    ] as const) {
      const answer = bridge.hold('quick-add.create');
      const before = bridge.payloads('quick-add.create').length;
      await user.keyboard('Call the bank{Control>}{Enter}{/Control}');
      await expect.poll(() => bridge.payloads('quick-add.create')).toHaveLength(before + 1);
      await user.keyboard('{Escape}{Control>}k{/Control}');
      await user.keyboard('refund');
      await act(async () => answer(value));
      expect(field()).toHaveValue('refund');
      await user.clear(field());
    }
    expect(palette().queryByRole('alert')).toBeNull();
    await waitFor(() => expect(useNotices.getState().toast?.text).toBe(anError().title));
  });

  test('with unknown names or dates says so first', async () => {
    const { bridge, user } = await openPalette({}, (fake) => fake.answer('quick-add.directory', DIRECTORY));
    await user.keyboard('Pay 31 Feb @bob{Control>}{Enter}{/Control}');
    expect(await palette().findByRole('alert')).toHaveTextContent(
      '“31 Feb” is not a real date, so it stays in the title. Nobody here is called “bob”, so it stays in the title. Choose “New task” again to create it anyway.',
    );
    expect(bridge.payloads('quick-add.create')).toEqual([]);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => bridge.payloads('quick-add.create')).toHaveLength(1);
  });

  test('keeps the whole of a long text, of which only the beginning is searched', async () => {
    const { bridge, user } = await openPalette({}, (fake) => {
      fake.answer('quick-add.directory', DIRECTORY);
      fake.answer('tasks.search', []);
    });
    const long = 'Call the bank again '.repeat(20).trim();
    await user.click(field());
    await user.paste(long);
    await user.keyboard('{Shift>}{Enter}{/Shift}{Control>}{Enter}{/Control}');
    await expect.poll(() => bridge.payloads('quick-add.create')).toMatchObject([{ tasks: [{ title: long }] }]);
    expect(bridge.payloads('tasks.search')).toEqual([{ query: long.slice(0, 200).trim() }]);
  });

  test('is not created from the text that filters the actions of a line', async () => {
    const { bridge, user } = await openPalette({}, (fake) => fake.answer('quick-add.directory', DIRECTORY));
    await user.keyboard('refund{Tab}open{Control>}{Enter}{/Control}{Shift>}{Enter}{/Shift}');
    expect(field()).toHaveValue('open');
    expect(bridge.payloads('tasks.search')).toEqual([]);
    await user.keyboard('{Shift>}{Tab}{/Shift}{Control>}{Enter}{/Control}');
    await expect.poll(() => bridge.payloads('quick-add.create')).toMatchObject([{ tasks: [{ title: 'refund' }] }]);
  });
});

describe('the server', () => {
  test('its hits come before a new task if nothing else matches, also when they were asked for by that line', async () => {
    const hit = { id: 'x', identifier: 'PAY-9', title: 'Bookkeeping', projectName: 'Payments' };
    const { bridge, user } = await openPalette();
    const answer = bridge.hold('tasks.search');
    await user.keyboard('zzqq');
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toContain('Search the server');
    await user.keyboard('{Enter}');
    expect(chosen()).toContain('Search the server');
    answer({ ok: true, value: [hit] });
    await palette().findByRole('group', { name: 'On the server' });
    expect(chosen()).toContain('PAY-9');
    await user.keyboard('{Enter}');
    await expect.poll(() => bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'x' });
    expect(bridge.payloads('quick-add.create')).toEqual([]);
  });

  test('Shift Enter searches it; what it finds is opened', async () => {
    const hit = { id: 'x', identifier: 'PAY-9', title: 'Old refund rules', projectName: 'Payments' };
    const { bridge, user } = await openPalette({}, (fake) => fake.answer('tasks.search', [hit]));
    await user.keyboard('refund{Shift>}{Enter}{/Shift}');
    expect(await palette().findByRole('group', { name: 'On the server' })).toBeVisible();
    expect(bridge.payloads('tasks.search')).toEqual([{ query: 'refund' }]);
    await user.keyboard('{Tab}');
    expect(await palette().findByRole('option', { name: /^Copy identifier/ })).toBeVisible();
    expect(palette().getByRole('option', { name: /^Start timer/ })).toBeVisible();
    await user.keyboard('{Backspace}');
    await user.click(await palette().findByRole('option', { name: /PAY-9/ }));
    await expect.poll(() => bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'x' });
  });

  test('while it is searched, finds nothing or refuses, that is said', async () => {
    const { bridge, user } = await openPalette();
    const answer = bridge.hold('tasks.search');
    await user.keyboard('refund{Shift>}{Enter}{/Shift}');
    expect(palette().getByText('Searching')).toBeVisible();
    answer({ ok: true, value: [] });
    expect(await palette().findByText('The server found nothing')).toBeVisible();
    bridge.fail('tasks.search', { title: 'The server is busy' });
    await user.keyboard('s{Shift>}{Enter}{/Shift}');
    expect(await palette().findByText('The server is busy')).toBeVisible();
  });

  test('offline only this computer is searched, and it says so', async () => {
    const { bridge, user } = await openPalette({
      tasks: { ...tasksOf([REFUND]), failingSince: iso(local(19, 13, 50)) },
    });
    await user.keyboard('refund{Shift>}{Enter}{/Shift}');
    expect(
      palette().getByText(`Offline since ${clock(local(19, 13, 50))}: only what is on this computer is searched`),
    ).toBeVisible();
    expect(linesOf('Tasks')[0]).toContain('PAY-133');
    expect(bridge.payloads('tasks.search')).toEqual([]);
  });

  test('the local workspace has no server and no links to it', async () => {
    const { user } = await openPalette({ account: LOCAL_ACCOUNT });
    await user.keyboard('refund');
    expect(palette().getByText('Search the whole workspace for “refund”')).toBeVisible();
    await user.keyboard('{Tab}');
    expect(options().join()).not.toContain('browser');
  });
});

test('a person who may not track time opens the task instead', async () => {
  const { bridge, user } = await openPalette({ missingPermissions: ['task:update'] });
  await user.keyboard('refund{Enter}');
  expect(bridge.payloads('timer.start')).toEqual([]);
  await expect.poll(() => bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'PAY-133' });
});

test('Ctrl M opens the note of the running timer', async () => {
  const { user } = await openWindow(state);
  await user.keyboard('{Control>}m{/Control}');
  expect(await screen.findByRole('textbox', { name: 'Note' })).toHaveFocus();
});

test('on a Mac the keys are signs', async () => {
  await openPalette({ app: { ...aState().app, platform: 'darwin' } });
  expect(group('Suggested').getByText('⌘')).toBeInTheDocument();
});

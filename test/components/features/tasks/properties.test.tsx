/** A task's page: title, status, priority, dates, assignee, labels, permissions, errors, reminder and deletion. */
import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LENGTHS } from '../../../../shared/limits.ts';
import { eventually } from '../../../until.ts';
import { anError, type FakeBridge } from '../../bridge.ts';
import { openWindow } from '../../render.tsx';
import { ACCOUNT, LOCAL_ACCOUNT, openAccount, tasksOf } from '../../state.ts';
import { openTask, pageOf, pageOfTask, property, TASK } from './task-page.ts';

const taskId = TASK.id;
const label = (name: string) => ({ id: `l-${name}`, name, color: 'red', isCopy: true, isUnsent: false });
const PEOPLE = [
  { id: 'nora', name: 'Nora Vance' },
  { id: 'mira', name: 'Mira Lindqvist' },
];
/** A day of the calendar, such as 6 Mar. */
const dayOf2030 = (name: string) => screen.getByRole('button', { name: new RegExp(`\\b${name} 2030$`) });
/** What the window asked to change. */
const changesOf = (bridge: FakeBridge) => bridge.payloads('tasks.change').flatMap(({ changes }) => changes);
const midnight = (year: number, month: number, day: number) => new Date(year, month, day).toISOString();

test('the page shows the task’s data, and reads the rest', async () => {
  const { bridge } = await openTask(
    pageOfTask(
      { priority: 'high', dueDate: midnight(2030, 2, 5) },
      { assignee: PEOPLE[1] ?? null, labels: [label('ops')] },
    ),
  );
  expect(screen.getByRole('heading', { name: 'PAY-1' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Refund fails' })).toBeVisible();
  expect(property('Status')).toHaveTextContent('To do');
  expect(property('Priority')).toHaveTextContent('High');
  expect(property('Due')).toHaveTextContent('Tuesday 5 Mar 2030');
  expect(property('Start')).toHaveTextContent('No start date');
  expect(property('Assignee')).toHaveTextContent('Mira Lindqvist');
  expect(screen.getByText('ops')).toBeVisible();
  expect(screen.getByText(/Created /)).toBeVisible();
  expect(bridge.payloads('tasks.open-page')).toContainEqual({ taskId });
});

test('how long the task took stands first, and leads to its entries', async () => {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  const entry = (id: string, from: number, minutes: number) => ({
    id,
    person: null,
    isMine: true,
    entryId: null,
    startTime: new Date(from).toISOString(),
    endTime: new Date(from + minutes * 60_000).toISOString(),
    note: '',
    isUnsent: false,
  });
  const entries = [entry('old', day.getTime() - 40 * 86_400_000, 90), entry('new', day.getTime(), 78)];
  const { user } = await openTask(pageOf({ entries }));
  const strip = screen.getByRole('button', { name: /^2:48 in all *, *1:18 today *, *2 entries$/ });
  const bars = [...strip.querySelectorAll('[title]')].map((bar) => bar.getAttribute('title'));
  expect(bars).toHaveLength(7);
  expect(bars.at(-1)).toMatch(/, 1:18$/);
  await user.click(strip);
  expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'Time' }));
});

test('S starts and stops the timer, M opens the columns, and not while one types', async () => {
  const { bridge, user } = await openTask();
  await user.keyboard('s');
  expect(bridge.payloads('timer.start')).toEqual([{ taskId }]);
  expect([...document.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(['S', 'M', 'Esc']);
  await user.keyboard('m');
  await user.click(screen.getByRole('menuitemradio', { name: 'In review' }));
  expect(changesOf(bridge)).toEqual([{ taskId, status: 'in-review' }]);
  await user.click(screen.getByRole('button', { name: 'Refund fails' }));
  await user.keyboard('sm');
  expect(bridge.payloads('timer.start')).toHaveLength(1);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('without entries there is nothing to add up', async () => {
  await openTask(pageOf({ entries: [] }));
  expect(screen.queryByTitle('Show the entries')).toBeNull();
});

test('status and priority are chosen from menus, in which the present value is checked', async () => {
  const { bridge, user } = await openTask();
  await user.click(property('Status'));
  expect(screen.getByRole('menuitemradio', { name: 'To do' })).toHaveAttribute('aria-checked', 'true');
  expect(screen.getByRole('menuitemradio', { name: 'To do' })).toHaveFocus();
  await user.click(screen.getByRole('menuitemradio', { name: 'In review' }));
  expect(changesOf(bridge)).toEqual([{ taskId, status: 'in-review' }]);
  expect(screen.queryByRole('menuitemradio')).toBeNull();
  await user.click(property('Priority'));
  await user.keyboard('{Home}{Enter}');
  expect(changesOf(bridge).slice(1)).toEqual([{ taskId, priority: 'urgent' }]);
});

test('Escape closes a menu and not the page, and returns the focus to its button', async () => {
  const { bridge, user } = await openTask(pageOf(), {}, (prepared) =>
    prepared.answer('tasks.choices', { people: PEOPLE, labels: [] }),
  );
  for (const name of ['Status', 'Priority', 'Due', 'Assignee']) {
    property(name).focus();
    await user.keyboard('{Enter}');
    expect(property(name)).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    await eventually(() => expect(property(name)).toHaveFocus());
  }
  expect(screen.getByRole('region', { name: 'Task' })).toBeVisible();
  expect(changesOf(bridge)).toEqual([]);
});

test('an assignee is chosen among the people, or removed', async () => {
  const left = { id: 'jonas', name: 'Jonas Weber' };
  const { bridge, user } = await openTask(pageOf({ assignee: left }), {}, (prepared) =>
    prepared.answer('tasks.choices', { people: PEOPLE, labels: [] }),
  );
  await user.click(property('Assignee'));
  const names = (await screen.findAllByRole('menuitemradio')).map((item) => item.querySelector('bdi')?.textContent);
  expect(names).toEqual(['Nobody', 'Jonas Weber', 'Nora Vance', 'Mira Lindqvist']);
  await user.click(screen.getByRole('menuitemradio', { name: /Mira Lindqvist/ }));
  await user.click(property('Assignee'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Nobody' }));
  expect(changesOf(bridge)).toEqual([
    { taskId, userId: 'mira' },
    { taskId, userId: null },
  ]);
});

test('a long list of people is searched; Enter chooses the first hit, arrow keys reach the others', async () => {
  const people = Array.from({ length: 10 }, (_, at) => ({ id: `p-${at}`, name: `Person ${at}` }));
  const { bridge, user } = await openTask(pageOf(), {}, (prepared) =>
    prepared.answer('tasks.choices', { people, labels: [] }),
  );
  await user.click(property('Assignee'));
  const search = await screen.findByRole('textbox', { name: 'Search' });
  expect(search).toHaveFocus();
  await user.keyboard('nothing like it');
  expect(screen.getByText('Nothing matches.')).toBeVisible();
  await user.clear(search);
  await user.keyboard('person 7{ArrowDown}');
  expect(screen.getByRole('menuitemradio', { name: /Person 7/ })).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(search).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(changesOf(bridge)).toEqual([{ taskId, userId: 'p-7' }]);
});

test('a due date is typed with a time of day; a wrong time is named and nothing is sent', async () => {
  const { bridge, user } = await openTask();
  await user.click(property('Due'));
  await user.click(screen.getByRole('button', { name: 'Set' }));
  expect(screen.getByText('Choose a date.')).toBeVisible();
  await user.type(screen.getByLabelText('Date'), '2030-03-05');
  await user.type(screen.getByRole('textbox', { name: 'Time' }), '25:00');
  await user.click(screen.getByRole('button', { name: 'Set' }));
  expect(screen.getByText('Type a time, such as 14:05, or none.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Time' })).toHaveAttribute('aria-invalid', 'true');
  expect(changesOf(bridge)).toEqual([]);
  await user.clear(screen.getByRole('textbox', { name: 'Time' }));
  await user.keyboard('14:05{Enter}');
  expect(changesOf(bridge)).toEqual([{ taskId, dueDate: new Date(2030, 2, 5, 14, 5).toISOString() }]);
});

test('tomorrow is one click away, a day of the calendar keeps the time of day, and No date removes it', async () => {
  const { bridge, user } = await openTask(pageOfTask({ dueDate: new Date(2030, 2, 5, 14, 5).toISOString() }));
  expect(property('Due')).toHaveTextContent('Tuesday 5 Mar 2030, 2:05 pm');
  await user.click(property('Due'));
  await user.click(dayOf2030('6 Mar'));
  await user.click(property('Due'));
  await user.click(screen.getByRole('button', { name: 'No date' }));
  await user.click(property('Start'));
  await user.click(screen.getByRole('button', { name: /^Tomorrow/ }));
  const now = new Date();
  expect(changesOf(bridge)).toEqual([
    { taskId, dueDate: new Date(2030, 2, 6, 14, 5).toISOString() },
    { taskId, dueDate: null },
    { taskId, startDate: midnight(now.getFullYear(), now.getMonth(), now.getDate() + 1) },
  ]);
});

test('the calendar is walked by keyboard, across months', async () => {
  const { bridge, user } = await openTask(pageOfTask({ dueDate: midnight(2030, 2, 29) }));
  await user.click(property('Due'));
  dayOf2030('29 Mar').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('grid', { name: 'April 2030' })).toBeVisible();
  expect(dayOf2030('1 Apr')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(screen.getByRole('grid', { name: 'March 2030' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await user.click(dayOf2030('10 Apr'));
  expect(changesOf(bridge)).toEqual([{ taskId, dueDate: midnight(2030, 3, 10) }]);
});

test('a start date after the due date is pointed out', async () => {
  await openTask(pageOfTask({ dueDate: midnight(2030, 2, 5), startDate: midnight(2030, 2, 6) }));
  expect(property('Start')).toHaveTextContent('after the due date');
});

test('labels are removed and added, and a new one is created by its name', async () => {
  const { bridge, user } = await openTask(pageOf({ labels: [label('customer')] }), {}, (prepared) =>
    prepared.answer('tasks.choices', { people: [], labels: [label('customer'), label('design')] }),
  );
  await user.click(screen.getByRole('button', { name: 'Remove label customer' }));
  expect(bridge.payloads('tasks.remove-record')).toEqual([{ taskId, of: 'labels', id: 'l-customer' }]);
  const add = screen.getByRole('button', { name: 'Add label' });
  expect(add).toHaveFocus();
  await user.click(add);
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['design']);
  await user.click(screen.getByRole('option', { name: 'design' }));
  await user.click(add);
  await user.type(await screen.findByRole('combobox', { name: 'Find or create a label' }), 'brand new');
  expect(screen.getByRole('option', { name: 'New label “brand new”' })).toBeVisible();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('tasks.add-record')).toEqual([
    { taskId, record: { of: 'labels', name: 'design' } },
    { taskId, record: { of: 'labels', name: 'brand new' } },
  ]);
});

test.each(['2', ',', '{Alt>}[Digit2]{/Alt}'])('Ctrl+%s saves the title that is being typed', async (key) => {
  const accounts = [openAccount(ACCOUNT.id, 'halden.example'), openAccount('marl', 'marl.example')];
  const { bridge, user } = await openTask(pageOf(), { accounts });
  await user.keyboard('{F2}');
  await user.clear(screen.getByRole('textbox', { name: 'Title' }));
  await user.keyboard(`Refund works{Control>}${key}{/Control}`);
  expect(changesOf(bridge)).toEqual([{ taskId, title: 'Refund works' }]);
});

test('F2 or a click edits the title: Enter saves, Escape and an unchanged title send nothing', async () => {
  const { bridge, user } = await openTask();
  await user.keyboard('{F2}');
  await user.clear(screen.getByRole('textbox', { name: 'Title' }));
  await user.keyboard('Something else{Escape}');
  expect(screen.getByRole('button', { name: 'Refund fails' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Refund fails' }));
  await user.keyboard('{Enter}');
  expect(changesOf(bridge)).toEqual([]);
  await user.keyboard('{F2}');
  await user.clear(screen.getByRole('textbox', { name: 'Title' }));
  await user.keyboard('Refund works{Enter}');
  expect(changesOf(bridge)).toEqual([{ taskId, title: 'Refund works' }]);
  expect(screen.getByRole('region', { name: 'Task' })).toBeVisible();
});

test('a title that is too long stays open and says by how much', async () => {
  const { bridge, user } = await openTask();
  await user.keyboard('{F2}');
  const field = screen.getByRole('textbox', { name: 'Title' });
  await user.clear(field);
  await user.paste('x'.repeat(LENGTHS.taskTitle + 1));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent(/^A title can have [\d,]+ characters; this one has [\d,]+\.$/);
  expect(field).toBeInTheDocument();
  expect(changesOf(bridge)).toEqual([]);
});

test('controls name the missing permission and do nothing', async () => {
  const missingPermissions = ['task:update', 'task:assign', 'task:delete', 'label:update', 'label:delete'];
  const { bridge, user } = await openTask(pageOf({ missingPermissions, labels: [label('ops')] }), {
    missingPermissions,
  });
  const change = 'You may not change tasks here (task:update)';
  for (const [control, reason] of [
    [property('Status'), change],
    [property('Priority'), change],
    [property('Due'), change],
    [property('Start'), change],
    [property('Assignee'), 'You may not assign tasks here (task:assign)'],
    [screen.getByRole('button', { name: 'Add label' }), 'You may not label tasks here (label:update)'],
    [screen.getByRole('button', { name: 'Remove label ops' }), 'You may not remove labels here (label:delete)'],
    [screen.getByRole('button', { name: 'Add relation' }), change],
    [screen.getByRole('button', { name: 'Add link' }), change],
    [screen.getByRole('button', { name: 'Delete task…' }), 'You may not delete tasks here (task:delete)'],
    [screen.getByRole('button', { name: 'Start timer' }), 'You may not track time here (task:update)'],
  ] as const) {
    expect(control).toHaveAttribute('aria-disabled', 'true');
    expect(control).toHaveAttribute('title', reason);
    await user.click(control);
  }
  await user.keyboard('{F2}');
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Refund fails' })).toHaveAttribute('title', change);
  expect(screen.queryByRole('menuitemradio')).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Write a comment' })).toBeNull();
  const sent = bridge.sent
    .map(({ name }) => name)
    .filter((name) => /^(tasks\.(set|add|remove|delete)|timer)/.test(name));
  expect(sent).toEqual([]);
});

test('before the page is read it shows the row, and then why it cannot be read', async () => {
  const { bridge, user, publish } = await openTask(null, {}, (prepared) =>
    prepared.fail('tasks.open-page', { kind: 'unreachable', title: 'Can’t reach pm.halden.example' }),
  );
  expect(screen.getByRole('heading', { name: 'Refund fails' })).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent('Can’t reach pm.halden.example');
  expect(screen.queryByRole('button', { name: /^Status:/ })).toBeNull();
  bridge.answer('tasks.open-page', undefined);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  publish({ taskPage: pageOf() });
  await eventually(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(property('Status')).toBeVisible();
});

test('a rejected command is shown on the page', async () => {
  const { user } = await openTask(pageOf(), {}, (prepared) => prepared.fail('tasks.change'));
  await user.click(property('Status'));
  await user.click(screen.getByRole('menuitemradio', { name: 'Done' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
});

test('a change that waits for long is marked, but not in the local workspace', async () => {
  const { publish } = await openTask();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  publish({ taskPage: pageOf({ unsent: ['priority', 'title'] }) });
  expect(screen.queryByText('Waiting to be sent')).toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(property('Priority')).toHaveTextContent('Waiting to be sent');
  expect(property('Status')).not.toHaveTextContent('Waiting to be sent');
  publish({ account: LOCAL_ACCOUNT });
  expect(screen.queryByText('Waiting to be sent')).toBeNull();
  vi.useRealTimers();
});

test('a change is undone by its button, and by Ctrl+Z also after it is gone', async () => {
  const toast = {
    id: 1,
    text: 'PAY-1 is urgent',
    until: new Date(Date.now() + 10_000).toISOString(),
    undo: { label: 'Undo', undoId: 7 },
    openTaskId: null,
  };
  const { bridge, user, publish } = await openTask(pageOf(), { toast });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.keyboard('{Control>}z{/Control}');
  expect(bridge.payloads('undo.undo')).toEqual([{ undoId: 7 }, {}]);
  publish({ toast: { ...toast, until: new Date(Date.now() - 1).toISOString() } });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.keyboard('{Control>}z{/Control}');
  expect(bridge.payloads('undo.undo')).toHaveLength(3);
});

test('a new task opens from its toast', async () => {
  const until = new Date(Date.now() + 10_000).toISOString();
  const { bridge, user } = await openWindow({
    toast: { id: 1, text: 'Created PAY-9', until, undo: null, openTaskId: 'PAY-9' },
  });
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await eventually(() => expect(bridge.payloads('tasks.open-page')).toContainEqual({ taskId: 'PAY-9' }));
});

test('unreadable parts of a task are counted', async () => {
  const { bridge, user } = await openTask(pageOf(), {
    unreadableRecords: { taskPage: { relation: 2, 'external link': 2, entry: 1 } },
  });
  expect(
    screen.getByRole('heading', { name: '2 relations, 2 links and 1 time entry could not be read' }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy details' }));
  expect(bridge.payloads('system.copy-unreadable')).toEqual([{ of: 'taskPage' }]);
});

test('the timer is in the header, everything else in its menu', async () => {
  const { bridge, user } = await openTask();
  await user.click(screen.getByRole('button', { name: 'Actions for Refund fails' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Open in browser/ }));
  await user.click(screen.getByRole('button', { name: 'Start timer' }));
  expect(bridge.payloads('timer.start')).toEqual([{ taskId }]);
  await user.keyboard('{Control>}o{/Control}');
  expect(bridge.payloads('tasks.open-in-browser')).toEqual([{ taskId }, { taskId }]);
});

test('a reminder shows its actions above the task: the timer, and a snooze that names when it ends', async () => {
  const due = { ...TASK, dueDate: new Date(Date.now() - 60_000).toISOString() };
  const { bridge, user, show } = await openWindow({
    tasks: tasksOf([due]),
    taskPage: pageOfTask({ dueDate: due.dueDate }),
  });
  await show({ view: 'taskPage', taskId, reminder: true });
  await screen.findByRole('region', { name: 'Task' });
  await user.click(screen.getByRole('button', { name: 'Start timer' }));
  expect(bridge.payloads('timer.start')).toEqual([{ taskId }]);
  await user.click(screen.getByRole('button', { name: 'Snooze' }));
  await user.click(screen.getByRole('menuitem', { name: /^1 hour/ }));
  expect(bridge.payloads('reminders.snooze')).toEqual([{ taskId, length: '1-hour' }]);
  expect(await screen.findAllByText(/^Next reminder: /)).not.toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'Snooze' })).toBeNull();
});

test('without reminders a due task cannot be snoozed', async () => {
  const dueDate = midnight(2020, 2, 5);
  const { bridge, show, publish } = await openWindow({
    tasks: tasksOf([{ ...TASK, dueDate }]),
    taskPage: pageOfTask({ dueDate }),
  });
  const { settings } = bridge.state;
  publish({ settings: { ...settings, reminders: { ...settings.reminders, on: false } } });
  await show({ view: 'taskPage', taskId, reminder: true });
  await screen.findByRole('region', { name: 'Task' });
  expect(screen.queryByRole('button', { name: 'Snooze' })).toBeNull();
});

test('a task is deleted after a question that names its time', async () => {
  const entry = (id: string, isMine: boolean) => ({
    id,
    person: isMine ? null : 'Mira Lindqvist',
    isMine,
    entryId: null,
    startTime: '2026-03-02T09:00:00.000Z',
    endTime: '2026-03-02T10:30:00.000Z',
    note: '',
    isUnsent: false,
  });
  const { bridge, user } = await openTask(
    pageOf({ entries: [entry('e-1', true), entry('e-2', false), entry('e-3', false)] }),
  );
  const remove = screen.getByRole('button', { name: 'Delete task…' });
  await user.click(remove);
  const question = screen.getByRole('alertdialog');
  expect(question).toHaveAccessibleName(
    'Delete PAY-1 with its comments and time entries, for everyone? 1 time entry of yours (1:30) will be gone from the server; here you can still move them to another task. 2 time entries of others will be gone too.',
  );
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await eventually(() => expect(remove).toHaveFocus());
  expect(changesOf(bridge)).toEqual([]);
  await user.click(remove);
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(changesOf(bridge)).toEqual([{ taskId, isDeleted: true }]);
  expect(await screen.findByRole('tab', { name: /My tasks/ })).toBeVisible();
});

test('a deletion that is rejected leaves the page and the question closed', async () => {
  const { user } = await openTask(pageOf({ entries: null }), {}, (prepared) =>
    prepared.fail('tasks.change', anError({ title: 'Not allowed' })),
  );
  await user.click(screen.getByRole('button', { name: 'Delete task…' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('The time tracked on it could not be read.');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not allowed');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the project is shown with its icon, and another one can be chosen', async () => {
  const projects = [
    { id: 'p', name: 'Payments', slug: 'PAY', icon: '💳', totalTasks: 3 },
    { id: 'shop', name: 'Shop', slug: 'SHOP', icon: 'Rocket', totalTasks: 0 },
  ];
  const { bridge, user } = await openTask(pageOf(), { projects });
  expect(property('Project')).toHaveTextContent('💳Payments');
  await user.click(property('Project'));
  expect(screen.getByRole('menuitemradio', { name: 'Payments' })).toBeChecked();
  await user.click(screen.getByRole('menuitemradio', { name: 'Shop' }));
  expect(bridge.payloads('tasks.set-project')).toEqual([{ taskId, projectId: 'shop' }]);
});

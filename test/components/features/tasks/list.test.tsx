/** My tasks: rows, groups, filter, keyboard, the menu of a row, and the empty and error states. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { EntryView, State } from '../../../../shared/contract/index.ts';
import { directory } from '../../../shared/quick-add/directory.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { eventually } from '../../../until.ts';
import { anError } from '../../bridge.ts';
import { setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { ACCOUNT, LOCAL_ACCOUNT, tasksOf, timeOf, unsentItem, unsentOf } from '../../state.ts';

/** Midnight, which stands for the whole day. */
const inDays = (days: number): string => {
  const day = new Date();
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).toISOString();
};

const runningOn = (taskId: string): State['time'] => {
  const task = { taskId, identifier: taskId, title: taskId, projectName: 'Payments' };
  const entry: EntryView = {
    id: 'e-1',
    task,
    startTime: new Date(Date.now() - 60_000).toISOString(),
    endTime: null,
    note: '',
    sync: 'sent',
    why: null,
  };
  return timeOf([entry]);
};

const TASKS = tasksOf([
  taskView('PAY-1', { title: 'Refund fails', dueDate: inDays(-2), priority: 'urgent' }),
  taskView('PAY-2', { title: 'Rotate the secret', dueDate: inDays(0), labels: [{ name: 'ops', color: 'red' }] }),
  taskView('WEB-3', { title: '', projectName: 'Website' }),
]);

const row = (name: RegExp | string) => screen.getByRole('button', { name });
const rowNames = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.dataset.taskId !== undefined)
    .map((button) => button.dataset.taskId);

test('rows are grouped by due date and say what they show', async () => {
  await openWindow({ tasks: TASKS, unreadTasks: ['WEB-3'], time: runningOn('PAY-2') });
  const main = within(screen.getByRole('main'));
  expect(main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Overdue 1',
    'Today 1',
    'No date 1',
  ]);
  expect(row('PAY-1 Refund fails, 2 days late, Priority urgent, Payments')).toBeVisible();
  expect(row('PAY-2 Rotate the secret, today, Priority medium, Payments, ops, 0:01 today, running')).toBeVisible();
  expect(row('WEB-3 No title, Priority medium, Website, unread notifications')).toBeVisible();
  expect(screen.getByRole('tab', { name: /My tasks/ })).toHaveTextContent('3');
});

test('what a task took today stands under its due date; what is far takes one line without labels', async () => {
  const entry = { ...runningOn('PAY-1').today[0], id: 'e-0' } as EntryView;
  const start = new Date();
  start.setHours(start.getHours() - 2);
  const done = {
    ...entry,
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + 78 * 60_000).toISOString(),
  };
  const later = taskView('WEB-4', {
    title: 'Release notes',
    dueDate: inDays(20),
    labels: [{ name: 'ops', color: 'red' }],
  });
  await openWindow({ tasks: tasksOf([...TASKS.tasks, later]), time: timeOf([done]) });
  expect(within(row(/^PAY-1 .*, 1:18 today$/)).getByText('1:18')).toBeVisible();
  const far = within(row(/^WEB-4 Release notes, .*, ops$/));
  expect(far.getAllByText('WEB-4')[0]).toBeVisible();
  expect(far.queryByText('ops')).not.toBeVisible();
});

test('the day’s total stands in the status line and leads to its entries', async () => {
  const time = runningOn('PAY-2');
  const { user } = await openWindow({ tasks: TASKS, time });
  // For the keyboard, keys stand there.
  fireEvent.pointerDown(document.body);
  await user.click(screen.getByRole('button', { name: '0:01 today' }));
  expect(await screen.findByRole('tab', { name: 'Time', selected: true })).toBeVisible();
  expect(screen.queryByRole('button', { name: '0:01 today' })).toBeNull();
});

test('a row and the day’s total begin a minute when the timer does', async () => {
  const now = new Date().setHours(12, 0, 0, 0);
  setClock(now);
  const [entry] = runningOn('PAY-2').today;
  if (entry === undefined) throw new Error('No entry');
  await openWindow({ tasks: TASKS, time: timeOf([{ ...entry, startTime: new Date(now - 110_000).toISOString() }]) });
  fireEvent.pointerDown(document.body);
  expect(row(/^PAY-2 .*0:01 today, running$/)).toBeVisible();
  // The window’s own clock ticks, which no test does for it.
  vi.setSystemTime(now + 10_000);
  await eventually(() => expect(screen.getByRole('timer')).toHaveTextContent('0:02:00'));
  expect(row(/^PAY-2 .*0:02 today, running$/)).toBeVisible();
  expect(row('0:02 today')).toBeVisible();
});

test('the button of a row starts a timer for its task, or stops its running one', async () => {
  const { bridge, user } = await openWindow({ tasks: TASKS, time: runningOn('PAY-2') });
  await user.click(row('Start timer: Refund fails'));
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-1' }]);
  await user.click(row('Stop timer: Rotate the secret'));
  expect(bridge.payloads('timer.stop')).toEqual([{}]);
});

test('without the permission timers are disabled and say why', async () => {
  await openWindow({ tasks: TASKS, missingPermissions: ['task:update'] });
  const start = row('Start timer: Refund fails');
  expect(start).toHaveAttribute('aria-disabled', 'true');
  expect(start).toHaveAttribute('title', 'You may not track time here (task:update)');
});

test('a click opens the page of a task; Back returns to its row', async () => {
  const { bridge, user } = await openWindow({ tasks: TASKS });
  await user.click(row(/^PAY-2 /));
  expect(await screen.findByRole('region', { name: 'Task' })).toBeVisible();
  expect(bridge.payloads('tasks.open-page')[0]).toEqual({ taskId: 'PAY-2' });
  await user.click(row('Back'));
  expect(row(/^PAY-2 /)).toBeVisible();
  expect(bridge.payloads('tasks.leave-page')).toContainEqual({ taskId: 'PAY-2' });
});

test('arrow keys, J, K, Home and End move through the rows; Enter starts and stops, Space opens', async () => {
  const { bridge, user, publish } = await openWindow({ tasks: TASKS });
  await user.keyboard('{ArrowDown}');
  expect(row(/^PAY-1 /)).toHaveFocus();
  await user.keyboard('j');
  expect(row(/^PAY-2 /)).toHaveFocus();
  await user.keyboard('k');
  expect(row(/^PAY-1 /)).toHaveFocus();
  await user.keyboard('{End}');
  expect(row(/^WEB-3 /)).toHaveFocus();
  await user.keyboard('{Home}{ArrowDown}{Enter}');
  // Holding the key down starts it once.
  fireEvent.keyDown(row(/^PAY-2 /), { key: 'Enter', repeat: true });
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'PAY-2' }]);
  publish({ time: runningOn('PAY-2') });
  await user.keyboard('{Enter}');
  expect(bridge.payloads('timer.stop')).toEqual([{}]);
  await user.keyboard(' ');
  expect(await screen.findByRole('region', { name: 'Task' })).toBeVisible();
});

test('only one row is a Tab stop: the one that had the focus last', async () => {
  const { user } = await openWindow({ tasks: TASKS });
  expect(row(/^PAY-1 /)).toHaveAttribute('tabindex', '0');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(row(/^PAY-1 /)).toHaveAttribute('tabindex', '-1');
  expect(row(/^PAY-2 /)).toHaveAttribute('tabindex', '0');
});

test('the menu of a row opens by right click and by Shift+F10, and Escape returns to the row', async () => {
  const { bridge, user } = await openWindow({ tasks: TASKS });
  await user.pointer({ keys: '[MouseRight]', target: row(/^PAY-1 /) });
  const menu = await screen.findByRole('menu', { name: 'Actions for Refund fails' });
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'OpenSpace',
    'Start timerS',
    'Add time…Shift S',
    'StatusM',
    'Project',
    'PriorityP',
    'DueD',
    'AssigneeA',
    'LabelsL',
    'Edit titleE',
    'CommentC',
    'Copy linkCtrl Shift C',
    'Copy identifierCtrl C',
    'Open in browserCtrl O',
    'Delete task…Del',
  ]);
  await user.click(within(menu).getByRole('menuitem', { name: /^Open in browser/ }));
  expect(bridge.payloads('tasks.open-in-browser')).toEqual([{ taskId: 'PAY-1' }]);
  expect(screen.queryByRole('menu')).toBeNull();

  row(/^PAY-2 /).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await screen.findByRole('menu', { name: 'Actions for Rotate the secret' });
  await user.keyboard('{Escape}');
  await eventually(() => expect(row(/^PAY-2 /)).toHaveFocus());
  expect(bridge.payloads('window.hide')).toEqual([]);
});

test('Add time in the menu of a row opens the form of an entry with that task', async () => {
  const { bridge, user } = await openWindow({ tasks: TASKS });
  await user.pointer({ keys: '[MouseRight]', target: row(/^PAY-1 /) });
  await user.click(await screen.findByRole('menuitem', { name: /^Add time…/ }));
  const form = within(await screen.findByRole('form', { name: 'New entry' }));
  expect(form.getByRole('button', { name: /PAY-1/ })).toBeVisible();
  await eventually(() => expect(form.getByRole('textbox', { name: 'Start' })).toHaveFocus());
  await user.click(form.getByRole('button', { name: /^Add / }));
  expect(bridge.payloads('time.add')).toMatchObject([{ taskId: 'PAY-1', note: '' }]);
});

test('Delete in the menu of a row asks first, with the safe answer focused, and names a running timer', async () => {
  const { bridge, user } = await openWindow({ tasks: TASKS, time: runningOn('PAY-1') });
  row(/^PAY-1 /).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await screen.findByRole('menuitem', { name: /^Delete task…/ });
  await user.keyboard('{End}{ArrowRight}');
  expect(
    await screen.findByText(
      'Delete PAY-1 with its comments and time entries, for everyone? Your timer is running on it.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('tasks.change')).toEqual([]);

  row(/^PAY-1 /).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await screen.findByRole('menuitem', { name: /^Delete task…/ });
  await user.keyboard('{End}{ArrowRight}{ArrowDown}{Enter}');
  expect(bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'PAY-1', isDeleted: true }] }]);
});

test('the menu leaves out what is not permitted, and its keys do nothing', async () => {
  const { bridge, user } = await openWindow({ tasks: TASKS, missingPermissions: ['task:update', 'task:delete'] });
  row(/^PAY-1 /).focus();
  await user.keyboard('s{Delete}p{Shift>}{F10}{/Shift}');
  const menu = await screen.findByRole('menu', { name: 'Actions for Refund fails' });
  const names = within(menu)
    .getAllByRole('menuitem')
    .map(({ title, textContent }) => title || textContent);
  expect(names.join()).not.toMatch(/timer|Add time|Status|Priority|Due|title|Delete/);
  expect(names.join()).toMatch(/Assignee.*Copy link/);
  expect(bridge.payloads('timer.start')).toEqual([]);
});

test('/ opens the filter, which counts its hits; Down moves into them and Escape clears', async () => {
  const { user } = await openWindow({ tasks: TASKS });
  await user.keyboard('/');
  const field = screen.getByRole('textbox', { name: 'Filter my tasks' });
  expect(field).toHaveFocus();
  await user.keyboard('secret');
  expect(rowNames()).toEqual(['PAY-2']);
  expect(screen.getByText('1 of 3')).toBeVisible();
  await user.keyboard('{ArrowDown}');
  await eventually(() => expect(row(/^PAY-2 /)).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(field).not.toBeInTheDocument();
  expect(rowNames()).toHaveLength(3);
});

test('a filter finds identifiers, projects and labels; without a match it offers to clear it', async () => {
  const { user } = await openWindow({ tasks: TASKS });
  await user.click(row('Filter'));
  const field = screen.getByRole('textbox', { name: 'Filter my tasks' });
  for (const [text, found] of [
    ['WEB-3', ['WEB-3']],
    ['website', ['WEB-3']],
    ['ops', ['PAY-2']],
  ] as const) {
    await user.clear(field);
    await user.type(field, text);
    expect(rowNames()).toEqual(found);
  }
  await user.clear(field);
  await user.type(field, 'none has this');
  expect(await screen.findByRole('heading', { name: 'No task matches' })).toBeVisible();
  expect(screen.getByText(/“none has this”/)).toBeVisible();
  await user.click(row('Clear the filter'));
  expect(rowNames()).toHaveLength(3);
});

test('a list that is not read yet says so', async () => {
  await openWindow({ tasks: tasksOf([], { fetchedAt: null, loading: true }) });
  expect(await screen.findAllByText('Loading your tasks')).not.toHaveLength(0);
});

/** Opens the window with an empty list, and a workspace with a project. */
const openEmpty = (state: Partial<State> = {}) =>
  openWindow({ tasks: tasksOf([]), ...state }, (bridge) =>
    bridge.answer('quick-add.directory', directory({ lastProjectId: 'p-fin' })),
  );

test('an empty list begins with a field: Enter creates a task of one’s own, and the caret stays for the next', async () => {
  const { bridge, user, publish } = await openEmpty();
  const field = await screen.findByRole('textbox', { name: 'First task' });
  await eventually(() => expect(field).toHaveFocus());
  expect(screen.getByText('Enter makes it a task of yours in Finance.')).toBeVisible();
  await user.keyboard('Call the bank{Enter}');
  const task = { projectId: 'p-fin', projectSlug: 'FIN', userId: 'u-nora', title: 'Call the bank', status: 'to-do' };
  expect(bridge.payloads('quick-add.create')).toMatchObject([{ tasks: [task], startTimer: false }]);
  publish({ tasks: TASKS });
  expect(rowNames()).toHaveLength(3);
  expect(screen.queryByRole('heading', { name: 'What are you working on?' })).toBeNull();
  expect(field).toHaveFocus();
  await user.keyboard('Ask Nora{Enter}');
  expect(bridge.payloads('quick-add.create')).toHaveLength(2);
  await user.tab();
  expect(field).not.toBeInTheDocument();
});

test('Ctrl 1 moves the focus to the field for a first task', async () => {
  const { user } = await openEmpty();
  const field = await screen.findByRole('textbox', { name: 'First task' });
  act(() => screen.getByRole('button', { name: 'Settings' }).focus());
  await user.keyboard('{Control>}1{/Control}');
  await eventually(() => expect(field).toHaveFocus());
});

test('a task that is not stored returns to the field, and Ctrl Enter continues in quick add', async () => {
  const { bridge, user } = await openEmpty();
  const field = await screen.findByRole('textbox', { name: 'First task' });
  bridge.fail('quick-add.create');
  await user.type(field, 'Call the bank{Enter}');
  await eventually(() => expect(field).toHaveValue('Call the bank'));
  bridge.fail('quick-add.open');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(field).toHaveValue('Call the bank');
  bridge.answer('quick-add.open', undefined);
  await user.keyboard('{Control>}{Enter}{/Control}');
  const opened = { text: 'Call the bank', projectId: 'p-fin' };
  expect(bridge.payloads('quick-add.open')).toEqual([opened, opened]);
  expect(field).toHaveValue('');
  await user.keyboard('typo{Escape}');
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
});

test('quick add that opens late leaves a title that was changed since', async () => {
  const { bridge, user } = await openEmpty();
  const field = await screen.findByRole('textbox', { name: 'First task' });
  const answer = bridge.hold('quick-add.open');
  await user.type(field, 'Call{Control>}{Enter}{/Control} the bank');
  await act(async () => answer({ ok: true, value: undefined }));
  expect(field).toHaveValue('Call the bank');
  await user.keyboard('{Escape}');
});

test('a title that returns does not replace what was typed since', async () => {
  const { bridge, user } = await openEmpty();
  const field = await screen.findByRole('textbox', { name: 'First task' });
  const answer = bridge.hold('quick-add.create');
  await user.type(field, 'Call the bank{Enter}Ask Nora{Enter}Then');
  act(() => answer({ ok: false, error: anError() }));
  await eventually(() => expect(field).toHaveValue('Ask Nora Call the bank Then'));
  await user.keyboard('{Escape}');
});

test('an empty list says what appears there, where a task cannot be created', async () => {
  await openEmpty({ missingPermissions: ['task:create'] });
  expect(await screen.findByText('Nothing is assigned to you')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'First task' })).toBeNull();
});

test('an empty local workspace offers sample tasks as well', async () => {
  const { bridge, user } = await openEmpty({ account: LOCAL_ACCOUNT, sample: { present: false } });
  await user.click(await screen.findByRole('button', { name: 'Add sample tasks' }));
  expect(bridge.payloads('local.add-sample')).toEqual([{}]);
});

test('a list with more tasks than shown says how many there are', async () => {
  await openWindow({ tasks: { ...TASKS, total: 1200 } });
  expect(screen.getByText('Showing the first 3 of 1,200')).toBeVisible();
});

test('an error is shown above the last known list, can be hidden, and Try now reads again', async () => {
  const failing = { ...TASKS, error: anError(), failingSince: new Date().toISOString() };
  const { bridge, user, publish } = await openWindow({ tasks: failing });
  expect(await screen.findByRole('heading', { name: 'It did not work' })).toBeVisible();
  expect(screen.getByText(/^Kept on this computer:/).parentElement).toHaveTextContent(/this list\.$/);
  expect(rowNames()).toHaveLength(3);
  await user.click(row('Try now'));
  expect(bridge.payloads('tasks.refresh')).toEqual([{}]);
  publish({ tasks: { ...failing, loading: true } });
  expect(row('Try now')).toHaveAttribute('aria-busy', 'true');
  await user.click(row('Hide'));
  expect(screen.queryByRole('heading', { name: 'It did not work' })).toBeNull();
  publish({ tasks: { ...failing, failingSince: inDays(-1) } });
  expect(screen.getByRole('heading', { name: 'It did not work' })).toBeVisible();
});

test('a server that does not answer names since when, and what waits to be sent', async () => {
  const failing = {
    ...TASKS,
    error: anError({ kind: 'unreachable', title: 'Can’t reach pm.halden.example' }),
    failingSince: new Date().toISOString(),
  };
  const { publish } = await openWindow({
    tasks: failing,
    time: runningOn('PAY-1'),
    outbox: { items: [], total: 2, isPaused: false, others: [] },
  });
  const box = within(await screen.findByRole('region', { name: 'Can’t reach pm.halden.example' }));
  expect(box.getByText(/^The server has not answered since /)).toBeVisible();
  expect(box.getByText(/^Kept/).parentElement).toHaveTextContent(
    'Kept on this computer: your running timer and 2 changes. They will be sent when the server answers.',
  );
  const needing = unsentItem('a', { state: 'needs-you' });
  publish({ outbox: unsentOf([needing, unsentItem('b')]) });
  expect(box.getByText(/^Kept/).parentElement).toHaveTextContent(
    /timer and 1 change\. They will be sent when the server answers\. 1 change needs attention\.$/,
  );
  publish({ outbox: unsentOf([needing]) });
  expect(box.getByText(/^Kept/).parentElement).toHaveTextContent(
    'Kept on this computer: your running timer. 1 change needs attention.',
  );
});

test('whoever was removed from a workspace reads it above the list, until it is hidden', async () => {
  const title = 'You no longer belong to “One”';
  const { user } = await openWindow({
    tasks: TASKS,
    account: { ...ACCOUNT, error: anError({ kind: 'no-workspace', title }) },
  });
  const box = within(screen.getByRole('region', { name: title }));
  await user.click(box.getByRole('button', { name: /Hide|Close/ }));
  expect(screen.queryByRole('region', { name: title })).toBeNull();
});

test('a signed-out account can sign in again from the list', async () => {
  const { bridge, user } = await openWindow({ tasks: TASKS, account: { ...ACCOUNT, status: 'signed-out' } });
  expect(screen.getByRole('heading', { name: 'You are signed out of pm.halden.example' })).toBeVisible();
  expect(rowNames()).toHaveLength(3);
  await user.click(row('Sign in again'));
  expect(bridge.payloads('sign-in.reauthenticate')).toEqual([{}]);
});

test('another person’s sign-in and a broken local workspace show their own errors', async () => {
  const { publish, bridge, user } = await openWindow({
    account: { ...ACCOUNT, status: 'signed-out', error: anError({ kind: 'other-person', title: 'That is Ada' }) },
  });
  expect(screen.getByRole('heading', { name: 'That is Ada' })).toBeVisible();
  publish({ account: { ...LOCAL_ACCOUNT, status: 'signed-out', error: anError({ title: 'The file is damaged' }) } });
  expect(screen.getByRole('heading', { name: 'The file is damaged' })).toBeVisible();
  await user.click(row('Try again'));
  expect(bridge.payloads('sign-in.reauthenticate')).toEqual([{}]);
});

test('a locked keychain is tried again; a sign-in that is only in memory is a notice that can be hidden', async () => {
  const { bridge, user, publish } = await openWindow({
    tasks: TASKS,
    account: { ...ACCOUNT, status: 'locked', error: anError({ explanation: 'It did not answer.' }) },
  });
  const box = within(screen.getByRole('region', { name: 'The keychain is locked' }));
  expect(box.getByText('It did not answer.')).toBeVisible();
  await user.click(box.getByRole('button', { name: 'Try again' }));
  expect(bridge.payloads('account.retry-keychain')).toEqual([{}]);
  publish({ account: { ...ACCOUNT, tokenIn: 'memory' } });
  expect(screen.getByRole('heading', { name: 'Signed in until you quit' })).toBeVisible();
  await user.click(row('Hide'));
  expect(screen.queryByRole('heading', { name: 'Signed in until you quit' })).toBeNull();
});

test('unreadable tasks are counted, and their reasons can be copied', async () => {
  const { bridge, user, publish } = await openWindow({ tasks: TASKS, unreadableRecords: { tasks: { task: 2 } } });
  expect(screen.getByRole('heading', { name: '2 tasks could not be read' })).toBeVisible();
  expect(rowNames()).toHaveLength(3);
  await user.click(row('Copy details'));
  expect(bridge.payloads('system.copy-unreadable')).toEqual([{ of: 'tasks' }]);
  expect(await screen.findByText('Copied')).toBeVisible();
  await user.click(row('Hide'));
  expect(screen.queryByRole('heading', { name: /could not be read/ })).toBeNull();
  publish({ unreadableRecords: { tasks: { task: 3 } } });
  expect(screen.getByRole('heading', { name: '3 tasks could not be read' })).toBeVisible();
  publish({ unreadableRecords: {} });
  expect(screen.queryByRole('heading', { name: /could not be read/ })).toBeNull();
});

test('markup and long titles are plain text', async () => {
  const title = `<img src=x onerror=alert(1)> ${'x'.repeat(470)}`;
  await openWindow({ tasks: tasksOf([taskView('PAY-1', { title })]) });
  expect(screen.getByTitle(title)).toHaveTextContent(title);
  expect(document.querySelector('img')).toBeNull();
});

test('a row’s menu moves the task to another project', async () => {
  const projects = [
    { id: 'p', name: 'Payments', slug: 'PAY', icon: null, totalTasks: 3 },
    { id: 'shop', name: 'Shop', slug: 'SHOP', icon: 'Rocket', totalTasks: 0 },
    { id: 'garden', name: 'Garden', slug: 'GAR', icon: '🌱', totalTasks: null },
  ];
  const { bridge, user } = await openWindow({ tasks: TASKS, projects });
  fireEvent.contextMenu(row(/^PAY-1 Refund fails/));
  await user.click(await screen.findByRole('menuitem', { name: 'Project' }));
  expect(await screen.findByText('🌱')).toBeVisible();
  const menu = screen.getByRole('menu');
  expect(within(menu).getByRole('menuitemradio', { name: 'Payments' })).toBeChecked();
  await user.click(within(menu).getByRole('menuitemradio', { name: 'Shop' }));
  expect(bridge.payloads('tasks.set-project')).toEqual([{ taskId: 'PAY-1', projectId: 'shop' }]);
});

/** The menus of the board: its projects, the board itself, the filter, columns and cards. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ProjectView } from '../../../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { anError } from '../../bridge.ts';
import { openWindow, type Window } from '../../render.tsx';
import { ACCOUNT } from '../../state.ts';
import { aBoard, aCard, COLUMNS, cardOf, openBoard, PAYMENTS, titlesIn, titlesShown } from './open-board.tsx';

const CARDS = [
  aCard(1, 'Round VAT'),
  aCard(2, 'Export payouts'),
  aCard(3, 'Refund twice'),
  aCard(4, 'Sign webhooks', { status: 'in-review' }),
  aCard(5, 'Some day', { status: 'planned' }),
];

const aProject = (changes: Partial<ProjectView> = {}): ProjectView => ({ ...PAYMENTS, totalTasks: 1234, ...changes });

const WEBSITE = aProject({ id: 'project-2', name: 'Website', totalTasks: null });

/** The entry of the open menu with this label. */
const entry = async (label: string): Promise<HTMLElement> => {
  const found = (await within(screen.getByRole('dialog')).findByTitle(label)).closest('button');
  if (found === null) throw new Error(`“${label}” is no entry`);
  return found;
};

/** The labels of the open menu. */
const labels = (): (string | null)[] => [...screen.getByRole('dialog').querySelectorAll('bdi')].map((one) => one.title);

/** Opens a menu by its button, then chooses entries. */
async function choose({ user }: Pick<Window, 'user'>, button: string | RegExp, ...path: string[]): Promise<void> {
  await user.click(screen.getByRole('button', { name: button }));
  for (const label of path) await user.click(await entry(label));
}

const openProjects = (projects: ProjectView[]) => openBoard(CARDS, { projects });

test('the menu of projects has their tasks, marks the open one and opens another', async () => {
  const window = await openProjects([aProject(), WEBSITE]);
  await choose(window, /Choose another/);
  expect(await entry('Payments')).toHaveTextContent('1,234');
  expect(await entry('Payments')).toHaveRole('menuitemradio');
  expect(await entry('Payments')).toBeChecked();
  expect(await entry('Website')).not.toBeChecked();
  await window.user.click(await entry('Website'));
  expect(window.bridge.payloads('board.open')).toContainEqual({ projectId: 'project-2' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the menu of projects stays when the first board comes, and goes with the next one', async () => {
  const window = await openWindow({ board: null, projects: [aProject(), WEBSITE] });
  await window.user.keyboard('{Control>}2{/Control}');
  await window.user.click(await screen.findByRole('button', { name: /Choose another/ }));
  window.publish({ board: aBoard() });
  expect(await entry('Payments')).toBeVisible();
  window.publish({ board: { ...aBoard(), project: { ...aBoard().project, id: 'project-2' } } });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a menu that has just closed leaves the focus to the next one', async () => {
  const window = await openProjects([aProject(), WEBSITE]);
  await choose(window, /Choose another/);
  fireEvent.click(await entry('Payments'));
  act(() => cardOf('Round VAT').focus());
  fireEvent.keyDown(cardOf('Round VAT'), { key: 'm' });
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByRole('menuitemradio', { name: /^To do/ })).toHaveFocus();
});

test('many projects can be searched; Enter opens the first match', async () => {
  const many = Array.from({ length: 9 }, (_, index) => aProject({ id: `p${index}`, name: `Project ${index}` }));
  const window = await openProjects(many);
  await choose(window, /Choose another/);
  const field = await screen.findByRole('textbox', { name: 'Search' });
  await window.user.type(field, 'zzz');
  expect(labels()).toEqual(['Watch a public board…']);
  await window.user.clear(field);
  await window.user.type(field, 'ect 7{Enter}');
  expect(window.bridge.payloads('board.open')).toContainEqual({ projectId: 'p7' });
});

test('“New project…” opens its form', async () => {
  await choose(await openProjects([aProject()]), /Choose another/, 'New project…');
  expect(await screen.findByRole('button', { name: 'Create project' })).toBeVisible();
});

test('archived projects are read when their page opens; one opens where it can be restored', async () => {
  const window = await openProjects([aProject()]);
  const answer = window.bridge.hold('project.archived');
  await choose(window, /Choose another/, 'Archived projects');
  expect(within(screen.getByRole('dialog')).getByRole('status')).toHaveTextContent('Archived projects');
  answer({ ok: true, value: [{ id: 'old', name: 'Old shop' }] });
  window.bridge.hold('project.read');
  await window.user.click(await entry('Old shop'));
  await waitFor(() =>
    expect(window.bridge.payloads('project.read')).toContainEqual({ projectId: 'old', accountId: ACCOUNT.id }),
  );
});

test('without archived projects their page says so; an error closes the menu and is shown', async () => {
  const window = await openProjects([aProject()]);
  window.bridge.answer('project.archived', []);
  await choose(window, /Choose another/, 'Archived projects');
  expect(await screen.findByText('No archived projects')).toBeVisible();
  await window.user.keyboard('{Escape}');
  window.bridge.fail('project.archived');
  await choose(window, /Choose another/, 'Archived projects');
  expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('planned and archived tasks are shown beside the columns while they are switched on', async () => {
  const window = await openBoard([...CARDS, aCard(6, 'Long ago', { status: 'archived' })]);
  await choose(window, 'Board menu', 'Show planned');
  await choose(window, 'Board menu', 'Show archived');
  expect(screen.getAllByRole('region', { name: /task/ }).map(({ dataset }) => dataset.slug)).toEqual([
    'planned',
    ...COLUMNS.map(({ slug }) => slug),
    'archived',
  ]);
  expect([titlesIn('Planned'), titlesIn('Archived')]).toEqual([['Some day'], ['Long ago']]);
  expect(screen.queryByText(/1 planned/)).toBeNull();
  await choose(window, 'Board menu', 'Show planned');
  expect(screen.queryByText('Some day')).toBeNull();
});

test('the menu of the board refreshes it, watches its due dates and opens the project', async () => {
  const window = await openBoard(CARDS);
  await choose(window, 'Board menu', 'Refresh');
  expect(window.bridge.payloads('board.refresh')).toEqual([{}]);
  await choose(window, 'Board menu', 'Remind me about this board');
  window.publish({ watchedBoards: [{ projectId: 'project-1', name: 'Payments', isGone: false }] });
  await choose(window, 'Board menu', 'Remind me about this board');
  expect(window.bridge.payloads('reminders.watch-board').map(({ on }) => on)).toEqual([true, false]);
  window.bridge.hold('project.read');
  await choose(window, 'Board menu', 'Project…');
  await waitFor(() =>
    expect(window.bridge.payloads('project.read')).toContainEqual({ projectId: 'project-1', accountId: ACCOUNT.id }),
  );
});

test('the filter offers what the cards have, and shows the cards that match one value of each kind', async () => {
  const mira = { id: 'mira', name: 'Mira Sol' };
  const bug = { name: 'bug', color: '' };
  const window = await openBoard([
    aCard(1, 'Round VAT', { assignee: mira, labels: [bug], priority: 'urgent' }),
    aCard(2, 'Export payouts', { assignee: mira, priority: 'low' }),
    aCard(3, 'Refund twice', { labels: [bug, { name: 'api', color: '' }], status: 'done' }),
  ]);
  await choose(window, 'Filter', 'Assignee');
  expect(labels()).toEqual(['Nobody', 'Mira Sol']);
  expect(await entry('Mira Sol')).toHaveTextContent('2');
  await window.user.click(await entry('Mira Sol'));
  // The menu stays open for more values, of this kind and of others.
  await window.user.keyboard('{ArrowLeft}');
  await window.user.click(await entry('Label'));
  expect(labels()).toEqual(['api', 'bug']);
  await window.user.click(await entry('bug'));
  await window.user.keyboard('{Escape}');
  expect(titlesShown()).toEqual(['Round VAT']);
  expect(screen.getByText('1 of 3 tasks')).toBeVisible();
  await window.user.click(screen.getByRole('button', { name: 'Remove the filter Mira Sol' }));
  expect(screen.getByText('2 of 3 tasks')).toBeVisible();
  await choose(window, 'Filter', 'Priority', 'Low');
  await window.user.keyboard('{Escape}');
  expect(screen.getByText('No tasks on this board match.')).toBeVisible();
  await window.user.click(screen.getByRole('button', { name: 'Remove the filter bug' }));
  expect(titlesShown()).toEqual(['Export payouts']);
  await choose(window, 'Filter', 'Clear the filter');
  expect(screen.getByText('3 tasks')).toBeVisible();
});

test('“Clear” and the empty result remove every filter; a board without labels says so', async () => {
  const window = await openBoard(CARDS);
  await choose(window, 'Filter', 'Label');
  expect(screen.getByText('No labels on this board.')).toBeVisible();
  await window.user.keyboard('{Escape}');
  await choose(window, 'Filter', 'Assignee', 'Nobody');
  await window.user.keyboard('{Escape}');
  await window.user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByText('4 tasks · 1 planned')).toBeVisible();
  await choose(window, 'Filter', 'Priority', 'Urgent');
  await window.user.keyboard('{Escape}');
  await window.user.click(screen.getByRole('button', { name: 'Clear the filter' }));
  expect(screen.getByText('4 tasks · 1 planned')).toBeVisible();
});

test('a column is renamed in place: Enter and leaving save, Escape and an empty or equal name do not', async () => {
  const window = await openBoard(CARDS);
  const rename = async (keys: string) => {
    await choose(window, 'Column In review', 'Rename');
    const field = screen.getByRole('textbox', { name: 'New name of In review' });
    expect(field).toHaveFocus();
    await window.user.clear(field);
    await window.user.keyboard(keys);
    expect(screen.queryByRole('textbox')).toBeNull();
  };
  for (const keys of ['Looking{Escape}', '  {Enter}', 'In review{Enter}']) await rename(keys);
  expect(window.bridge.payloads('board.update-column')).toEqual([]);
  await rename(' Looking at it {Enter}');
  await rename('Seen{Tab}');
  expect(window.bridge.payloads('board.update-column')).toEqual([
    { columnId: 'column-in-review', name: 'Looking at it' },
    { columnId: 'column-in-review', name: 'Seen' },
  ]);
});

test.each([1, ','])('a new name of a column is saved before Ctrl %s leaves the board', async (key) => {
  const window = await openBoard(CARDS);
  await choose(window, 'Column In review', 'Rename');
  await window.user.clear(screen.getByRole('textbox', { name: 'New name of In review' }));
  await window.user.keyboard(`Seen{Control>}${key}{/Control}`);
  const names = window.bridge.sent.map(({ name }) => name);
  expect(window.bridge.payloads('board.update-column')).toEqual([{ columnId: 'column-in-review', name: 'Seen' }]);
  expect(names.slice(names.indexOf('board.update-column')).includes('board.close')).toBe(key === 1);
  await window.user.keyboard('{Control>}2{/Control}');
  await waitFor(() => expect(titlesIn('In review')).toEqual(['Sign webhooks']));
  expect(screen.queryByRole('textbox', { name: 'New name of In review' })).toBeNull();
});

test('a column gets an icon, a colour and the mark of a final one, and all its cards move', async () => {
  const window = await openBoard(CARDS);
  await choose(window, 'Column Done', 'Icon', 'Rocket');
  await choose(window, 'Column Done', 'Colour', 'Green');
  await choose(window, 'Column Done', 'Closes tasks');
  const columnId = 'column-done';
  expect(window.bridge.payloads('board.update-column')).toEqual([
    { columnId, icon: 'Rocket' },
    { columnId, color: '#3f8536' },
    { columnId, isFinal: false },
  ]);
  await choose(window, 'Column To do', 'Move all cards to');
  expect(labels()).toEqual(['In progress', 'In review', 'Done', 'Planned', 'Archived']);
  await window.user.click(await entry('In review'));
  expect(window.bridge.payloads('board.move-all')).toEqual([{ from: 'to-do', to: 'in-review' }]);
});

test('the menu of a column says why an entry is disabled', async () => {
  const columns = COLUMNS.map((column) => ({ ...column, columnId: null }));
  const window = await openBoard(CARDS, { board: aBoard({ columns }) });
  await choose(window, 'Column Done');
  expect(await entry('Rename')).toHaveTextContent('Not known yet');
  expect(await entry('Move all cards to')).toHaveTextContent('No cards');
  await window.user.click(await entry('Rename'));
  expect(screen.queryByRole('textbox')).toBeNull();
  window.publish({ board: aBoard({ missingPermissions: ['project:update', 'task:update'] }) });
  for (const label of ['Rename', 'Icon', 'Colour', 'Closes tasks'])
    expect(await entry(label)).toHaveTextContent('Needs project:update');
  expect(await entry('Move all cards to')).toHaveTextContent('Needs task:update');
});

test('planned tasks have a menu that can only move them', async () => {
  const window = await openBoard(CARDS);
  await choose(window, 'Board menu', 'Show planned');
  await choose(window, 'Column Planned');
  expect(labels()).toEqual(['Move all cards to']);
});

test('the menu of a card moves it to a column or within its own, as far as it goes', async () => {
  const window = await openBoard(CARDS);
  const menu = 'Actions for Round VAT';
  await choose(window, menu, 'Status');
  expect(await entry('To do')).toBeChecked();
  await window.user.click(await entry('Done'));
  await choose(window, menu, 'Place in the column');
  expect(labels()).toEqual(['Down', 'To the bottom']);
  await window.user.click(await entry('To the bottom'));
  await choose(window, 'Actions for Refund twice', 'Place in the column', 'Up');
  expect(window.bridge.payloads('board.move')).toEqual([
    { taskId: 'task-1', to: 'done' },
    { taskId: 'task-1', to: 'to-do', before: null },
    { taskId: 'task-3', to: 'to-do', before: 'task-2' },
  ]);
});

test('the menu of a card starts its timer, opens it here or in the browser', async () => {
  const window = await openBoard(CARDS);
  const menu = 'Actions for Round VAT';
  await choose(window, menu, 'Start timer');
  await choose(window, menu, 'Open in browser');
  expect(window.bridge.payloads('timer.start')).toEqual([{ taskId: 'task-1' }]);
  expect(window.bridge.payloads('tasks.open-in-browser')).toEqual([{ taskId: 'task-1' }]);
  await choose(window, menu, 'Open');
  expect(await screen.findByRole('button', { name: 'Back' })).toBeVisible();
});

test('a right click opens the menu of a card at the pointer', async () => {
  const { user } = await openBoard(CARDS);
  await user.pointer({ keys: '[MouseRight]', target: cardOf('Round VAT'), coords: { x: 40, y: 20 } });
  expect(screen.getByRole('menu', { name: 'Actions for Round VAT' })).toBeVisible();
});

test('the column that tasks move to when a timer starts is a setting of the board', async () => {
  const moveOnStart = { 'account-1 project-1': { slug: 'in-progress', name: 'In progress', isFinal: false } };
  const window = await openBoard(CARDS, { settings: { ...DEFAULT_SETTINGS, moveOnStart } });
  const path = ['Board menu', 'Move a task here when its timer starts'] as const;
  await choose(window, ...path);
  expect(await entry('In progress')).toBeChecked();
  expect(labels()).not.toContain('Archived');
  await window.user.click(await entry('In review'));
  await choose(window, ...path, 'Leave it where it is');
  expect(window.bridge.payloads('board.move-on-start')).toEqual([{ to: 'in-review' }, { to: null }]);
});

test('a task is deleted after a question whose safe answer has the focus', async () => {
  const window = await openBoard(CARDS);
  const menu = 'Actions for Round VAT';
  await choose(window, menu, 'Delete task…');
  expect(screen.getByRole('dialog')).toHaveTextContent(/PAY-1/);
  expect(await entry('Cancel')).toHaveFocus();
  await window.user.keyboard('{Enter}');
  expect(window.bridge.payloads('tasks.change')).toEqual([]);
  await choose(window, menu, 'Delete task…', 'Delete');
  expect(window.bridge.payloads('tasks.change')).toEqual([{ changes: [{ taskId: 'task-1', isDeleted: true }] }]);
});

test('the menu of a card leaves out what is not permitted', async () => {
  const missingPermissions = ['task:update', 'task:delete'];
  const window = await openBoard(CARDS, { board: aBoard({ missingPermissions }), missingPermissions });
  await choose(window, 'Actions for Round VAT');
  expect(labels()).toEqual([
    'Open',
    'Assignee',
    'Labels',
    'Comment',
    'Copy link',
    'Copy identifier',
    'Open in browser',
  ]);
});

test('a task that is not created yet can move to another column, and nothing else', async () => {
  const window = await openBoard([aCard(1, 'Round VAT', { isNotCreatedYet: true }), aCard(2, 'Export payouts')]);
  await choose(window, 'Actions for Round VAT');
  expect(labels()).toEqual(['Open', 'Status']);
  await window.user.click(await entry('Status'));
  await window.user.click(await entry('Done'));
  expect(window.bridge.payloads('board.move')).toEqual([{ taskId: 'task-1', to: 'done' }]);
});

test('a rejected command is shown above the board', async () => {
  const window = await openBoard(CARDS);
  window.bridge.fail('board.move-all', anError({ title: 'The board is busy' }));
  await choose(window, 'Column To do', 'Move all cards to', 'Done');
  expect(await screen.findByRole('alert')).toHaveTextContent('The board is busy');
  await window.user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

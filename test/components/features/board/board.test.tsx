/** The board: its columns, cards and header, and its empty, loading and error states. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { addDays, format, startOfDay, subDays } from 'date-fns';
import { expect, test } from 'vitest';
import { dayAndMonth } from '../../../../shared/i18n/format-dates.ts';
import { anError } from '../../bridge.ts';
import { LOCAL_ACCOUNT, timeOf } from '../../state.ts';
import { aBoard, aCard, cardOf, columnOf, openBoard, PAYMENTS, sendCards, titlesIn } from './open-board.tsx';

const tomorrow = startOfDay(addDays(new Date(), 1)).toISOString();
const label = (name: string) => ({ name, color: '#72797e' });

test('a board whose project is no longer listed says so and what to do', async () => {
  const { bridge } = await openBoard([aCard(1, 'Round VAT')]);
  bridge.publish({ board: { ...aBoard(), isNotListed: true } });
  const notice = await screen.findByRole('region', { name: /is no longer among the projects$/ });
  expect(notice).toHaveTextContent('It was archived, deleted or moved to another workspace.');
  expect(notice).toHaveTextContent('Choose another project.');
});

test('an archived board says so, and can be unarchived where that is permitted', async () => {
  const { bridge, user } = await openBoard([aCard(1, 'Round VAT')]);
  const { id, name } = aBoard().project;
  bridge.answer('project.archived', [{ id, name }]);
  bridge.answer('project.set-archived', { state: 'done', value: null });
  bridge.publish({ board: { ...aBoard(), isNotListed: true } });
  const notice = await screen.findByRole('region', { name: /^“Payments” is archived$/ });
  await user.click(within(notice).getByRole('button', { name: 'Unarchive' }));
  expect(bridge.payloads('project.set-archived')).toEqual([{ projectId: id, projectName: name, isArchived: false }]);
  bridge.publish({ missingPermissions: ['project:update'] });
  expect(await within(notice).findByRole('button', { name: 'Choose another project…' })).toBeVisible();
  expect(within(notice).queryByRole('button', { name: 'Unarchive' })).toBeNull();
});

test('each card is in its column, in order, and columns and header show the number of cards', async () => {
  await openBoard([
    aCard(1, 'Refund twice', { position: 3 }),
    aCard(2, 'Round VAT', { position: 1 }),
    aCard(3, 'Export payouts', { status: 'done' }),
    aCard(4, 'Some day', { status: 'planned' }),
  ]);
  expect(screen.getByRole('heading', { name: 'To do, 2 tasks' })).toBeInTheDocument();
  expect(titlesIn('To do')).toEqual(['Round VAT', 'Refund twice']);
  expect(screen.getByRole('heading', { name: 'Done, 1 task, closes tasks' })).toBeInTheDocument();
  expect(titlesIn('Done')).toEqual(['Export payouts']);
  expect(within(columnOf('In review')).getByText('No tasks')).toBeVisible();
  expect(screen.getByText('3 tasks · 1 planned')).toBeVisible();
});

test('the columns of a board that was never read are drawn with its first cards, or empty when it has none', async () => {
  const reading = aBoard({ fetchedAt: null, progress: { read: 1, total: 2 } });
  const window = await openBoard([], { board: reading });
  expect(screen.queryByRole('heading', { name: /^To do/ })).toBeNull();
  expect(screen.queryByText('0 tasks')).toBeNull();
  await sendCards(window, { cards: [aCard(1, 'Round VAT')] });
  expect(titlesIn('To do')).toEqual(['Round VAT']);
  expect(columnOf('Done')).toBeVisible();

  await sendCards(window, { removed: ['task-1'] });
  window.bridge.publish({ board: { ...reading, progress: null, fetchedAt: new Date().toISOString() } });
  expect(await screen.findByRole('heading', { name: 'To do, 0 tasks' })).toBeInTheDocument();
  expect(screen.getByText('0 tasks')).toBeVisible();
});

test('a card shows its priority, dates, labels, subtasks, assignee, and what is unsent or unread', async () => {
  const full = {
    priority: 'urgent' as const,
    dueDate: tomorrow,
    startDate: tomorrow,
    labels: ['api', 'bug', 'ops', 'tax', 'web'].map(label),
    subtasks: { completed: 2, total: 5 },
    assignee: { id: 'mira', name: 'Mira Sol' },
    isPending: true,
  };
  await openBoard([aCard(1, 'Round VAT', full), aCard(2, '', { subtasks: { completed: 0, total: 0 } })], {
    unreadTasks: ['task-1'],
  });
  expect(cardOf('Round VAT')).toHaveAccessibleName(
    /^PAY-1 Round VAT, from .+, tomorrow, Priority urgent, api, bug, ops, tax, web, 2 of 5 subtasks done, assigned to Mira Sol, Not on the server yet, unread notifications$/,
  );
  const shown = within(cardOf('Round VAT'));
  for (const text of ['Round VAT', 'api', '+4', '2/5', 'tomorrow', 'PAY-1'])
    expect(shown.getByText(text)).toBeVisible();
  expect(shown.queryByText('bug')).toBeNull();
  // In a narrow column each label is a dot.
  expect(shown.getByTitle('api, bug, ops, tax, web').querySelectorAll('[data-tint]')).toHaveLength(5);
  expect(shown.getByTitle('api, bug, ops, tax, web')).toBeVisible();
  // Beside subtasks there is room for a date only.
  expect(shown.getByText('tomorrow').closest('[data-short]')).toHaveAttribute(
    'data-short',
    dayAndMonth(new Date(tomorrow)),
  );
  expect(shown.getByTitle('Not on the server yet')).toBeVisible();
  expect(shown.getByTitle('unread notifications')).toBeVisible();
  expect(cardOf('No title')).toHaveAccessibleName('PAY-2 No title, No priority');
});

test('initials show where somebody else is on it, a ring where nobody is, and nothing on own cards', async () => {
  await openBoard([
    aCard(1, 'Theirs', { assignee: { id: 'mira', name: 'Mira Sol' } }),
    aCard(2, 'Mine', { assignee: { id: 'nora', name: 'Nora Vance' } }),
    aCard(3, 'Free'),
  ]);
  expect(within(cardOf('Theirs')).getByText('MS')).toBeVisible();
  expect(within(cardOf('Mine')).queryByText('NV')).toBeNull();
  expect(within(cardOf('Free')).getByTitle('Nobody')).toBeVisible();
});

test('the names of the columns lead to them, by click and by arrow key', async () => {
  const { user } = await openBoard([aCard(1, 'Round VAT')]);
  const names = within(screen.getByRole('navigation', { name: 'Columns' }));
  const [first, second] = names.getAllByRole('button');
  expect(first).toHaveTextContent('To do1');
  expect(first).toHaveAttribute('aria-current', 'true');
  await user.click(second as HTMLElement);
  expect(second).toHaveAttribute('aria-current', 'true');
  await user.keyboard('{ArrowLeft}');
  expect(first).toHaveAttribute('aria-current', 'true');
  expect(first).toHaveFocus();
});

test('a task in a final column is not overdue and shows the date', async () => {
  const day = subDays(startOfDay(new Date()), 3);
  const dueDate = day.toISOString();
  await openBoard([aCard(1, 'Round VAT', { dueDate, status: 'done' }), aCard(2, 'Export payouts', { dueDate })]);
  expect(cardOf('Round VAT')).toHaveAccessibleName(`PAY-1 Round VAT, ${format(day, 'd MMM')}, No priority`);
  expect(cardOf('Export payouts')).toHaveAccessibleName('PAY-2 Export payouts, 3 days late, No priority');
});

test('in the local workspace no card is marked as unsent', async () => {
  await openBoard([aCard(1, 'Round VAT', { isPending: true })], { account: LOCAL_ACCOUNT });
  expect(cardOf('Round VAT')).toHaveAccessibleName('PAY-1 Round VAT, No priority');
  expect(screen.queryByTitle('Not on the server yet')).toBeNull();
});

test('cards that change, move and disappear do so on the screen; those of another board are ignored', async () => {
  const [vat, payouts, refund] = [aCard(1, 'Round VAT'), aCard(2, 'Export payouts'), aCard(3, 'Refund twice')];
  const window = await openBoard([vat, payouts, refund]);
  await sendCards(window, {
    cards: [
      { ...vat, title: 'Round VAT by line' },
      { ...payouts, status: 'in-review' },
    ],
    removed: ['task-3'],
  });
  expect(titlesIn('To do')).toEqual(['Round VAT by line']);
  expect(titlesIn('In review')).toEqual(['Export payouts']);
  await sendCards(window, { boardId: 9_999, cards: [aCard(4, 'Of another board')] });
  expect(screen.queryByText('Of another board')).toBeNull();
});

test('a long column renders only the cards in sight, with their places for screen readers', async () => {
  await openBoard(Array.from({ length: 1_000 }, (_, index) => aCard(index + 1, `Task ${index + 1}`)));
  const items = within(columnOf('To do')).getAllByRole('listitem');
  expect(items.length).toBeLessThan(30);
  expect(items[1]).toHaveAttribute('aria-posinset', '2');
  expect(items[1]).toHaveAttribute('aria-setsize', '1000');
});

test('the button on a card starts its timer, or stops the running one', async () => {
  const startTime = new Date().toISOString();
  const { bridge, user, publish } = await openBoard([aCard(1, 'Round VAT'), aCard(2, 'Export payouts')]);
  await user.click(screen.getByRole('button', { name: 'Start timer: Round VAT' }));
  expect(bridge.payloads('timer.start')).toEqual([{ taskId: 'task-1' }]);
  const task = { taskId: 'task-1', identifier: 'PAY-1', title: 'Round VAT', projectName: 'Payments' };
  const entry = { id: 'entry-1', task, startTime, endTime: null, note: '', sync: 'sent' as const, why: null };
  publish({ time: timeOf([entry]) });
  expect(cardOf('Round VAT')).toHaveAccessibleName(/, running$/);
  await user.click(screen.getByRole('button', { name: 'Stop timer: Round VAT' }));
  expect(bridge.payloads('timer.stop')).toHaveLength(1);
});

test('a card without permission to track time says why', async () => {
  await openBoard([aCard(1, 'Round VAT')], { missingPermissions: ['task:update'] });
  const start = screen.getByRole('button', { name: 'Start timer: Round VAT' });
  expect(start).toHaveAttribute('aria-disabled', 'true');
  expect(start).toHaveAttribute('title', 'You may not track time here (task:update)');
});

test('“New task” opens quick add with the project of the board, by button and by key', async () => {
  const { bridge, user } = await openBoard();
  await user.click(screen.getByRole('button', { name: 'New task' }));
  await user.keyboard('{Control>}n{/Control}');
  expect(bridge.payloads('quick-add.open')).toEqual([{ projectId: 'project-1' }, { projectId: 'project-1' }]);
});

test('the tab opens the last board and closes it when it is left; a page over it does not', async () => {
  const { bridge, user } = await openBoard([aCard(1, 'Round VAT', { isNotCreatedYet: true })]);
  expect(bridge.payloads('board.open')).toContainEqual({});
  const opened = bridge.payloads('board.open').length;
  // A task that is not created yet has no page; it is listed among the unsent changes.
  await user.click(cardOf('Round VAT'));
  expect(await screen.findByRole('heading', { name: /Not sent yet/ })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(cardOf('Round VAT')).toBeVisible();
  expect(bridge.payloads('board.open')).toHaveLength(opened);
  expect(bridge.payloads('board.close')).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Time' }));
  expect(bridge.payloads('board.close')).toEqual([{}]);
});

test('a card opens its task; closing the page restores the focus and the scroll position', async () => {
  const { user } = await openBoard([aCard(1, 'Round VAT'), aCard(2, 'Export payouts', { status: 'done' })]);
  const scrolled = columnOf('To do').parentElement;
  if (scrolled === null) throw new Error('A column is in the board');
  scrolled.scrollLeft = 120;
  fireEvent.scroll(scrolled);
  cardOf('Export payouts').focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Back' });
  expect(screen.queryByRole('region', { name: /^To do, / })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(cardOf('Export payouts')).toHaveFocus());
  expect(columnOf('To do').parentElement?.scrollLeft).toBe(120);
});

test('while the board is opened the tab says so; an error has a button that tries again', async () => {
  let answer = (_: Parameters<ReturnType<typeof opened.bridge.hold<'board.open'>>>[0]) => {};
  const opened = await openBoard([], {
    board: null,
    prepare: (bridge) => {
      answer = bridge.hold('board.open');
    },
  });
  expect(await screen.findByText('Opening the board')).toBeVisible();
  opened.bridge.fail('board.open');
  answer({ ok: false, error: anError() });
  expect(await screen.findByText('The server said no.')).toBeVisible();
  const tries = opened.bridge.payloads('board.open').length;
  await opened.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(opened.bridge.payloads('board.open')).toHaveLength(tries + 1);
});

test('a project without columns and a workspace without projects say so, with a next step', async () => {
  const { user, publish } = await openBoard([], {
    board: aBoard({ columns: [] }),
    missingPermissions: ['project:create'],
  });
  expect(screen.getByText('No columns yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Choose another project…' })).toBeVisible();
  publish({ board: null });
  expect(await screen.findByText('No projects yet')).toBeVisible();
  const create = () => screen.queryByRole('button', { name: 'New project…' });
  expect(create()).toBeNull();
  publish({ missingPermissions: [] });
  await user.click(create() as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'New project' })).toBeVisible();
});

test('a board that is deleted makes way for the next one', async () => {
  const { bridge, publish } = await openBoard([aCard(1, 'Round VAT')]);
  const opened = bridge.payloads('board.open').length;
  publish({ board: null });
  await waitFor(() => expect(bridge.payloads('board.open')).toHaveLength(opened + 1));
});

test('offline the last cards stay, with a message and when they were read', async () => {
  const board = aBoard({ error: anError({ kind: 'unreachable', title: 'Can’t reach pm.halden.example' }) });
  const { bridge, user, publish } = await openBoard([aCard(1, 'Round VAT')], { board });
  const box = screen.getByRole('region', { name: 'Can’t reach pm.halden.example' });
  expect(within(box).getByText(/^Board as of \d/)).toBeVisible();
  expect(cardOf('Round VAT')).toBeVisible();
  await user.click(within(box).getByRole('button', { name: 'Try again' }));
  expect(bridge.payloads('board.refresh')).toEqual([{}]);
  publish({ board: { ...board, error: null } });
  expect(screen.queryByText(/Can’t reach/)).toBeNull();
});

test('a hidden error stays hidden until there is another one', async () => {
  const board = aBoard({ error: anError({ whatWasKept: 'The cards stay.' }) });
  const { user, publish } = await openBoard([], { board });
  expect(screen.getByText('The cards stay.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  publish({ board: { ...board, error: anError() } });
  expect(screen.queryByText('It did not work')).toBeNull();
  publish({ board: { ...board, error: anError({ title: 'Too many requests' }) } });
  expect(screen.getByText('Too many requests')).toBeVisible();
});

test('the status line shows how far the reading is', async () => {
  const board = aBoard({ progress: { read: 0, total: 0 }, fetchedAt: null });
  const { publish } = await openBoard([], { board });
  expect(screen.getByText('Loading the board')).toBeVisible();
  publish({ board: { ...board, progress: { read: 100, total: 450 } } });
  expect(screen.getByText('Loading 100 of 450')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveValue(100);
});

test('tasks that could not be read are counted', async () => {
  await openBoard([], { unreadableRecords: { board: { task: 2 } } });
  expect(screen.getByText('2 tasks could not be read')).toBeVisible();
});

test('another project starts without the filter and the switches of the last one', async () => {
  const window = await openBoard([aCard(1, 'Round VAT'), aCard(2, 'Some day', { status: 'planned' })]);
  await window.user.click(screen.getByRole('button', { name: 'Board menu' }));
  await window.user.click(screen.getByRole('menuitemcheckbox', { name: 'Show planned' }));
  expect(titlesIn('Planned')).toEqual(['Some day']);
  window.publish({ board: aBoard({ project: { ...PAYMENTS, id: 'project-2', name: 'Website' } }) });
  await sendCards(window, { reset: true, cards: [aCard(3, 'New header'), aCard(4, 'Later', { status: 'planned' })] });
  expect(screen.getByRole('button', { name: 'Project: Website. Choose another' })).toBeVisible();
  expect(titlesIn('To do')).toEqual(['New header']);
  expect(screen.queryByText('Later')).toBeNull();
});

test('the project’s icon stands before its name, and its picture behind the columns', async () => {
  const project = { ...PAYMENTS, icon: '🌱', backgroundVersion: 'v1' };
  const picture = 'data:image/png;base64,AAAA';
  const window = await openBoard([aCard(1, 'Round VAT')], {
    board: aBoard({ project }),
    prepare: (bridge) => bridge.answer('project.background', picture),
  });
  expect(screen.getByRole('button', { name: /Choose another/ })).toHaveTextContent('🌱Payments');
  const shown = () => document.querySelector<HTMLElement>('[style*="background-image"]')?.style.backgroundImage;
  await waitFor(() => expect(shown()).toBe(`url("${picture}")`));
  expect(window.bridge.payloads('project.background')).toContainEqual({ projectId: 'project-1' });
  window.publish({ board: aBoard({ project: { ...project, backgroundVersion: undefined } }) });
  expect(shown()).toBeUndefined();
});

test('a public board has no picture: no route gives it', async () => {
  const project = { ...PAYMENTS, backgroundVersion: 'v2' };
  const { bridge } = await openBoard([], { board: aBoard({ project, isPublic: true }) });
  expect(bridge.payloads('project.background')).toEqual([]);
});

/** Public boards: the form for the link, the read-only board, and its tasks, with and without an account. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { addDays, startOfDay } from 'date-fns';
import { expect, test } from 'vitest';
import type { CardView } from '../../../../shared/contract/index.ts';
import { anError, type FakeBridge } from '../../bridge.ts';
import { openWindow, type Window } from '../../render.tsx';
import { aBoard, aCard, COLUMNS, cardOf, openBoard, sendCards, titlesIn } from './open-board.tsx';

const LINK = 'https://pm.halden.example/public-project/1';
const PUBLIC = aBoard({ isPublic: true, columns: COLUMNS.map((column) => ({ ...column, columnId: null })) });

/** The form for the link, opened from the first-run page. */
async function openForm(prepare?: (bridge: FakeBridge) => void): Promise<Window> {
  const window = await openWindow({ account: null }, prepare);
  await window.user.click(await screen.findByRole('button', { name: /^Watch a public board/ }));
  await screen.findByRole('textbox', { name: 'Link or ID' });
  return window;
}

/** A public board with these cards, opened without an account. */
async function watch(cards: CardView[], prepare?: (bridge: FakeBridge) => void): Promise<Window> {
  const window = await openForm(prepare);
  await window.user.keyboard(`${LINK}{Enter}`);
  window.publish({ board: PUBLIC });
  await screen.findByRole('heading', { name: 'Payments' });
  await sendCards(window, { reset: true, cards });
  return window;
}

test('the form needs a link and shows why main rejects one', async () => {
  const { bridge, user } = await openForm((fake) => fake.fail('board.open-public', { title: 'That is not a link' }));
  const field = screen.getByRole('textbox', { name: 'Link or ID' });
  expect(field).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Watch' }));
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Paste the link of a public board.');
  await user.type(field, ' somewhere ');
  expect(field).toBeValid();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('board.open-public')).toEqual([{ link: 'somewhere' }]);
  expect(await screen.findByRole('alert')).toHaveTextContent('That is not a link');
  await user.type(field, '!');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the form stays, with the error, while the board cannot be read, and can be sent again', async () => {
  const { user, publish } = await openForm();
  await user.keyboard(`${LINK}{Enter}`);
  expect(screen.getByRole('button', { name: 'Watch' })).toHaveAttribute('aria-busy', 'true');
  publish({
    board: { ...PUBLIC, columns: [], fetchedAt: null, error: anError({ title: 'That board is not public' }) },
  });
  expect(screen.getByRole('alert')).toHaveTextContent('That board is not public');
  expect(screen.getByRole('textbox')).toHaveValue(LINK);
  await user.click(screen.getByRole('button', { name: 'Watch' }));
  publish({ board: PUBLIC });
  expect(await screen.findByRole('heading', { name: 'Payments' })).toBeVisible();
});

test('Cancel and Escape lead back to the choice of sign-in methods and close the board', async () => {
  const { bridge, user } = await openForm();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: /^Watch a public board/ }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('textbox', { name: 'Server address' })).toBeVisible();
  expect(bridge.payloads('board.close').length).toBeGreaterThan(1);
});

test('the board is read-only: no button, menu or key changes a task', async () => {
  const { bridge, user } = await watch([aCard(1, 'New header'), aCard(2, 'Cookies', { status: 'done' })]);
  expect([titlesIn('To do'), titlesIn('Done')]).toEqual([['New header'], ['Cookies']]);
  expect(screen.getByText('2 tasks · public, read-only')).toBeVisible();
  for (const name of [/^Column /, 'New task', /^Start timer/, /^Actions for/, /Choose another/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  const before = bridge.sent.length;
  act(() => cardOf('New header').focus());
  await user.keyboard('sm{Alt>}{ArrowDown}{/Alt}{Shift>}{F10}{/Shift}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(bridge.sent.slice(before)).toEqual([]);
  await user.keyboard('{ArrowRight}');
  expect(cardOf('Cookies')).toHaveFocus();
});

test('without an account the progress is in the header', async () => {
  const { publish } = await watch([]);
  publish({ board: { ...PUBLIC, progress: { read: 50, total: 120 } } });
  expect(screen.getByText(/^Loading 50 of 120/)).toBeVisible();
});

test('a task opens with everything the board knows; its description is read then', async () => {
  const card = aCard(1, 'New header', {
    priority: 'high',
    dueDate: startOfDay(addDays(new Date(), 1)).toISOString(),
    assignee: { id: 'mira', name: 'Mira Sol' },
    labels: [{ name: 'web', color: '' }],
    subtasks: { completed: 1, total: 2 },
    links: [{ title: 'Plan', url: 'https://halden.example/plan' }],
  });
  const { bridge, user } = await watch([card], (fake) =>
    fake.answer('board.public-description', 'Same as on the **old** site.'),
  );
  await user.click(cardOf('New header'));
  const page = within(screen.getByRole('region', { name: 'PAY-1' }));
  expect(page.getByRole('heading', { name: 'New header' })).toBeVisible();
  const values = page.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values.slice(0, 2)).toEqual(['To do', 'High']);
  expect(values[2]).toMatch(/tomorrow$/);
  for (const text of ['Mira Sol', 'web', '1 of 2 subtasks done', 'Plan']) expect(page.getByText(text)).toBeVisible();
  expect(await page.findByText('old')).toBeVisible();
  expect(page.queryByRole('button')).toBeNull();
  expect(bridge.payloads('board.public-description')).toContainEqual({ taskId: 'task-1' });
  await user.click(page.getByRole('link', { name: 'Plan' }));
  expect(bridge.payloads('board.open-url')).toEqual([{ url: 'https://halden.example/plan' }]);
});

test('a task without properties says so; Escape returns to its card', async () => {
  const { user } = await watch([aCard(1, 'New header', { status: 'planned' }), aCard(2, 'Cookies')], (fake) =>
    fake.answer('board.public-description', ' '),
  );
  act(() => cardOf('Cookies').focus());
  await user.keyboard('{Enter}');
  for (const text of ['No due date', 'Nobody', 'No labels']) expect(screen.getByText(text)).toBeVisible();
  expect(await screen.findByText('No description.')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(cardOf('Cookies')).toHaveFocus());
});

test('a description that cannot be read shows why and is read again; a task that is gone stays open and says so', async () => {
  const window = await watch([aCard(1, 'New header')], (fake) => fake.fail('board.public-description'));
  await window.user.click(cardOf('New header'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
  window.bridge.answer('board.public-description', 'At last.');
  await window.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('At last.')).toBeVisible();
  await sendCards(window, { removed: ['task-1'] });
  expect(screen.getByText('It is no longer on the board.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'New header' })).toBeVisible();
});

test('the menu of the board opens its description and has no project or reminders', async () => {
  const { user } = await watch([aCard(1, 'New header')], (fake) =>
    fake.answer('board.public-description', 'What the board is for.'),
  );
  await user.click(screen.getByRole('button', { name: 'Board menu' }));
  for (const name of [/Project/, /Remind/]) expect(screen.queryByRole('menuitem', { name })).toBeNull();
  await user.click(screen.getByRole('menuitem', { name: 'About this board' }));
  expect(await screen.findByText('What the board is for.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(cardOf('New header')).toBeVisible();
});

test('Escape closes the search, then the board, then the form', async () => {
  const { user } = await watch([aCard(1, 'New header')]);
  await user.keyboard('/');
  expect(screen.queryByRole('search')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Search this board/ }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('search')).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('textbox', { name: 'Link or ID' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('textbox', { name: 'Server address' })).toBeVisible();
});

test('a signed-in person watches a public board in the Board tab, and returns to the own board on Cancel', async () => {
  const window = await openBoard([aCard(1, 'Round VAT')]);
  const openOwnForm = async () => {
    await window.user.click(screen.getByRole('button', { name: /Choose another/ }));
    await window.user.click(await screen.findByRole('menuitem', { name: 'Watch a public board…' }));
  };
  await openOwnForm();
  await window.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cardOf('Round VAT')).toBeVisible();
  await openOwnForm();
  await window.user.keyboard(`${LINK}{Enter}`);
  window.publish({ board: { ...PUBLIC, fetchedAt: null, columns: [], error: anError() } });
  const opened = window.bridge.payloads('board.open').length;
  await window.user.click(screen.getByRole('button', { name: 'Cancel' }));
  // There is nothing to return to, so the last board opens.
  expect(window.bridge.payloads('board.open')).toHaveLength(opened + 1);
});

test('people have the pictures of that server, and a task says when it starts', async () => {
  const card = aCard(1, 'Round VAT', {
    assignee: { id: 'ada', name: 'Ada King' },
    startDate: new Date(2030, 2, 5).toISOString(),
  });
  const { user, publish } = await watch([card], (fake) => fake.answer('board.public-description', ''));
  publish({ pictures: { ada: 'own-key' } });
  expect(document.querySelector('img[src^="/people/"]')).toBeNull();
  publish({ pictures: { ada: 'own-key', 'public ada': 'their-key' } });
  expect(document.querySelector('img[src="/people/their-key"]')).not.toBeNull();
  await user.click(cardOf('Round VAT'));
  expect(await screen.findByText('Tuesday 5 Mar 2030')).toBeVisible();
});

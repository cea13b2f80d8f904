/** The board by keyboard: moving between cards, moving cards, and searching. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setBoardView } from '../../../../renderer/features/board/view-state.ts';
import { hasUnsavedText } from '../../../../renderer/state/unsaved-text.ts';
import { askView } from '../../../../renderer/state/view-requests.ts';
import type { CardView } from '../../../../shared/contract/index.ts';
import { directory } from '../../../shared/quick-add/directory.ts';
import { anError, type FakeBridge } from '../../bridge.ts';
import type { Window } from '../../render.tsx';
import { ACCOUNT, openAccount } from '../../state.ts';
import {
  aBoard,
  aCard,
  COLUMNS,
  cardOf,
  columnOf,
  nextFrame,
  openBoard,
  PAYMENTS,
  sendCards,
  titlesIn,
  titlesShown,
} from './open-board.tsx';

const CARDS = [
  aCard(1, 'Round VAT'),
  aCard(2, 'Export payouts'),
  aCard(3, 'Refund twice'),
  aCard(4, 'Sign webhooks', { status: 'in-review' }),
];

/** Focuses a card, and presses keys as `user.keyboard` writes them. */
async function press({ user }: Pick<Window, 'user'>, title: string, keys: string): Promise<void> {
  act(() => cardOf(title).focus());
  await user.keyboard(keys);
}

/** Picks a card up by keyboard. dnd-kit listens for further keys from the next turn on. */
async function pickUp(window: Window, title: string): Promise<void> {
  await press(window, title, ' ');
  await act(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Publishes a dropped card in its new place, as main does when it has answered. */
async function land(window: Window, card: CardView): Promise<void> {
  await sendCards(window, { cards: [card] });
  await act(nextFrame);
}

test('a menu that opens just before the first card takes the focus stays open', async () => {
  await openBoard(CARDS);
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  act(() => askView('focus-list', true));
  fireEvent.click(screen.getByLabelText(/Choose another/));
  const menu = await screen.findByRole('menu');
  await act(nextFrame);
  await act(nextFrame);
  expect(menu).toBeVisible();
  expect(menu).toContainElement(document.activeElement as HTMLElement);
});

test('after Ctrl 2 the first card takes the focus once it is there, unless the person has moved it', async () => {
  const { user } = await openBoard(CARDS);
  await act(nextFrame);
  expect(cardOf('Round VAT')).toHaveFocus();
  await user.keyboard('{ArrowDown}{Control>}1{/Control}{Control>}2{/Control}');
  await waitFor(() => expect(cardOf('Export payouts')).toHaveFocus());
});

test('cards that arrive leave the focus where the person moved it', async () => {
  const window = await openBoard();
  const field = screen.getByRole('combobox', { name: 'Start a timer…' });
  await window.user.click(field);
  await sendCards(window, { reset: true, cards: CARDS });
  await act(nextFrame);
  await act(nextFrame);
  expect(titlesIn('To do')).toHaveLength(3);
  expect(field).toHaveFocus();
});

test('the arrow keys, J and K, Home and End move between cards', async () => {
  const window = await openBoard(CARDS);
  for (const [from, key, to] of [
    ['Round VAT', '{ArrowDown}', 'Export payouts'],
    ['Round VAT', 'j', 'Export payouts'],
    // With Caps Lock.
    ['Round VAT', 'J', 'Export payouts'],
    ['Export payouts', '{ArrowUp}', 'Round VAT'],
    ['Export payouts', 'k', 'Round VAT'],
    ['Round VAT', '{End}', 'Refund twice'],
    ['Refund twice', '{Home}', 'Round VAT'],
    // Over the empty column, to the last card of the shorter one.
    ['Refund twice', '{ArrowRight}', 'Sign webhooks'],
    ['Sign webhooks', '{ArrowLeft}', 'Round VAT'],
    ['Sign webhooks', '{ArrowRight}', 'Sign webhooks'],
    ['Refund twice', '{ArrowDown}', 'Refund twice'],
  ] as const) {
    await press(window, from, key);
    expect([from, key, document.activeElement]).toEqual([from, key, cardOf(to)]);
  }
});

test('an arrow key from outside the board leads to its first card, which is the only Tab stop', async () => {
  const { user } = await openBoard(CARDS);
  act(() => (document.activeElement as HTMLElement).blur());
  await user.keyboard('{ArrowDown}');
  expect(cardOf('Round VAT')).toHaveFocus();
  const stops = CARDS.map(({ title }) => cardOf(title)).filter(({ tabIndex }) => tabIndex === 0);
  expect(stops).toEqual([cardOf('Round VAT')]);
});

test('S starts the timer of a card, once for a key that is held', async () => {
  const window = await openBoard(CARDS);
  await press(window, 'Export payouts', '{s>3/}');
  expect(window.bridge.payloads('timer.start')).toEqual([{ taskId: 'task-2' }]);
});

test('M opens the list of columns, which moves the card; the card keeps the focus', async () => {
  const window = await openBoard(CARDS);
  await press(window, 'Round VAT', 'm');
  expect(screen.getByRole('menuitemradio', { name: /^To do/ })).toBeChecked();
  await window.user.click(screen.getByRole('menuitemradio', { name: /^In progress/ }));
  expect(window.bridge.payloads('board.move')).toEqual([{ taskId: 'task-1', to: 'in-progress' }]);
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(cardOf('Round VAT')).toHaveFocus());
});

test('a card that is moved, and moved back after a rejection, keeps the focus', async () => {
  const window = await openBoard(CARDS);
  await press(window, 'Export payouts', '{ArrowUp}');
  for (const status of ['in-progress', 'to-do']) {
    await sendCards(window, { cards: [aCard(1, 'Round VAT', { status })] });
    await act(nextFrame);
    expect(cardOf('Round VAT')).toHaveFocus();
  }
});

test('Shift+F10 opens the menu of the card, and Escape returns to the card', async () => {
  const window = await openBoard(CARDS);
  await press(window, 'Round VAT', '{Shift>}{F10}{/Shift}');
  expect(screen.getByRole('menu', { name: 'Actions for Round VAT' })).toBeVisible();
  await window.user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(cardOf('Round VAT')).toHaveFocus());
});

test('Alt with up and down moves a card one place, as far as the column goes, and keeps the focus', async () => {
  const window = await openBoard(CARDS);
  await press(window, 'Export payouts', '{Alt>}{ArrowDown}{/Alt}');
  expect(window.bridge.payloads('board.move')).toEqual([{ taskId: 'task-2', to: 'to-do', before: null }]);
  await sendCards(window, { cards: [aCard(2, 'Export payouts', { position: 4 })] });
  await act(nextFrame);
  expect(titlesIn('To do')).toEqual(['Round VAT', 'Refund twice', 'Export payouts']);
  expect(cardOf('Export payouts')).toHaveFocus();
  await window.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(window.bridge.payloads('board.move')).toHaveLength(1);
  await window.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(window.bridge.payloads('board.move')[1]).toEqual({ taskId: 'task-2', to: 'to-do', before: 'task-3' });
});

test('Alt with up counts each press, also before main has answered', async () => {
  const window = await openBoard(CARDS);
  const answer = window.bridge.hold('board.move');
  await press(window, 'Refund twice', '{Alt>}{ArrowUp}{ArrowUp}{ArrowUp}{/Alt}');
  expect(window.bridge.payloads('board.move').map(({ before }) => before)).toEqual(['task-2', 'task-1']);
  expect(titlesIn('To do')).toEqual(['Refund twice', 'Round VAT', 'Export payouts']);
  act(() => answer({ ok: false, error: anError() }));
  await waitFor(() => expect(titlesIn('To do')).toEqual(['Round VAT', 'Export payouts', 'Refund twice']));
});

test('Alt with up and down counts each press in columns whose cards have equal or adjacent positions', async () => {
  const equal = ['A', 'B', 'C'].map((title, at) => aCard(at + 1, title, { position: 0 }));
  const window = await openBoard([
    ...equal,
    ...['D', 'E', 'F'].map((title, at) => aCard(at + 4, title, { status: 'done' })),
  ]);
  const answer = window.bridge.hold('board.move');
  await press(window, 'A', '{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
  expect(titlesIn('To do')).toEqual(['B', 'C', 'A']);
  await press(window, 'D', '{Alt>}{ArrowDown}{/Alt}');
  await press(window, 'F', '{Alt>}{ArrowUp}{/Alt}');
  expect(titlesIn('Done')).toEqual(['E', 'F', 'D']);
  expect(window.bridge.payloads('board.move').map(({ before }) => before)).toEqual([
    'task-3',
    null,
    'task-6',
    'task-4',
  ]);
  act(() => answer({ ok: false, error: anError() }));
  await waitFor(() => expect(titlesShown()).toEqual(['A', 'B', 'C', 'D', 'E', 'F']));
});

test('Alt with left and right moves a card to the next column, as far as there are columns', async () => {
  const window = await openBoard(CARDS);
  await press(window, 'Round VAT', '{Alt>}{ArrowLeft}{/Alt}');
  expect(window.bridge.payloads('board.move')).toEqual([]);
  await window.user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(window.bridge.payloads('board.move')).toEqual([{ taskId: 'task-1', to: 'in-progress' }]);
  await sendCards(window, { cards: [aCard(1, 'Round VAT', { status: 'in-progress' })] });
  await act(nextFrame);
  expect(cardOf('Round VAT')).toHaveFocus();
});

test('without permission no key moves a card, and M opens nothing', async () => {
  const window = await openBoard(CARDS, {
    board: aBoard({ missingPermissions: ['task:update'] }),
    missingPermissions: ['task:update'],
  });
  await press(window, 'Export payouts', '{Alt>}{ArrowDown}{ArrowRight}{/Alt}m');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(window.bridge.payloads('board.move')).toEqual([]);
});

test('a card moved to another column by keyboard is announced, moves at once and keeps the focus', async () => {
  const window = await openBoard(CARDS);
  const answer = window.bridge.hold('board.move');
  await pickUp(window, 'Export payouts');
  expect(screen.getByText('Picked up PAY-2 in To do.')).toBeInTheDocument();
  await window.user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByText('Space to move to In review')).toBeVisible();
  expect(screen.getByText('PAY-2 is over In review.')).toBeInTheDocument();
  await window.user.keyboard(' ');
  expect(screen.getByText('Moved PAY-2 to In review.')).toBeInTheDocument();
  // In the place of its own position, before the answer.
  expect(titlesIn('In review')).toEqual(['Export payouts', 'Sign webhooks']);
  expect(window.bridge.payloads('board.move')).toEqual([{ taskId: 'task-2', to: 'in-review', before: 'task-4' }]);
  await act(nextFrame);
  expect(cardOf('Export payouts')).toHaveFocus();
  expect(cardOf('Export payouts')).toHaveAccessibleName(/Not on the server yet/);
  await act(async () => answer({ ok: true, value: undefined }));
  await land(window, aCard(2, 'Export payouts', { status: 'in-review', position: 3 }));
  expect(cardOf('Export payouts')).toHaveAccessibleName('PAY-2 Export payouts, No priority');
});

test('a card moved within its column by keyboard is announced with its place', async () => {
  const window = await openBoard(CARDS);
  await pickUp(window, 'Refund twice');
  expect(screen.getByText('Arrows choose a place')).toBeVisible();
  await window.user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByText('PAY-3 is in position 1 of 3.')).toBeInTheDocument();
  expect(screen.getByText('Space to put it here')).toBeVisible();
  await window.user.keyboard(' ');
  expect(window.bridge.payloads('board.move')).toEqual([{ taskId: 'task-3', to: 'to-do', before: 'task-1' }]);
  await land(window, aCard(3, 'Refund twice', { position: 0 }));
  expect(titlesIn('To do')).toEqual(['Refund twice', 'Round VAT', 'Export payouts']);
});

test('Escape cancels a move by keyboard and does not hide the window', async () => {
  const window = await openBoard(CARDS);
  await pickUp(window, 'Export payouts');
  await window.user.keyboard('{ArrowRight}{Escape}');
  expect(screen.getByText('Cancelled. PAY-2 stays in To do.')).toBeInTheDocument();
  expect(screen.queryByText(/Space to/)).toBeNull();
  expect(titlesIn('To do')).toContain('Export payouts');
  for (const name of ['board.move', 'window.hide'] as const) expect(window.bridge.payloads(name)).toEqual([]);
});

test('a card dropped where it was stays, and nothing is sent', async () => {
  const window = await openBoard(CARDS);
  await pickUp(window, 'Export payouts');
  await window.user.keyboard('{ArrowRight}{ArrowLeft} ');
  expect(screen.getByText('PAY-2 stays in To do.')).toBeInTheDocument();
  expect(window.bridge.payloads('board.move')).toEqual([]);
});

test('a card dropped before one that has left the column meanwhile goes to its end', async () => {
  const window = await openBoard(CARDS);
  await pickUp(window, 'Round VAT');
  await window.user.keyboard('{ArrowDown}');
  await sendCards(window, { removed: ['task-3'] });
  await window.user.keyboard(' ');
  expect(window.bridge.payloads('board.move')).toEqual([{ taskId: 'task-1', to: 'to-do', before: null }]);
});

test('a move that is rejected puts the card back and shows the error', async () => {
  const window = await openBoard(CARDS);
  window.bridge.fail('board.move', anError({ title: 'No moving today' }));
  await pickUp(window, 'Export payouts');
  await window.user.keyboard('{ArrowRight} ');
  await act(nextFrame);
  await waitFor(() => expect(titlesIn('To do')).toEqual(['Round VAT', 'Export payouts', 'Refund twice']));
  expect(screen.getByRole('alert')).toHaveTextContent('No moving today');
});

test('/ searches titles, identifiers, people and labels; the header counts, and Escape shows all cards again', async () => {
  const label = { name: 'Steuer', color: '' };
  const { user } = await openBoard([
    ...CARDS,
    aCard(5, 'Ask Mira', { labels: [label], assignee: { id: 'zoe', name: 'Zoë' } }),
  ]);
  act(() => cardOf('Refund twice').focus());
  await user.keyboard('/');
  const field = screen.getByRole('textbox', { name: 'Search this board' });
  expect(field).toHaveFocus();
  for (const [typed, found] of [
    ['REFUND', 'Refund twice'],
    ['pay-4', 'Sign webhooks'],
    ['zoe', 'Ask Mira'],
    ['steuer mira', 'Ask Mira'],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    expect(await screen.findByText('1 of 5')).toBeVisible();
    expect(titlesShown()).toEqual([found]);
  }
  expect(within(columnOf('To do')).getByText('1 of 4')).toBeVisible();
  expect(within(columnOf('In review')).getByText('No match')).toBeVisible();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(cardOf('Ask Mira')).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('search')).toBeNull();
  expect(titlesShown()).toHaveLength(5);
});

test('a search also finds descriptions, which main knows, and says when nothing matches', async () => {
  const { bridge, user } = await openBoard(CARDS, {
    prepare: (fake) => fake.answer('board.search-descriptions', ({ query }) => (query === 'judge' ? ['task-1'] : [])),
  });
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Search this board/ }));
  await user.keyboard('ju');
  expect(await screen.findByText('No tasks on this board match.')).toBeVisible();
  await user.keyboard('dge');
  await waitFor(() => expect(titlesIn('To do')).toEqual(['Round VAT']));
  // Short texts are not searched for.
  const searched = bridge.payloads('board.search-descriptions').map(({ query }) => query.length);
  expect(Math.min(...searched)).toBeGreaterThanOrEqual(3);
  await user.keyboard('ment');
  await user.click(await screen.findByRole('button', { name: 'Clear the filter' }));
  expect(titlesShown()).toHaveLength(4);
});

const prepare = (bridge: FakeBridge) => bridge.answer('quick-add.directory', directory({ assignToMe: true }));

test('N writes a new task in the column of the focused card; Enter creates it and keeps the caret', async () => {
  const window = await openBoard(CARDS, { prepare });
  await press(window, 'Sign webhooks', 'N');
  const field = screen.getByRole('textbox', { name: 'New task in In review' });
  expect(field).toHaveFocus();
  await window.user.keyboard('Call the bank{Enter}Send it{Enter}');
  // Assigned as the settings say.
  const made = (title: string) => [expect.objectContaining({ title, status: 'in-review', userId: 'u-nora' })];
  await waitFor(() =>
    expect(window.bridge.payloads('quick-add.create').map(({ tasks }) => tasks)).toEqual(
      ['Call the bank', 'Send it'].map(made),
    ),
  );
  expect(field).toHaveFocus();
  await window.user.keyboard('Later{Control>}{Enter}{/Control}');
  expect(window.bridge.payloads('quick-add.open')).toEqual([
    { projectId: 'project-1', text: expect.stringMatching(/^Later >.*review/i) },
  ]);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(cardOf('Sign webhooks')).toHaveFocus();
});

test('N without a card writes in the first column that takes new tasks, also beside planned tasks', async () => {
  const { user } = await openBoard([], { prepare });
  act(() => setBoardView({ showPlanned: true }));
  await user.keyboard('N');
  expect(screen.getByRole('textbox', { name: 'New task in To do' })).toHaveFocus();
  await user.keyboard('{Escape}');
});

test('a half-typed title stays while another tab is shown, and the window with it', async () => {
  const { user, publish, show } = await openBoard(CARDS);
  // Tests of other files leave drafts of other accounts.
  const own = { ...ACCOUNT, id: 'titles' };
  publish({ account: own });
  await user.click(screen.getByRole('button', { name: 'New task in To do' }));
  await user.keyboard('Call the b{Control>}1{/Control}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'New task in To do' })).toBeNull());
  expect(hasUnsavedText()).toBe(true);
  // The account was signed out, and another one stays.
  publish({ account: { ...ACCOUNT, id: 'marl' } });
  expect(hasUnsavedText()).toBe(false);
  publish({ account: own });
  expect(hasUnsavedText()).toBe(true);
  await show('unsavedText');
  expect(await screen.findByRole('textbox', { name: 'New task in To do' })).toHaveValue('Call the b');
  await user.keyboard('{Control>}1{/Control}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'New task in To do' })).toBeNull());
  await user.keyboard('{Control>}2{/Control}');
  const field = await screen.findByRole('textbox', { name: 'New task in To do' });
  expect(field).toHaveValue('Call the b');
  await user.type(field, '{Escape}');
  expect(hasUnsavedText()).toBe(false);
});

test('the way back to a half-typed title leads to its account, project and column, but not away from another one', async () => {
  const board = aBoard();
  const account = { ...ACCOUNT, id: 'way-to-title' };
  const { bridge, user, publish, show } = await openBoard(CARDS, { board, account });
  const field = () => screen.findByRole('textbox', { name: 'New task in In review' });
  await user.click(screen.getByRole('button', { name: 'New task in In review' }));
  await user.keyboard('Call the b');
  publish({
    account: { ...account, id: 'other' },
    accounts: [openAccount(account.id, 'a'), openAccount('other', 'b')],
  });
  publish({ board: aBoard({ accountId: 'other', project: { ...PAYMENTS, id: 'project-2' } }) });
  await show('unsavedText');
  await waitFor(() => expect(bridge.payloads('board.open')).toContainEqual({ projectId: 'project-1' }));
  expect(bridge.payloads('account.bring-to-front')).toEqual([{ accountId: account.id }]);
  expect(screen.queryByRole('textbox')).toBeNull();
  publish({ account, board: { ...board, accountId: account.id } });
  expect(await field()).toHaveValue('Call the b');

  publish({ board: aBoard({ accountId: account.id, project: { ...PAYMENTS, id: 'project-2' } }) });
  await user.keyboard('N');
  await user.keyboard('Second{Control>}1{/Control}');
  await user.keyboard('{Control>}2{/Control}');
  expect(await screen.findByRole('textbox', { name: 'New task in To do' })).toHaveValue('Second');
  const opened = bridge.payloads('board.open').length;
  await show('unsavedText');
  expect(bridge.payloads('board.open')).toHaveLength(opened);
});

test('a half-typed title whose column is gone is shown in the first one, and takes no focus from another field', async () => {
  const board = aBoard();
  const { user, publish } = await openBoard(CARDS, { board });
  publish({ account: { ...ACCOUNT, id: 'gone' } });
  const lose = (...names: string[]) =>
    publish({ board: { ...board, columns: COLUMNS.filter(({ name }) => !names.includes(name)) } });
  await user.click(screen.getByRole('button', { name: 'New task in In review' }));
  await user.keyboard('Call the b');
  lose('In review');
  expect(screen.getByRole('textbox', { name: 'New task in To do' })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'New task in To do' })).toHaveValue('Call the b');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Search this board/ }));
  lose('In review', 'To do');
  const field = screen.getByRole('textbox', { name: 'New task in In progress' });
  expect(field).toHaveValue('Call the b');
  expect(screen.getByRole('textbox', { name: 'Search this board' })).toHaveFocus();
  await user.type(field, '{Escape}');
  expect(hasUnsavedText()).toBe(false);
});

test('a half-typed title whose column is gone takes no focus from a card, and joins what the person writes', async () => {
  const board = aBoard();
  const { user, publish } = await openBoard(CARDS, { board });
  publish({ account: { ...ACCOUNT, id: 'joined' } });
  const lose = (...names: string[]) =>
    publish({ board: { ...board, columns: COLUMNS.filter(({ name }) => !names.includes(name)) } });
  const field = (name: string) => screen.getByRole('textbox', { name: `New task in ${name}` });
  const write = async (name: string, title: string) => {
    await user.click(within(columnOf(name)).getByTitle(`New task in ${name}`));
    await user.keyboard(title);
  };
  await write('In review', 'Call');
  act(() => cardOf(titlesIn('To do')[0] ?? '').focus());
  lose('In review');
  expect(field('To do')).toHaveValue('Call');
  expect(cardOf(titlesIn('To do')[0] ?? '')).toHaveFocus();
  await user.type(field('To do'), '{Escape}');
  lose();
  await write('In review', 'Send');
  await write('In progress', 'Pay');
  lose('In review');
  expect(field('In progress')).toHaveFocus();
  expect(field('In progress')).toHaveValue('Pay Send');
  await user.keyboard('{Escape}');
  expect(hasUnsavedText()).toBe(false);
});

test('+ in the header of a column writes a new task there, but not where tasks are done', async () => {
  const window = await openBoard(CARDS, { prepare });
  expect(screen.queryByRole('button', { name: 'New task in Done' })).toBeNull();
  const plus = screen.getByRole('button', { name: 'New task in To do' });
  await window.user.click(plus);
  window.bridge.fail('quick-add.create');
  await window.user.keyboard('Call the bank{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'New task in To do' })).toHaveValue('Call the bank'));
  await window.user.keyboard('{Escape}');
  expect(plus).toHaveFocus();
  expect(window.bridge.payloads('window.hide')).toEqual([]);
});

test('a board that was archived leads to another project, and takes no new tasks', async () => {
  const window = await openBoard(CARDS, { board: aBoard({ isNotListed: true }) });
  expect(screen.queryByRole('button', { name: 'New task in To do' })).toBeNull();
  await window.user.click(screen.getByRole('button', { name: 'Choose another project…' }));
  expect(screen.getByRole('dialog', { name: 'Choose another project…' })).toBeVisible();
});

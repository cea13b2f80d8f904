/** Opens the Board tab of the main window on a board with these cards. */
import { act, screen } from '@testing-library/react';
import type { BoardCards, BoardView, CardView, ColumnView, State } from '../../../../shared/contract/index.ts';
import type { FakeBridge } from '../../bridge.ts';
import { openWindow, type Window } from '../../render.tsx';

const column = (name: string, changes: Partial<ColumnView> = {}): ColumnView => {
  const slug = name.toLowerCase().replace(' ', '-');
  return { slug, name, icon: null, color: null, isFinal: false, columnId: `column-${slug}`, ...changes };
};

export const COLUMNS = [column('To do'), column('In progress'), column('In review'), column('Done', { isFinal: true })];

export const PAYMENTS = { id: 'project-1', name: 'Payments', slug: 'PAY', icon: null };

let boards = 0;

/** A board that is read completely. */
export function aBoard(changes: Partial<BoardView> = {}): BoardView {
  boards += 1;
  return {
    boardId: boards,
    project: PAYMENTS,
    isPublic: false,
    columns: COLUMNS,
    progress: null,
    fetchedAt: new Date().toISOString(),
    error: null,
    missingPermissions: [],
    ...changes,
  };
}

/** The task PAY-`number` with this title, in To do at the place of its number. */
export const aCard = (number: number, title: string, changes: Partial<CardView> = {}): CardView => ({
  id: `task-${number}`,
  identifier: `PAY-${number}`,
  title,
  status: 'to-do',
  priority: 'no-priority',
  dueDate: null,
  startDate: null,
  labels: [],
  assignee: null,
  subtasks: null,
  position: number,
  number,
  isPending: false,
  ...changes,
});

/** Sends cards of the open board. The window applies them with its next frame. */
export async function sendCards({ bridge }: Pick<Window, 'bridge'>, patch: Partial<BoardCards>): Promise<void> {
  const boardId = bridge.state.board?.boardId ?? 0;
  await act(async () => {
    bridge.sendCards({ boardId, reset: false, cards: [], removed: [], ...patch });
    await nextFrame();
  });
}

export const nextFrame = () => new Promise(requestAnimationFrame);

interface Options extends Partial<State> {
  board?: BoardView | null;
  prepare?: (bridge: FakeBridge) => void;
}

export async function openBoard(
  cards: CardView[] = [],
  { board = aBoard(), prepare, ...state }: Options = {},
): Promise<Window> {
  const window = await openWindow({ board, ...state }, prepare);
  await window.user.keyboard('{Control>}2{/Control}');
  await screen.findByLabelText(/Choose another/);
  await sendCards(window, { reset: true, cards });
  // A card that the test before moved is let go.
  await act(nextFrame);
  return window;
}

/** The column of this name. */
export function columnOf(name: string): HTMLElement {
  const column = screen.getByText(new RegExp(`^${name}, \\d`), { selector: 'h2' }).closest('section');
  if (column === null) throw new Error(`“${name}” is no column`);
  return column;
}

const cards = (inside: HTMLElement = document.body) => [...inside.querySelectorAll<HTMLElement>('[data-card-id]')];
const titleOf = (card: HTMLElement): string => card.querySelector('[title]')?.getAttribute('title') ?? '';

/** The card with this title, wherever it is. Looking it up by its name as a button takes far longer. */
export function cardOf(title: string): HTMLElement {
  const card = cards().find((one) => titleOf(one) === title);
  if (card === undefined) throw new Error(`No card “${title}” among ${titlesShown().join(', ')}`);
  return card;
}

/** The titles of the cards of a column, in order. */
export const titlesIn = (name: string): string[] => cards(columnOf(name)).map(titleOf);

/** The titles of all cards, by column and place. */
export const titlesShown = (): string[] => cards().map(titleOf);

/** What a person does on a board. The screen changes at once where it can; main has the last word. */
import type { BoardView, CardView } from '../../../shared/contract/index.ts';
import { openPage, request, send, showError, useApp } from '../../app/state/store.ts';
import { showCardOptimistically, useCards } from './card-store.ts';
import { afterStep, type Step } from './order.ts';
import { setReading } from './view-state.ts';

/** To a column, or to what is no column. A rejection puts the card back and is shown above the board. */
export async function moveCard(card: CardView, to: string): Promise<void> {
  if (card.status === to) return;
  const takeBack = showCardOptimistically({ ...card, status: to, isPending: true });
  if (!(await send('board.move', { taskId: card.id, to }))) takeBack();
}

/** Before another card of a column, or at its end (null); `column`: the cards of it that are shown. */
export async function placeCard(
  card: CardView,
  to: string,
  column: readonly CardView[],
  before: string | null,
): Promise<void> {
  const others = column.filter(({ id }) => id !== card.id);
  const at = before === null ? others.length : others.findIndex(({ id }) => id === before);
  const next = others[at]?.position;
  // Between the two until main says which numbers it takes.
  const position = next === undefined ? (others.at(-1)?.position ?? 0) + 1 : next - 0.5;
  const takeBack = showCardOptimistically({ ...card, status: to, position, isPending: true });
  if (!(await send('board.place', { taskId: card.id, to, before }))) takeBack();
}

/** Within its column, as that is shown. True where it went. */
export async function stepCard(card: CardView, column: readonly CardView[], step: Step): Promise<boolean> {
  const before = afterStep(column, card.id, step);
  if (before === undefined || card.isNotCreatedYet) return false;
  await placeCard(card, card.status, column, before);
  return true;
}

export function toggleTimer(card: CardView, live: boolean): void {
  if (live) void send('timer.stop', {});
  else void send('timer.start', { taskId: card.id });
}

/** One that is still to be made has no page yet; it stands among what is not sent. */
export const openCard = (card: CardView): void =>
  openPage(card.isNotCreatedYet ? { name: 'outbox' } : { name: 'details', taskId: card.id });

/** A task of a public board. */
export const readCard = (card: CardView): void => setReading({ taskId: card.id });

/** True where the caller may not do that on this board. */
export const isMissingPermission = (board: BoardView, permission: string): boolean => board.lacks.includes(permission);

/** Opens a board, or has its cards told anew; a failure is handed back to whoever draws it. */
export async function openBoard(projectId?: string): Promise<boolean> {
  const answer = await request('board.open', projectId === undefined ? {} : { projectId });
  if (!answer.ok) showError(answer.error);
  else useApp.setState({ error: null });
  return answer.ok;
}

/** True where the cards of the open board are here. */
export const hasCardsOf = (board: BoardView | null): boolean =>
  board !== null && useCards.getState().boardId === board.boardId;

/** What a person does on a board. The screen changes at once where it can; main has the last word. */
import type { BoardView, CardView } from '../../electron/bridge/contract.ts';
import { ask, fail, openPage, tell, useApp } from '../store.ts';
import { showCardAs, useCards } from './cards.ts';
import { setReading } from './view.ts';

/** To a column, or to what is no column. A refusal puts the card back and is shown above the board. */
export async function moveCard(card: CardView, to: string): Promise<void> {
  if (card.status === to) return;
  const takeBack = showCardAs({ ...card, status: to, isPending: true });
  if (!(await tell('board.move', { taskId: card.id, to }))) takeBack();
}

export function toggleTimer(card: CardView, live: boolean): void {
  if (live) void tell('timer.stop', {});
  else void tell('timer.start', { taskId: card.id });
}

/** One that is still to be made has no page yet; it stands among what is not sent. */
export const openCard = (card: CardView): void =>
  openPage(card.isUnmade ? { name: 'outbox' } : { name: 'details', taskId: card.id });

/** A task of a public board. */
export const readCard = (card: CardView): void => setReading({ taskId: card.id });

/** True where the caller may not do that on this board. */
export const lacks = (board: BoardView, permission: string): boolean => board.lacks.includes(permission);

/** Opens a board, or has its cards told anew; a failure is handed back to whoever draws it. */
export async function openBoard(projectId?: string): Promise<boolean> {
  const answer = await ask('board.open', projectId === undefined ? {} : { projectId });
  if (!answer.ok) fail(answer.problem);
  else useApp.setState({ failure: null });
  return answer.ok;
}

/** True where the cards of the open board are here. */
export const hasCardsOf = (board: BoardView | null): boolean =>
  board !== null && useCards.getState().boardId === board.boardId;

/** The commands of a board. Main publishes the cards that changed. */
import type { BoardView, CardView } from '../../../shared/contract/index.ts';
import { openPage, request, send, showError, useApp } from '../../app/state/store.ts';
import { useCards } from './card-store.ts';
import { afterStep, type Step } from './order.ts';
import { setReading } from './view-state.ts';

/** `to`: a column's slug, `planned` or `archived`. False if main rejects the move; the error is shown above the board. */
export const moveCard = async (card: CardView, to: string): Promise<boolean> =>
  card.status === to || send('board.move', { taskId: card.id, to });

/** `before`: the card that will follow; null for the end of the column. */
export const placeCard = (card: CardView, to: string, before: string | null): Promise<boolean> =>
  send('board.place', { taskId: card.id, to, before });

/** Moves a card within its visible column. True if it moved. */
export async function stepCard(card: CardView, column: readonly CardView[], step: Step): Promise<boolean> {
  const before = afterStep(column, card.id, step);
  if (before === undefined || card.isNotCreatedYet) return false;
  await placeCard(card, card.status, before);
  return true;
}

export function toggleTimer(card: CardView, live: boolean): void {
  if (live) void send('timer.stop', {});
  else void send('timer.start', { taskId: card.id });
}

/** A card that is not created yet has no page; it is listed among the unsent changes. */
export const openCard = (card: CardView): void =>
  openPage(card.isNotCreatedYet ? { name: 'outbox' } : { name: 'details', taskId: card.id });

/** Opens the read-only view of a task on a public board. */
export const readCard = (card: CardView): void => setReading({ taskId: card.id });

export const isMissingPermission = (board: BoardView, permission: string): boolean =>
  board.missingPermissions.includes(permission);

/** Opens a board or publishes its cards again. Shows an error and resolves to false if that fails. */
export async function openBoard(projectId?: string): Promise<boolean> {
  const answer = await request('board.open', projectId === undefined ? {} : { projectId });
  if (!answer.ok) showError(answer.error);
  else useApp.setState({ error: null });
  return answer.ok;
}

/** Whether the card store holds the cards of this board. */
export const hasCardsOf = (board: BoardView | null): boolean =>
  board !== null && useCards.getState().boardId === board.boardId;

/** The actions behind the keys, the menu and the buttons of a card. */
import { place } from '../../../shared/board/card-order.ts';
import type { BoardView, CardView } from '../../../shared/contract/index.ts';
import { send } from '../../state/main-process.ts';
import type { MenuTask } from '../../widgets/task-menu.tsx';
import { showDropped } from './card-store.ts';
import { afterStep, type Step } from './order.ts';
import type { ShownColumn } from './visible-columns.ts';

/** Moves a card within its visible column. True if it moved. */
export async function stepCard(card: CardView, column: readonly CardView[], step: Step): Promise<boolean> {
  const before = afterStep(column, card.id, step);
  if (before === undefined || card.isNotCreatedYet) return false;
  return placeCard(card, { slug: card.status, cards: column }, before);
}

/** Moves a card before another one in a column (null: to the end), where it is shown at once. True if it moved. */
export function placeCard(
  card: CardView,
  { slug, cards }: Pick<ShownColumn, 'slug' | 'cards'>,
  before: string | null,
): Promise<boolean> {
  const others = cards.filter(({ id }) => id !== card.id);
  // It may have left the column during a drag.
  const next = others.find(({ id }) => id === before);
  const answer = send('board.move', { taskId: card.id, to: slug, before: next?.id ?? null });
  // As main will place it: a task that is not created yet keeps its position, at the end.
  const column = cards.filter(({ isNotCreatedYet }) => !isNotCreatedYet);
  const placed = card.isNotCreatedYet ? [] : place(column, card.id, next?.isNotCreatedYet ? null : (next?.id ?? null));
  const positions = new Map(placed?.map(({ id, position }) => [id, position]));
  const shift = (one: CardView): CardView => ({ ...one, position: positions.get(one.id) ?? one.position });
  const shifted = others.filter(({ id }) => positions.has(id)).map(shift);
  void showDropped([{ ...shift(card), status: slug, isPending: true }, ...shifted], answer);
  return answer;
}

/** A card with its project, as the menu of a task knows it. */
export const taskOf = (card: CardView, { project, accountId }: Pick<BoardView, 'project' | 'accountId'>): MenuTask => ({
  ...card,
  accountId,
  projectId: project.id,
  projectName: project.name,
});

/** The actions behind the keys, the menu and the buttons of a card. */
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
  // A provisional position between two cards until main assigns one. A task that is not created yet keeps its own.
  const between = next === undefined ? (others.at(-1)?.position ?? 0) + 1 : next.position - 0.5;
  const position = card.isNotCreatedYet ? card.position : between;
  const answer = send('board.move', { taskId: card.id, to: slug, before: next?.id ?? null });
  void showDropped({ ...card, status: slug, position, isPending: true }, answer);
  return answer;
}

/** A card with its project, as the menu of a task knows it. */
export const taskOf = (card: CardView, { project, accountId }: Pick<BoardView, 'project' | 'accountId'>): MenuTask => ({
  ...card,
  accountId,
  projectId: project.id,
  projectName: project.name,
});

/** The actions behind the keys, the menu and the buttons of a card. */
import type { BoardView, CardView } from '../../../shared/contract/index.ts';
import { send } from '../../state/main-process.ts';
import type { MenuTask } from '../../widgets/task-menu.tsx';
import { afterStep, type Step } from './order.ts';

/** Moves a card within its visible column. True if it moved. */
export async function stepCard(card: CardView, column: readonly CardView[], step: Step): Promise<boolean> {
  const before = afterStep(column, card.id, step);
  if (before === undefined || card.isNotCreatedYet) return false;
  return send('board.move', { taskId: card.id, to: card.status, before });
}

/** A card with its project, as the menu of a task knows it. */
export const taskOf = (card: CardView, { project, accountId }: Pick<BoardView, 'project' | 'accountId'>): MenuTask => ({
  ...card,
  accountId,
  projectId: project.id,
  projectName: project.name,
});

/** Undo and redo, each answered in the status line. */
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { UndoConfirmed, UndoResult } from '../../outbox/undo.ts';
import type { FeatureContext } from '../context.ts';

type Context = Pick<FeatureContext, 'undo' | 'showAnswer'>;

/** Without an id: the last change. False if there is none or it has an obstacle. Throws what `Undo.undo` throws. */
export function undoChange(context: Context, accountId: string, undoId?: number, confirmed?: UndoConfirmed): boolean {
  const result = context.undo.undo(accountId, undoId, confirmed);
  const isUndone = result !== null && result.obstacle === undefined;
  if (isUndone) context.showAnswer(messages.app.undone({ what: result.text }), { redo: { undoId: result.undoId } });
  else showWhyNot(context, result, messages.app.nothingToUndo);
  return isUndone;
}

/** In this order; none if one has an obstacle, which is said. Those that an attempt before a question undid are left out. */
export function undoAll(
  context: Context,
  accountId: string,
  undoIds: readonly number[],
  confirmed: UndoConfirmed,
): void {
  const changes = new Map(context.undo.list(accountId).map((change) => [change.undoId, change]));
  const left = undoIds.filter((undoId) => changes.get(undoId)?.state !== 'undone');
  const blocked = left.find((undoId) => !changes.get(undoId)?.isPossible);
  for (const undoId of blocked === undefined ? left : [blocked])
    if (!undoChange(context, accountId, undoId, confirmed)) return;
}

/** Without an id: what was undone last. */
export function redoChange(context: Context, accountId: string, undoId?: number, confirmed?: UndoConfirmed): void {
  const result = context.undo.redo(accountId, undoId, confirmed);
  if (result === null || result.obstacle !== undefined) showWhyNot(context, result, messages.app.nothingToRedo);
  else {
    const { label, undoId: redone, text } = result;
    context.showAnswer(messages.app.redone({ what: text }), { undo: { label, undoId: redone } });
  }
}

function showWhyNot({ showAnswer }: Context, result: UndoResult | null, nothing: string): void {
  const text = result === null ? nothing : messages.app.notUndone({ what: result.text, why: result.obstacle ?? '' });
  showAnswer(text, { page: 'recentChanges' });
}

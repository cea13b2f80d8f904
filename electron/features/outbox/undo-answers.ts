/** Undo and redo, each answered in the status line. */
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { UndoConfirmed, UndoResult } from '../../outbox/undo.ts';
import type { FeatureContext } from '../context.ts';

type Context = Pick<FeatureContext, 'undo' | 'showAnswer'>;

/** Without an id: the last change. Throws what `Undo.undo` throws. */
export function undoChange(context: Context, accountId: string, undoId?: number, confirmed?: UndoConfirmed): void {
  const result = context.undo.undo(accountId, undoId, confirmed);
  if (result === null || result.obstacle !== undefined) showWhyNot(context, result, messages.app.nothingToUndo);
  else context.showAnswer(messages.app.undone({ what: result.text }), { redo: { undoId: result.undoId } });
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

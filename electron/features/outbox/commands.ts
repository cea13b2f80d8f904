import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { outboxCommands } from '../../../shared/contract/outbox.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { AccountAccess, AccountRegistry } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { TasksService } from '../tasks/index.ts';
import type { TimeService } from '../time/index.ts';
import { unsentText } from './outbox-view.ts';
import { redoChange, undoAll, undoChange } from './undo-answers.ts';

export interface OutboxOptions {
  account: AccountAccess;
  accounts: AccountRegistry['accounts'];
  outbox: Outbox;
  time: Pick<TimeService, 'edit' | 'taskToTrack' | 'entriesReplaced'>;
  tasks: Pick<TasksService, 'creation'>;
  /** Asks where; null if cancelled. */
  saveFile: (name: string, text: string) => Promise<string | null>;
}

export function handlers(
  { account, accounts, outbox, time, tasks, saveFile }: OutboxOptions,
  context: FeatureContext,
): HandlersOf<typeof outboxCommands> {
  const id = () => account.required().id;
  /** The server of a signed-out account. Throws AppError for any other account. */
  function serverLeft(accountId: string): string {
    const other = accounts.others().find((one) => one.id === accountId);
    if (other === undefined) throw new ValidationError(messages.account.signedInMeanwhile);
    return other.server;
  }
  return {
    'outbox.send-now': ({ itemId }) => {
      const canOthers = itemId === undefined && accounts.openIds().some((one) => accounts.find(one)?.hasCredential());
      // Throws the reason if nothing can be sent.
      if (!canOthers) account.requiredSession();
      outbox.retry(itemId === undefined ? undefined : Number(itemId));
    },
    'outbox.change-task': ({ itemId, taskId, accountId, ...confirmed }) => {
      const item = outbox.openItem(Number(itemId));
      if (item) time.edit.move(id(), item.subject, time.taskToTrack(taskId, accountId), confirmed);
    },
    'outbox.transfer': ({ accountId }) => accounts.takeOver(accountId),
    'outbox.save-others': ({ accountId }) => {
      const server = serverLeft(accountId);
      const name = server.replace(/[^\p{L}\p{N}.-]+/gu, '-');
      return saveFile(`punchcard-${name}.txt`, unsentText(outbox, accountId, server));
    },
    'outbox.discard-others': ({ accountId }) => {
      const server = serverLeft(accountId);
      outbox.removeAll(accountId);
      time.entriesReplaced();
      context.showToast(messages.outbox.othersDiscarded({ server }));
    },
    'outbox.copy-text': ({ itemId }) => {
      const item = outbox.openItem(Number(itemId));
      const text = item?.accountId === id() ? outbox.text(item) : undefined;
      if (text === undefined) return;
      context.copyText(text);
      context.showToast(messages.app.textCopied);
    },
    'outbox.discard': ({ itemId }) => {
      tasks.creation.discard(id(), Number(itemId));
      outbox.remove(id(), Number(itemId));
    },
    'outbox.answer': ({ itemId, answer }) => outbox.answer(id(), Number(itemId), answer),
    'undo.undo': ({ undoId, ...confirmed }) => void undoChange(context, id(), undoId, confirmed),
    'undo.undo-all': ({ undoIds, ...confirmed }) => undoAll(context, id(), undoIds, confirmed),
    'undo.redo': ({ undoId, ...confirmed }) => redoChange(context, id(), undoId, confirmed),
    'undo.changes': () => context.undo.list(id()),
  };
}

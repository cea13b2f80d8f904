import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { outboxCommands } from '../../../shared/contract/outbox.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { AccountService, AccountsService } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { TasksService } from '../tasks/index.ts';
import type { TimeService } from '../time/index.ts';
import { redoChange, undoChange } from './undo-answers.ts';

export interface OutboxOptions {
  account: AccountService;
  accounts: AccountsService['accounts'];
  outbox: Outbox;
  time: Pick<TimeService, 'edit' | 'taskToTrack' | 'entriesReplaced'>;
  tasks: Pick<TasksService, 'creation'>;
}

export function handlers(
  { account, accounts, outbox, time, tasks }: OutboxOptions,
  context: FeatureContext,
): HandlersOf<typeof outboxCommands> {
  const id = () => account.required().id;
  return {
    'outbox.send-now': ({ itemId }) => {
      // Throws the reason if nothing can be sent.
      account.requiredSession();
      outbox.retry(itemId === undefined ? undefined : Number(itemId));
    },
    'outbox.change-task': ({ itemId, taskId, ...confirmed }) => {
      const item = outbox.openItem(Number(itemId));
      if (item) time.edit.move(id(), item.subject, time.taskToTrack(taskId), confirmed);
    },
    'outbox.transfer': ({ accountId }) => {
      accounts.takeOver(accountId);
      outbox.wake();
      time.entriesReplaced();
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
    'undo.undo': ({ undoId, ...confirmed }) => undoChange(context, id(), undoId, confirmed),
    'undo.redo': ({ undoId, ...confirmed }) => redoChange(context, id(), undoId, confirmed),
    'undo.changes': () => context.undo.list(id()),
  };
}

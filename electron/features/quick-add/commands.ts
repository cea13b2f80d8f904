import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { quickAddCommands } from '../../../shared/contract/quick-add.ts';
import type { QuickAddOpening } from '../../../shared/contract/quick-add-window.ts';
import type { QuickAddDirectory } from '../../../shared/contract/state.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { hour12 } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Language } from '../../../shared/i18n/language.ts';
import type { TaskOfAccount } from '../../../shared/quick-add/accounts.ts';
import type { AccountAccess } from '../account/index.ts';
import type { CreateTasks } from './create-tasks.ts';
import type { QuickAddService } from './quick-add-service.ts';

export interface QuickAddControls {
  /** Over all open accounts. */
  newTasks: {
    refreshIfStale(): void;
    directory(): QuickAddDirectory | null;
    create(tasks: readonly TaskOfAccount[], options: Parameters<CreateTasks>[1]): void;
  };
  window: {
    show(opening?: QuickAddOpening): void;
    hasTyped(): boolean;
    language(): Language;
    onReady(): void;
    resize(height: number): void;
    saveTyped(text: string): void;
    onLeft(turn: number, isEarly: boolean): void;
  };
}

export const handlers = (
  { creation, lists }: QuickAddService,
  { window, newTasks }: QuickAddControls,
  account: Pick<AccountAccess, 'required' | 'marked'>,
): HandlersOf<typeof quickAddCommands> => ({
  'quick-add.open': ({ projectId, accountId, text, onlyIfEmpty }) => {
    if (onlyIfEmpty && window.hasTyped()) throw new ValidationError(messages.tasks.quickAddHoldsText);
    window.show({
      ...(projectId !== undefined && { projectId }),
      ...(accountId !== undefined && { accountId }),
      ...(text !== undefined && { text }),
    });
  },
  'quick-add.edit': ({ itemId }) => {
    const task = creation.waiting(account.required().id, Number(itemId));
    if (task !== null) window.show({ edit: { itemId, task: account.marked<TaskOfAccount>(task) } });
  },
  'quick-add.locale': () => ({ language: window.language(), hour12: hour12() }),
  'quick-add.ready': () => window.onReady(),
  'quick-add.directory': () => {
    newTasks.refreshIfStale();
    return newTasks.directory();
  },
  'quick-add.columns': ({ projectId }) => lists.loadColumns(projectId),
  'quick-add.create': ({ tasks, startTimer, instead, subtaskOf }) =>
    newTasks.create(tasks, {
      startTimer,
      subtaskOf,
      ...(instead !== undefined && { replacedItemId: Number(instead) }),
    }),
  'quick-add.height': ({ height }) => window.resize(height),
  'quick-add.typed': ({ text }) => window.saveTyped(text),
  'quick-add.left': ({ turn, isEarly }) => window.onLeft(turn, isEarly),
});

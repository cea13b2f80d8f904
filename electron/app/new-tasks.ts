/** New tasks from quick add, the palette and command lines: a line may name a project of any open account. */
import type { QuickAddDirectory } from '../../shared/contract/index.ts';
import { ValidationError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { groupByAccount, mergeDirectories, type TaskOfAccount } from '../../shared/quick-add/accounts.ts';
import { type CreateTasks, targetOf } from '../features/quick-add/index.ts';
import { transaction } from '../store/database.ts';
import type { BaseParts } from './context.ts';
import type { Features } from './features.ts';
import { openAccounts } from './open-accounts.ts';

export type NewTasks = ReturnType<typeof createNewTasks>;

export function createNewTasks({ context: { database, settings } }: BaseParts, features: Features) {
  const { accounts } = features.account;

  /** Of the account chosen in the settings, if it is open, else of the one in front. */
  function defaultAccount(): string | null {
    const { newTasksAccount } = settings.read();
    return accounts.openIds().find((id) => id === newTasksAccount) ?? features.inFront().accountId;
  }

  return {
    refreshIfStale(): void {
      for (const { quickAdd } of features.each()) quickAdd.lists.refreshIfStale();
    },

    /** Of all open accounts; null if signed out. */
    directory(): QuickAddDirectory | null {
      const first = defaultAccount();
      return mergeDirectories(
        openAccounts(features)
          .sort((one, other) => Number(other.id === first) - Number(one.id === first))
          .flatMap(({ id, name }) => {
            const directory = features.of(id).quickAdd.directory();
            return directory === null ? [] : [{ id, name, directory }];
          }),
      );
    },

    /**
     * As `CreateTasks`, each task by its account; one without an account by that in front. All tasks or none are created, because lines
     * that are kept with an error are created again. One undo takes all tasks back.
     */
    create(tasks: readonly TaskOfAccount[], options: Parameters<CreateTasks>[1]): void {
      const byAccount = groupByAccount(tasks, features.inFront().accountId);
      for (const [id] of byAccount) {
        features.checkOpen(id);
        targetOf(features.of(id).account);
      }
      const replaced =
        options.replacedItemId === undefined ? undefined : features.outbox.openItem(options.replacedItemId);
      // An unsent change of one person is never sent as another's.
      if (replaced !== undefined && byAccount.some(([id]) => id !== replaced.accountId))
        throw new ValidationError(messages.tasks.otherAccount);
      const gesture = byAccount.length > 1 ? { text: messages.tasks.writtenAll({ tasks: tasks.length }) } : undefined;
      /** Each account leaves its tasks to the next one, and the last writes all of them in one transaction. */
      function createFrom(at: number, writes: readonly (() => void)[]): void {
        const [id, own] = byAccount[at] ?? [];
        if (id === undefined || own === undefined)
          transaction(database, () => {
            for (const write of writes) write();
          });
        else
          features.of(id).quickAdd.createTasks(own, {
            ...options,
            gesture,
            startTimer: options.startTimer && at === 0,
            commit: (write) => createFrom(at + 1, [...writes, write]),
          });
      }
      createFrom(0, []);
    },
  };
}

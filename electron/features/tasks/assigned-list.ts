/** The tasks assigned to the user, with pending changes. */

import type { TasksView } from '../../../shared/contract/task-view.ts';
import type { AccountService } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { WorkspaceDirectory } from '../projects/index.ts';
import { applyPendingToList } from './apply-pending.ts';
import { createAssignedTasksReader } from './assigned-tasks.ts';
import type { TaskChanges } from './task-changes.ts';

export interface AssignedListOptions {
  account: {
    accounts: Pick<AccountService['accounts'], 'isCredentialDead'>;
    current: () => { id: string; user: { id: string } } | null;
  };
  directory: Pick<WorkspaceDirectory, 'lists'>;
  pending: TaskChanges['pending'];
  pollMs: () => number;
  onChange: () => void;
  /** The service answered, whether or not anything changed. */
  onAnswer: () => void;
}

export function createAssignedList(
  context: Pick<FeatureContext, 'database' | 'now' | 'reportUnreadable'>,
  { account, directory, pending, pollMs, onChange, onAnswer }: AssignedListOptions,
) {
  const assigned = createAssignedTasksReader({
    database: context.database,
    now: context.now,
    random: Math.random,
    pollMs,
    isCredentialDead: account.accounts.isCredentialDead,
    onChange,
    onAnswer,
    onUnreadable: (unreadable) => context.reportUnreadable('tasks', unreadable),
    columnOf: (projectId, slug) => directory.lists().columns[projectId]?.find((column) => column.slug === slug),
  });
  return {
    assigned,
    view(): TasksView {
      const view = assigned.view();
      const current = account.current();
      if (current === null) return view;
      return { ...view, ...applyPendingToList(view, pending(current.id), current.user.id) };
    },
  };
}

/** Quick add: what a line is parsed with, and the tasks that are created from it. */
import type { QuickAddDirectory } from '../../../shared/contract/index.ts';
import type { AccountAccess } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { WorkspaceDirectory } from '../projects/index.ts';
import type { TasksService } from '../tasks/index.ts';
import type { TimeService } from '../time/index.ts';
import { createTasksFrom } from './create-tasks.ts';
import { directoryForParser } from './directory-for-parser.ts';

export interface QuickAddOptions {
  account: Pick<AccountAccess, 'current'>;
  tasks: Pick<TasksService, 'creation' | 'assigned'>;
  time: Pick<TimeService, 'timer'>;
  lists: WorkspaceDirectory;
  /** The locale of dates; some desktops add a variant (`@euro`). */
  locale: () => string;
}

export type QuickAddService = ReturnType<typeof createQuickAdd>;

export function createQuickAdd(
  { settings }: Pick<FeatureContext, 'settings'>,
  { account, tasks, time, lists, locale }: QuickAddOptions,
) {
  return {
    lists,
    creation: tasks.creation,
    createTasks: createTasksFrom({ account, creation: tasks.creation, timer: time.timer, directory: lists }),
    /** null if signed out. */
    directory(): QuickAddDirectory | null {
      const current = account.current();
      if (current === null) return null;
      const [language = 'en-GB'] = locale().split('@');
      return directoryForParser(lists.lists(), {
        me: current.user,
        lastProjectId: lists.lastProjectId(),
        assigned: tasks.assigned.view().tasks,
        settings: settings.read(),
        isLocal: current.kind === 'local',
        locale: language,
      });
    },
  };
}

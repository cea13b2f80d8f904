/** What command lines ask the running app, and what they wrote down while none was running. */

import { createAnswers } from '../cli/answers.ts';
import { serveCommands } from '../cli/socket-server.ts';
import type { AccountService } from '../features/account/index.ts';
import { moveFromInbox, type QuickAddService } from '../features/quick-add/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { TimeService } from '../features/time/index.ts';
import { toAppErrorView } from '../service/error-messages.ts';
import type { AppContext } from './context.ts';
import type { ErrorReporting } from './toasts.ts';
import type { WindowParts } from './windows.ts';

export interface CommandLineOptions {
  context: Pick<AppContext, 'dataFolder' | 'database' | 'now' | 'whenFree'>;
  account: Pick<AccountService, 'current' | 'id' | 'server'>;
  time: Pick<TimeService, 'entries' | 'timer'>;
  tasks: Pick<TasksService, 'assigned' | 'findAtService'>;
  adding: Pick<QuickAddService, 'createTasks' | 'directory'>;
  windows: Pick<WindowParts, 'quickAdd' | 'showTask'>;
  act: ErrorReporting['act'];
}

/** It answers from now on. */
export function setUpCommandLine({ context, account, time, tasks, adding, windows, act }: CommandLineOptions) {
  const { dataFolder, database, now, whenFree } = context;

  function createFromInbox(): void {
    const id = account.id();
    if (id === undefined) return;
    void act(() => moveFromInbox(database, id, adding.createTasks));
  }

  const { ready, close } = serveCommands({
    dataFolder,
    answer: createAnswers({
      account,
      assigned: tasks.assigned,
      entries: time.entries,
      timer: time.timer,
      directory: () => {
        const directory = adding.directory();
        return directory && { ...directory, now: new Date(now()) };
      },
      make: adding.createTasks,
      openQuickAdd: () => windows.quickAdd.show(),
      lookUp: tasks.findAtService,
      openWindow: windows.showTask,
      lookAtDatabase: createFromInbox,
      toError: (error) => toAppErrorView(error, account.server()),
      whenFree,
      now,
    }),
    onError: (error) => console.error(`Command lines will not find the app: ${error.message}`),
  });
  return { ready, close, createFromInbox };
}

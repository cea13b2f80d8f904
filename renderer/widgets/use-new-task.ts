import { useEffect, useState } from 'react';
import type { QuickAddDirectory } from '../../shared/contract/index.ts';
import { plainTask } from '../../shared/quick-add/plain-task.ts';
import { request, send, useAppState } from '../state/main-process.ts';

export interface NewTaskChoice {
  project: { id: string; name: string };
  /** Creates the task and starts its timer. False if that failed; the error is shown. */
  create: (title: string) => Promise<boolean>;
}

/**
 * Where a new task would go: to the project of the last timer, else to that of quick add. null if it is not known yet or there is
 * none. `isWanted`: reads the projects whenever it becomes true.
 */
export function useNewTask(isWanted: boolean): NewTaskChoice | null {
  const [directory, setDirectory] = useState<QuickAddDirectory | null>(null);
  const timedProjectId = useAppState((state) => state.time.recent[0]?.projectId);
  useEffect(() => {
    if (!isWanted) return;
    let isCancelled = false;
    void request('quick-add.directory', {}).then((answer) => {
      if (!isCancelled && answer.ok) setDirectory(answer.value);
    });
    return () => {
      isCancelled = true;
    };
  }, [isWanted]);
  if (!directory) return null;
  const find = (projectId: string | null | undefined) => directory.projects.find(({ id }) => id === projectId);
  const project = find(timedProjectId) ?? find(directory.lastProjectId);
  if (project === undefined) return null;
  return {
    project,
    create: (title) => send('quick-add.create', { tasks: [plainTask(title, project, directory)], startTimer: true }),
  };
}

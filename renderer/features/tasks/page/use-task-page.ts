import { useEffect, useState } from 'react';
import type { AppErrorView, TaskPageView } from '../../../../shared/contract/index.ts';
import { request, useAppState } from '../../../state/main-process.ts';

export interface OpenTaskPage {
  /** null until the first answer. */
  taskPage: TaskPageView | null;
  /** Why reading failed. */
  error: AppErrorView | null;
  isLoading: boolean;
  /** Reads again. */
  load: () => void;
}

/** Opens the task's page in main while it is mounted; it arrives with the state. */
export function useTaskPage(taskId: string): OpenTaskPage {
  const taskPage = useAppState((state) => (state.taskPage?.task.id === taskId ? state.taskPage : null));
  const [error, setError] = useState<AppErrorView | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => () => void request('tasks.leave-page', { taskId }), [taskId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again.
  useEffect(() => {
    let isCancelled = false;
    setLoading(true);
    void request('tasks.open-page', { taskId }).then((answer) => {
      if (isCancelled) return;
      setError(answer.ok ? null : answer.error);
      setLoading(false);
    });
    return () => {
      isCancelled = true;
    };
  }, [taskId, attempt]);
  return { taskPage, error, isLoading, load: () => setAttempt(attempt + 1) };
}

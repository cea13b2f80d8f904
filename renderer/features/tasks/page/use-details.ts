import { useEffect, useState } from 'react';
import type { AppErrorView, TaskChoices, TaskDetails } from '../../../../shared/contract/index.ts';
import { request, useAppState } from '../../../app/state/store.ts';

export interface OpenDetails {
  /** null until it was read. */
  details: TaskDetails | null;
  /** Why it could not be read. */
  error: AppErrorView | null;
  isAsking: boolean;
  /** Asks once more. */
  load: () => void;
}

/** Opens a task's page in main for as long as it is on screen; what it says comes with the state. */
export function useDetails(taskId: string): OpenDetails {
  const details = useAppState((state) => (state.taskPage?.task.id === taskId ? state.taskPage : null));
  const [error, setError] = useState<AppErrorView | null>(null);
  const [isAsking, setAsking] = useState(true);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => () => void request('tasks.leave', { taskId }), [taskId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks once more.
  useEffect(() => {
    let gone = false;
    setAsking(true);
    void request('tasks.details', { taskId }).then((answer) => {
      if (gone) return;
      setError(answer.ok ? null : answer.error);
      setAsking(false);
    });
    return () => {
      gone = true;
    };
  }, [taskId, attempt]);
  return { details, error, isAsking, load: () => setAttempt(attempt + 1) };
}

/** Asked when something opens: the lists are long, and rarely needed. null until they are there. */
export function useChoices(taskId: string): TaskChoices | null {
  const [choices, setChoices] = useState<TaskChoices | null>(null);
  useEffect(() => {
    let gone = false;
    void request('tasks.choices', { taskId }).then((answer) => {
      if (!gone) setChoices(answer.ok ? answer.value : { people: [], labels: [] });
    });
    return () => {
      gone = true;
    };
  }, [taskId]);
  return choices;
}

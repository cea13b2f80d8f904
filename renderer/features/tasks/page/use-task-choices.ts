import { useEffect, useState } from 'react';
import type { TaskChoices } from '../../../../shared/contract/index.ts';
import { ask } from '../../../app/state/store.ts';

/** Asked when something opens: the lists are long, and rarely needed. null until they are there. */
export function useChoices(taskId: string): TaskChoices | null {
  const [choices, setChoices] = useState<TaskChoices | null>(null);
  useEffect(() => {
    let gone = false;
    void ask('tasks.choices', { taskId }).then((answer) => {
      if (!gone) setChoices(answer.ok ? answer.value : { people: [], labels: [] });
    });
    return () => {
      gone = true;
    };
  }, [taskId]);
  return choices;
}

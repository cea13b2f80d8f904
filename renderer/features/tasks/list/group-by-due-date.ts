import type { TaskView } from '../../../../shared/contract/index.ts';
import { type Due, type DueGroup, dueGroup, parseDue } from '../../../../shared/tasks/due-date.ts';
import { priorityRank } from '../../../../shared/tasks/priority.ts';

const ORDER: readonly DueGroup[] = ['overdue', 'today', 'tomorrow', 'next-7-days', 'later', 'no-date'];
export interface DueTask {
  task: TaskView;
  due: Due | null;
}

export interface TaskGroup {
  group: DueGroup;
  tasks: DueTask[];
}

/** The non-empty groups, each sorted by due date, then priority, then the service's order. */
export function groupTasks(tasks: readonly TaskView[], now: Date): TaskGroup[] {
  const groups = new Map<DueGroup, DueTask[]>(ORDER.map((group) => [group, []]));
  for (const task of tasks) {
    const due = parseDue(task.dueDate);
    groups.get(dueGroup(due, now))?.push({ task, due });
  }
  const atOf = ({ due }: DueTask): number => due?.at.getTime() ?? 0;
  return [...groups]
    .filter(([, list]) => list.length > 0)
    .map(([group, list]) => ({
      group,
      tasks: list.sort(
        (one, other) => atOf(one) - atOf(other) || priorityRank(other.task.priority) - priorityRank(one.task.priority),
      ),
    }));
}

/** A task as the list, the timer and the tray show it. */

import type { TaskView } from '../../../shared/contract/task-view.ts';
import { identifierOf } from '../../../shared/tasks/clean-text.ts';
import { labelViews } from '../../../shared/tasks/labels.ts';
import type { AssignedTask } from '../../service/records.ts';

export function taskView(task: AssignedTask): TaskView {
  return {
    id: task.id,
    identifier: identifierOf(task.projectSlug, task.number),
    title: task.title,
    projectId: task.projectId,
    projectName: task.projectName,
    status: task.status,
    statusName: task.statusName,
    priority: task.priority,
    dueDate: task.dueDate,
    labels: labelViews(task.labels),
  };
}

import type { TaskView } from '../../../shared/contract/index.ts';

export function taskView(identifier: string, part: Partial<TaskView> = {}): TaskView {
  return {
    id: identifier,
    identifier,
    title: identifier,
    projectId: 'p',
    projectName: 'Payments',
    status: 'to-do',
    statusName: null,
    priority: 'medium',
    dueDate: null,
    labels: [],
    ...part,
  };
}

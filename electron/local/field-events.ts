/** The events of a changed field, in activities (docs/service.md#comments-and-activity) and deliveries (docs/service.md#webhooks). */
import type { WebhookEventKind } from '../../shared/projects/webhook-events.ts';
import type { Change } from './change-events.ts';

export interface FieldEvent {
  /** Of an activity; in deliveries with the prefix `task.`. */
  type: string;
  kind: WebhookEventKind;
  data: Record<string, string | null>;
}

/** null for a field that has no events. */
export function fieldEvent({ field, before, task }: Extract<Change, { kind: 'task-changed' }>): FieldEvent | null {
  switch (field) {
    case 'status': {
      const data = { oldStatus: before.status, newStatus: task.status };
      return { type: 'status_changed', kind: 'taskStatusChanged', data };
    }
    case 'priority': {
      const data = { oldPriority: before.priority, newPriority: task.priority };
      return { type: 'priority_changed', kind: 'taskPriorityChanged', data };
    }
    case 'title': {
      const data = { oldTitle: before.title, newTitle: task.title };
      return { type: 'title_changed', kind: 'taskTitleChanged', data };
    }
    case 'description': {
      const data = { oldDescription: before.description, newDescription: task.description };
      return { type: 'description_changed', kind: 'taskDescriptionChanged', data };
    }
    case 'dueDate': {
      const data = { oldDueDate: before.dueDate, newDueDate: task.dueDate };
      return { type: 'due_date_changed', kind: 'taskDueDateChanged', data };
    }
    case 'userId': {
      const data = { oldAssigneeId: before.userId, oldAssignee: before.assigneeName };
      if (task.userId === null) return { type: 'unassigned', kind: 'taskUnassigned', data };
      const added = { newAssigneeId: task.userId, newAssignee: task.assigneeName };
      return { type: 'assignee_changed', kind: 'taskAssigneeChanged', data: { ...data, ...added } };
    }
    case 'startDate':
    case 'position':
      return null;
  }
}

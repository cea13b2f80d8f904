/** The events of a changed field, in activities (docs/service.md#comments-and-activity) and deliveries (docs/service.md#webhooks). */
import type { WebhookEventKind } from '../../shared/projects/webhook-events.ts';
import type { Change } from './change-events.ts';
import { columnOf } from './table.ts';

export interface FieldEvent {
  /** Of an activity; in deliveries with the prefix `task.`. */
  type: string;
  kind: WebhookEventKind;
  data: Record<string, string | null>;
}

/** The fields as the names of events and of their data have them. */
const NAMES = {
  status: 'Status',
  priority: 'Priority',
  title: 'Title',
  description: 'Description',
  dueDate: 'DueDate',
} as const;

/** null for a field that has no events. */
export function fieldEvent({ field, before, task }: Extract<Change, { kind: 'task-changed' }>): FieldEvent | null {
  if (field === 'startDate' || field === 'position') return null;
  if (field === 'userId') {
    const data = { oldAssigneeId: before.userId, oldAssignee: before.assigneeName };
    if (task.userId === null) return { type: 'unassigned', kind: 'taskUnassigned', data };
    const added = { newAssigneeId: task.userId, newAssignee: task.assigneeName };
    return { type: 'assignee_changed', kind: 'taskAssigneeChanged', data: { ...data, ...added } };
  }
  const name = NAMES[field];
  return {
    type: `${columnOf(field)}_changed`,
    kind: `task${name}Changed`,
    data: { [`old${name}`]: before[field], [`new${name}`]: task[field] },
  };
}

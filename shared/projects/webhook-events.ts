/** The events of a webhook and the lead time of its due-date reminder. */
import { z } from 'zod';

export const WebhookEventKind = z.enum([
  'taskCreated',
  'taskStatusChanged',
  'taskPriorityChanged',
  'taskTitleChanged',
  'taskDescriptionChanged',
  'taskCommentCreated',
  'taskDeleted',
  'taskMoved',
  'taskDueDateChanged',
  'taskAssigneeChanged',
  'taskUnassigned',
  'dueDateReminder',
]);

export type WebhookEventKind = z.infer<typeof WebhookEventKind>;

/** In minutes; the range that the service accepts. */
export const ReminderLeadTime = z.number().int().min(5).max(43_200);

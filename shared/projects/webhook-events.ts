/** The events a webhook can be sent, and how long before a due date it can remind (minutes). */
import { z } from 'zod';

/** The kinds of events, as the keys of `events`. */
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

/** How long before a due date a reminder may go out, in minutes. */
export const ReminderLeadTime = z.number().int().min(5).max(43_200);

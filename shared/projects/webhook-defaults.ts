/** What the service gives a new webhook (docs/service.md#webhooks). */
import { DAY_MINUTES } from '../dates/minutes.ts';
import type { WebhookEventKind } from './webhook-events.ts';

export const DEFAULT_EVENTS: readonly WebhookEventKind[] = ['taskCreated', 'taskStatusChanged', 'taskCommentCreated'];
export const DEFAULT_LEAD_MINUTES = DAY_MINUTES;

/** What a webhook can tell, and how long before a due date. */
import type { WebhookEventKind } from '../../electron/bridge/contract.ts';
import { projectWords } from '../words/project-words.ts';

export const EVENTS = Object.keys(projectWords.webhook.event) as WebhookEventKind[];

/** Those that a new webhook tells unless it says otherwise (unshown paths). */
export const USUAL_EVENTS: readonly WebhookEventKind[] = ['taskCreated', 'taskStatusChanged', 'taskCommentCreated'];

/** Minutes; a day unless somebody says otherwise (unshown paths). */
export const USUAL_LEAD = 1440;
const LEADS = [15, 60, 1440, 2880, 10_080];

/** The choices, with the present one among them. */
export function leadOptions(present: number | null): { value: number; label: string }[] {
  const all = present === null || LEADS.includes(present) ? LEADS : [...LEADS, present].sort((a, b) => a - b);
  return all.map((value) => ({ value, label: projectWords.webhook.leadTime(value) }));
}

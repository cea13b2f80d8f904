/** Sends the due-date reminders of webhooks (docs/service.md#webhooks), once per due date, with a single timer. */
import { z } from 'zod';
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import type { Deliveries } from './deliveries.ts';
import type { LocalContext } from './local-context.ts';
import { getTask } from './tasks.ts';

/** A reminder that failed, or was due while the app was not running, may be this late (ms). */
const WINDOW_MS = 10 * 60 * 1000;
/** Pause before a failed reminder is tried again (ms). */
const RETRY_MS = 60 * 1000;
/** The timer's longest wait, because the computer may sleep or the clock be set meanwhile (ms). */
const MAX_WAIT_MS = MINUTE_MS;

const Pending = z.object({ taskId: z.string(), dueDate: z.string(), leadMinutes: z.number() });
type Pending = z.infer<typeof Pending>;

/** The next reminders, soonest first. Each project has its own lead time. Omits tasks that are done, archived or already had one. */
const PENDING = `SELECT t.id AS taskId, t.due_date AS dueDate, w.lead_minutes AS leadMinutes
  FROM webhook w JOIN project p ON p.id = w.project_id JOIN task t ON t.project_id = w.project_id
  LEFT JOIN board_column c ON c.project_id = t.project_id AND c.slug = t.status
  LEFT JOIN due_reminder r ON r.task_id = t.id
  WHERE w.is_active = 1 AND json_extract(w.events, '$.dueDateReminder') AND p.archived_at IS NULL
    AND t.due_date > :earliest AND t.status <> 'archived' AND coalesce(c.is_final, 0) = 0
    AND r.due_date IS NOT t.due_date
    AND unixepoch(t.due_date, 'subsec') * 1000 - w.lead_minutes * 60000 > :nowMs - ${WINDOW_MS}
  ORDER BY unixepoch(t.due_date, 'subsec') - w.lead_minutes * 60 LIMIT 100`;

const keyOf = (taskId: string, dueDate: string): string => `${taskId} ${dueDate}`;

/** Starts at once; returns a function that stops it. */
export function startDueReminders(context: LocalContext, deliveries: Deliveries): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Time of the next attempt after a failure, by task and due date; null while the reminder is being sent. */
  const retries = new Map<string, number | null>();

  /** null while the reminder is being sent. */
  function timeOf({ taskId, dueDate, leadMinutes }: Pending): number | null {
    const next = retries.get(keyOf(taskId, dueDate));
    return next === null ? null : Math.max(Date.parse(dueDate) - leadMinutes * MINUTE_MS, next ?? 0);
  }

  function arm(): void {
    clearTimeout(timer);
    if (isStopped) return;
    // Also if the database cannot be read now.
    timer = setTimeout(run, MAX_WAIT_MS).unref();
    const now = context.now();
    const pending = context.database.all(Pending, PENDING, {
      nowMs: now,
      earliest: new Date(now - WINDOW_MS).toISOString(),
    });
    for (const reminder of pending) {
      const time = timeOf(reminder);
      if (time !== null && time <= now) remind(reminder);
    }
    const times = pending.map(timeOf).filter((time) => time !== null);
    clearTimeout(timer);
    if (times.length === 0) return;
    timer = setTimeout(run, Math.min(Math.max(0, Math.min(...times) - now), MAX_WAIT_MS)).unref();
  }

  function run(): void {
    try {
      arm();
    } catch (error) {
      console.error('The local workspace could not look for reminders:', error);
    }
  }

  function remind({ taskId, dueDate, leadMinutes }: Pending): void {
    const task = getTask(context, taskId);
    const data = { title: task.title, dueDate, leadTimeMinutes: leadMinutes };
    const sent = deliveries.deliver(
      { kind: 'dueDateReminder', event: 'task.due_date_reminder', task, actor: null, data },
      task.projectId,
    );
    const key = keyOf(taskId, dueDate);
    retries.set(key, null);
    sent
      ?.then((isDelivered) => {
        if (isStopped) return;
        // On a full disk it stays in `retries`, so that it is not sent again.
        if (isDelivered) markSent(taskId, dueDate);
        if (isDelivered) retries.delete(key);
        else retries.set(key, context.now() + RETRY_MS);
      })
      .finally(arm)
      .catch((error: unknown) => console.error('The local workspace did not note a reminder:', error));
  }

  /** The task may be deleted by now. */
  function markSent(taskId: string, dueDate: string): void {
    context.database.run(
      `INSERT OR REPLACE INTO due_reminder (task_id, due_date) SELECT id, :dueDate FROM task WHERE id = :taskId`,
      { taskId, dueDate },
    );
  }

  const stopListening = context.changes.listen((change) => {
    const affectsReminders =
      change.kind === 'settings-changed' ||
      change.kind === 'task-moved' ||
      (change.kind === 'task-created' && change.task.dueDate !== null) ||
      (change.kind === 'task-changed' && (change.field === 'dueDate' || change.field === 'status'));
    if (affectsReminders) arm();
  });
  arm();

  return () => {
    isStopped = true;
    stopListening();
    clearTimeout(timer);
  };
}

/** The activity of a task (docs/service.md#comments-and-activity): recorded from the workspace's changes, listed newest first. */
import { z } from 'zod';
import { permit } from './access.ts';
import type { Change } from './change-events.ts';
import { fieldEvent } from './field-events.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import { json } from './table.ts';
import { getTask } from './tasks.ts';

const ActivityRow = z.object({
  id: z.string(),
  taskId: z.string(),
  type: z.string(),
  userId: z.string(),
  eventData: json(z.record(z.string(), z.unknown())),
  createdAt: z.string(),
});
const ACTIVITIES = { name: 'activity', row: ActivityRow };

interface Event {
  type: string;
  eventData: Record<string, string | null>;
}

/** Call once; records every change that `context` emits from then on. */
export function recordActivities(context: LocalContext): void {
  context.changes.listen((change) => {
    const event = eventOf(change);
    if (event === null || !('actor' in change)) return;
    context.database.run(
      `INSERT INTO activity (id, task_id, user_id, type, event_data, created_at)
       SELECT :id, :taskId, :userId, :type, :eventData, :now WHERE EXISTS (SELECT 1 FROM task WHERE id = :taskId)`,
      {
        id: newId(),
        taskId: change.task.id,
        userId: change.actor.id,
        type: event.type,
        eventData: JSON.stringify(event.eventData),
        now: context.timestamp(),
      },
    );
  });
}

function eventOf(change: Change): Event | null {
  if (change.kind === 'task-created') return { type: 'create', eventData: {} };
  const event = change.kind === 'task-changed' ? fieldEvent(change) : null;
  if (event === null) return null;
  // An activity names neither descriptions nor the former assignee.
  const { oldDescription, newDescription, oldAssigneeId, oldAssignee, ...eventData } = event.data;
  return { type: event.type, eventData };
}

export function addActivityRoute(api: LocalApi, context: LocalContext): void {
  api.get('/activity/:taskId', permit('task:read'), (c) => {
    const { id: taskId } = getTask(context, c.req.param('taskId'));
    const rows = context.database.list(ACTIVITIES, { taskId }, 'created_at DESC, rowid DESC');
    return c.json(rows.map((row) => ({ ...row, content: null, externalUserName: null })));
  });
}

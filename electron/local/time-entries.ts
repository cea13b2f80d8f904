/** Time entries (docs/service.md#time-entries). */
import type { z } from 'zod';
import { TimeEntry, TimeEntryCreate, TimeEntryUpdate } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, notFound, required } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import { columnsOf } from './table.ts';
import { getTask } from './tasks.ts';
import { Instant, readBody } from './validate.ts';

const TimeEntryRow = TimeEntry.omit({ userName: true });
type TimeEntryRow = z.infer<typeof TimeEntryRow>;

const instants = { startTime: Instant, endTime: Instant.optional() };
const CreateBody = TimeEntryCreate.extend(instants);
const UpdateBody = TimeEntryUpdate.extend(instants);

/** Whole seconds from start to end, null without an end. Start and end may be equal. */
function durationOf(startTime: string, endTime: string | null | undefined): number | null {
  if (endTime == null) return null;
  const ms = Date.parse(endTime) - Date.parse(startTime);
  if (ms < 0) {
    throw new HttpError(400, 'Start time cannot be after end time. Please select a valid start and end time.');
  }
  return Math.floor(ms / 1000);
}

export function addTimeEntryRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  function getEntry(id: string): TimeEntryRow {
    return required(database.find({ name: 'time_entry', row: TimeEntryRow }, { id }));
  }

  /** The entries of all people on the task, by start. */
  api.get('/time-entry/task/:taskId', permit('task:read'), (c) => {
    const { id } = getTask(context, c.req.param('taskId'));
    return c.json(
      database.all(
        TimeEntry,
        `SELECT ${columnsOf(TimeEntryRow, 'e')}, p.name AS userName FROM time_entry e LEFT JOIN person p ON p.id = e.user_id
         WHERE e.task_id = :id ORDER BY e.start_time, e.created_at, e.id`,
        { id },
      ),
    );
  });

  api.get('/time-entry/:id', permit('task:read'), (c) => c.json(getEntry(c.req.param('id'))));

  /** Without `endTime` the entry runs. Several entries may run at once. */
  api.post('/time-entry', permit('task:update'), async (c) => {
    const { taskId, startTime, endTime = null, description = null } = await readBody(c, CreateBody);
    if (!database.has('SELECT 1 FROM task WHERE id = :taskId', { taskId })) throw notFound('Task');
    const now = context.timestamp();
    const entry: TimeEntryRow = {
      id: newId(),
      taskId,
      userId: c.get('caller').user.id,
      description,
      startTime,
      endTime,
      duration: durationOf(startTime, endTime),
      createdAt: now,
      updatedAt: now,
    };
    database.insert('time_entry', entry);
    return c.json(entry);
  });

  /** Absent fields are unchanged, so an end cannot be cleared. */
  api.put('/time-entry/:id', permit('task:update'), async (c) => {
    const { startTime, endTime, description } = await readBody(c, UpdateBody);
    const entry = getEntry(c.req.param('id'));
    const duration = durationOf(startTime, endTime ?? entry.endTime);
    const changed = { startTime, endTime, description, duration, updatedAt: context.timestamp() };
    database.update('time_entry', { id: entry.id }, changed);
    return c.json(getEntry(entry.id));
  });
}

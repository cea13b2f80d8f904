/** Time entries (docs/service.md#time-entries). */
import { z } from 'zod';
import { TimeEntryCreate, TimeEntryUpdate } from '../service/records.ts';
import { permit } from './access.ts';
import { HttpError, unknownRecord } from './errors.ts';
import type { LocalApi, LocalContext } from './local-context.ts';
import { newId } from './secrets.ts';
import { getTask } from './tasks.ts';
import { Instant, readBody } from './validate.ts';

const TimeEntryRow = z.object({
  id: z.string(),
  taskId: z.string(),
  userId: z.string().nullable(),
  description: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  duration: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
type TimeEntryRow = z.infer<typeof TimeEntryRow>;

const COLUMNS = `e.id, e.task_id AS taskId, e.user_id AS userId, e.description, e.start_time AS startTime,
  e.end_time AS endTime, e.duration, e.created_at AS createdAt, e.updated_at AS updatedAt`;

const instants = { startTime: Instant, endTime: Instant.optional() };
const CreateBody = TimeEntryCreate.extend(instants);
const UpdateBody = TimeEntryUpdate.extend(instants);

/** Whole seconds from start to end, null without an end. Start and end may be equal. */
function durationOf(startTime: string, endTime: string | null): number | null {
  if (endTime === null) return null;
  const ms = Date.parse(endTime) - Date.parse(startTime);
  if (ms < 0) {
    throw new HttpError(400, 'Start time cannot be after end time. Please select a valid start and end time.');
  }
  return Math.floor(ms / 1000);
}

export function addTimeEntryRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  function getEntry(id: string): TimeEntryRow {
    const entry = database.get(TimeEntryRow, `SELECT ${COLUMNS} FROM time_entry e WHERE e.id = :id`, { id });
    if (entry === undefined) throw unknownRecord();
    return entry;
  }

  function taskExists(id: string): boolean {
    return database.has('SELECT 1 FROM task WHERE id = :id', { id });
  }

  /** The entries of all people on the task, by start. */
  api.get('/time-entry/task/:taskId', permit('task:read'), (c) => {
    const { id } = getTask(context, c.req.param('taskId'));
    return c.json(
      database.all(
        TimeEntryRow.extend({ userName: z.string().nullable() }),
        `SELECT ${COLUMNS}, p.name AS userName FROM time_entry e LEFT JOIN person p ON p.id = e.user_id
         WHERE e.task_id = :id ORDER BY e.start_time, e.created_at, e.id`,
        { id },
      ),
    );
  });

  api.get('/time-entry/:id', permit('task:read'), (c) => c.json(getEntry(c.req.param('id'))));

  /** Without `endTime` the entry runs. Several entries may run at once. */
  api.post('/time-entry', permit('task:update'), async (c) => {
    const { taskId, startTime, endTime = null, description = null } = await readBody(c, CreateBody);
    if (!taskExists(taskId)) throw new HttpError(404, 'Task not found');
    const id = newId();
    database.run(
      `INSERT INTO time_entry (id, task_id, user_id, description, start_time, end_time, duration, created_at, updated_at)
       VALUES (:id, :taskId, :userId, :description, :startTime, :endTime, :duration, :now, :now)`,
      {
        id,
        taskId,
        userId: c.get('caller').user.id,
        description,
        startTime,
        endTime,
        duration: durationOf(startTime, endTime),
        now: context.timestamp(),
      },
    );
    return c.json(getEntry(id));
  });

  /** Absent fields are unchanged, so an end cannot be cleared. */
  api.put('/time-entry/:id', permit('task:update'), async (c) => {
    const body = await readBody(c, UpdateBody);
    const entry = getEntry(c.req.param('id'));
    const endTime = body.endTime ?? entry.endTime;
    database.run(
      `UPDATE time_entry SET start_time = :startTime, end_time = :endTime, duration = :duration,
         description = :description, updated_at = :now WHERE id = :id`,
      {
        id: entry.id,
        startTime: body.startTime,
        endTime,
        duration: durationOf(body.startTime, endTime),
        description: body.description ?? entry.description,
        now: context.timestamp(),
      },
    );
    return c.json(getEntry(entry.id));
  });
}

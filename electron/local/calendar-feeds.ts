/** Calendar feeds of a project's dated tasks (docs/service.md#calendar-feeds). */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CalendarFeedCreate } from '../service/records.ts';
import { checkAllowed, permit } from './access.ts';
import { HttpError, notFound } from './errors.ts';
import { isTimeZone, toICalendar } from './icalendar.ts';
import { createLabel, findLabel, getLabel } from './labels.ts';
import type { Caller, LocalApi, LocalContext } from './local-context.ts';
import { getProject } from './projects.ts';
import { newId } from './secrets.ts';
import { TaskRow } from './task-rows.ts';
import { readBody } from './validate.ts';

const FeedRow = z.object({
  id: z.string(),
  projectId: z.string(),
  token: z.string(),
  labelIds: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  timeZone: z.string(),
  createdAt: z.string(),
});

const SELECT = `SELECT id, project_id AS projectId, token, label_ids AS labelIds, time_zone AS timeZone,
  created_at AS createdAt FROM calendar_feed`;

const FeedTask = TaskRow.pick({
  id: true,
  number: true,
  title: true,
  description: true,
  startDate: true,
  dueDate: true,
  createdAt: true,
  updatedAt: true,
});

const TOKEN = /^[0-9a-f]{64}$/;

export function addCalendarFeedRoutes(api: LocalApi, context: LocalContext): void {
  const { database } = context;

  api.get('/calendar-feed/project/:projectId', permit('project:share'), (c) => {
    const { id } = getProject(context, c.req.param('projectId'));
    return c.json(database.all(FeedRow, `${SELECT} WHERE project_id = :id ORDER BY created_at, rowid`, { id }));
  });

  /** Without labels, all tasks that have a date. */
  api.post('/calendar-feed/project/:projectId', permit('project:share'), async (c) => {
    const { labelIds = [], timeZone = 'UTC' } = await readBody(c, CalendarFeedCreate);
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    if (!isTimeZone(timeZone)) throw new HttpError(400, `Unknown time zone "${timeZone}"`);
    const caller = c.get('caller');
    const feed = database.transaction(() => {
      const definitions = [...new Set(labelIds.map((id) => definitionOf(id, caller)))];
      const id = newId();
      database.run(
        `INSERT INTO calendar_feed (id, project_id, token, label_ids, time_zone, created_at)
         VALUES (:id, :projectId, :token, :labelIds, :timeZone, :now)`,
        {
          id,
          projectId,
          token: randomBytes(32).toString('hex'),
          labelIds: JSON.stringify(definitions),
          timeZone,
          now: context.timestamp(),
        },
      );
      return database.get(FeedRow, `${SELECT} WHERE id = :id`, { id });
    });
    return c.json(feed, 201);
  });

  api.delete('/calendar-feed/project/:projectId/:id', permit('project:share'), (c) => {
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    const removed = database.run('DELETE FROM calendar_feed WHERE id = :id AND project_id = :projectId', {
      id: c.req.param('id'),
      projectId,
    });
    if (removed === 0) throw notFound('Calendar feed');
    return c.json({ success: true });
  });

  /** A feed refers to label definitions; a copy without a definition gets one. */
  function definitionOf(id: string, caller: Caller): string {
    const label = getLabel(context, id);
    const definition = { ...label, taskId: null };
    const existing = findLabel(context, definition);
    if (existing !== undefined) return existing.id;
    checkAllowed(caller, 'label:create');
    return createLabel(context, definition).id;
  }
}

/** The feed itself: anyone with the token can read it, without a login. */
export function addCalendarRoute(api: LocalApi, context: LocalContext): void {
  api.get('/calendar-feed/:token/calendar.ics', (c) => {
    const token = c.req.param('token');
    if (!TOKEN.test(token)) throw new HttpError(400, 'Malformed token');
    const feed = context.database.get(FeedRow, `${SELECT} WHERE token = :token`, { token });
    if (feed === undefined) throw notFound('Calendar feed');
    const { projectId, timeZone, labelIds } = feed;
    const project = getProject(context, projectId);
    const tasks = context.database
      .all(
        FeedTask,
        `SELECT t.id, t.number, t.title, t.description, t.start_date AS startDate, t.due_date AS dueDate,
           t.created_at AS createdAt, t.updated_at AS updatedAt
         FROM task t WHERE t.project_id = :projectId AND t.status <> 'archived'
           AND (t.start_date IS NOT NULL OR t.due_date IS NOT NULL)
           AND (:isForAll OR EXISTS (SELECT 1 FROM label l JOIN label definition
             ON definition.name = l.name AND definition.color = l.color
             WHERE l.task_id = t.id AND definition.id IN (SELECT value FROM json_each(:labelIds))))
         ORDER BY t.number`,
        { projectId, labelIds: JSON.stringify(labelIds), isForAll: Number(labelIds.length === 0) },
      )
      .map(({ number, title, ...task }) => ({ ...task, title: `${project.slug}-${number} ${title}` }));
    c.header('Content-Type', 'text/calendar; charset=utf-8');
    c.header('Cache-Control', 'private, no-store');
    return c.body(toICalendar({ name: project.name, timeZone, tasks }));
  });
}

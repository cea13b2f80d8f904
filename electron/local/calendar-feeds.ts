/** Calendar feeds of a project's dated tasks (docs/service.md#calendar-feeds). */
import { randomBytes } from 'node:crypto';
import { CalendarFeed, CalendarFeedCreate } from '../service/records.ts';
import { checkAllowed, madeBy, permit } from './access.ts';
import { HttpError, notFound, required } from './errors.ts';
import { isTimeZone, toICalendar } from './icalendar.ts';
import { createLabel, findLabel, getLabel } from './labels.ts';
import type { Caller, LocalApi, LocalContext } from './local-context.ts';
import { getProject } from './projects.ts';
import { newId } from './secrets.ts';
import { columnsOf, json } from './table.ts';
import { TaskRow } from './task-rows.ts';
import { readBody } from './validate.ts';

const FeedRow = CalendarFeed.extend({ labelIds: json(CalendarFeed.shape.labelIds) });

const FEEDS = { name: 'calendar_feed', row: FeedRow };

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
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    return c.json(database.list(FEEDS, { projectId }, 'created_at, rowid'));
  });

  /** Without labels, all tasks that have a date. */
  api.post('/calendar-feed/project/:projectId', permit('project:share'), async (c) => {
    const { labelIds = [], timeZone = 'UTC' } = await readBody(c, CalendarFeedCreate);
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    if (!isTimeZone(timeZone)) throw new HttpError(400, `Unknown time zone "${timeZone}"`);
    const caller = c.get('caller');
    const feed = database.transaction(() => {
      const definitions = [...new Set(labelIds.map((id) => definitionOf(id, caller)))];
      const [id, token, createdAt] = [newId(), randomBytes(32).toString('hex'), context.timestamp()];
      const created = { id, projectId, token, labelIds: definitions, timeZone, createdAt };
      database.insert('calendar_feed', { ...created, ...madeBy(context, caller) });
      return created;
    });
    return c.json(feed, 201);
  });

  api.delete('/calendar-feed/project/:projectId/:id', permit('project:share'), (c) => {
    const { id: projectId } = getProject(context, c.req.param('projectId'));
    const removed = database.delete('calendar_feed', { id: c.req.param('id'), projectId });
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
    const feed = context.database.find(FEEDS, { token });
    const { projectId, timeZone, labelIds } = required(feed, notFound('Calendar feed'));
    const project = getProject(context, projectId);
    const tasks = context.database
      .all(
        FeedTask,
        `SELECT ${columnsOf(FeedTask, 't')} FROM task t WHERE t.project_id = :projectId AND t.status <> 'archived'
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

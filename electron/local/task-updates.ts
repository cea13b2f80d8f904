/** Routes that change one task: narrow updates, full update, move, delete (docs/service.md#tasks). */

import type { Context } from 'hono';
import { z } from 'zod';
import { Priority } from '../../shared/contract/task-schema.ts';

import { checkAllowed, permit } from './access.ts';
import { HttpError, notFound } from './errors.ts';
import type { LocalApi, LocalContext, LocalEnv } from './local-context.ts';
import { findProject, getProject } from './projects.ts';
import { changeTask, deleteTask, moveTask, type TaskFields } from './task-changes.ts';
import { MAX_POSITION } from './task-rows.ts';
import { getTask, TaskBody, Title } from './tasks.ts';
import { Instant, readBody } from './validate.ts';

/** The full update: absent dates and an absent assignee are cleared. */
const Replacement = TaskBody.extend({
  projectId: z.string().optional(),
  position: z.int().min(-MAX_POSITION).max(MAX_POSITION).optional(),
});

const Move = z.object({ destinationProjectId: z.string().min(1), destinationStatus: z.string().min(1).optional() });

export function addTaskUpdateRoutes(api: LocalApi, context: LocalContext): void {
  function answer(c: Context<LocalEnv>, id: string, fields: TaskFields): Response {
    const task = getTask(context, id);
    context.changes.emit(changeTask(context, task, fields, c.get('caller').user));
    return c.json(getTask(context, id));
  }

  const narrow = {
    status: z.object({ status: z.string().min(1) }),
    priority: z.object({ priority: Priority }),
    title: z.object({ title: Title }),
    description: z.object({ description: z.string() }),
    assignee: z.object({ userId: z.string().min(1).nullable() }),
  };
  for (const [name, body] of Object.entries(narrow)) {
    const needed = permit(name === 'assignee' ? 'task:assign' : 'task:update');
    api.put(`/task/${name}/:id`, needed, async (c) => answer(c, c.req.param('id'), await readBody(c, body)));
  }

  /** A body without a date clears it; null is rejected. */
  api.put('/task/due-date/:id', permit('task:update'), async (c) => {
    const { dueDate = null } = await readBody(c, z.object({ dueDate: Instant.optional() }));
    return answer(c, c.req.param('id'), { dueDate });
  });

  /** Needs only `task:update`, like any change of a task. */
  api.put('/task/move/:id', permit('task:update'), async (c) => {
    const { destinationProjectId, destinationStatus } = await readBody(c, Move);
    const task = getTask(context, c.req.param('id'));
    const { workspaceId } = getProject(context, task.projectId);
    if (findProject(context, destinationProjectId)?.workspaceId !== workspaceId) throw notFound('Destination project');
    const actor = c.get('caller').user;
    context.changes.emit(moveTask(context, task, destinationProjectId, destinationStatus, actor));
    return c.json({ ...getTask(context, task.id), sourceProjectId: task.projectId, destinationProjectId });
  });

  api.put('/task/:id', permit('task:update'), async (c) => {
    const { projectId, position, ...body } = await readBody(c, Replacement);
    const task = getTask(context, c.req.param('id'));
    if (projectId !== undefined && projectId !== task.projectId) {
      throw new HttpError(400, 'A task is moved to another project by PUT /task/move/{id}');
    }
    const { startDate = null, dueDate = null, userId = null } = body;
    if (userId !== task.userId) checkAllowed(c.get('caller'), 'task:assign');
    return answer(c, task.id, {
      ...body,
      startDate,
      dueDate,
      userId,
      ...(position === undefined ? {} : { position }),
    });
  });

  api.delete('/task/:id', permit('task:delete'), (c) => {
    const task = getTask(context, c.req.param('id'));
    context.changes.emit(deleteTask(context, task, c.get('caller').user));
    return c.json(task);
  });
}

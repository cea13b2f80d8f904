/**
 * POST /task/{projectId} (docs/service.md#tasks) is not idempotent. Before it is sent again, the task is searched among the newer
 * tasks of the project, by title and description.
 */

import { z } from 'zod';
import { NewTask } from '../../../shared/contract/new-task.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { isNearText } from '../../outbox/similarity.ts';
import type { OutboxItem, SendResult, WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask, affectsWorkspace } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { noAnswer } from '../../service/errors.ts';
import { createPageLimit } from '../../service/page-limit.ts';
import type { BoardTask } from '../../service/records.ts';

export const TASK_CREATE = 'task.create';

/** Rows of earlier versions hold null for what is absent. */
const withoutNulls = (payload: unknown): unknown =>
  typeof payload === 'object' && payload !== null
    ? Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== null))
    : payload;

/** Labels are attached by writes of their own. */
export const TaskCreatePayload = z.preprocess(
  withoutNulls,
  NewTask.omit({ labels: true })
    .extend({
      /** The project's highest task number just before it was first sent; absent until then. */
      lastNumber: z.number().optional(),
    })
    .strip(),
);
export type TaskCreatePayload = z.infer<typeof TaskCreatePayload>;

/** The service's id and identifier of the new task. */
export const CreatedTask = z.object({ id: z.string(), identifier: z.string() });
export type CreatedTask = z.infer<typeof CreatedTask>;

/** The new task of a write; undefined for other kinds of write. */
export const newTaskOf = ({ kind, payload }: Pick<OutboxItem, 'kind' | 'payload'>): TaskCreatePayload | undefined =>
  kind === TASK_CREATE ? TaskCreatePayload.safeParse(payload).data : undefined;

/** The task that the service created. `value`: its answer. undefined for other kinds of write. */
export const createdTaskOf = ({ kind }: Pick<OutboxItem, 'kind'>, value: unknown): CreatedTask | undefined =>
  kind === TASK_CREATE ? CreatedTask.parse(value) : undefined;

const PAGE_SIZE = 100;
/** No server cuts titles shorter than this; shorter beginnings may be shared by different tasks. */
const TITLE_CUT_AT = 24;

export const taskCreate: WriteKind<TaskCreatePayload> = {
  kind: TASK_CREATE,
  schema: TaskCreatePayload,
  affects: ({ projectId }, { value }) => {
    const taskId = CreatedTask.safeParse(value).data?.id;
    return taskId === undefined ? affectsWorkspace() : affectsTask('task')({ taskId, projectId });
  },

  /** Reads the board, not the project: older servers leave the task count out of the project. */
  async prepare(payload, { client }, { isRepeated }) {
    if (isRepeated) return { payload };
    let {
      tasks: [newest],
      dropped,
    } = await newestTasks(client, payload.projectId, 1);
    // An unreadable task must not count as an empty board: an older task with that title would be taken for this one.
    if (dropped > 0 || newest?.number === null)
      [newest] = (await newestTasks(client, payload.projectId, PAGE_SIZE)).tasks;
    return { payload: { ...payload, lastNumber: newest?.number ?? 0 } };
  },

  async send(payload, { client }, { isKnown }) {
    const { projectId, projectSlug: _, lastNumber, ...fields } = payload;
    const task = await client.createTask(projectId, fields);
    // A cache or a mixed-up proxy may answer with another task.
    const isOfProject = task.projectId === projectId || task.projectId === '';
    const isOlder = task.number != null && lastNumber !== undefined && task.number <= lastNumber;
    if (!isOfProject || isOlder || isKnown(task.id)) throw noAnswer();
    return sendResult(task.id, task.number ?? null, payload);
  },

  async find(payload, { client }, { isKnown, otherLostWrites }) {
    const after = payload.lastNumber ?? 0;
    const others = otherLostWrites.flatMap((other) => TaskCreatePayload.safeParse(other).data ?? []);
    const pageLimit = createPageLimit();
    let similar: BoardTask | undefined;
    let hasUnreadable = false;
    for (let page = 1; ; page += 1) {
      const { tasks, dropped, unreadableIds, isPartial } = await newestTasks(
        client,
        payload.projectId,
        PAGE_SIZE,
        page,
      );
      const newer = tasks.filter(({ number }) => number !== null && number > after);
      const unknown = newer.filter(({ id }) => !isKnown(id));
      // The oldest of several equal tasks: the others belong to later writes.
      const found = unknown.findLast((task) => isSame(task, payload));
      if (found) return sendResult(found.id, found.number, payload);
      // A task that matches another write exactly belongs to that write.
      similar =
        unknown.findLast((task) => isSimilar(task, payload) && !others.some((other) => isSame(task, other))) ?? similar;
      // An unreadable task may be this one, unless its number is lower.
      const mayBeThisTask = ({ id, number }: BoardTask) =>
        unreadableIds.has(id) && !isKnown(id) && (number ?? Number.POSITIVE_INFINITY) > after;
      hasUnreadable ||= isPartial || dropped > 0 || tasks.some(mayBeThisTask);
      if (newer.length + dropped < PAGE_SIZE)
        return similar ? sendResult(similar.id, similar.number, payload) : hasUnreadable ? 'unclear' : undefined;
      pageLimit.add(newer.map(({ id }) => id));
    }
  },

  describe: ({ title }) => messages.outbox.task.create({ title }),
};

function sendResult(id: string, number: number | null, { projectSlug }: TaskCreatePayload): SendResult {
  const identifier = number === null ? projectSlug : `${projectSlug}-${number}`;
  return { serverId: id, value: { id, identifier } satisfies CreatedTask };
}

/** Compares only title and description: somebody may have moved or assigned the task already. */
function isSame(task: BoardTask, { title, description }: TaskCreatePayload): boolean {
  if (task.title !== title) return false;
  return task.descriptionDeferred === true || (task.description ?? '') === description;
}

/** Like `isSame`, for servers that trim, cut or change texts. */
function isSimilar(task: BoardTask, { title, description }: TaskCreatePayload): boolean {
  if (!isNearText(title, task.title, TITLE_CUT_AT)) return false;
  return task.descriptionDeferred === true || isNearText(description, task.description ?? '');
}

/** Highest number first. `dropped`: unreadable tasks; `unreadableIds`: partly readable ones; `isPartial`: a column was unreadable. */
async function newestTasks(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  limit: number,
  page = 1,
): Promise<{ tasks: BoardTask[]; dropped: number; unreadableIds: ReadonlySet<string>; isPartial: boolean }> {
  const { data, unreadable } = await client.getBoardPage(projectId, {
    page,
    limit,
    sortBy: 'number',
    sortOrder: 'desc',
  });
  const tasks = [...data.columns, { tasks: data.plannedTasks }, { tasks: data.archivedTasks }]
    .flatMap(({ tasks }) => tasks)
    .sort((one, other) => (other.number ?? 0) - (one.number ?? 0));
  const { dropped, repaired, unreadableIds } = unreadable ?? { dropped: {}, repaired: {}, unreadableIds: [] };
  const isPartial = (dropped.column ?? 0) + (repaired.column ?? 0) > 0;
  return { tasks, dropped: dropped.task ?? 0, unreadableIds: new Set(unreadableIds), isPartial };
}

/**
 * POST /task/{projectId} (docs/service.md#tasks) is not idempotent. Before it is sent again, the task is searched among the newer
 * tasks of the project, by creator, title and description.
 */

import { z } from 'zod';
import { NewTask } from '../../../shared/contract/new-task.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { isNearText, TITLE_CUT_AT } from '../../outbox/similarity.ts';
import type { OutboxItem, SendResult, WriteKind } from '../../outbox/write-kind.ts';
import { affectsTask, affectsWorkspace } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError, wrongRecord } from '../../service/errors.ts';
import { createPageLimit } from '../../service/page-limit.ts';
import { type BoardTask, CREATED } from '../../service/records.ts';
import { OfTask } from './task-write.ts';

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
      /** How often it was sent. */
      sends: z.number().optional(),
      /** The person sends it although the service may have it. */
      isForced: z.boolean().optional(),
    })
    .strip(),
);
export type TaskCreatePayload = z.infer<typeof TaskCreatePayload>;

/** The fields of the new task, without the notes about its requests. */
export const newTaskFields = ({ lastNumber: _, sends: _sends, isForced: _forced, ...task }: TaskCreatePayload) => task;

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
/** So many tasks of the time after the first request are checked for a former title. */
const MAX_RETITLED = 20;
/** A task that the service does not show after this many requests is sent again only by the person. */
const MAX_SENDS = 2;

export const taskCreate: WriteKind<TaskCreatePayload> = {
  kind: TASK_CREATE,
  schema: TaskCreatePayload,
  affects: ({ projectId }, { value }) => {
    const taskId = CreatedTask.safeParse(value).data?.id;
    return taskId === undefined ? affectsWorkspace() : affectsTask('task')({ taskId, projectId });
  },

  wasRequested: ({ sends }) => sends !== undefined,
  keepFields: ({ lastNumber, sends }, next) => ({ ...next, lastNumber, sends }),
  // Its deletion was waiting for it.
  replacedBy: (later) => (OfTask.safeParse(later).success ? null : undefined),

  /** Reads the board, not the project: older servers leave the task count out of the project. */
  async prepare({ isForced, ...payload }, { client, userId }, { createdAt, otherLostWrites }) {
    const next = { ...payload, sends: (payload.sends ?? 0) + 1 };
    // The last number before the first request is read once.
    if (payload.lastNumber !== undefined) return { payload: next };
    let { tasks, dropped } = await newestTasks(client, payload.projectId, 1);
    const isNew = (task: BoardTask) => Date.parse(task.createdAt) > Date.parse(createdAt) - MINUTE_MS;
    // An unreadable task must not count as an empty board: an older task with that title would be taken for this one.
    if (dropped > 0 || tasks.some((task) => task.number === null || isNew(task)))
      ({ tasks } = await newestTasks(client, payload.projectId, PAGE_SIZE));
    // The data folder may be older than the service: another run of the app sent the task.
    const isLost = otherLostWrites.some((other) => TaskCreatePayload.safeParse(other).data?.title === payload.title);
    for (const task of isForced || isLost ? [] : tasks.filter((one) => isNew(one) && isSame(one, payload))) {
      const { creatorId } = await originOf(client, task);
      if (creatorId === undefined || creatorId === userId) return { unclear: { ...payload, isForced: true } };
    }
    return { payload: { ...next, lastNumber: tasks[0]?.number ?? 0 } };
  },

  async send(payload, { client }, { isKnown }) {
    const { projectId, projectSlug: _, ...fields } = newTaskFields(payload);
    const task = await client.createTask(projectId, fields);
    // A cache or a mixed-up proxy may answer with another task.
    const isOfProject = task.projectId === projectId || task.projectId === '';
    const isOlder = task.number != null && payload.lastNumber !== undefined && task.number <= payload.lastNumber;
    const isOther = task.title !== undefined && !isNearTitle(payload.title, task.title);
    if (!isOfProject || isOlder || isOther || isKnown(task.id)) throw wrongRecord();
    return sendResult(task.id, task.number ?? null, payload);
  },

  /**
   * It is the task of the person with this title, or that had it: the activity of a task says who created it and its former titles.
   * Without an activity, a task with this title may be somebody else's.
   */
  async find(payload, { client, userId }, { isKnown, isRepeated, otherLostWrites }) {
    const { projectId, title, lastNumber = 0, sends = 1, isForced } = payload;
    const others = otherLostWrites.flatMap((other) => TaskCreatePayload.safeParse(other).data ?? []);
    const { tasks, hasUnreadable } = await tasksAfter(client, projectId, lastNumber, isKnown);
    const unknown = tasks.filter(({ id }) => !isKnown(id));
    // It was sent right after the number was read, so a task with another title by now is among the first ones.
    const candidates = unknown.filter((task, n) => n < MAX_RETITLED || isNearTitle(title, task.title));
    const ours: BoardTask[] = [];
    let isUnclear = hasUnreadable;
    for (const task of candidates) {
      // A task that matches another write exactly belongs to that write.
      if (!isSame(task, payload) && others.some((other) => isSame(task, other))) continue;
      const { creatorId, formerTitles } = await originOf(client, task);
      if (creatorId !== undefined && creatorId !== userId) continue;
      if (![task.title, ...formerTitles].some((one) => isNearTitle(title, one))) continue;
      if (creatorId === userId && isNearDescription(task, payload)) ours.push(task);
      else isUnclear = true;
    }
    // The oldest of several equal tasks: the others belong to later writes.
    const found = ours.find((task) => isSame(task, payload)) ?? ours[0];
    if (found) return sendResult(found.id, found.number, payload);
    if (isForced) return undefined;
    // After a lost answer, a task that is not on the board any more may be this one, in another project.
    const project = isRepeated ? await unlessRefused(client.getProject(projectId)) : undefined;
    const hasGone = (project?.lastTaskNumber ?? 0) - lastNumber > tasks.length;
    const isLast = isRepeated && sends >= MAX_SENDS;
    return isUnclear || hasGone || isLast ? { unclear: { ...payload, isForced: true } } : undefined;
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

/** Servers trim, cut or change texts. */
const isNearTitle = (sent: string, stored: string): boolean => isNearText(sent, stored, TITLE_CUT_AT);

const isNearDescription = (task: BoardTask, { description }: TaskCreatePayload): boolean =>
  task.descriptionDeferred === true || isNearText(description, task.description ?? '');

/** Who created a task, and its titles until now; no creator if the activity does not say so. Throws ServiceError. */
async function originOf(client: Pick<Client, 'listActivities'>, { id }: BoardTask) {
  const activities = (await unlessRefused(client.listActivities(id))) ?? [];
  return {
    creatorId: activities.find(({ type }) => CREATED.includes(type))?.userId ?? undefined,
    formerTitles: activities.flatMap(({ eventData }) => z.string().safeParse(eventData?.oldTitle).data ?? []),
  };
}

/** undefined if the service will not answer. Throws ServiceError if it may answer later. */
const unlessRefused = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error) => {
    if (error instanceof ServiceError && !error.isTransient && !error.isOtherRecord) return undefined;
    throw error;
  });

/** Tasks with a higher number, the oldest first. `hasUnreadable`: a further one may not be readable. */
async function tasksAfter(
  client: Pick<Client, 'getBoardPage'>,
  projectId: string,
  after: number,
  isKnown: (id: string) => boolean,
): Promise<{ tasks: BoardTask[]; hasUnreadable: boolean }> {
  const pageLimit = createPageLimit();
  const found: BoardTask[] = [];
  let hasUnreadable = false;
  for (let page = 1; ; page += 1) {
    const { tasks, dropped, unreadableIds, isPartial } = await newestTasks(client, projectId, PAGE_SIZE, page);
    const newer = tasks.filter(({ number }) => number !== null && number > after);
    // An unreadable task may be the wanted one, unless its number is lower.
    const mayBeNewer = ({ id, number }: BoardTask) =>
      unreadableIds.has(id) && !isKnown(id) && (number ?? Number.POSITIVE_INFINITY) > after;
    hasUnreadable ||= isPartial || dropped > 0 || tasks.some(mayBeNewer);
    found.push(...newer);
    if (newer.length + dropped < PAGE_SIZE) return { tasks: found.reverse(), hasUnreadable };
    pageLimit.add(newer.map(({ id }) => id));
  }
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

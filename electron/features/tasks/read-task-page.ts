/** Reads one task with everything its page shows. */

import type {
  CommentView,
  EventView,
  HistoryItem,
  HistoryView,
  ReadTaskPage,
  TaskEntryView,
} from '../../../shared/contract/task-page.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { RecordKind } from '../../../shared/contract/unreadable.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { MAX_COMMENT } from '../../../shared/limits.ts';
import { identifierOf } from '../../../shared/tasks/clean-text.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { TaskPart } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import {
  type Activity,
  type Comment,
  isEdited,
  type Lenient,
  mergeUnreadable,
  NO_TIME,
  type Task,
  type TimeEntry,
  type UnreadableRecords,
  withoutKinds,
} from '../../service/records.ts';
import type { FoundTask } from './refresh-affected.ts';
import type { ReadRecords, SlugOf } from './task-collection.ts';
import { labels } from './task-labels.ts';
import type { EditableCollection } from './task-write.ts';
import { subjectOfTemporaryId } from './temporary-id.ts';
import { COLLECTIONS } from './write-kinds.ts';

export interface TaskPageReader {
  client: Client;
  userId: string;
  slugOf: SlugOf;
}

/** The rest of a longer description is read on request (UTF-16 code units). */
const MAX_FIRST_DESCRIPTION = 100_000;
const KINDS = { labels: 'label', relations: 'relation', links: 'external link' } as const satisfies Record<
  EditableCollection,
  RecordKind
>;
const MAX_NOTE = 1_000;
const MAX_ENTRIES = 5_000;
/** The newest are kept. */
const MAX_COMMENTS = 5_000;

/** `listed`: its row in a list; without one, its project is read as well. Throws ServiceError if the task itself cannot be read. */
export async function readTaskPage(
  source: TaskPageReader,
  taskId: string,
  listed: TaskView | undefined,
): Promise<Lenient<ReadTaskPage>> {
  const { client, userId } = source;
  const [task, read, entries, comments, activities] = await Promise.all([
    client.getTask(taskId),
    // Some servers or roles cannot read a part; the rest is shown.
    readCollections(source, taskId, () => true),
    client.listTimeEntries(taskId).catch(() => null),
    client.listComments(taskId).catch(emptyIfMissingRoute),
    client.listActivities(taskId).catch(emptyIfMissingRoute),
  ]);
  // In another project it has another identifier.
  const row = listed?.projectId === task.projectId ? listed : await rowOf(client, task);
  const page: ReadTaskPage = {
    ...fieldsOf(task, row),
    ...everyCollection(null),
    entries: entries && entriesOf(entries, userId),
    comments: comments && allComments(commentViews(comments, userId), externalComments(activities ?? [], userId)),
    events: activities && eventViews(activities, userId),
    isDeleted: false,
  };
  return { ...withCollections(page, read), unreadable: unreadableIn([...read, entries, comments, activities]) };
}

/**
 * Reads `parts` of a task again, except what `found` contains. A part that cannot be read stays as it was. Throws ServiceError if the
 * task itself cannot be read.
 */
export async function refreshTaskPage(
  source: TaskPageReader,
  before: Lenient<ReadTaskPage>,
  parts: ReadonlySet<TaskPart>,
  found: Pick<FoundTask, 'task' | 'labels'> | undefined,
): Promise<Lenient<ReadTaskPage>> {
  const { client, userId, slugOf } = source;
  const { id, projectId } = before.task;
  const read = <T>(part: TaskPart, request: () => Promise<T>): Promise<T | undefined> | undefined =>
    parts.has(part) ? request().catch(() => undefined) : undefined;
  const [task, listed, entries, comments, activities] = await Promise.all([
    found?.task ?? (parts.has('task') ? client.getTask(id) : undefined),
    readCollections(source, id, (name) => parts.has(name) && !(name === 'labels' && found?.labels)),
    read('entries', () => client.listTimeEntries(id)),
    read('comments', () => client.listComments(id)),
    read('activity', () => client.listActivities(id)),
  ]);
  // In another project it has another identifier and other columns.
  if (task && task.projectId !== projectId) return readTaskPage(source, id, undefined);
  const shown = task ? { ...before, ...fieldsOf(task, before.task) } : before;
  const isSame = parts.has('others') && JSON.stringify(shown) === JSON.stringify(before);
  const links = isSame && !parts.has('links') ? await readCollections(source, id, (name) => name === 'links') : [];
  const changed = [...listed, ...links, ...(found?.labels ? [labels.shown(found.labels, slugOf)] : [])];
  const readKinds: RecordKind[] = changed.map((records) => KINDS[records.of]);
  if (entries) readKinds.push('entry');
  if (comments) readKinds.push('comment');
  if (activities) readKinds.push('activity');
  const external = activities
    ? externalComments(activities, userId)
    : (before.comments?.filter(({ isElsewhere }) => isElsewhere) ?? []);
  const serviceComments = comments
    ? commentViews(comments, userId)
    : before.comments?.filter(({ isElsewhere }) => !isElsewhere);
  return {
    ...withCollections(shown, changed),
    ...(entries && { entries: entriesOf(entries, userId) }),
    ...((comments ?? activities) && serviceComments && { comments: allComments(serviceComments, external) }),
    ...(activities && { events: eventViews(activities, userId) }),
    isDeleted: false,
    unreadable: mergeUnreadable(
      before.unreadable && withoutKinds(before.unreadable, new Set(readKinds)),
      unreadableIn([...changed, entries, comments, activities]),
    ),
  };
}

const unreadableIn = (answers: (Lenient<object> | null | undefined)[]): UnreadableRecords | undefined =>
  answers.map((answer) => answer?.unreadable).reduce(mergeUnreadable, undefined);

/** The fields of the record. `row`: the task as shown before, for fields the record lacks. */
function fieldsOf(task: Task, row: TaskView): Pick<ReadTaskPage, 'task' | 'createdAt' | 'description' | 'assignee'> {
  const text = task.description ?? '';
  const isUnreadable =
    task.unreadableFields?.some((field) => field === 'description' || field === 'descriptionDeferred') === true;
  return {
    task: {
      ...row,
      title: task.title ?? row.title,
      status: task.status ?? row.status,
      statusName: task.status === undefined || task.status === row.status ? row.statusName : null,
      priority: task.priority ?? row.priority,
      dueDate: task.dueDate === undefined ? row.dueDate : task.dueDate,
      startDate: task.startDate ?? null,
    },
    createdAt: task.createdAt ?? null,
    description: descriptionView(text, task.descriptionDeferred !== true && !isUnreadable),
    assignee: assigneeOf(task),
  };
}

const everyCollection = <T>(value: T) =>
  Object.fromEntries(Object.keys(COLLECTIONS).map((name) => [name, value])) as Record<EditableCollection, T>;

/** Collections that cannot be read are missing. */
async function readCollections(
  { client, slugOf }: TaskPageReader,
  taskId: string,
  names: (name: EditableCollection) => boolean,
): Promise<ReadRecords[]> {
  const wanted = Object.values(COLLECTIONS).filter(({ name }) => names(name));
  const read = await Promise.all(wanted.map((one) => one.read(client, taskId, slugOf).catch(() => undefined)));
  return read.filter((records) => records !== undefined);
}

const withCollections = (page: ReadTaskPage, read: readonly ReadRecords[]): ReadTaskPage =>
  withLabelsOfPage(read.reduce((shown, { put }) => put(shown), page));

/** The page knows its labels better than a row does. */
export const withLabelsOfPage = (page: ReadTaskPage): ReadTaskPage =>
  page.labels === null
    ? page
    : { ...page, task: { ...page.task, labels: page.labels.map(({ name, color }) => ({ name, color })) } };

const entriesOf = (entries: readonly TimeEntry[], userId: string): TaskEntryView[] =>
  entries.slice(-MAX_ENTRIES).map((entry) => entryView(entry, userId));
/** The part that is sent to the window. `isWhole`: `text` is the whole description. */
export const descriptionView = (text: string, isWhole = true): ReadTaskPage['description'] => ({
  text: text.slice(0, MAX_FIRST_DESCRIPTION),
  isWhole: isWhole && text.length <= MAX_FIRST_DESCRIPTION,
});

/** The page of a task that was deleted at the service, from the parts that are `known`. Pure. */
export function deletedTaskPage(known: Partial<ReadTaskPage> & Pick<ReadTaskPage, 'task'>): ReadTaskPage {
  return {
    createdAt: null,
    description: { text: '', isWhole: true },
    assignee: null,
    ...everyCollection([]),
    ...known,
    entries: [],
    comments: [],
    events: [],
    isDeleted: true,
  };
}

/** A row for a task of which only a time entry is known. */
export function timeEntryView({ taskId, identifier, title, projectName }: TaskRef): TaskView {
  const unknown = { projectId: '', status: '', statusName: null, dueDate: null, labels: [] };
  return { id: taskId, identifier, title, projectName, priority: 'no-priority', ...unknown };
}

async function rowOf(client: Pick<Client, 'getProject'>, task: Task): Promise<TaskView> {
  const project = await client.getProject(task.projectId);
  return {
    id: task.id,
    identifier: identifierOf(project.slug, task.number ?? null),
    title: task.title ?? '',
    projectId: task.projectId,
    projectName: project.name,
    status: task.status ?? '',
    statusName: null,
    priority: task.priority ?? 'no-priority',
    dueDate: task.dueDate ?? null,
    labels: [],
  };
}

function assigneeOf({ userId, assigneeName }: Task): ReadTaskPage['assignee'] {
  if (userId == null) return null;
  return { id: userId, name: assigneeName || messages.tasks.somebody };
}

function entryView(entry: TimeEntry, userId: string): TaskEntryView {
  return {
    id: entry.id,
    person: entry.userName || null,
    isMine: entry.userId === userId,
    entryId: null,
    startTime: entry.startTime,
    endTime: entry.endTime ?? null,
    note: (entry.description ?? '').slice(0, MAX_NOTE),
    isUnsent: false,
  };
}

/** Empty if the server has no such route; null if the read failed. */
function emptyIfMissingRoute(error: unknown): [] | null {
  return error instanceof ServiceError && error.isMissingRoute ? [] : null;
}

/** `external` comments may also be among `comments`. */
function allComments(comments: readonly CommentView[], external: readonly CommentView[]): CommentView[] {
  const commentIds = new Set(comments.map(({ id }) => id));
  return [...comments, ...external.filter(({ id }) => !commentIds.has(id))].sort(byTime).slice(-MAX_COMMENTS);
}

/** Comments from other programs appear only among the activities and cannot be changed here. */
function externalComments(activities: readonly Activity[], userId: string): CommentView[] {
  return activities
    .filter(({ type, content }) => type === COMMENT && content != null)
    .map(({ content, userId: personId = null, externalUserName: name, ...one }) => {
      const comment = { ...one, content: content ?? '', userId: personId, user: { name } };
      return { ...commentView(comment, userId), isElsewhere: true, canChange: false };
    });
}

const COMMENT = 'comment';

const commentViews = (comments: readonly Comment[], userId: string): CommentView[] =>
  comments.map((comment) => commentView(comment, userId));

function commentView(comment: Comment, userId: string): CommentView {
  const { id, userId: personId, content, createdAt, user } = comment;
  const isMine = personId === userId;
  return {
    id,
    personId,
    person: user?.name || null,
    isMine,
    isElsewhere: false,
    canChange: isMine && content.length <= MAX_COMMENT,
    createdAt: timeOrNull(createdAt),
    isEdited: isEdited(comment),
    text: content.slice(0, MAX_COMMENT),
    isCut: content.length > MAX_COMMENT,
    isUnsent: false,
  };
}

export function eventViews(activities: readonly Activity[], userId: string): EventView[] {
  return activities
    .filter(({ type }) => type !== COMMENT)
    .map((activity): EventView => {
      const { id, type, userId: personId = null, createdAt, externalUserName } = activity;
      return {
        id,
        type,
        personId,
        person: externalUserName || null,
        isMine: personId === userId,
        createdAt: timeOrNull(createdAt),
        ...values(activity),
      };
    })
    .sort(byTime)
    .slice(-MAX_COMMENTS);
}

/** The old and the new value; their field names start with `old` and `new` and differ by type. */
function values({ eventData }: Activity): Pick<EventView, 'from' | 'to'> {
  const value = (prefix: string): string | null => {
    const [, text] =
      Object.entries(eventData ?? {}).find(
        ([name, given]) => name.startsWith(prefix) && !name.endsWith('Id') && typeof given === 'string',
      ) ?? [];
    return typeof text === 'string' && text !== '' ? text : null;
  };
  return { from: value('old'), to: value('new') };
}

const timeOrNull = (time: string): string | null => (time === NO_TIME ? null : time);
const byTime = (one: { createdAt: string | null }, other: { createdAt: string | null }): number =>
  Date.parse(one.createdAt ?? NO_TIME) - Date.parse(other.createdAt ?? NO_TIME);

/** Unsent items come last, in the order they were written: the local clock may be wrong. */
function historyOrder(one: HistoryItem, other: HistoryItem): number {
  const [isOneUnsent, isOtherUnsent] = [one, other].map(({ id }) => subjectOfTemporaryId(id) !== undefined);
  if (isOneUnsent && isOtherUnsent) return 0;
  return Number(isOneUnsent) - Number(isOtherUnsent) || byTime(one, other);
}

/** Comments and events by time, the newest `limit` of them. Pure. */
export function historyOf(
  { comments, events }: Pick<ReadTaskPage, 'comments' | 'events'>,
  people: readonly { id: string; name: string }[],
  seenUntil: string | undefined,
  limit: number,
  keyOf: (commentId: string) => string,
): HistoryView {
  const isNew = ({ isMine, createdAt }: CommentView) =>
    !isMine && seenUntil !== undefined && createdAt !== null && Date.parse(createdAt) > Date.parse(seenUntil);
  const all: HistoryItem[] = [
    ...(events ?? []).map((event): HistoryItem => ({ kind: 'event', ...event })),
    ...(comments ?? []).map(
      (comment): HistoryItem => ({
        kind: 'comment',
        key: keyOf(comment.id),
        isNew: isNew(comment),
        ...comment,
      }),
    ),
  ].sort(historyOrder);
  /** Comments name people who left the workspace or have just joined it. */
  const names = new Map(
    [...all, ...people.map(({ id, name }) => ({ personId: id, person: name }))].flatMap(({ personId, person }) =>
      personId === null || person === null ? [] : [[personId, person] as const],
    ),
  );
  const named = (item: HistoryItem): HistoryItem => ({
    ...item,
    person: item.person ?? names.get(item.personId ?? '') ?? null,
  });
  const items = all.slice(-limit).map(named);
  return { items, earlier: all.length - items.length, isWhole: comments !== null && events !== null };
}

/** The address of a task in the web app. `web`: its root without a trailing slash. */
export function taskWebAddress(web: string, workspaceId: string, task: Pick<TaskView, 'id' | 'projectId'>): string {
  const part = encodeURIComponent;
  return `${web}/dashboard/workspace/${part(workspaceId)}/project/${part(task.projectId)}/task/${part(task.id)}`;
}

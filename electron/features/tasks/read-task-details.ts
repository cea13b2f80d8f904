/** One task with all that belongs to it, read when somebody opens it. */

import {
  type CommentView,
  type EventView,
  type HistoryItem,
  type HistoryView,
  type LinkView,
  MAX_COMMENT,
  type ReadDetails,
  type RelationKind,
  type RelationView,
  type TaskEntryView,
} from '../../../shared/contract/task-details.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import { identifierOf, oneLine, shorten } from '../../../shared/tasks/clean-text.ts';
import { MAX_NAME } from '../../../shared/tasks/limits.ts';
import type { TaskRef } from '../../../shared/time/entry.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import {
  type Activity,
  addOdd,
  type Comment,
  type Label,
  type LinkWithIntegration,
  NO_TIME,
  noteOdd,
  oddIn,
  type RelationType,
  replacedIn,
  type Task,
  type TaskRelationWithTasks,
  type TimeEntry,
} from '../../service/records.ts';
import type { TaskPart } from './affected-data.ts';
import type { FoundTask } from './refresh-affected.ts';

import { subjectOfTemporaryId } from './temporary-id.ts';

export interface DetailsSource {
  client: Pick<
    Client,
    | 'getTask'
    | 'getProject'
    | 'listTaskLabels'
    | 'listTaskRelations'
    | 'listExternalLinks'
    | 'listTimeEntries'
    | 'listComments'
    | 'listActivities'
  >;
  userId: string;
  canOpenInBrowser: boolean;
  /** The prefix of another project's tasks, where it is known. */
  slugOf: (projectId: string) => string | undefined;
}

/** Longer descriptions are read page by page (UTF-16 code units). */
const MAX_DESCRIPTION = 100_000;
const MAX_NOTE = 1_000;
/** More of a kind are not shown: all of them go to the window at each change. */
const MAX_EACH = 200;
const MAX_ENTRIES = 5_000;
/** The newest are kept. */
const MAX_COMMENTS = 5_000;

/** `known`: its row, where it is in a list; its project is asked for where it is not. Throws ServiceError where the task itself is not given. */
export async function readDetails(
  { client, userId, canOpenInBrowser, slugOf }: DetailsSource,
  taskId: string,
  known: TaskView | undefined,
): Promise<ReadDetails> {
  const [task, labels, relations, links, entries, comments, activities] = await Promise.all([
    client.getTask(taskId),
    // What one server lacks, or one role may not see, leaves the rest as good as it is.
    client.listTaskLabels(taskId).catch(() => null),
    client.listTaskRelations(taskId).catch(() => null),
    client.listExternalLinks(taskId).catch(() => null),
    client.listTimeEntries(taskId).catch(() => null),
    client.listComments(taskId).catch(noneWhereMissing),
    client.listActivities(taskId).catch(noneWhereMissing),
  ]);
  const row = known ?? (await rowOf(client, task));
  const shown = fieldsOf(task, row);
  const details: ReadDetails = {
    ...shown,
    ...(labels ? labelledBy(shown.task, labels) : { labels: null }),
    relations: relations && relationsOf(relations, row, slugOf),
    links: links && linksOf(links),
    entries: entries && entriesOf(entries, userId),
    comments: comments && allComments(commentViews(comments, userId), commentsElsewhere(activities ?? [], userId)),
    events: activities && eventViews(activities, userId),
    canOpenInBrowser,
    isDeleted: false,
  };
  noteOdd(details, [labels, relations, links, entries, comments, activities].map(oddIn).reduce(addOdd, undefined));
  return details;
}

/**
 * A task of which some parts were read before: those of `parts` are read again, but for what was `found` already. What the service
 * does not give stays as it was. Throws ServiceError where the task itself is not given.
 */
export async function refreshTaskDetails(
  source: DetailsSource,
  before: ReadDetails,
  parts: ReadonlySet<TaskPart>,
  found: Pick<FoundTask, 'task' | 'labels'> | undefined,
): Promise<ReadDetails> {
  const { client, userId, slugOf } = source;
  const { id, projectId } = before.task;
  const read = <T>(part: TaskPart, ask: () => Promise<T>): Promise<T | undefined> | undefined =>
    parts.has(part) ? ask().catch(() => undefined) : undefined;
  const [task, labels, relations, entries, comments, activities] = await Promise.all([
    found?.task ?? (parts.has('task') ? client.getTask(id) : undefined),
    found?.labels ?? read('labels', () => client.listTaskLabels(id)),
    read('relations', () => client.listTaskRelations(id)),
    read('entries', () => client.listTimeEntries(id)),
    read('comments', () => client.listComments(id)),
    read('activity', () => client.listActivities(id)),
  ]);
  // In another project it has another name, and other places.
  if (task && task.projectId !== projectId) return readDetails(source, id, undefined);
  const shown = task ? { ...before, ...fieldsOf(task, before.task) } : before;
  const isSame = parts.has('others') && JSON.stringify(shown) === JSON.stringify(before);
  const elsewhere = activities
    ? commentsElsewhere(activities, userId)
    : (before.comments?.filter(({ isElsewhere }) => isElsewhere) ?? []);
  const here = comments ? commentViews(comments, userId) : before.comments?.filter(({ isElsewhere }) => !isElsewhere);
  const links = await read(isSame ? 'others' : 'links', () => client.listExternalLinks(id));
  const details: ReadDetails = {
    ...shown,
    ...(labels && labelledBy(shown.task, labels)),
    ...(relations && { relations: relationsOf(relations, before.task, slugOf) }),
    ...(links && { links: linksOf(links) }),
    ...(entries && { entries: entriesOf(entries, userId) }),
    ...((comments ?? activities) && here && { comments: allComments(here, elsewhere) }),
    ...(activities && { events: eventViews(activities, userId) }),
    isDeleted: false,
  };
  // Not added up: it may be the same once more.
  noteOdd(
    details,
    [labels, relations, links, entries, comments, activities].map(oddIn).reduce(addOdd, undefined) ?? oddIn(before),
  );
  return details;
}

/** What the record itself says. `row`: as the task was shown until now. */
function fieldsOf(
  task: Task,
  row: TaskView,
): Pick<ReadDetails, 'task' | 'startDate' | 'createdAt' | 'description' | 'assignee'> {
  const text = task.description ?? '';
  const isOdd = replacedIn(task).some((field) => field === 'description' || field === 'descriptionDeferred');
  return {
    task: {
      ...row,
      title: task.title ?? row.title,
      status: task.status ?? row.status,
      statusName: task.status === undefined || task.status === row.status ? row.statusName : null,
      priority: task.priority ?? row.priority,
      dueDate: task.dueDate === undefined ? row.dueDate : task.dueDate,
    },
    startDate: task.startDate ?? null,
    createdAt: task.createdAt ?? null,
    description: descriptionView(text, task.descriptionDeferred !== true && !isOdd),
    assignee: assigneeOf(task),
  };
}

function labelledBy(task: TaskView, labels: readonly Label[]): Pick<ReadDetails, 'task' | 'labels'> {
  const shown = labels.slice(0, MAX_EACH).map(({ id, name, color, taskId }) => ({
    id,
    name,
    color,
    isCopy: taskId === task.id,
    isUnsent: false,
  }));
  return { task: { ...task, labels: shown.map(({ name, color }) => ({ name, color })) }, labels: shown };
}

function relationsOf(
  relations: readonly TaskRelationWithTasks[],
  { id, identifier, projectId: own }: TaskView,
  slugOf: DetailsSource['slugOf'],
): RelationView[] {
  const ownSlug = identifier.replace(/-\d+$/, '');
  const prefix = (projectId: string) => (projectId === own ? ownSlug : slugOf(projectId));
  return relations.slice(0, MAX_EACH).flatMap((relation) => relationView(relation, id, prefix) ?? []);
}

const linksOf = (links: readonly LinkWithIntegration[]): LinkView[] => links.slice(0, MAX_EACH).map(linkView);

const entriesOf = (entries: readonly TimeEntry[], userId: string): TaskEntryView[] =>
  entries.slice(-MAX_ENTRIES).map((entry) => entryView(entry, userId));
/** As much of it as goes to the window. `isWhole`: the text is. */
export const descriptionView = (text: string, isWhole = true): ReadDetails['description'] => ({
  text: text.slice(0, MAX_DESCRIPTION),
  isWhole: isWhole && text.length <= MAX_DESCRIPTION,
});

/** One that was deleted at the service: `known` as far as it was read, else as the own time on it names it. Pure. */
export function deletedDetails(known: Partial<ReadDetails> & Pick<ReadDetails, 'task'>): ReadDetails {
  return {
    startDate: null,
    createdAt: null,
    description: { text: '', isWhole: true },
    assignee: null,
    labels: [],
    relations: [],
    links: [],
    ...known,
    entries: [],
    comments: [],
    events: [],
    canOpenInBrowser: false,
    isDeleted: true,
  };
}

/** As much of a row as time on the task tells. */
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

function assigneeOf({ userId, assigneeName }: Task): ReadDetails['assignee'] {
  if (userId == null) return null;
  return { id: userId, name: assigneeName || messages.tasks.somebody };
}

/** undefined where the other task is not given: nothing could be said of it. */
function relationView(
  relation: TaskRelationWithTasks,
  taskId: string,
  prefix: (projectId: string) => string | undefined,
): RelationView | undefined {
  const isSource = relation.sourceTaskId === taskId;
  const other = isSource ? relation.targetTask : relation.sourceTask;
  if (other == null) return undefined;
  const slug = prefix(other.projectId ?? '');
  const number = other.number ?? null;
  return {
    id: relation.id,
    kind: relationKind(relation.relationType, isSource),
    sourceTaskId: relation.sourceTaskId,
    targetTaskId: relation.targetTaskId,
    relationType: relation.relationType,
    task: {
      id: other.id,
      identifier: slug === undefined ? (number === null ? '' : `#${number}`) : identifierOf(slug, number),
      title: other.title,
      isCompleted: other.isCompleted === true,
      status: other.status ?? null,
    },
    isUnsent: false,
  };
}

function linkView({ id, url, title, integrationId }: LinkWithIntegration): LinkView {
  return {
    id,
    title: title || oneLine(url, MAX_NAME),
    url: url.slice(0, 2_000),
    host: hostOf(url),
    isManual: integrationId == null,
    isUnsent: false,
  };
}

/** Where an address leads, such as docs.gateway.example; its scheme where it has no host. */
export function hostOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : shorten(parsed.host || parsed.protocol, MAX_NAME);
}

function entryView(entry: TimeEntry, userId: string): TaskEntryView {
  return {
    id: entry.id,
    person: entry.userName || null,
    isMine: entry.userId === userId,
    startTime: entry.startTime,
    endTime: entry.endTime ?? null,
    note: (entry.description ?? '').slice(0, MAX_NOTE),
    isUnsent: false,
  };
}

/** A server that has no such thing has nothing of it; null where it could not be read. */
function noneWhereMissing(error: unknown): [] | null {
  return error instanceof ServiceError && error.isMissingRoute ? [] : null;
}

/** `elsewhere`: those that may be among the comments as well. */
function allComments(comments: readonly CommentView[], elsewhere: readonly CommentView[]): CommentView[] {
  const known = new Set(comments.map(({ id }) => id));
  return [...comments, ...elsewhere.filter(({ id }) => !known.has(id))].sort(byTime).slice(-MAX_COMMENTS);
}

/** Comments from other programs appear only among the activities and cannot be changed here. */
function commentsElsewhere(activities: readonly Activity[], userId: string): CommentView[] {
  return activities
    .filter(({ type, content }) => type === COMMENT && content != null)
    .map(({ content, userId: personId = null, externalUserName: name, ...one }) => {
      const comment = { ...one, content: content ?? '', userId: personId, user: { name } };
      return { ...commentView(comment, userId), isElsewhere: true, canChange: false };
    });
}

/** An activity of this type is a comment. */
const COMMENT = 'comment';
/** Servers write both times of a new comment one after the other (ms). */
const EDITED_MS = 1_000;

const commentViews = (comments: readonly Comment[], userId: string): CommentView[] =>
  comments.map((comment) => commentView(comment, userId));

function commentView(comment: Comment, userId: string): CommentView {
  const { id, userId: personId, content, createdAt, updatedAt, user } = comment;
  const isMine = personId === userId;
  return {
    id,
    personId,
    person: user?.name || null,
    isMine,
    isElsewhere: false,
    canChange: isMine && content.length <= MAX_COMMENT,
    createdAt: knownTime(createdAt),
    isEdited: updatedAt != null && Date.parse(updatedAt) - Date.parse(createdAt) > EDITED_MS,
    text: content.slice(0, MAX_COMMENT),
    isCut: content.length > MAX_COMMENT,
    isUnsent: false,
  };
}

function eventViews(activities: readonly Activity[], userId: string): EventView[] {
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
        createdAt: knownTime(createdAt),
        ...values(activity),
      };
    })
    .sort(byTime)
    .slice(-MAX_COMMENTS);
}

/** Old and new, by the names that each type of event has for them. */
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

const knownTime = (time: string): string | null => (time === NO_TIME ? null : time);
const byTime = (one: { createdAt: string | null }, other: { createdAt: string | null }): number =>
  Date.parse(one.createdAt ?? NO_TIME) - Date.parse(other.createdAt ?? NO_TIME);

/** What the service does not have yet comes last, in the order it was written in: the local clock may be wrong. */
function inHistory(one: HistoryItem, other: HistoryItem): number {
  const [isOneUnsent, isOtherUnsent] = [one, other].map(({ id }) => subjectOfTemporaryId(id) !== undefined);
  if (isOneUnsent && isOtherUnsent) return 0;
  return Number(isOneUnsent) - Number(isOtherUnsent) || byTime(one, other);
}

/** Both together, the newest `most` of them; `people` as far as they are known. Pure. */
export function historyOf(
  { comments, events }: Pick<ReadDetails, 'comments' | 'events'>,
  people: readonly { id: string; name: string }[],
  seenUntil: string | undefined,
  most: number,
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
  ].sort(inHistory);
  /** Who left the workspace, or has just joined it, is named by what they wrote. */
  const names = new Map(
    [...all, ...people.map(({ id, name }) => ({ personId: id, person: name }))].flatMap(({ personId, person }) =>
      personId === null || person === null ? [] : [[personId, person] as const],
    ),
  );
  const named = (item: HistoryItem): HistoryItem => ({
    ...item,
    person: item.person ?? names.get(item.personId ?? '') ?? null,
  });
  const items = all.slice(-most).map(named);
  return { items, earlier: all.length - items.length, isWhole: comments !== null && events !== null };
}

/** Where the web app shows a task. `web` is its root without a trailing slash. */
export function taskWebAddress(web: string, workspaceId: string, task: Pick<TaskView, 'id' | 'projectId'>): string {
  const part = encodeURIComponent;
  return `${web}/dashboard/workspace/${part(workspaceId)}/project/${part(task.projectId)}/task/${part(task.id)}`;
}

/** `isSource`: the relation leads from the task that is looked at to the other one. */
export function relationKind(relationType: string, isSource: boolean): RelationKind {
  switch (relationType) {
    case 'subtask':
      return isSource ? 'subtask' : 'parent';
    case 'blocks':
      return isSource ? 'blocks' : 'blocked-by';
    default:
      return 'related';
  }
}

export const RELATION_TYPE: Record<RelationKind, RelationType> = {
  subtask: 'subtask',
  parent: 'subtask',
  blocks: 'blocks',
  'blocked-by': 'blocks',
  related: 'related',
};

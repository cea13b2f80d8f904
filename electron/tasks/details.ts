/** One task with all that belongs to it, read when somebody opens it. */
import type { Client } from '../service/client.ts';
import {
  addOdd,
  type Label,
  type LinkWithIntegration,
  noteOdd,
  oddIn,
  replacedIn,
  type Task,
  type TaskRelationWithTasks,
  type TimeEntry,
} from '../service/records.ts';
import type { TaskRef } from '../time/entry.ts';
import { words } from '../words/index.ts';
import type { TaskPart } from './concerns.ts';
import type { LinkView, ReadDetails, RelationView, TaskEntryView } from './details-view.ts';
import type { FoundTask } from './follow.ts';
import { relationKind } from './relation-kind.ts';
import { identifierOf, labelView, MAX_TITLE, oneLine, shownName, type TaskView, taskTitle } from './task-view.ts';

export interface DetailsSource {
  client: Pick<
    Client,
    'getTask' | 'getProject' | 'listTaskLabels' | 'listTaskRelations' | 'listExternalLinks' | 'listTimeEntries'
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

/** `known`: its row, where it is in a list; its project is asked for where it is not. Throws ServiceError where the task itself is not given. */
export async function readDetails(
  { client, userId, canOpenInBrowser, slugOf }: DetailsSource,
  taskId: string,
  known: TaskView | undefined,
): Promise<ReadDetails> {
  const [task, labels, relations, links, entries] = await Promise.all([
    client.getTask(taskId),
    // What one server lacks, or one role may not see, leaves the rest as good as it is.
    client.listTaskLabels(taskId).catch(() => null),
    client.listTaskRelations(taskId).catch(() => null),
    client.listExternalLinks(taskId).catch(() => null),
    client.listTimeEntries(taskId).catch(() => null),
  ]);
  const row = known ?? (await rowOf(client, task));
  const shown = fieldsOf(task, row);
  const details: ReadDetails = {
    ...shown,
    ...(labels ? labelledBy(shown.task, labels) : { labels: null }),
    relations: relations && relationsOf(relations, row, slugOf),
    links: links && linksOf(links),
    entries: entries && entriesOf(entries, userId),
    canOpenInBrowser,
    isDeleted: false,
  };
  noteOdd(details, [labels, relations, links, entries].map(oddIn).reduce(addOdd, undefined));
  return details;
}

/**
 * A task of which some parts were read before: those of `parts` are read again, but for what was `found` already. What the service
 * does not give stays as it was. Throws ServiceError where the task itself is not given.
 */
export async function rereadDetails(
  source: DetailsSource,
  before: ReadDetails,
  parts: ReadonlySet<TaskPart>,
  found: Pick<FoundTask, 'task' | 'labels'> | undefined,
): Promise<ReadDetails> {
  const { client, userId, slugOf } = source;
  const { id, projectId } = before.task;
  const read = <T>(part: TaskPart, ask: () => Promise<T>): Promise<T | undefined> | undefined =>
    parts.has(part) ? ask().catch(() => undefined) : undefined;
  const [task, labels, relations, entries] = await Promise.all([
    found?.task ?? (parts.has('task') ? client.getTask(id) : undefined),
    found?.labels ?? read('labels', () => client.listTaskLabels(id)),
    read('relations', () => client.listTaskRelations(id)),
    read('entries', () => client.listTimeEntries(id)),
  ]);
  // In another project it has another name, and other places.
  if (task && task.projectId !== projectId) return readDetails(source, id, undefined);
  const shown = task ? { ...before, ...fieldsOf(task, before.task) } : before;
  const isSame = parts.has('others') && JSON.stringify(shown) === JSON.stringify(before);
  const links = await read(isSame ? 'others' : 'links', () => client.listExternalLinks(id));
  const details: ReadDetails = {
    ...shown,
    ...(labels && labelledBy(shown.task, labels)),
    ...(relations && { relations: relationsOf(relations, before.task, slugOf) }),
    ...(links && { links: linksOf(links) }),
    ...(entries && { entries: entriesOf(entries, userId) }),
    isDeleted: false,
  };
  // Not added up: it may be the same once more.
  noteOdd(details, [labels, relations, links, entries].map(oddIn).reduce(addOdd, undefined) ?? oddIn(before));
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
      title: task.title === undefined ? row.title : oneLine(task.title, MAX_TITLE) || row.title,
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
    ...labelView({ name, color }),
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
    canOpenInBrowser: false,
    isDeleted: true,
  };
}

/** As much of a row as time on the task tells. */
export function rowOfTime({ taskId, identifier, title, projectName }: TaskRef): TaskView {
  const unknown = { projectId: '', status: '', statusName: null, dueDate: null, labels: [] };
  return { id: taskId, identifier, title, projectName, priority: 'no-priority', ...unknown };
}

async function rowOf(client: Pick<Client, 'getProject'>, task: Task): Promise<TaskView> {
  const project = await client.getProject(task.projectId);
  return {
    id: task.id,
    identifier: identifierOf(project.slug, task.number ?? null),
    title: taskTitle(task.title ?? ''),
    projectId: task.projectId,
    projectName: shownName(project.name),
    status: task.status ?? '',
    statusName: null,
    priority: task.priority ?? 'no-priority',
    dueDate: task.dueDate ?? null,
    labels: [],
  };
}

function assigneeOf({ userId, assigneeName }: Task): ReadDetails['assignee'] {
  if (userId == null) return null;
  return { id: userId, name: shownName(assigneeName ?? '') || words.tasks.somebody };
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
      title: taskTitle(other.title),
      isCompleted: other.isCompleted === true,
      status: other.status ?? null,
    },
    isUnsent: false,
  };
}

function linkView({ id, url, title, integrationId }: LinkWithIntegration): LinkView {
  return {
    id,
    title: oneLine(title ?? '', 200) || oneLine(url, 200),
    url: url.slice(0, 2_000),
    host: hostOf(url),
    isManual: integrationId == null,
    isUnsent: false,
  };
}

/** Where an address leads, such as docs.gateway.example; its scheme where it has no host. */
export function hostOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null ? '' : shownName(parsed.host || parsed.protocol);
}

function entryView(entry: TimeEntry, userId: string): TaskEntryView {
  const name = shownName(entry.userName ?? '');
  return {
    id: entry.id,
    person: name === '' ? null : name,
    isMine: entry.userId === userId,
    startTime: entry.startTime,
    endTime: entry.endTime ?? null,
    note: (entry.description ?? '').slice(0, MAX_NOTE),
    isUnsent: false,
  };
}

/** Field notes 1: where the web app shows a task. `web` is its root without a trailing slash. */
export function taskWebAddress(web: string, workspaceId: string, task: Pick<TaskView, 'id' | 'projectId'>): string {
  const part = encodeURIComponent;
  return `${web}/dashboard/workspace/${part(workspaceId)}/project/${part(task.projectId)}/task/${part(task.id)}`;
}

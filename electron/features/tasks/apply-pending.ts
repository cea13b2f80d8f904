/**
 * Overlays pending changes on the records of the service, so that the screen shows a change at once and keeps showing it when an
 * older answer arrives. Pure.
 */

import { z } from 'zod';
import type { CardView } from '../../../shared/contract/board-view.ts';
import type {
  CommentView,
  LinkView,
  ReadDetails,
  RelationView,
  TaskField,
  TaskLabelView,
} from '../../../shared/contract/task-details.ts';
import type { TaskValues } from '../../../shared/contract/task-schema.ts';
import type { LabelView, TaskView } from '../../../shared/contract/task-view.ts';
import { isKnownAbsent, type OutboxItem } from '../../outbox/write-kind.ts';
import {
  COMMENT_ADD,
  COMMENT_DELETE,
  COMMENT_EDIT,
  CommentAddPayload,
  CommentDeletePayload,
  CommentEditPayload,
} from './comment-writes.ts';
import { LABEL_ATTACH, LABEL_REMOVE, LabelAttachPayload, LabelRemovePayload, labelSubject } from './label-writes.ts';
import { descriptionView, hostOf, relationKind } from './read-task-details.ts';
import {
  LINK_ADD,
  LINK_REMOVE,
  LinkAddPayload,
  LinkRemovePayload,
  linkSubject,
  RELATION_ADD,
  RELATION_REMOVE,
  RelationAddPayload,
  RelationRemovePayload,
  relationSubject,
} from './relation-writes.ts';
import { CreatedTask, TASK_CREATE } from './task-create-write.ts';
import { TASK_REMOVE, TaskRemovePayload } from './task-delete-writes.ts';
import { TASK_POSITION, TaskPositionPayload } from './task-full-update.ts';
import { TASK_PROJECT, TaskProjectPayload } from './task-project-write.ts';
import { VALUE_FIELDS, valueIn } from './task-value-writes.ts';
import {
  TASK_ASSIGNEE,
  TASK_DESCRIPTION,
  TASK_STATUS,
  TASK_TITLE,
  TASKS_MOVE,
  TaskAssigneePayload,
  TaskDescriptionPayload,
  TaskStatusPayload,
  TasksMovePayload,
  TaskTitlePayload,
} from './task-writes.ts';
import { temporaryId } from './temporary-id.ts';

/** Only changed fields are set. */
export interface PendingChange {
  status?: { slug: string; name: string; isFinal: boolean };
  project?: { id: string; name: string; from: { id: string; name: string } };
  values?: Partial<TaskValues>;
  assignee?: { id: string; name: string } | null;
  title?: string;
  position?: number;
  description?: string;
  /** Ids of removed labels, relations, links and comments. */
  removed?: string[];
  /** Added labels. */
  labels?: LabelView[];
  /** Names of removed labels. */
  unlabelled?: string[];
  /** Added relations and links. */
  relations?: RelationAddPayload[];
  links?: LinkAddPayload[];
  isDeleted?: true;
  /** Added and edited comments. */
  comments?: UnsentComment[];
  edited?: (CommentEditPayload & Rejection)[];
}

/** Why the service rejected the write; undefined if it did not. */
interface Rejection {
  rejected?: string;
}

interface UnsentComment extends CommentAddPayload, Rejection {
  id: string;
  /** It is certainly not at the service. */
  canChange: boolean;
}

/** By task id. */
export type PendingChanges = ReadonlyMap<string, PendingChange>;

/**
 * `items`: open writes, oldest first; other kinds are skipped. `earlier`: changes before them. `commentId` returns the id of a comment
 * at the service, if it has one.
 */
export function pendingChanges(
  items: readonly OutboxItem[],
  earlier?: PendingChanges,
  commentId = (id: string) => id,
): PendingChanges {
  const changes = new Map<string, PendingChange>(earlier);
  const change = (taskId: string, changed: PendingChange) =>
    changes.set(taskId, { ...changes.get(taskId), ...changed });
  const remove = (taskId: string, id: string) =>
    change(taskId, { removed: [...(changes.get(taskId)?.removed ?? []), id] });
  for (const item of items) {
    const { kind, subject, payload, state } = item;
    // Rejected changes are not shown, except comments: the user wrote their text.
    if (state === 'needs-you' && !isComment(item)) continue;
    const rejection: Rejection = state === 'needs-you' ? { rejected: item.lastError ?? '' } : {};
    const value = valueIn(kind, payload);
    if (value !== undefined) {
      const { taskId } = TaskReference.parse(payload);
      change(taskId, { values: { ...changes.get(taskId)?.values, ...value } });
    }
    switch (kind) {
      case TASK_STATUS: {
        const { taskId, status, statusName, isFinal } = TaskStatusPayload.parse(payload);
        change(taskId, { status: { slug: status, name: statusName, isFinal } });
        break;
      }
      case TASK_PROJECT: {
        const { taskId, projectId, projectName, fromProjectId, fromProjectName, place } =
          TaskProjectPayload.parse(payload);
        const from = { id: fromProjectId, name: fromProjectName };
        change(taskId, { project: { id: projectId, name: projectName, from }, ...(place && { status: place }) });
        break;
      }
      case TASKS_MOVE: {
        const { taskIds, status, statusName, isFinal } = TasksMovePayload.parse(payload);
        for (const id of taskIds) change(id, { status: { slug: status, name: statusName, isFinal } });
        break;
      }
      case TASK_ASSIGNEE: {
        const { taskId, userId, userName } = TaskAssigneePayload.parse(payload);
        change(taskId, { assignee: userId === null ? null : { id: userId, name: userName } });
        break;
      }
      case LABEL_REMOVE: {
        const { taskId, labelId, name } = LabelRemovePayload.parse(payload);
        remove(taskId, labelId);
        const { labels, unlabelled = [] } = changes.get(taskId) ?? {};
        change(taskId, {
          unlabelled: [...unlabelled, name],
          ...(labels && { labels: labels.filter((label) => label.name !== name) }),
        });
        break;
      }
      case RELATION_REMOVE: {
        const { taskId, relationId } = RelationRemovePayload.parse(payload);
        remove(taskId, relationId);
        break;
      }
      case LINK_REMOVE: {
        const { taskId, linkId } = LinkRemovePayload.parse(payload);
        remove(taskId, linkId);
        break;
      }
      case LABEL_ATTACH: {
        const { taskId, name, color } = LabelAttachPayload.parse(payload);
        const { labels = [], unlabelled } = changes.get(taskId) ?? {};
        change(taskId, {
          labels: [...labels, { name, color }],
          ...(unlabelled && { unlabelled: unlabelled.filter((other) => other !== name) }),
        });
        break;
      }
      case RELATION_ADD: {
        const relation = RelationAddPayload.parse(payload);
        const { taskId } = relation;
        change(taskId, { relations: [...(changes.get(taskId)?.relations ?? []), relation] });
        break;
      }
      case LINK_ADD: {
        const link = LinkAddPayload.parse(payload);
        change(link.taskId, { links: [...(changes.get(link.taskId)?.links ?? []), link] });
        break;
      }
      case COMMENT_ADD: {
        const canChange = state !== 'needs-you' || isKnownAbsent(item);
        const id = commentId(temporaryId(subject));
        const comment = { ...CommentAddPayload.parse(payload), ...rejection, id, canChange };
        const { taskId } = comment;
        change(taskId, { comments: [...(changes.get(taskId)?.comments ?? []), comment] });
        break;
      }
      case COMMENT_EDIT: {
        const edited = { ...CommentEditPayload.parse(payload), ...rejection };
        edited.commentId = commentId(edited.commentId);
        const { taskId } = edited;
        change(taskId, { edited: [...(changes.get(taskId)?.edited ?? []), edited] });
        break;
      }
      case COMMENT_DELETE: {
        const removal = CommentDeletePayload.parse(payload);
        remove(removal.taskId, commentId(removal.commentId));
        break;
      }
      case TASK_TITLE: {
        const { taskId, title } = TaskTitlePayload.parse(payload);
        change(taskId, { title });
        break;
      }
      case TASK_POSITION: {
        const { taskId, position } = TaskPositionPayload.parse(payload);
        change(taskId, { position });
        break;
      }
      case TASK_REMOVE:
        change(TaskRemovePayload.parse(payload).taskId, { isDeleted: true });
        break;
      case TASK_DESCRIPTION: {
        const { taskId, description } = TaskDescriptionPayload.parse(payload);
        change(taskId, { description });
        break;
      }
    }
  }
  return changes;
}

const isComment = ({ kind, payload }: OutboxItem): boolean =>
  kind === COMMENT_ADD
    ? CommentAddPayload.safeParse(payload).success
    : kind === COMMENT_EDIT && CommentEditPayload.safeParse(payload).success;

/** An assigned task with the change; null if that completes, archives, deletes or reassigns it. */
export function applyPendingToTask(task: TaskView, change: PendingChange | undefined, userId: string): TaskView | null {
  if (change === undefined) return task;
  const { status, assignee, isDeleted } = change;
  if (isDeleted || status?.isFinal || status?.slug === 'archived') return null;
  if (assignee !== undefined && assignee?.id !== userId) return null;
  return taskWithChange(task, change);
}

/** A task of a watched board with the change; null if that completes, archives, deletes or moves it to planned or another project. */
export function applyPendingToWatchedTask(task: TaskView, change: PendingChange | undefined): TaskView | null {
  if (change === undefined) return task;
  const { status, assignee = task.assignee, isDeleted, project } = change;
  if (project !== undefined && project.id !== task.projectId) return null;
  if (isDeleted || status?.isFinal || status?.slug === 'archived' || status?.slug === 'planned') return null;
  return { ...taskWithChange(task, change), assignee };
}

/** A card with the change; null if it is deleted or leaves the project. `isPending`: the service has not accepted it. */
export function applyPendingToCard(
  card: CardView,
  change: PendingChange,
  isPending: boolean,
  projectId: string,
): CardView | null {
  const { assignee = card.assignee, position = card.position, isDeleted, project } = change;
  const isGone = isDeleted || (project !== undefined && project.id !== projectId);
  return isGone ? null : { ...withChange(card, change), assignee, position, isPending };
}

function taskWithChange(task: TaskView, change: PendingChange): TaskView {
  const { status, project } = change;
  const statusName = status?.slug === 'planned' ? null : (status?.name ?? task.statusName);
  const moved = project && { projectId: project.id, projectName: project.name };
  return { ...withChange(task, change), ...moved, statusName };
}

/** Changes the fields that a row, a page and a card share. */
function withChange<T extends Pick<TaskView, 'title' | 'status' | 'labels' | keyof TaskValues>>(
  task: T,
  change: PendingChange,
): T {
  const { title, status, values } = change;
  return {
    ...task,
    ...(title !== undefined && { title }),
    ...(status !== undefined && { status: status.slug }),
    ...values,
    labels: changedLabels(task.labels, change),
  };
}

/** The same array if nothing changes it. */
function changedLabels(labels: LabelView[], { labels: added = [], unlabelled = [] }: PendingChange): LabelView[] {
  if (added.length === 0 && unlabelled.length === 0) return labels;
  const remaining = labels.filter(({ name }) => !unlabelled.includes(name));
  const isNew = ({ name }: LabelView) => !remaining.some((label) => label.name === name);
  return [...remaining, ...new Map(added.filter(isNew).map((label) => [label.name, label])).values()];
}

export function applyPendingToDetails(details: ReadDetails, change: PendingChange | undefined): ReadDetails {
  if (change === undefined) return details;
  const isNotRemoved = ({ id }: { id: string }) => !change.removed?.includes(id);
  const labels = details.labels?.filter(isNotRemoved);
  const relations = details.relations?.filter(isNotRemoved);
  const links = details.links?.filter(isNotRemoved);
  const added = (change.labels ?? []).filter(({ name }) => !labels?.some((label) => label.name === name));
  const shownLabels = labels && [...labels, ...added.map((label) => unsentLabel(details.task.id, label))];
  const task = taskWithChange(details.task, change);
  return {
    ...details,
    task: shownLabels ? { ...task, labels: shownLabels.map(({ name, color }) => ({ name, color })) } : task,
    assignee: change.assignee === undefined ? details.assignee : change.assignee,
    description: change.description === undefined ? details.description : descriptionView(change.description),
    labels: shownLabels ?? null,
    relations: relations ? [...relations, ...(change.relations ?? []).map(unsentRelation)] : null,
    links: links ? [...links, ...(change.links ?? []).map(unsentLink)] : null,
    comments: details.comments && changedComments(details.comments, change).filter(isNotRemoved),
  };
}

function changedComments(comments: readonly CommentView[], { comments: added = [], edited = [] }: PendingChange) {
  // The service may already list a comment whose request has not been answered.
  const isAdded = ({ id, isMine, text }: CommentView) =>
    isMine && added.some((one) => one.before !== null && one.text === text && !one.before.includes(id));
  return [...comments.filter((comment) => !isAdded(comment)), ...added.map(unsentComment)].map((comment) => {
    const edit = edited.findLast(({ commentId }) => commentId === comment.id);
    if (edit === undefined) return comment;
    const { text, rejected } = edit;
    return rejected === undefined
      ? { ...comment, text, isEdited: true, isUnsent: true }
      : { ...comment, text, rejected };
  });
}

/** The fields of the task record that a change sets. */
export function pendingFields(change: PendingChange | undefined): TaskField[] {
  if (change === undefined) return [];
  const { values = {} } = change;
  const fields = (['title', 'status', 'project', 'assignee', 'description'] as const).filter(
    (one) => change[one] !== undefined,
  );
  return [...fields, ...VALUE_FIELDS.filter((field) => values[field] !== undefined)];
}

const unsentLabel = (taskId: string, { name, color }: LabelView): TaskLabelView => ({
  id: temporaryId(labelSubject({ taskId, name })),
  name,
  color,
  isCopy: true,
  isUnsent: true,
});

function unsentRelation(relation: RelationAddPayload): RelationView {
  const { taskId, sourceTaskId, targetTaskId, relationType, otherName, otherTitle } = relation;
  const isSource = sourceTaskId === taskId;
  const id = isSource ? targetTaskId : sourceTaskId;
  return {
    id: temporaryId(relationSubject(relation)),
    kind: relationKind(relationType, isSource),
    sourceTaskId,
    targetTaskId,
    relationType,
    task: { id, identifier: otherName, title: otherTitle, isCompleted: false, status: null },
    isUnsent: true,
  };
}

const unsentComment = ({ id, text, writtenAt, canChange, rejected }: UnsentComment): CommentView => ({
  id,
  personId: null,
  person: null,
  isMine: true,
  isElsewhere: false,
  canChange,
  createdAt: writtenAt,
  isEdited: false,
  text,
  isCut: false,
  isUnsent: rejected === undefined,
  ...(rejected !== undefined && { rejected }),
});

function unsentLink(link: LinkAddPayload): LinkView {
  const { url, title } = link;
  return {
    id: temporaryId(linkSubject(link)),
    title: title || url,
    url,
    host: hostOf(url),
    isManual: true,
    isUnsent: true,
  };
}

/** The same list if nothing changes it. */
export function applyPendingToList(
  { tasks, total }: { tasks: TaskView[]; total: number },
  changes: PendingChanges,
  userId: string,
): { tasks: TaskView[]; total: number } {
  if (!tasks.some(({ id }) => changes.has(id))) return { tasks, total };
  const changed = tasks.flatMap((task) => applyPendingToTask(task, changes.get(task.id), userId) ?? []);
  return { tasks: changed, total: total - (tasks.length - changed.length) };
}

const TaskReference = z.object({ taskId: z.string() });

/** `value`: the answer of the service. undefined if the write is not about one task. */
export function taskOfWrite(
  { kind, payload }: Pick<OutboxItem, 'kind' | 'payload'>,
  value: unknown,
): string | undefined {
  if (kind === TASK_CREATE) return CreatedTask.safeParse(value).data?.id;
  return TaskReference.safeParse(payload).data?.taskId;
}

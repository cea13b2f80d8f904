/** The commands of a task's page. Changes go through the outbox and can be undone. */

import type {
  CommentView,
  EditedDescription,
  RelationKind,
  TaskChoices,
  TaskDetails,
  TaskProgress,
} from '../../../shared/contract/task-details.ts';
import type { TaskValues } from '../../../shared/contract/task-schema.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { MAX_EDITED_DESCRIPTION } from '../../../shared/limits.ts';
import { describesUrl } from '../../../shared/tasks/description-urls.ts';
import { labelColor } from '../../../shared/tasks/labels.ts';
import type { Client } from '../../service/client.ts';
import { readDescription, readTaskDescription } from '../../service/read-descriptions.ts';
import type { DirectoryLists, OpenTask, TaskPageSource } from './open-task.ts';
import { RELATION_TYPE } from './read-task-details.ts';

import type { TaskChanges } from './task-changes.ts';

import { subjectOfTemporaryId } from './temporary-id.ts';

type WorkspaceOf = Pick<TaskPageSource, 'accountId' | 'workspaceId'>;

/** Limit of a shown description (UTF-16 code units). */
const MAX_DESCRIPTION = 2_000_000;

export interface TaskPageOptions {
  openTask: Pick<OpenTask, 'shown' | 'places' | 'read' | 'description' | 'setWhole'>;
  taskChanges: TaskChanges;
  lists: () => DirectoryLists;
  /** Reads the columns of a project if they are not known. */
  loadColumns: (projectId: string) => Promise<void>;
  /** The row or card of a task in a list. */
  find: (taskId: string) => TaskView | undefined;
}

export function createTaskPage({ openTask, taskChanges, lists, loadColumns, find }: TaskPageOptions) {
  const { shown } = openTask;

  const isOpen = (accountId: string, taskId: string): boolean => openTask.read(accountId, taskId) !== undefined;

  /** Menus and the palette work on tasks whose page is not open. Throws AppError for an unknown task. */
  const taskOf = (accountId: string, taskId: string): TaskView =>
    (isOpen(accountId, taskId) ? undefined : find(taskId)) ?? shown(accountId, taskId).task;

  const stateOf = ({ projectId, status, statusName }: TaskView, slug = status): TaskProgress =>
    openTask.places(projectId).find((place) => place.slug === slug) ?? {
      slug,
      name: statusName ?? slug,
      isFinal: false,
    };

  const isSent = (id: string): boolean => subjectOfTemporaryId(id) === undefined;

  return {
    task: taskOf,

    choices(accountId: string, taskId: string): TaskChoices {
      shown(accountId, taskId);
      const { people, labels } = lists();
      return {
        people: people.map(({ id, name }) => ({ id, name })),
        labels: [...labels],
      };
    },

    /** The whole of a long description. Throws ServiceError. */
    async description(client: Client, accountId: string, taskId: string): Promise<string> {
      const loaded = openTask.description(accountId, taskId);
      if (loaded.isWhole) return loaded.text;
      const text = (await readDescription(client, { of: 'task', taskId })).slice(0, MAX_DESCRIPTION);
      openTask.setWhole(taskId, text);
      return text;
    },

    /** True if the description or a comment contains the address. Throws AppError if another page is open now. */
    describes: (accountId: string, taskId: string, url: string): boolean =>
      describesUrl(openTask.description(accountId, taskId).text, url) ||
      shown(accountId, taskId).history.items.some((item) => item.kind === 'comment' && describesUrl(item.text, url)),

    /** The text to edit. Throws ServiceError, and AppError if it is too long. */
    async editDescription(client: Client, accountId: string, taskId: string): Promise<EditedDescription> {
      const loaded = openTask.description(accountId, taskId);
      const text = loaded.isWhole ? loaded.text : await readTaskDescription(client, taskId);
      if (text.length > MAX_EDITED_DESCRIPTION) throw new ValidationError(messages.tasks.descriptionTooLong);
      return { text, rejected: taskChanges.rejectedDescription(accountId, taskId)?.description ?? null };
    },
    /** `before`: the text before the edit. */
    setDescription(accountId: string, taskId: string, before: string, description: string): void {
      taskChanges.setDescription(accountId, shown(accountId, taskId).task, before, description);
    },
    dropDescription(accountId: string, taskId: string): void {
      taskChanges.dropDescription(accountId, shown(accountId, taskId).task);
    },

    setStatus(accountId: string, taskId: string, slug: string): void {
      const task = taskOf(accountId, taskId);
      taskChanges.setStatus(accountId, task, stateOf(task), stateOf(task, slug));
    },
    /** `project`: one of the workspace. Resolves when the change is stored. */
    async setProject(accountId: string, taskId: string, projectId: string): Promise<void> {
      const to = lists().projects.find(({ id }) => id === projectId);
      if (to === undefined) return;
      await loadColumns(projectId);
      const { identifier, status, ...task } = taskOf(accountId, taskId);
      const from = taskChanges.pending(accountId).get(taskId)?.project?.from ?? {
        id: task.projectId,
        name: task.projectName,
      };
      const columns = lists().columns[projectId] ?? [];
      const place = columns.find(({ slug }) => slug === status) ?? columns[0] ?? null;
      const [fromProjectId, fromProjectName] = [from.id, from.name];
      const payload = { taskId, identifier, fromProjectId, fromProjectName, projectId, projectName: to.name, place };
      taskChanges.setProject(accountId, payload);
    },
    setValues(accountId: string, taskId: string, values: Partial<TaskValues>): void {
      taskChanges.setValues(accountId, taskOf(accountId, taskId), values);
    },
    setAssignee(accountId: string, taskId: string, userId: string | null): void {
      const { task, assignee } = shown(accountId, taskId);
      const person = userId === null ? null : lists().people.find(({ id }) => id === userId);
      if (person !== undefined) taskChanges.setAssignee(accountId, task, assignee, person);
    },
    setTitle(accountId: string, taskId: string, title: string): void {
      const { task } = shown(accountId, taskId);
      taskChanges.setTitle(accountId, task, task.title, title);
    },

    remove: (accountId: string, taskId: string): void => taskChanges.remove(accountId, taskOf(accountId, taskId)),

    /** A label of the workspace, or a new one with that name. */
    addLabel({ accountId, workspaceId }: WorkspaceOf, taskId: string, name: string): void {
      const { task } = shown(accountId, taskId);
      if (task.labels.some((label) => label.name === name)) return;
      const existing = lists().labels.find((label) => label.name === name);
      const { identifier } = task;
      const color = existing?.color ?? labelColor(name);
      const label = { taskId, identifier, workspaceId, labelId: existing?.id ?? null, name, color };
      taskChanges.attachLabel(accountId, label, () => {
        const copy = openTask.read(accountId, taskId)?.labels?.find((one) => one.name === name && isSent(one.id));
        return copy && { taskId, identifier, labelId: copy.id, name, isCopy: copy.isCopy };
      });
    },
    /** Throws AppError while the label is being sent. */
    removeLabel({ accountId, workspaceId }: WorkspaceOf, taskId: string, labelId: string): void {
      const { task, labels } = shown(accountId, taskId);
      const label = labels?.find(({ id }) => id === labelId);
      if (label === undefined) return;
      const { name, color, isCopy } = label;
      if (!isSent(labelId)) {
        taskChanges.takeBack(accountId, labelId);
        return;
      }
      const { identifier } = task;
      taskChanges.removeLabel(accountId, { taskId, identifier, labelId, name, color, isCopy, workspaceId });
    },

    addRelation(accountId: string, taskId: string, other: RelatedTaskInput, kind: RelationKind): void {
      const { task } = shown(accountId, taskId);
      const { identifier } = task;
      const isSource = kind !== 'parent' && kind !== 'blocked-by';
      const [sourceTaskId, targetTaskId] = isSource ? [taskId, other.id] : [other.id, taskId];
      const relationType = RELATION_TYPE[kind];
      const otherName = other.identifier || other.title;
      const relation = { taskId, identifier, sourceTaskId, targetTaskId, relationType, otherName };
      taskChanges.addRelation(accountId, { ...relation, otherTitle: other.title }, () => {
        const created = openTask
          .read(accountId, taskId)
          ?.relations?.find(
            (one) =>
              one.sourceTaskId === sourceTaskId &&
              one.targetTaskId === targetTaskId &&
              one.relationType === relationType,
          );
        if (created === undefined || !isSent(created.id)) return undefined;
        return { taskId, identifier, relationId: created.id, otherName };
      });
    },
    /** Throws AppError while it is being sent. */
    removeRelation(accountId: string, taskId: string, relationId: string): void {
      const { task, relations } = shown(accountId, taskId);
      const relation = relations?.find(({ id }) => id === relationId);
      if (relation === undefined) return;
      const { sourceTaskId, targetTaskId, kind } = relation;
      if (!isSent(relationId)) {
        taskChanges.takeBack(accountId, relationId);
        return;
      }
      const { identifier: otherIdentifier, title: otherTitle } = relation.task;
      const otherName = otherIdentifier || otherTitle;
      const { identifier } = task;
      const relationType = RELATION_TYPE[kind];
      taskChanges.removeRelation(
        accountId,
        { taskId, identifier, relationId, otherName },
        { taskId, identifier, sourceTaskId, targetTaskId, relationType, otherName, otherTitle },
      );
    },

    addLink(accountId: string, taskId: string, url: string, title: string): void {
      const { task } = shown(accountId, taskId);
      const { identifier } = task;
      taskChanges.addLink(accountId, { taskId, identifier, url, title }, () => {
        const created = openTask.read(accountId, taskId)?.links?.find((one) => one.url === url && isSent(one.id));
        return created && { taskId, identifier, linkId: created.id, name: created.title };
      });
    },
    /** Throws AppError while it is being sent. */
    removeLink(accountId: string, taskId: string, linkId: string): void {
      const { task, links } = shown(accountId, taskId);
      const link = links?.find(({ id, isManual }) => id === linkId && isManual);
      if (link === undefined) return;
      if (!isSent(linkId)) {
        taskChanges.takeBack(accountId, linkId);
        return;
      }
      const { identifier } = task;
      taskChanges.removeLink(accountId, { taskId, identifier, linkId, name: link.title }, link.url);
    },
    addComment(accountId: string, taskId: string, text: string): void {
      const { identifier } = shown(accountId, taskId).task;
      taskChanges.addComment(accountId, { taskId, identifier, text });
    },
    editComment(accountId: string, taskId: string, commentId: string, text: string): void {
      const comment = ownComment(shown(accountId, taskId), commentId);
      if (comment === undefined) return;
      const { identifier } = shown(accountId, taskId).task;
      taskChanges.editComment(accountId, { taskId, identifier, commentId, text }, comment.text);
    },
    removeComment(accountId: string, taskId: string, commentId: string): void {
      const comment = ownComment(shown(accountId, taskId), commentId);
      if (comment === undefined) return;
      const { identifier } = shown(accountId, taskId).task;
      taskChanges.removeComment(accountId, { taskId, identifier, commentId }, comment.text);
    },
    linkUrl: (accountId: string, taskId: string, linkId: string): string | undefined =>
      shown(accountId, taskId).links?.find(({ id }) => id === linkId)?.url,
  };
}

/** undefined if there is no comment with that id that the user may change. */
function ownComment({ history }: TaskDetails, commentId: string): CommentView | undefined {
  const item = history.items.find(({ kind, id }) => kind === 'comment' && id === commentId);
  return item?.kind === 'comment' && item.canChange ? item : undefined;
}

/** The other task of a new relation. */
export interface RelatedTaskInput {
  id: string;
  identifier: string;
  title: string;
}

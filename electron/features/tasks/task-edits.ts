/** The commands of a task's page. Changes go through the outbox and can be undone. */

import type {
  CommentView,
  EditedDescription,
  TaskChoices,
  TaskMenuChoices,
  TaskPageView,
  TaskProgress,
} from '../../../shared/contract/task-page.ts';
import type { TaskValues } from '../../../shared/contract/task-schema.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { NewRecord } from '../../../shared/contract/tasks.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { MAX_EDITED_DESCRIPTION } from '../../../shared/limits.ts';
import { describesUrl } from '../../../shared/tasks/description-urls.ts';
import type { Client } from '../../service/client.ts';
import { readDescription, readTaskDescription } from '../../service/read-descriptions.ts';
import type { DirectoryLists } from '../projects/index.ts';
import type { TaskChanges } from './task-changes.ts';
import type { ChangedPage } from './task-collection.ts';
import type { TaskPage, TaskPageSource } from './task-page.ts';
import { type ListName, type OfTask, recordsOf } from './task-write.ts';
import { subjectOfTemporaryId } from './temporary-id.ts';
import { COLLECTIONS } from './write-kinds.ts';

type WorkspaceOf = Pick<TaskPageSource, 'accountId' | 'workspaceId'>;

/** Limit of a shown description (UTF-16 code units). */
const MAX_DESCRIPTION = 2_000_000;

export interface TaskEditsOptions {
  taskPage: Pick<TaskPage, 'shown' | 'known' | 'readKnown' | 'places' | 'read' | 'description' | 'setWhole'>;
  taskChanges: TaskChanges;
  lists: () => DirectoryLists;
  /** Reads the columns of a project if they are not known. */
  loadColumns: (projectId: string) => Promise<void>;
  /** The row or card of a task in a list. */
  find: (taskId: string) => TaskView | undefined;
}

export function createTaskEdits({ taskPage, taskChanges, lists, loadColumns, find }: TaskEditsOptions) {
  const { shown, known } = taskPage;

  const isOpen = (accountId: string, taskId: string): boolean => taskPage.read(accountId, taskId) !== undefined;

  /** Menus and the palette work on tasks whose page is not open. Throws AppError for an unknown task. */
  const taskOf = (accountId: string, taskId: string): TaskView =>
    (isOpen(accountId, taskId) ? undefined : find(taskId)) ?? known(accountId, taskId).task;

  const stateOf = ({ projectId, status, statusName }: TaskView, slug = status): TaskProgress =>
    taskPage.places(projectId).find((place) => place.slug === slug) ?? {
      slug,
      name: statusName ?? slug,
      isFinal: false,
    };

  /** Throws AppError if another page is open now. */
  function ofTask(accountId: string, taskId: string): OfTask {
    const { identifier } = known(accountId, taskId).task;
    return { taskId, identifier };
  }

  /** As shown. */
  const recordsOfTask = <C extends ListName>(accountId: string, taskId: string, of: C) =>
    recordsOf({ ...known(accountId, taskId), comments: null }, of) ?? [];

  /** As the service has them, if the page is open. */
  function sentRecords<C extends ListName>(accountId: string, taskId: string, of: C) {
    const read = taskPage.read(accountId, taskId);
    return read ? (recordsOf(read, of) ?? []) : recordsOfTask(accountId, taskId, of);
  }

  const changedPage = ({ accountId, workspaceId }: WorkspaceOf, taskId: string): ChangedPage => ({
    task: known(accountId, taskId).task,
    workspaceId,
    labels: lists().labels,
  });

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

    /** Throws ServiceError. */
    async menuChoices(from: TaskPageSource, taskId: string): Promise<TaskMenuChoices> {
      await taskPage.readKnown(from, taskId);
      const { assignee, labels } = known(from.accountId, taskId);
      const { people, labels: all } = lists();
      return {
        people: people.map(({ id, name }) => ({ id, name })),
        labels: [...all],
        assignee,
        taskLabels: labels ?? [],
      };
    },

    /** Throws ServiceError. */
    async placesOf(accountId: string, taskId: string): Promise<{ status: string; places: TaskProgress[] }> {
      const { projectId, status } = taskOf(accountId, taskId);
      await loadColumns(projectId);
      return { status, places: taskPage.places(projectId) };
    },

    /** The whole of a long description. Throws ServiceError. */
    async description(client: Client, accountId: string, taskId: string): Promise<string> {
      const loaded = taskPage.description(accountId, taskId);
      if (loaded.isWhole) return loaded.text;
      const text = (await readDescription(client, { of: 'task', taskId })).slice(0, MAX_DESCRIPTION);
      taskPage.setWhole(taskId, text);
      return text;
    },

    /** True if the description or a comment contains the address. Throws AppError if another page is open now. */
    describes: (accountId: string, taskId: string, url: string): boolean =>
      describesUrl(taskPage.description(accountId, taskId).text, url) ||
      shown(accountId, taskId).history.items.some((item) => item.kind === 'comment' && describesUrl(item.text, url)),

    /** The text to edit. Throws ServiceError, and AppError if it is too long. */
    async editDescription(client: Client, accountId: string, taskId: string): Promise<EditedDescription> {
      const loaded = taskPage.description(accountId, taskId);
      const text = loaded.isWhole ? loaded.text : await readTaskDescription(client, taskId);
      if (text.length > MAX_EDITED_DESCRIPTION) throw new ValidationError(messages.tasks.descriptionTooLong);
      return { text, rejected: taskChanges.description.rejected(accountId, taskId)?.description ?? null };
    },
    /** `before`: the text before the edit. */
    setDescription(accountId: string, taskId: string, before: string, description: string): void {
      taskChanges.description.set(accountId, ofTask(accountId, taskId), before, description);
    },
    dropDescription(accountId: string, taskId: string): void {
      taskChanges.description.drop(accountId, ofTask(accountId, taskId));
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
      const { task, assignee } = known(accountId, taskId);
      const person = userId === null ? null : lists().people.find(({ id }) => id === userId);
      if (person === undefined || person?.id === assignee?.id) return;
      taskChanges.setField(accountId, task, 'assignee', assignee, person);
    },
    setTitle(accountId: string, taskId: string, title: string): void {
      const { task } = shown(accountId, taskId);
      taskChanges.setField(accountId, task, 'title', task.title, title);
    },

    remove: (accountId: string, taskId: string): void => taskChanges.remove(accountId, taskOf(accountId, taskId)),

    addRecord<C extends ListName>(where: WorkspaceOf, taskId: string, of: C, record: NewRecord & { of: C }): void {
      const change = COLLECTIONS[of].add(record, changedPage(where, taskId));
      if (change) taskChanges.changeRecord(where.accountId, change, () => sentRecords(where.accountId, taskId, of));
    },
    /** Throws AppError while the record is being sent. */
    removeRecord<C extends ListName>(where: WorkspaceOf, taskId: string, of: C, id: string): void {
      const { accountId } = where;
      const record = recordsOfTask(accountId, taskId, of).find((one) => one.id === id);
      const change = record && COLLECTIONS[of].remove(record, changedPage(where, taskId));
      const unsent = subjectOfTemporaryId(id);
      if (change && unsent !== undefined) taskChanges.takeBack(accountId, unsent);
      else if (change) taskChanges.changeRecord(accountId, change, () => []);
    },

    addComment(accountId: string, taskId: string, text: string): void {
      taskChanges.comments.add(accountId, { ...ofTask(accountId, taskId), text });
    },
    editComment(accountId: string, taskId: string, commentId: string, text: string): void {
      const comment = ownComment(shown(accountId, taskId), commentId);
      const edit = { ...ofTask(accountId, taskId), commentId, text };
      if (comment !== undefined) taskChanges.comments.edit(accountId, edit, comment.text);
    },
    removeComment(accountId: string, taskId: string, commentId: string): void {
      const comment = ownComment(shown(accountId, taskId), commentId);
      const removal = { ...ofTask(accountId, taskId), commentId };
      if (comment !== undefined) taskChanges.comments.remove(accountId, removal, comment.text);
    },
    linkUrl: (accountId: string, taskId: string, linkId: string): string | undefined =>
      shown(accountId, taskId).links?.find(({ id }) => id === linkId)?.url,
  };
}

/** undefined if there is no comment with that id that the user may change. */
function ownComment({ history }: TaskPageView, commentId: string): CommentView | undefined {
  const item = history.items.find(({ kind, id }) => kind === 'comment' && id === commentId);
  return item?.kind === 'comment' && item.canChange ? item : undefined;
}

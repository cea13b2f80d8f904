/** The commands that edit a task, for commands.ts. Changes go through the outbox and can be undone. */

import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { CommentView, TaskPageView, TaskProgress } from '../../../shared/contract/task-page.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import type { NewRecord, TaskChange, tasksCommands } from '../../../shared/contract/tasks.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { MAX_EDITED_DESCRIPTION } from '../../../shared/limits.ts';
import { describesUrl } from '../../../shared/tasks/description-urls.ts';
import { labelColor } from '../../../shared/tasks/labels.ts';
import { readDescription, readTaskDescription } from '../../service/read-descriptions.ts';
import type { AccountAccess } from '../account/index.ts';
import type { DirectoryLists } from '../projects/index.ts';
import type { TaskChanges } from './task-changes.ts';
import type { ChangedPage } from './task-collection.ts';
import { labelNamed } from './task-labels.ts';
import { type TaskPage, taskPageSource } from './task-page.ts';
import { type EditableCollection, type OfTask, recordsOf } from './task-write.ts';
import { subjectOfTemporaryId } from './temporary-id.ts';
import { COLLECTIONS } from './write-kinds.ts';

/** Limit of a shown description (UTF-16 code units). */
const MAX_WHOLE_DESCRIPTION = 2_000_000;

export interface TaskEditsOptions {
  account: Pick<AccountAccess, 'required' | 'read'>;
  taskPage: Pick<
    TaskPage,
    'shown' | 'known' | 'isKnown' | 'readKnown' | 'places' | 'confirmed' | 'description' | 'setWhole'
  >;
  taskChanges: TaskChanges;
  lists: () => DirectoryLists;
  /** Reads the columns of a project if they are not known. */
  loadColumns: (projectId: string) => Promise<void>;
  /** The row or card of a task in a list. */
  find: (taskId: string) => TaskView | undefined;
}

export function createTaskEdits({ account, taskPage, taskChanges, lists, loadColumns, find }: TaskEditsOptions) {
  const accountId = (): string => account.required().id;
  const shown = (taskId: string): TaskPageView => taskPage.shown(accountId(), taskId);
  const known = (taskId: string): TaskPageView => taskPage.known(accountId(), taskId);
  const read = (taskId: string) => taskPage.confirmed(accountId(), taskId);

  /** Menus and the palette work on tasks whose page is not open. Throws AppError for an unknown task. */
  const task = (taskId: string): TaskView =>
    (read(taskId) === undefined ? find(taskId) : undefined) ?? known(taskId).task;

  const stateOf = ({ projectId, status, statusName }: TaskView, slug = status): TaskProgress =>
    taskPage.places(projectId).find((place) => place.slug === slug) ?? {
      slug,
      name: (slug === status ? statusName : null) ?? slug,
      isFinal: false,
    };

  /** Throws AppError if another page is open now. */
  const ofTask = (taskId: string): OfTask => ({ taskId, identifier: known(taskId).task.identifier });

  /** As shown. */
  const recordsOfTask = <C extends EditableCollection>(taskId: string, of: C) =>
    recordsOf({ ...known(taskId), comments: null }, of) ?? [];

  /** As the service has them, if the page is open; none if the page is no longer known. */
  function sentRecords<C extends EditableCollection>(taskId: string, of: C) {
    const page = read(taskId);
    if (page) return recordsOf(page, of) ?? [];
    return taskPage.isKnown(accountId(), taskId) ? recordsOfTask(taskId, of) : [];
  }

  const changedPage = (taskId: string): ChangedPage => ({
    task: known(taskId).task,
    workspaceId: account.required().workspaceId ?? '',
    labels: lists().labels,
  });

  function addRecord<C extends EditableCollection>(taskId: string, of: C, record: NewRecord & { of: C }): void {
    const change = COLLECTIONS[of].add(record, changedPage(taskId));
    if (change) taskChanges.changeRecord(accountId(), change, () => sentRecords(taskId, of));
  }

  function removeRecord<C extends EditableCollection>(taskId: string, of: C, id: string): void {
    const record = recordsOfTask(taskId, of).find((one) => one.id === id);
    const change = record && COLLECTIONS[of].remove(record, changedPage(taskId));
    const unsent = subjectOfTemporaryId(id);
    if (change && unsent !== undefined) taskChanges.queue.takeBack(accountId(), unsent);
    else if (change) taskChanges.changeRecord(accountId(), change, () => []);
  }

  /** A list of own tasks leaves out the assignee. */
  function assigneeOf(taskId: string) {
    const row = read(taskId) === undefined ? find(taskId) : undefined;
    if (row === undefined) return known(taskId).assignee;
    const { id, name } = account.required().user;
    return row.assignee === undefined ? { id, name } : row.assignee;
  }

  function labelChange(row: TaskView, name: string, isOn: boolean) {
    const page = { task: row, workspaceId: account.required().workspaceId ?? '', labels: lists().labels };
    const { color } = [...row.labels, ...page.labels].find((one) => one.name === name) ?? { color: labelColor(name) };
    const label = labelNamed(name, color);
    const has = row.labels.some((one) => one.name === name);
    const change = isOn
      ? COLLECTIONS.labels.add({ of: 'labels', name }, page)
      : has && COLLECTIONS.labels.remove(label, page);
    return change ? taskChanges.labelChange(accountId(), change, label) : undefined;
  }

  /** undefined if there is nothing to change. Throws AppError for an unknown task. */
  function changeOf(change: TaskChange) {
    const row = task(change.taskId);
    const of = accountId();
    if ('title' in change) return taskChanges.fieldChange(of, row, 'title', shown(row.id).task.title, change.title);
    if ('status' in change) return taskChanges.statusChange(of, row, stateOf(row), stateOf(row, change.status));
    if ('label' in change) return labelChange(row, change.label, change.isOn);
    if ('isDeleted' in change) return taskChanges.removal(of, row);
    if ('dueDate' in change) return taskChanges.fieldChange(of, row, 'dueDate', row.dueDate, change.dueDate);
    if ('startDate' in change) return taskChanges.fieldChange(of, row, 'startDate', row.startDate, change.startDate);
    if ('priority' in change) {
      const priority = row.priority === 'unknown' ? undefined : row.priority;
      return taskChanges.fieldChange(of, row, 'priority', priority, change.priority);
    }
    const [from, to] = [assigneeOf(row.id), personOf(change.userId)];
    if (to === undefined || from?.id === to?.id) return undefined;
    return taskChanges.fieldChange(of, row, 'assignee', from, to);
  }

  /** null: nobody is assigned. undefined: it is not known. */
  const personOf = (userId: string | null) => (userId === null ? null : lists().people.find(({ id }) => id === userId));

  /** What the toast says of several changes like this one; undefined for a change that only a page makes. */
  function severalText(change: TaskChange, tasks: number): string | undefined {
    const { several, movedAll } = messages.tasks;
    if ('title' in change || 'startDate' in change) return undefined;
    if ('status' in change) return movedAll({ tasks, column: stateOf(task(change.taskId), change.status).name });
    if ('label' in change) return (change.isOn ? several.labelled : several.labelTaken)({ tasks, label: change.label });
    if ('isDeleted' in change) return several.deleted({ tasks });
    if ('dueDate' in change) return (change.dueDate === null ? several.noDueDate : several.dueDate)({ tasks });
    if ('priority' in change) return several.priority({ tasks });
    const person = personOf(change.userId);
    return person ? several.assigned({ tasks, person: person.name }) : several.unassigned({ tasks });
  }

  const choices = () => ({
    people: lists().people.map(({ id, name }) => ({ id, name })),
    labels: [...lists().labels],
  });

  const handlers = {
    'tasks.choices': choices,
    async 'tasks.menu-choices'({ taskId }) {
      try {
        await account.read((client) => taskPage.readKnown(taskPageSource(account.required(), client), taskId));
      } catch (error) {
        // A list knows enough of its task, also offline.
        const row = find(taskId);
        if (row === undefined) throw error;
        return { ...choices(), assignee: assigneeOf(taskId), taskLabels: row.labels };
      }
      const { assignee, labels } = known(taskId);
      return { ...choices(), assignee, taskLabels: labels ?? [] };
    },
    async 'tasks.places'({ taskId }) {
      const { projectId, status } = task(taskId);
      await loadColumns(projectId);
      return { status, places: taskPage.places(projectId) };
    },
    async 'tasks.description'({ taskId }) {
      const loaded = taskPage.description(accountId(), taskId);
      if (loaded.isWhole) return loaded.text;
      const whole = await account.read((client) => readDescription(client, { of: 'task', taskId }));
      const text = whole.slice(0, MAX_WHOLE_DESCRIPTION);
      taskPage.setWhole(taskId, text);
      return text;
    },
    async 'tasks.edit-description'({ taskId }) {
      const { isWhole, text: loaded } = taskPage.description(accountId(), taskId);
      const text = isWhole ? loaded : await account.read((client) => readTaskDescription(client, taskId));
      if (text.length > MAX_EDITED_DESCRIPTION) throw new ValidationError(messages.tasks.descriptionTooLong);
      return { text, rejected: taskChanges.description.rejected(accountId(), taskId)?.description ?? null };
    },
    'tasks.set-description': ({ taskId, before, description }) =>
      taskChanges.description.set(accountId(), ofTask(taskId), before, description),
    'tasks.drop-description': ({ taskId }) => taskChanges.description.drop(accountId(), ofTask(taskId)),
    async 'tasks.set-project'({ taskId, projectId }) {
      const id = accountId();
      const to = lists().projects.find((project) => project.id === projectId);
      if (to === undefined) return;
      await loadColumns(projectId);
      const { identifier, status, ...moved } = task(taskId);
      const from = taskChanges.pending(id).get(taskId)?.project?.from ?? {
        id: moved.projectId,
        name: moved.projectName,
      };
      const columns = lists().columns[projectId] ?? [];
      const place = columns.find(({ slug }) => slug === status) ?? columns[0] ?? null;
      const [fromProjectId, fromProjectName] = [from.id, from.name];
      const payload = { taskId, identifier, fromProjectId, fromProjectName, projectId, projectName: to.name, place };
      taskChanges.setProject(id, payload);
    },
    'tasks.change'({ changes }) {
      const [first] = changes;
      const made = changes.flatMap((change) => changeOf(change) ?? []);
      if (first) taskChanges.queue.changeAll(accountId(), made, (tasks) => severalText(first, tasks));
    },
    'tasks.add-record': ({ taskId, record }) => addRecord(taskId, record.of, record),
    'tasks.remove-record': ({ taskId, of, id }) => removeRecord(taskId, of, id),
    'tasks.add-comment': ({ taskId, text }) => taskChanges.comments.add(accountId(), { ...ofTask(taskId), text }),
    'tasks.edit-comment'({ taskId, commentId, text }) {
      const comment = ownComment(shown(taskId), commentId);
      if (comment) taskChanges.comments.edit(accountId(), { ...ofTask(taskId), commentId, text }, comment.text);
    },
    'tasks.remove-comment'({ taskId, commentId }) {
      const comment = ownComment(shown(taskId), commentId);
      if (comment) taskChanges.comments.remove(accountId(), { ...ofTask(taskId), commentId }, comment.text);
    },
  } satisfies Partial<HandlersOf<typeof tasksCommands>>;

  return {
    handlers,
    task,
    /** True if the description or a comment contains the address. Throws AppError if another page is open now. */
    describes: (taskId: string, url: string): boolean =>
      describesUrl(taskPage.description(accountId(), taskId).text, url) ||
      shown(taskId).history.items.some((item) => item.kind === 'comment' && describesUrl(item.text, url)),
    linkUrl: (taskId: string, linkId: string): string | undefined =>
      shown(taskId).links?.find(({ id }) => id === linkId)?.url,
  };
}

/** undefined if there is no comment with that id that the user may change. */
function ownComment({ history }: TaskPageView, commentId: string): CommentView | undefined {
  const item = history.items.find(({ kind, id }) => kind === 'comment' && id === commentId);
  return item?.kind === 'comment' && item.canChange ? item : undefined;
}

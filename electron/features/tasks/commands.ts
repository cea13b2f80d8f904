/** The commands about the task whose page is open. */

import type { CommandHandlers, CommandName } from '../../../shared/contract/index.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import type { Toasts } from '../../app/toasts.ts';

import type { Account, Session } from '../account/accounts.ts';
import type { Permissions } from '../account/permissions.ts';
import type { WorkspaceDirectory } from '../projects/workspace-directory.ts';
import type { OpenTask, TaskPageSource } from './open-task.ts';
import { taskWebAddress } from './read-task-details.ts';
import { searchTasks } from './search-tasks.ts';
import type { TaskPage } from './task-page.ts';

export interface TaskFeatures {
  openTask: OpenTask;
  taskPage: TaskPage;
  known: Pick<WorkspaceDirectory, 'lists'>;
  notices: Toasts;
  permissions: Permissions;
  /** Throws AppError where nobody is signed in. */
  account: () => Account;
  /** A read that a person asked for. */
  reading: <T>(work: (client: Session['client']) => Promise<T>) => Promise<T>;
  openPage: (url: string, baseUrl: string) => Promise<void>;
  copyText: (text: string) => void;
}

type TaskCommand = Exclude<
  Extract<CommandName, `tasks.${string}`>,
  'tasks.refresh' | 'tasks.fetched-at' | 'tasks.attach-picture'
>;

export function createTaskHandlers(features: TaskFeatures): Pick<CommandHandlers, TaskCommand> {
  const { openTask, taskPage, known, notices, permissions, account, reading, openPage, copyText } = features;
  const id = () => account().id;

  const source = (client: Session['client']) => taskPageSource(account(), client);

  return {
    'tasks.details': ({ taskId }) => {
      permissions.need();
      return reading((client) => openTask.open(source(client), taskId));
    },
    'tasks.leave': ({ taskId }) => openTask.leave(taskId),
    'tasks.description': ({ taskId }) => reading((client) => taskPage.description(client, id(), taskId)),
    'tasks.edit-description': ({ taskId }) => reading((client) => taskPage.editDescription(client, id(), taskId)),
    'tasks.set-description': ({ taskId, before, description }) =>
      taskPage.setDescription(id(), taskId, before, description),
    'tasks.drop-description': ({ taskId }) => taskPage.dropDescription(id(), taskId),
    'tasks.choices': ({ taskId }) => taskPage.choices(id(), taskId),
    'tasks.set-status': ({ taskId, status }) => taskPage.setStatus(id(), taskId, status),
    'tasks.set-priority': ({ taskId, priority }) => taskPage.setPriority(id(), taskId, priority),
    'tasks.set-due-date': ({ taskId, dueDate }) => taskPage.setDueDate(id(), taskId, dueDate),
    'tasks.set-assignee': ({ taskId, userId }) => taskPage.setAssignee(id(), taskId, userId),
    'tasks.set-title': ({ taskId, title }) => taskPage.setTitle(id(), taskId, title),
    'tasks.delete': ({ taskId }) => taskPage.remove(id(), taskId),
    'tasks.add-label': ({ taskId, name }) => {
      const { id: accountId, workspaceId } = account();
      taskPage.addLabel({ accountId, workspaceId: workspaceId ?? '' }, taskId, name);
    },
    'tasks.remove-label': ({ taskId, labelId }) => {
      const { id: accountId, workspaceId } = account();
      taskPage.removeLabel({ accountId, workspaceId: workspaceId ?? '' }, taskId, labelId);
    },
    'tasks.add-relation': ({ taskId, other, kind }) => taskPage.addRelation(id(), taskId, other, kind),
    'tasks.remove-relation': ({ taskId, relationId }) => taskPage.removeRelation(id(), taskId, relationId),
    'tasks.add-link': ({ taskId, url, title }) => taskPage.addLink(id(), taskId, url, title),
    'tasks.remove-link': ({ taskId, linkId }) => taskPage.removeLink(id(), taskId, linkId),
    'tasks.add-comment': ({ taskId, text }) => taskPage.addComment(id(), taskId, text),
    'tasks.edit-comment': ({ taskId, commentId, text }) => taskPage.editComment(id(), taskId, commentId, text),
    'tasks.remove-comment': ({ taskId, commentId }) => taskPage.removeComment(id(), taskId, commentId),
    'tasks.show-earlier': ({ taskId }) => openTask.showEarlier(taskId),
    'tasks.open-link': async ({ taskId, linkId }) => {
      const { id: accountId, baseUrl } = account();
      const url = taskPage.linkUrl(accountId, taskId, linkId);
      if (url !== undefined) await openPage(url, baseUrl);
    },
    'tasks.open-url': async ({ taskId, url }) => {
      const { id: accountId, baseUrl } = account();
      if (taskPage.describes(accountId, taskId, url)) await openPage(url, baseUrl);
      else throw new ValidationError(messages.errors.board.notDescribed);
    },
    'tasks.is-readable': async ({ taskId, url }) => {
      const { webUrl, baseUrl } = account();
      // Another server may have a task of the same id.
      const isOurs = [webUrl, baseUrl].some((ours) => ours !== null && URL.parse(ours)?.origin === new URL(url).origin);
      if (!isOurs) return false;
      return reading((client) => client.getTask(taskId)).then(
        () => true,
        () => false,
      );
    },
    'tasks.copy-url': ({ taskId, url }) => {
      if (!taskPage.describes(id(), taskId, url)) throw new ValidationError(messages.errors.board.notDescribed);
      copyText(url);
      notices.say(messages.app.addressCopied);
    },
    'tasks.search': ({ query }) => reading((client) => searchTasks(source(client), known.lists().projects, query)),
    'tasks.open-in-browser': async ({ taskId }) => {
      const { id: accountId, webUrl, workspaceId, baseUrl } = account();
      if (webUrl === null || workspaceId === null) return;
      await openPage(taskWebAddress(webUrl, workspaceId, taskPage.task(accountId, taskId)), baseUrl);
    },
  };
}

/** Who looks at a task's page, and through what. */
export function taskPageSource(account: Account, client: Session['client']): TaskPageSource {
  const { id: accountId, user, workspaceId, webUrl } = account;
  return { accountId, userId: user.id, workspaceId: workspaceId ?? '', client, canOpenInBrowser: webUrl !== null };
}

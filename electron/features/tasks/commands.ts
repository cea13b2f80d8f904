import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { tasksCommands } from '../../../shared/contract/tasks.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Client } from '../../service/client.ts';
import type { AccountService } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { ProjectsService } from '../projects/index.ts';
import { taskWebAddress } from './read-task-page.ts';
import { searchTasks } from './search-tasks.ts';
import { taskPageSource } from './task-page.ts';
import type { TasksService } from './tasks-service.ts';

export function handlers(
  { assigned, taskPage, taskEdits }: Pick<TasksService, 'assigned' | 'taskPage' | 'taskEdits'>,
  projects: Pick<ProjectsService, 'directory' | 'attachPicture'>,
  account: AccountService,
  context: FeatureContext,
): HandlersOf<typeof tasksCommands> {
  const id = () => account.required().id;
  const where = () => {
    const { id: accountId, workspaceId } = account.required();
    return { accountId, workspaceId: workspaceId ?? '' };
  };
  const source = (client: Client) => taskPageSource(account.required(), client);

  return {
    'tasks.refresh': () => assigned.refresh(true),
    'tasks.fetched-at': () => assigned.fetchedAt(),
    'tasks.attach-picture': ({ taskId, identifier }) => projects.attachPicture({ id: taskId, identifier }),
    'tasks.open-page': ({ taskId }) => {
      account.permissions.refreshIfStale();
      return account.read((client) => taskPage.open(source(client), taskId));
    },
    'tasks.leave-page': ({ taskId }) => taskPage.leave(taskId),
    'tasks.description': ({ taskId }) => account.read((client) => taskEdits.description(client, id(), taskId)),
    'tasks.edit-description': ({ taskId }) => account.read((client) => taskEdits.editDescription(client, id(), taskId)),
    'tasks.set-description': ({ taskId, before, description }) =>
      taskEdits.setDescription(id(), taskId, before, description),
    'tasks.drop-description': ({ taskId }) => taskEdits.dropDescription(id(), taskId),
    'tasks.choices': ({ taskId }) => taskEdits.choices(id(), taskId),
    'tasks.menu-choices': ({ taskId }) => account.read((client) => taskEdits.menuChoices(source(client), taskId)),
    'tasks.places': ({ taskId }) => taskEdits.placesOf(id(), taskId),
    'tasks.set-status': ({ taskId, status }) => taskEdits.setStatus(id(), taskId, status),
    'tasks.set-project': ({ taskId, projectId }) => taskEdits.setProject(id(), taskId, projectId),
    'tasks.set-values': ({ taskId, ...values }) => taskEdits.setValues(id(), taskId, values),
    'tasks.set-assignee': ({ taskId, userId }) => taskEdits.setAssignee(id(), taskId, userId),
    'tasks.set-title': ({ taskId, title }) => taskEdits.setTitle(id(), taskId, title),
    'tasks.delete': ({ taskId }) => taskEdits.remove(id(), taskId),
    'tasks.add-record': ({ taskId, record }) => taskEdits.addRecord(where(), taskId, record.of, record),
    'tasks.remove-record': ({ taskId, of, id }) => taskEdits.removeRecord(where(), taskId, of, id),
    'tasks.add-comment': ({ taskId, text }) => taskEdits.addComment(id(), taskId, text),
    'tasks.edit-comment': ({ taskId, commentId, text }) => taskEdits.editComment(id(), taskId, commentId, text),
    'tasks.remove-comment': ({ taskId, commentId }) => taskEdits.removeComment(id(), taskId, commentId),
    'tasks.show-earlier': ({ taskId }) => taskPage.showEarlier(taskId),
    'tasks.open-link': async ({ taskId, linkId }) => {
      const { id: accountId, baseUrl } = account.required();
      const url = taskEdits.linkUrl(accountId, taskId, linkId);
      if (url !== undefined) await context.openPage(url, baseUrl);
    },
    'tasks.open-url': async ({ taskId, url }) => {
      const { id: accountId, baseUrl } = account.required();
      if (taskEdits.describes(accountId, taskId, url)) await context.openPage(url, baseUrl);
      else throw new ValidationError(messages.errors.board.notDescribed);
    },
    'tasks.is-readable': async ({ taskId, url }) => {
      const { webUrl, baseUrl } = account.required();
      // Another server may have a task with the same id.
      const isOurs = [webUrl, baseUrl].some((ours) => ours !== null && URL.parse(ours)?.origin === new URL(url).origin);
      if (!isOurs) return false;
      return account
        .read((client) => client.getTask(taskId))
        .then(
          () => true,
          () => false,
        );
    },
    'tasks.copy-url': ({ taskId, url }) => {
      if (!taskEdits.describes(id(), taskId, url)) throw new ValidationError(messages.errors.board.notDescribed);
      context.copyText(url);
      context.showToast(messages.app.addressCopied);
    },
    'tasks.search': ({ query }) =>
      account.read((client) => searchTasks(source(client), projects.directory.lists().projects, query)),
    'tasks.copy-link': ({ taskId }) => {
      const { id: accountId, webUrl, workspaceId } = account.required();
      if (webUrl === null || workspaceId === null) return;
      context.copyText(taskWebAddress(webUrl, workspaceId, taskEdits.task(accountId, taskId)));
      context.showToast(messages.app.addressCopied);
    },
    'tasks.copy-identifier': ({ identifier }) => {
      context.copyText(identifier);
      context.showToast(messages.app.textCopied);
    },
    'tasks.open-in-browser': async ({ taskId }) => {
      const { id: accountId, webUrl, workspaceId, baseUrl } = account.required();
      if (webUrl === null || workspaceId === null) return;
      await context.openPage(taskWebAddress(webUrl, workspaceId, taskEdits.task(accountId, taskId)), baseUrl);
    },
  };
}

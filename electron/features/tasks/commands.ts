import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { tasksCommands } from '../../../shared/contract/tasks.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Client } from '../../service/client.ts';
import type { AccountAccess } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { ProjectsService } from '../projects/index.ts';
import { taskWebAddress } from './read-task-page.ts';
import { taskPageSource } from './task-page.ts';
import type { TasksService } from './tasks-service.ts';

export function handlers(
  { assigned, taskPage, taskEdits, announcedEvents, search }: TasksService,
  projects: Pick<ProjectsService, 'attachPicture'>,
  account: AccountAccess,
  context: FeatureContext,
): HandlersOf<typeof tasksCommands> {
  const source = (client: Client) => taskPageSource(account.required(), client);

  return {
    ...taskEdits.handlers,
    'tasks.refresh': () => assigned.refresh(true),
    'tasks.fetched-at': () => assigned.fetchedAt(),
    'tasks.attach-picture': ({ taskId, identifier }) => projects.attachPicture({ id: taskId, identifier }),
    'tasks.announced-event': (announcement) =>
      account.read((client) => announcedEvents.find(client, account.required(), announcement)),
    'tasks.open-page': ({ taskId }) => {
      account.permissions.refreshIfStale();
      return account.read((client) => taskPage.open(source(client), taskId));
    },
    'tasks.leave-page': ({ taskId }) => taskPage.leave(taskId),
    'tasks.show-earlier': ({ taskId }) => taskPage.showEarlier(taskId),
    'tasks.open-link': async ({ taskId, linkId }) => {
      const url = taskEdits.linkUrl(taskId, linkId);
      if (url !== undefined) await context.openPage(url, account.required().baseUrl);
    },
    'tasks.open-url': async ({ taskId, url }) => {
      if (taskEdits.describes(taskId, url)) await context.openPage(url, account.required().baseUrl);
      else throw new ValidationError(messages.errors.board.notDescribed);
    },
    'tasks.find-linked': async ({ taskId, url }) => {
      const { webUrl, baseUrl } = account.required();
      // Another server may have a task with the same id.
      const isOurs = [webUrl, baseUrl].some((ours) => ours !== null && URL.parse(ours)?.origin === new URL(url).origin);
      if (!isOurs) return null;
      return account
        .read((client) => client.getTask(taskId))
        .then(
          () => account.marked({ id: taskId }),
          () => null,
        );
    },
    'tasks.copy-url': ({ taskId, url }) => {
      if (!taskEdits.describes(taskId, url)) throw new ValidationError(messages.errors.board.notDescribed);
      context.copyText(url);
      context.showToast(messages.app.addressCopied);
    },
    'tasks.search': ({ query }) => account.read((client) => search(source(client), query)),
    'tasks.copy-link': ({ taskId }) => {
      const { webUrl, workspaceId } = account.required();
      if (webUrl === null || workspaceId === null) return;
      context.copyText(taskWebAddress(webUrl, workspaceId, taskEdits.task(taskId)));
      context.showToast(messages.app.addressCopied);
    },
    'tasks.copy-identifier': ({ identifier }) => {
      context.copyText(identifier);
      context.showToast(messages.app.textCopied);
    },
    'tasks.open-in-browser': async ({ taskId }) => {
      const { webUrl, workspaceId, baseUrl } = account.required();
      if (webUrl === null || workspaceId === null) return;
      await context.openPage(taskWebAddress(webUrl, workspaceId, taskEdits.task(taskId)), baseUrl);
    },
  };
}

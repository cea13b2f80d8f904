import type { calendarCommands } from '../../../shared/contract/calendars.ts';
import type { codeHostCommands } from '../../../shared/contract/code-host.ts';
import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { projectCommands } from '../../../shared/contract/projects.ts';
import type { webhookCommands } from '../../../shared/contract/webhooks.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { ServiceError } from '../../service/errors.ts';
import type { AccountService } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { calendarUrl, countFeedDates, readCalendars } from './calendars.ts';
import { readCodeHost, readRepositories, verifyInstallation } from './code-host.ts';
import type { ProjectsService } from './projects-service.ts';
import { readLabels } from './read-labels.ts';
import { readArchived } from './read-project.ts';
import { readWebhook } from './webhooks.ts';

type Commands = typeof projectCommands & typeof webhookCommands & typeof codeHostCommands & typeof calendarCommands;

export function handlers(
  feature: ProjectsService,
  account: Pick<AccountService, 'required'>,
  context: Pick<FeatureContext, 'copyText'>,
): HandlersOf<Commands> {
  const { projects, webhooks, codeHosts, calendars } = feature;
  const { id, workspaceId, webUrl, readPart, readList, changing, leaving, changingLabel } = feature;
  const { read, hasUploads, chosenPicture } = feature;

  return {
    'project.read': ({ projectId }) => read(projectId),
    'project.archived': () => readPart('project', (client) => readArchived(client, workspaceId())),
    'project.background': ({ projectId }) =>
      readPart('background', async (client) => {
        try {
          const { contentType, bytes } = await client.downloadBackground(projectId);
          return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
        } catch (error) {
          if (error instanceof ServiceError && (error.isGone || error.isMissingRoute)) return null;
          throw error;
        }
      }),
    'project.uploads': () => hasUploads(),
    'project.save': ({ changed, ...project }) => {
      const set = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
      return changing(project.projectId, projects.update(id(), project, set));
    },
    'project.create': (project) => changing(null, projects.create(id(), { ...project, workspaceId: workspaceId() })),
    'project.set-archived': ({ isArchived, ...project }) => {
      const end = projects.setArchived(id(), project, isArchived);
      return isArchived ? leaving(project.projectId, end) : changing(project.projectId, end);
    },
    'project.delete': (project) => leaving(project.projectId, projects.remove(id(), project, workspaceId())),
    'project.move': ({ workspaceId: to, ...project }) => {
      const workspace = account.required().workspaces.find((one) => one.id === to);
      if (workspace === undefined) throw new AppError({ kind: 'no-workspace', ...messages.errors.project.noWorkspace });
      return leaving(project.projectId, projects.move(id(), project, workspace));
    },
    'project.order': ({ projectIds }) => changing(null, projects.order(id(), workspaceId(), projectIds)),
    'project.set-background': async (project) => {
      const file = await chosenPicture();
      return file === null ? null : changing(project.projectId, projects.setBackground(id(), project, file));
    },
    'project.remove-background': (project) => changing(project.projectId, projects.removeBackground(id(), project)),
    'project.copy-link': ({ projectId }) => {
      const url = webUrl();
      if (url !== null) context.copyText(`${url}/public-project/${encodeURIComponent(projectId)}`);
    },

    'webhook.read': ({ projectId }) => readPart('webhook', (client) => readWebhook(client, projectId)),
    'webhook.replace': ({ url, secret, events, leadMinutes, ...project }) =>
      webhooks.replace(id(), project, {
        webhookUrl: url,
        events,
        dueDateReminderLeadTimeMinutes: leadMinutes,
        ...(secret !== undefined && { secret }),
      }),
    'webhook.update': ({ url, secret, events, leadMinutes, isActive, ...project }) =>
      webhooks.update(id(), project, {
        ...(url !== undefined && { webhookUrl: url }),
        ...(secret !== undefined && { secret }),
        ...(events !== undefined && { events }),
        ...(leadMinutes !== undefined && { dueDateReminderLeadTimeMinutes: leadMinutes }),
        ...(isActive !== undefined && { isActive }),
      }),
    'webhook.remove': (project) => webhooks.remove(id(), project),

    'code-host.read': ({ projectId }) => readPart('code-host', (client) => readCodeHost(client, projectId)),
    'code-host.repositories': ({ projectId, page }) =>
      readList('code-host', (client) => readRepositories(client, projectId, page)),
    'code-host.verify': ({ projectId, ...repository }) =>
      readPart('code-host', (client) => verifyInstallation(client, projectId, repository)),
    'code-host.link': ({ repositoryOwner, repositoryName, ...project }) =>
      codeHosts.link(id(), project, { repositoryOwner, repositoryName }),
    'code-host.update': ({ isActive, commentsTaskLink, ...project }) =>
      codeHosts.update(id(), project, {
        ...(isActive !== undefined && { isActive }),
        ...(commentsTaskLink !== undefined && { commentTaskLinkOnGitHubIssue: commentsTaskLink }),
      }),
    'code-host.unlink': (project) => codeHosts.unlink(id(), project),
    'code-host.import': (project) => changing(project.projectId, codeHosts.importIssues(id(), project)),

    'calendar.read': ({ projectId }) =>
      readList('calendar', (client) => readCalendars(client, workspaceId(), projectId, webUrl() !== null)),
    'calendar.add': ({ labelIds, timeZone, ...project }) => calendars.add(id(), project, labelIds, timeZone),
    'calendar.copy': async ({ projectId, feedId }) =>
      context.copyText(await readPart('calendar', (client) => calendarUrl(client, projectId, feedId))),
    'calendar.count': ({ projectId, feedId }) =>
      readPart('calendar', (client) => countFeedDates(client, projectId, feedId)),
    'calendar.remove': ({ feedId, ...project }) => calendars.remove(id(), project, feedId),

    'labels.read': () => readPart('labels', (client) => readLabels(client, workspaceId())),
    'labels.rename': (label) => changingLabel(projects.renameLabel(id(), { ...label, workspaceId: workspaceId() })),
    'labels.delete': (label) => changingLabel(projects.deleteLabel(id(), { ...label, workspaceId: workspaceId() })),
  };
}

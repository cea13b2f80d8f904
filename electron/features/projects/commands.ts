import type { z } from 'zod';
import type { calendarCommands } from '../../../shared/contract/calendars.ts';
import type { codeHostCommands } from '../../../shared/contract/code-host.ts';
import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { ProjectPage } from '../../../shared/contract/project-view.ts';
import type { projectCommands } from '../../../shared/contract/projects.ts';
import type { webhookCommands } from '../../../shared/contract/webhooks.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { ServiceError } from '../../service/errors.ts';
import type { AccountAccess } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { calendarUrl, countFeedDates, readCalendars } from './calendars.ts';
import { readCodeHost, readRepositories, verifyInstallation } from './code-host.ts';
import { readLabels } from './labels.ts';
import type { Undoable } from './project-write.ts';
import type { ProjectsService } from './projects-service.ts';
import { readArchived } from './read-project.ts';
import { readWebhook } from './webhooks.ts';
import { WRITES } from './write-kinds.ts';

type Commands = typeof projectCommands & typeof webhookCommands & typeof codeHostCommands & typeof calendarCommands;

export function handlers(
  feature: ProjectsService,
  account: Pick<AccountAccess, 'required'>,
  context: Pick<FeatureContext, 'copyText'>,
): HandlersOf<Commands> {
  const { read, readPart, readList, run, hasUploads, chosenPicture, workspaceId, webUrl } = feature;

  return {
    'project.refresh-list': feature.directory.refreshProjects,
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
      const payload = { ...project, changed: set, whole: null };
      return run(WRITES.projectUpdate, payload, undoOfSave(payload, feature.shownPage(project.projectId)));
    },
    'project.create': (project) =>
      run(
        WRITES.projectCreate,
        { ...project, workspaceId: workspaceId(), before: null },
        // Deleting it would also delete what others have put there since.
        { text: messages.projects.created({ project: project.name }), obstacle: messages.projects.deleteOnPage },
      ),
    'project.set-archived': (project) =>
      run(WRITES.projectArchive, project, {
        text: messages.projects[project.isArchived ? 'archived' : 'unarchived']({ project: project.projectName }),
        subjects: [`project:${project.projectId}:archived`],
        inverse: { ...project, isArchived: !project.isArchived },
      }),
    'project.delete': (project) =>
      run(
        WRITES.projectDelete,
        { ...project, workspaceId: workspaceId() },
        {
          text: messages.projects.deleted({ project: project.projectName }),
          subjects: [`project:${project.projectId}`],
          obstacle: messages.app.cannotBeUndone,
        },
      ),
    'project.move': ({ workspaceId: to, ...project }) => {
      const workspace = account.required().workspaces.find((one) => one.id === to);
      if (workspace === undefined) throw new AppError({ kind: 'no-workspace', ...messages.errors.project.noWorkspace });
      return run(
        WRITES.projectMove,
        { ...project, workspaceId: to, workspaceName: workspace.name },
        // Assignees who are not members there were removed.
        {
          text: messages.projects.moved({ project: project.projectName, workspace: workspace.name }),
          obstacle: messages.app.cannotBeUndone,
        },
      );
    },
    'project.order': ({ projectIds }) => {
      const payload = { workspaceId: workspaceId(), projectIds };
      const before = feature.shownOrder();
      const inverse = before && { ...payload, projectIds: before };
      return run(WRITES.projectsOrder, payload, inverse && { text: messages.projects.order, inverse });
    },
    'project.set-background': async (project) => {
      const file = await chosenPicture();
      return file === null ? null : run(WRITES.backgroundSet, { ...project, file });
    },
    'project.remove-background': (project) => run(WRITES.backgroundRemove, project),
    'project.copy-link': ({ projectId }) => {
      const url = webUrl();
      if (url !== null) context.copyText(`${url}/public-project/${encodeURIComponent(projectId)}`);
    },

    'webhook.read': ({ projectId }) => readPart('webhook', (client) => readWebhook(client, projectId)),
    'webhook.replace': ({ projectId, projectName, url, secret, events, leadMinutes }) => {
      const webhook = { webhookUrl: url, events, dueDateReminderLeadTimeMinutes: leadMinutes };
      return run(WRITES.webhookReplace, {
        projectId,
        projectName,
        webhook: { ...webhook, ...(secret !== undefined && { secret }) },
      });
    },
    'webhook.update': ({ projectId, projectName, url, secret, events, leadMinutes, isActive }) => {
      const changed = {
        ...(url !== undefined && { webhookUrl: url }),
        ...(secret !== undefined && { secret }),
        ...(events !== undefined && { events }),
        ...(leadMinutes !== undefined && { dueDateReminderLeadTimeMinutes: leadMinutes }),
        ...(isActive !== undefined && { isActive }),
      };
      return run(WRITES.webhookUpdate, { projectId, projectName, changed });
    },
    'webhook.remove': (project) => run(WRITES.webhookRemove, project),

    'code-host.read': ({ projectId }) => readPart('code-host', (client) => readCodeHost(client, projectId)),
    'code-host.repositories': ({ projectId, page }) =>
      readList('code-host', (client) => readRepositories(client, projectId, page)),
    'code-host.verify': ({ projectId, ...repository }) =>
      readPart('code-host', (client) => verifyInstallation(client, projectId, repository)),
    'code-host.link': ({ repositoryOwner, repositoryName, ...project }) =>
      run(WRITES.codeHostLink, { ...project, repository: { repositoryOwner, repositoryName } }),
    'code-host.update': ({ projectId, projectName, isActive, commentsTaskLink }) => {
      const changed = {
        ...(isActive !== undefined && { isActive }),
        ...(commentsTaskLink !== undefined && { commentTaskLinkOnGitHubIssue: commentsTaskLink }),
      };
      return run(WRITES.codeHostUpdate, { projectId, projectName, changed });
    },
    'code-host.unlink': (project) => run(WRITES.codeHostUnlink, project),
    'code-host.import': (project) => run(WRITES.issuesImport, project),

    'calendar.read': ({ projectId }) =>
      readList('calendar', (client) => readCalendars(client, workspaceId(), projectId, webUrl() !== null)),
    'calendar.add': (feed) => run(WRITES.calendarAdd, { ...feed, before: null }),
    'calendar.copy': async ({ projectId, feedId }) =>
      context.copyText(await readPart('calendar', (client) => calendarUrl(client, projectId, feedId))),
    'calendar.count': ({ projectId, feedId }) =>
      readPart('calendar', (client) => countFeedDates(client, projectId, feedId)),
    'calendar.remove': (feed) => run(WRITES.calendarRemove, feed),

    'labels.read': () => readPart('labels', (client) => readLabels(client, workspaceId())),
    'labels.rename': (label) => {
      const { name, to } = label;
      const payload = { ...label, workspaceId: workspaceId(), whole: null };
      const text = messages.projects.labelRenamed({ label: name, to });
      // Two labels of one name share their tasks, and nothing tells them apart again.
      const isMerged = feature.directory
        .lists()
        .labels.some((one) => one.id !== label.labelId && one.name.toLowerCase() === to.toLowerCase());
      return run(
        WRITES.labelRename,
        payload,
        isMerged
          ? { text, obstacle: messages.app.cannotBeUndone }
          : { text, inverse: { ...payload, name: to, to: name } },
      );
    },
    'labels.delete': (label) =>
      run(
        WRITES.labelDelete,
        { ...label, workspaceId: workspaceId() },
        { text: messages.projects.labelDeleted({ label: label.name }), obstacle: messages.app.cannotBeUndone },
      ),
  };
}

type ProjectUpdatePayload = z.infer<typeof WRITES.projectUpdate.schema>;

/** `shown`: the page before the change; undefined if it is unknown, and then the change cannot be undone. */
function undoOfSave(payload: ProjectUpdatePayload, shown: ProjectPage | undefined): Undoable<ProjectUpdatePayload> {
  const { projectId, projectName: project, changed } = payload;
  const fields = Object.keys(changed) as (keyof typeof changed)[];
  const { isPublic } = changed;
  const text =
    isPublic === undefined
      ? messages.projects.changed({ project })
      : messages.projects[isPublic ? 'isPublic' : 'isPrivate']({ project });
  const subjects = fields.map((field) => `project:${projectId}:${field}`);
  if (shown === undefined || ('description' in changed && !shown.project.isDescriptionWhole))
    return { text, subjects, obstacle: messages.app.cannotBeUndone };
  return {
    text,
    subjects,
    inverse: {
      ...payload,
      projectName: changed.name ?? project,
      changed: Object.fromEntries(fields.map((field) => [field, shown.project[field]])),
    },
  };
}

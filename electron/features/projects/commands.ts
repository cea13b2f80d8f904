/** Which feature answers the commands about a project's page: the project itself, its webhook, code host, calendars and labels. */

import { LOCAL_WORKSPACE_URL } from '../../../shared/contract/account-view.ts';
import type { CommandHandlers, CommandName } from '../../../shared/contract/index.ts';
import type { WriteResult } from '../../../shared/contract/write-result.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import type { Unreadable } from '../../app/unreadable-records.ts';

import type { AwaitWrite } from '../../outbox/await-write.ts';
import type { Outbox } from '../../outbox/outbox.ts';

import { ServiceError } from '../../service/errors.ts';
import { oddIn } from '../../service/records.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Account, Session } from '../account/accounts.ts';
import type { Permissions } from '../account/permissions.ts';
import type { Board } from '../board/board.ts';
import type { createUploads } from '../server/server-info.ts';
import { attachPicture } from './attach-picture.ts';
import { calendarUrl, countFeedDates, createCalendarChanges, readCalendars } from './calendars.ts';
import { createCodeHostChanges, readCodeHost, readRepositories, verifyInstallation } from './code-host.ts';
import { pictureAt } from './picture-file.ts';
import { createProjectChanges } from './project-changes.ts';
import { sectionError } from './project-errors.ts';
import { readLabels } from './read-labels.ts';
import { readArchived, readProject } from './read-project.ts';
import type { PictureFile } from './upload-writes.ts';
import { createWebhookChanges, readWebhook } from './webhooks.ts';
import type { WorkspaceDirectory } from './workspace-directory.ts';

export interface ProjectFeatures {
  write: AwaitWrite;
  outbox: Pick<Outbox, 'openOfKinds'>;
  board: Pick<Board, 'ownProjectId' | 'refresh' | 'close'>;
  known: Pick<WorkspaceDirectory, 'changed' | 'refreshIfStale'>;
  permissions: Permissions;
  settings: Pick<SettingsStore, 'kept' | 'keep'>;
  uploads: ReturnType<typeof createUploads>;
  /** Throws AppError where nobody is signed in. */
  account: () => Account;
  /** What people call the server. */
  server: () => string;
  /** A read that a person asked for. */
  reading: <T>(work: (client: Session['client']) => Promise<T>) => Promise<T>;
  /** Asks which picture; null where the person cancels. */
  choosePicture: () => Promise<string | null>;
  copyText: (text: string) => void;
  unreadable: Pick<Unreadable, 'set'>;
}

type ProjectCommand =
  | 'tasks.attach-picture'
  | Extract<
      CommandName,
      `project.${string}` | `webhook.${string}` | `code-host.${string}` | `calendar.${string}` | `labels.${string}`
    >;

export function createProjectHandlers(features: ProjectFeatures): Pick<CommandHandlers, ProjectCommand> {
  const { write, outbox, board, known, permissions, settings, account, copyText, unreadable } = features;
  const projects = createProjectChanges(write);
  const webhooks = createWebhookChanges(write);
  const codeHosts = createCodeHostChanges(write);
  const calendars = createCalendarChanges(write);

  const id = () => account().id;

  function workspaceId(): string {
    const { workspaceId: current } = account();
    if (current !== null) return current;
    throw new AppError({ kind: 'no-workspace', ...messages.errors.project.noWorkspace });
  }

  /** Where anybody reaches the service; null for the workspace on this computer. */
  function webUrl(): string | null {
    const { baseUrl, webUrl: known } = account();
    return baseUrl === LOCAL_WORKSPACE_URL ? null : (known ?? baseUrl.replace(/\/api$/, ''));
  }

  /** Part of the page: what it is called, for words where the server lacks it. */
  async function reading<T>(part: string, work: (client: Session['client']) => Promise<T>): Promise<T> {
    try {
      return await features.reading(work);
    } catch (error) {
      if (error instanceof ServiceError) permissions.learn(error);
      const appError = sectionError(error, features.server(), part);
      throw appError === undefined ? error : new AppError(appError, error);
    }
  }

  /** A list that says itself how much of it could not be read. */
  async function readingList<T>(part: 'calendar' | 'code-host', work: (client: Session['client']) => Promise<T>) {
    const list = await reading(part, work);
    unreadable.set(part, oddIn(list));
    return list;
  }

  /** What the person is shown elsewhere has changed, too. */
  async function changing<T>(projectId: string | null, work: Promise<WriteResult<T>>): Promise<WriteResult<T>> {
    const end = await work;
    if (end.state === 'done') {
      known.changed();
      if (projectId !== null && board.ownProjectId() === projectId) board.refresh();
    }
    return end;
  }

  /** The board of a project that went away is not the one to open next. */
  async function leaving<T>(projectId: string, work: Promise<WriteResult<T>>): Promise<WriteResult<T>> {
    const end = await work;
    if (end.state === 'rejected') return end;
    const last = settings.kept('last-boards') ?? {};
    settings.keep('last-boards', Object.fromEntries(Object.entries(last).filter(([, kept]) => kept !== projectId)));
    if (board.ownProjectId() === projectId) board.close();
    known.changed();
    return end;
  }

  async function chosenPicture(): Promise<PictureFile | null> {
    const path = await features.choosePicture();
    return path === null ? null : pictureAt(path);
  }

  return {
    'tasks.attach-picture': async ({ taskId, identifier }) => {
      const file = await chosenPicture();
      if (file === null) return null;
      const end = await attachPicture(write, id(), { id: taskId, identifier }, file);
      if (end.state === 'done') copyText(end.value);
      return end;
    },

    'project.read': ({ projectId }) => {
      permissions.need();
      known.refreshIfStale();
      const { id: accountId, workspaces } = account();
      const open = outbox.openOfKinds(accountId, 'project.');
      const source = { workspaceId: workspaceId(), workspaces, webUrl: webUrl(), open };
      return reading('project', (client) => readProject(client, source, projectId));
    },
    'project.archived': () => reading('project', (client) => readArchived(client, workspaceId())),
    'project.background': ({ projectId }) =>
      reading('background', async (client) => {
        try {
          const { contentType, bytes } = await client.downloadBackground(projectId);
          return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`;
        } catch (error) {
          if (error instanceof ServiceError && (error.isGone || error.isMissingRoute)) return null;
          throw error;
        }
      }),
    'project.uploads': () => features.reading(features.uploads),
    'project.save': ({ changed, ...project }) => {
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
      return changing(project.projectId, projects.update(id(), project, given));
    },
    'project.create': (project) => changing(null, projects.create(id(), { ...project, workspaceId: workspaceId() })),
    'project.set-archived': ({ isArchived, ...project }) => {
      const end = projects.setArchived(id(), project, isArchived);
      return isArchived ? leaving(project.projectId, end) : changing(project.projectId, end);
    },
    'project.delete': (project) => leaving(project.projectId, projects.remove(id(), project, workspaceId())),
    'project.move': ({ workspaceId: to, ...project }) => {
      const workspace = account().workspaces.find((one) => one.id === to);
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
      if (url !== null) copyText(`${url}/public-project/${encodeURIComponent(projectId)}`);
    },

    'webhook.read': ({ projectId }) => reading('webhook', (client) => readWebhook(client, projectId)),
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

    'code-host.read': ({ projectId }) => reading('code-host', (client) => readCodeHost(client, projectId)),
    'code-host.repositories': ({ projectId, page }) =>
      readingList('code-host', (client) => readRepositories(client, projectId, page)),
    'code-host.verify': ({ projectId, ...repository }) =>
      reading('code-host', (client) => verifyInstallation(client, projectId, repository)),
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
      readingList('calendar', (client) => readCalendars(client, workspaceId(), projectId, webUrl() !== null)),
    'calendar.add': ({ labelIds, timeZone, ...project }) => calendars.add(id(), project, labelIds, timeZone),
    'calendar.copy': async ({ projectId, feedId }) =>
      copyText(await reading('calendar', (client) => calendarUrl(client, projectId, feedId))),
    'calendar.count': ({ projectId, feedId }) =>
      reading('calendar', (client) => countFeedDates(client, projectId, feedId)),
    'calendar.remove': ({ feedId, ...project }) => calendars.remove(id(), project, feedId),

    'labels.read': () => reading('labels', (client) => readLabels(client, workspaceId())),
    'labels.rename': (label) =>
      changing(board.ownProjectId(), projects.renameLabel(id(), { ...label, workspaceId: workspaceId() })),
    'labels.delete': (label) =>
      changing(board.ownProjectId(), projects.deleteLabel(id(), { ...label, workspaceId: workspaceId() })),
  };
}

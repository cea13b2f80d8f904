/** A project's link to a code host: reading and changing it, and the repositories to choose from (docs/service.md#code-host). */

import type { WriteResult } from '../../../shared/contract/command.ts';
import {
  type CodeHostView,
  ImportCounts,
  type NamedProject,
  type Repositories,
  type VerifiedInstallation,
} from '../../../shared/contract/project-view.ts';

import type { AwaitWrite } from '../../outbox/await-write.ts';
import type { Client } from '../../service/client.ts';
import type { CodeHostLink, CodeHostUpdate, UnreadableRecords } from '../../service/records.ts';

import {
  CODE_HOST_LINK,
  CODE_HOST_UNLINK,
  CODE_HOST_UPDATE,
  type CodeHostLinkPayload,
  type CodeHostUnlinkPayload,
  type CodeHostUpdatePayload,
  ISSUES_IMPORT,
  type IssuesImportPayload,
} from './code-host-writes.ts';
import { noChange } from './project-changes.ts';

/** Throws ServiceError. */
export async function readCodeHost(
  client: Pick<Client, 'getCodeHostApp' | 'getCodeHostIntegration'>,
  projectId: string,
): Promise<CodeHostView> {
  const [{ appName }, linked] = await Promise.all([client.getCodeHostApp(), client.getCodeHostIntegration(projectId)]);
  return {
    appName,
    linked: linked && {
      owner: linked.repositoryOwner,
      name: linked.repositoryName,
      branchPattern: linked.branchPattern ?? null,
      isActive: linked.isActive ?? true,
      commentsTaskLink: linked.commentTaskLinkOnGitHubIssue ?? null,
    },
  };
}

/** One page of the repositories that the app can access; pages start at 1. Throws ServiceError. */
export async function readRepositories(
  client: Pick<Client, 'listRepositories'>,
  projectId: string,
  page: number,
): Promise<{ value: Repositories; unreadable: UnreadableRecords | undefined }> {
  const listing = await client.listRepositories(projectId, page === 1 ? {} : { repositoryPage: page });
  const { repositories, installations, total, unreadable } = listing;
  const value: Repositories = {
    repositories: repositories.map(({ owner, name, private: isPrivate, description }) => ({
      owner: owner.login,
      name,
      isPrivate,
      description: description ?? '',
    })),
    total,
    installations: installations.length,
  };
  return { value, unreadable };
}

/** Whether the app is installed for a repository. Throws ServiceError. */
export async function verifyInstallation(
  client: Pick<Client, 'verifyInstallation'>,
  projectId: string,
  repository: CodeHostLink,
): Promise<VerifiedInstallation> {
  const { installed, hasRequiredPermissions, missingPermissions, message } = await client.verifyInstallation({
    ...repository,
    projectId,
  });
  return { installed, hasRequiredPermissions, missingPermissions, message };
}

export function createCodeHostChanges(write: AwaitWrite) {
  const subject = ({ projectId }: NamedProject) => `code-host:${projectId}`;
  return {
    link(accountId: string, project: NamedProject, repository: CodeHostLink): Promise<WriteResult> {
      const payload: CodeHostLinkPayload = { ...project, repository };
      return write({ accountId, kind: CODE_HOST_LINK, subject: subject(project), payload }, noChange);
    },

    update(accountId: string, project: NamedProject, changed: CodeHostUpdate): Promise<WriteResult> {
      const payload: CodeHostUpdatePayload = { ...project, changed };
      return write({ accountId, kind: CODE_HOST_UPDATE, subject: subject(project), payload }, noChange);
    },

    unlink(accountId: string, project: NamedProject): Promise<WriteResult> {
      const payload: CodeHostUnlinkPayload = project;
      return write({ accountId, kind: CODE_HOST_UNLINK, subject: subject(project), payload }, noChange);
    },

    /** Imports the repository's issues as tasks. */
    importIssues(accountId: string, project: NamedProject): Promise<WriteResult<ImportCounts>> {
      const payload: IssuesImportPayload = project;
      const item = { accountId, kind: ISSUES_IMPORT, subject: subject(project), payload };
      return write(item, (value) => ImportCounts.parse(value));
    },
  };
}

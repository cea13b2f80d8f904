/** A project's link to a code host: how it stands, what could be linked, and how it changes (section 4; unshown paths, GitHub). */

import type { Write, WriteEnd } from '../../outbox/await-write.ts';
import type { Client } from '../../service/client.ts';
import {
  type CodeHostLink,
  type CodeHostUpdate,
  type InstallationVerification,
  noteOdd,
  oddIn,
} from '../../service/records.ts';
import { oneLine } from '../tasks/task-view.ts';
import {
  CODE_HOST_LINK,
  CODE_HOST_UNLINK,
  CODE_HOST_UPDATE,
  type CodeHostLinkPayload,
  type CodeHostUnlinkPayload,
  type CodeHostUpdatePayload,
  ImportCounts,
  ISSUES_IMPORT,
  type IssuesImportPayload,
} from './code-host-writes.ts';
import { type NamedProject, nothing } from './project-changes.ts';

export interface CodeHostView {
  /** The app that the instance has there; null where none is set up. */
  appName: string | null;
  /** null where no repository is linked. */
  linked: {
    owner: string;
    name: string;
    branchPattern: string | null;
    isActive: boolean;
    /** Each imported issue gets a comment with a link to its task; null where the server has no such switch. */
    commentsTaskLink: boolean | null;
  } | null;
}

export interface RepositoryView {
  owner: string;
  name: string;
  isPrivate: boolean;
  description: string;
}

export interface Repositories {
  repositories: RepositoryView[];
  /** Reachable ones, those beyond this page included. */
  total: number;
  /** How many times the app is installed. */
  installations: number;
}

/** What asking for an installation gave. */
export type Verified = Pick<
  InstallationVerification,
  'installed' | 'hasRequiredPermissions' | 'missingPermissions' | 'message'
>;

const MAX_TEXT = 200;

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

/** One page of what the app can reach, from 1. Throws ServiceError. */
export async function readRepositories(
  client: Pick<Client, 'listRepositories'>,
  projectId: string,
  page: number,
): Promise<Repositories> {
  const listing = await client.listRepositories(projectId, page === 1 ? {} : { repositoryPage: page });
  const { repositories, installations, total } = listing;
  const found: Repositories = {
    repositories: repositories.map(({ owner, name, private: isPrivate, description }) => ({
      owner: owner.login,
      name,
      isPrivate,
      description: oneLine(description ?? '', MAX_TEXT),
    })),
    total,
    installations: installations.length,
  };
  noteOdd(found, oddIn(listing));
  return found;
}

/** Whether the app is installed for a repository. Throws ServiceError. */
export async function verifyInstallation(
  client: Pick<Client, 'verifyInstallation'>,
  projectId: string,
  repository: CodeHostLink,
): Promise<Verified> {
  const { installed, hasRequiredPermissions, missingPermissions, message } = await client.verifyInstallation({
    ...repository,
    projectId,
  });
  return { installed, hasRequiredPermissions, missingPermissions, message: oneLine(message, MAX_TEXT) };
}

export type CodeHostChanges = ReturnType<typeof createCodeHostChanges>;

export function createCodeHostChanges(write: Write) {
  const subject = ({ projectId }: NamedProject) => `code-host:${projectId}`;
  return {
    link(accountId: string, project: NamedProject, repository: CodeHostLink): Promise<WriteEnd> {
      const payload: CodeHostLinkPayload = { ...project, repository };
      return write({ accountId, kind: CODE_HOST_LINK, subject: subject(project), payload }, nothing);
    },

    update(accountId: string, project: NamedProject, changed: CodeHostUpdate): Promise<WriteEnd> {
      const payload: CodeHostUpdatePayload = { ...project, changed };
      return write({ accountId, kind: CODE_HOST_UPDATE, subject: subject(project), payload }, nothing);
    },

    unlink(accountId: string, project: NamedProject): Promise<WriteEnd> {
      const payload: CodeHostUnlinkPayload = project;
      return write({ accountId, kind: CODE_HOST_UNLINK, subject: subject(project), payload }, nothing);
    },

    /** Makes tasks of the repository's issues. */
    importIssues(accountId: string, project: NamedProject): Promise<WriteEnd<ImportCounts>> {
      const payload: IssuesImportPayload = project;
      const item = { accountId, kind: ISSUES_IMPORT, subject: subject(project), payload };
      return write(item, (value) => ImportCounts.parse(value));
    },
  };
}

/** A project's link to a code host: reading and changing it, and the repositories to choose from (docs/service.md#code-host). */
import type { z } from 'zod';
import {
  type CodeHostView,
  ImportCounts,
  type Repositories,
  type VerifiedInstallation,
} from '../../../shared/contract/project-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, ignoreMissing, rejectOn503 } from '../../outbox/answers.ts';
import { idempotentWrite } from '../../outbox/idempotent-write.ts';
import { affectsNothing } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { isRejected } from '../../service/errors.ts';
import { CodeHostLink, CodeHostUpdate, type UnreadableRecords } from '../../service/records.ts';
import { OfProject, type ProjectWrite, partChange, partWrite } from './project-write.ts';

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

const CodeHostLinkPayload = OfProject.extend({ repository: CodeHostLink });
type CodeHostLinkPayload = z.infer<typeof CodeHostLinkPayload>;

/** POST. 409 means that a repository is linked, which is success if it is this one. */
export const codeHostLink = partWrite('code-host', {
  kind: 'code-host.link',
  schema: CodeHostLinkPayload,
  affects: affectsNothing,
  async send(payload, { client }) {
    try {
      await acceptAnyAnswer(rejectOn503(client.linkRepository(payload.projectId, payload.repository)));
    } catch (error) {
      if (!isRejected(error, 409) || !(await isLinkedToIt(payload, client))) throw error;
    }
    return {};
  },
  async find(payload, { client }) {
    return (await isLinkedToIt(payload, client)) ? {} : undefined;
  },
  describe: ({ projectName, repository }) =>
    messages.outbox.codeHost.link({ project: projectName, repository: nameOf(repository) }),
  rejected: ({ projectName, repository }) =>
    messages.outbox.codeHost.linkRejected({ project: projectName, repository: nameOf(repository) }),
});

async function isLinkedToIt({ projectId, repository }: CodeHostLinkPayload, client: Client): Promise<boolean> {
  const linked = await client.getCodeHostIntegration(projectId);
  return linked !== null && nameOf(linked).toLowerCase() === nameOf(repository).toLowerCase();
}

/** PATCH: omitted fields stay. */
export const codeHostUpdate = partChange('code-host', {
  kind: 'code-host.update',
  schema: OfProject.extend({ changed: CodeHostUpdate }),
  send: ({ projectId, changed }, client) => client.updateCodeHostIntegration(projectId, changed),
  describe: ({ projectName }) => messages.outbox.codeHost.change({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.codeHost.changeRejected({ project: projectName }),
});

export const codeHostUnlink = partChange('code-host', {
  kind: 'code-host.unlink',
  schema: OfProject,
  send: ({ projectId }, client) => ignoreMissing(client.unlinkRepository(projectId)),
  describe: ({ projectName }) => messages.outbox.codeHost.unlink({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.codeHost.unlinkRejected({ project: projectName }),
});

/** Most steps per import; the next import continues. */
const MAX_STEPS = 50;

/** POST /github-integration/import-issues: in steps on newer servers. Idempotent: imported issues are skipped. */
export const issuesImport: ProjectWrite<z.infer<typeof OfProject>, ImportCounts> = {
  ...partWrite(
    'code-host',
    idempotentWrite({
      kind: 'code-host.import',
      schema: OfProject,
      affects: ({ projectId }) => [{ of: 'project', projectId }],
      async send({ projectId }, client): Promise<ImportCounts> {
        let runId: string | undefined;
        for (let step = 1; ; step += 1) {
          const answer = await client.importIssues(runId === undefined ? { projectId } : { projectId, runId });
          const { imported = 0, skipped = 0, errors } = answer;
          if (answer.isDone || step === MAX_STEPS) return { imported, skipped, errors: errors?.length ?? 0 };
          runId = answer.runId ?? undefined;
        }
      },
      describe: ({ projectName }) => messages.outbox.codeHost.import({ project: projectName }),
      rejected: ({ projectName }) => messages.outbox.codeHost.importRejected({ project: projectName }),
    }),
  ),
  result: (value) => ImportCounts.parse(value),
  changes: ({ projectId }) => ({ event: 'projectChanged', projectId }),
};

const nameOf = ({ repositoryOwner, repositoryName }: CodeHostLink): string => `${repositoryOwner}/${repositoryName}`;

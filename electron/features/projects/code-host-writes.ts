/** A project's link to a code host (docs/service.md#code-host). */

import { z } from 'zod';
import type { ImportCounts } from '../../../shared/contract/project-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { acceptAnyAnswer, idempotentWrite, ignoreMissing } from '../../outbox/idempotent-write.ts';
import { rejectOn503 } from '../../outbox/rejections.ts';
import type { WriteKind } from '../../outbox/write-kind.ts';
import { affectsNothing } from '../../service/affected-data.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { CodeHostLink, CodeHostUpdate } from '../../service/records.ts';

const OfProject = z.object({
  projectId: z.string(),
  /** For messages. */
  projectName: z.string(),
});

export const CODE_HOST_LINK = 'code-host.link';
export const CodeHostLinkPayload = OfProject.extend({ repository: CodeHostLink });
export type CodeHostLinkPayload = z.infer<typeof CodeHostLinkPayload>;

/** POST. 409 means that a repository is linked, which is success if it is this one. */
export const codeHostLink: WriteKind<CodeHostLinkPayload> = {
  kind: CODE_HOST_LINK,
  schema: CodeHostLinkPayload,
  affects: affectsNothing,
  async send(payload, { client }) {
    try {
      await acceptAnyAnswer(rejectOn503(client.linkRepository(payload.projectId, payload.repository)));
    } catch (error) {
      const isLinked = error instanceof ServiceError && error.kind === 'rejected' && error.status === 409;
      if (!isLinked || !(await isLinkedToIt(payload, client))) throw error;
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
};

async function isLinkedToIt({ projectId, repository }: CodeHostLinkPayload, client: Client): Promise<boolean> {
  const linked = await client.getCodeHostIntegration(projectId);
  return linked !== null && nameOf(linked).toLowerCase() === nameOf(repository).toLowerCase();
}

export const CODE_HOST_UPDATE = 'code-host.update';
export const CodeHostUpdatePayload = OfProject.extend({ changed: CodeHostUpdate });
export type CodeHostUpdatePayload = z.infer<typeof CodeHostUpdatePayload>;

/** PATCH: omitted fields stay. */
export const codeHostUpdate = idempotentWrite<CodeHostUpdatePayload>({
  kind: CODE_HOST_UPDATE,
  schema: CodeHostUpdatePayload,
  affects: affectsNothing,
  send: ({ projectId, changed }, client) => client.updateCodeHostIntegration(projectId, changed),
  describe: ({ projectName }) => messages.outbox.codeHost.change({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.codeHost.changeRejected({ project: projectName }),
});

export const CODE_HOST_UNLINK = 'code-host.unlink';
export const CodeHostUnlinkPayload = OfProject;
export type CodeHostUnlinkPayload = z.infer<typeof CodeHostUnlinkPayload>;

export const codeHostUnlink = idempotentWrite<CodeHostUnlinkPayload>({
  kind: CODE_HOST_UNLINK,
  schema: CodeHostUnlinkPayload,
  affects: affectsNothing,
  send: ({ projectId }, client) => ignoreMissing(client.unlinkRepository(projectId)),
  describe: ({ projectName }) => messages.outbox.codeHost.unlink({ project: projectName }),
  rejected: ({ projectName }) => messages.outbox.codeHost.unlinkRejected({ project: projectName }),
});

export const ISSUES_IMPORT = 'code-host.import';
export const IssuesImportPayload = OfProject;
export type IssuesImportPayload = z.infer<typeof IssuesImportPayload>;

/** Most steps per import; the next import continues. */
const MAX_STEPS = 50;

/** POST /github-integration/import-issues: in steps on newer servers. Idempotent: imported issues are skipped. */
export const issuesImport = idempotentWrite<IssuesImportPayload>({
  kind: ISSUES_IMPORT,
  schema: IssuesImportPayload,
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
});

const nameOf = ({ repositoryOwner, repositoryName }: CodeHostLink): string => `${repositoryOwner}/${repositoryName}`;

/** A project's link to a code host (docs/service.md#code-host). */

import { z } from 'zod';
import { line, Name } from '../../../shared/contract/fields.ts';
import { ServiceError } from '../errors.ts';
import { type Http, segment } from '../http.ts';
import { parseRecord } from '../response.ts';
import { Count, Success, Timestamp } from './common.ts';
import { type Lenient, listOf, oneOf } from './lenient.ts';

const Line = line(200);

/** A listed repository. The names with underscores are the code host's. */
export const Repository = z.object({
  id: z.number(),
  name: Line,
  full_name: Line,
  private: z.boolean(),
  owner: z.object({ login: Line, avatar_url: z.string().nullish(), type: z.string().nullish() }),
  description: Line.nullish(),
  html_url: z.string(),
  updated_at: Timestamp.nullish(),
  installation_id: z.number(),
  permissions: z.object({ admin: z.boolean(), push: z.boolean(), pull: z.boolean() }).nullish(),
});
export type Repository = z.infer<typeof Repository>;

export const RepositoryListing = z
  .object({
    repositories: listOf('repository', Repository, { fallback: { name: '', private: true, html_url: '' } }),
    installations: listOf(
      'installation',
      z.object({
        id: z.number(),
        account: z.object({ login: Line, type: z.string().nullish() }).nullish(),
        repositories: z.array(z.string()),
      }),
      { fallback: { repositories: [] } },
    ),
    total: Count,
  })
  .transform((listing) => ({ ...listing, total: listing.total ?? listing.repositories.length }));
export type RepositoryListing = z.infer<typeof RepositoryListing>;

/** Body of POST /github-integration/verify; newer servers also want `projectId`. */
export const InstallationVerify = z.object({
  repositoryOwner: z.string().min(1),
  repositoryName: z.string().min(1),
  projectId: z.string().optional(),
});
export type InstallationVerify = z.infer<typeof InstallationVerify>;

/**
 * POST /github-integration/verify. The interface document has `installed`; real servers send `isInstalled` and more. Without
 * `missingPermissions`, none is missing.
 */
export const InstallationVerification = z
  .object({
    installed: z.boolean().optional(),
    isInstalled: z.boolean().optional(),
    repositoryExists: z.boolean().nullish().catch(null),
    hasRequiredPermissions: z.boolean().optional(),
    missingPermissions: z.array(Line).nullish(),
    message: Line.catch(''),
    settingsUrl: z.string().nullish().catch(null),
    installationUrl: z.string().nullish().catch(null),
  })
  .transform(({ installed, isInstalled, hasRequiredPermissions, missingPermissions, ...rest }, context) => {
    const isThere = installed ?? isInstalled;
    if (isThere === undefined) {
      context.addIssue({ code: 'custom', path: ['installed'], message: 'is missing' });
      return z.NEVER;
    }
    return {
      ...rest,
      installed: isThere,
      hasRequiredPermissions: hasRequiredPermissions ?? isThere,
      missingPermissions: missingPermissions ?? [],
    };
  });
export type InstallationVerification = z.infer<typeof InstallationVerification>;

/** GET /github-integration/app-info: `appName` is null if no app is set up. */
export const CodeHostApp = z.object({ appName: Name.nullable() });
export type CodeHostApp = z.infer<typeof CodeHostApp>;

/** GET /github-integration/project/{projectId}. The answer to linking may lack some fields. */
const CodeHostIntegration = z.object({
  id: z.string().optional(),
  projectId: z.string().optional(),
  repositoryOwner: Line,
  repositoryName: Line,
  installationId: z.number().nullish(),
  branchPattern: Line.nullish(),
  commentTaskLinkOnGitHubIssue: z.boolean().nullish(),
  isActive: z.boolean().nullish(),
  createdAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
});

/** A project's linked repository, or null. */
const LinkedRepository = oneOf('repository', CodeHostIntegration).nullable();

/** Body of POST /github-integration/project/{projectId}. */
export const CodeHostLink = z.object({ repositoryOwner: z.string().min(1), repositoryName: z.string().min(1) });
export type CodeHostLink = z.infer<typeof CodeHostLink>;

/** Body of PATCH /github-integration/project/{projectId}. */
export const CodeHostUpdate = z.object({
  isActive: z.boolean().optional(),
  commentTaskLinkOnGitHubIssue: z.boolean().optional(),
});
export type CodeHostUpdate = z.infer<typeof CodeHostUpdate>;

/**
 * POST /github-integration/import-issues. Newer servers answer 202 with a `runId` while the import is incomplete: repeat the
 * request with it.
 */
export const IssueImport = z.object({
  imported: Count,
  skipped: Count,
  errors: z.array(z.unknown()).nullish().catch(null),
  runId: z.string().nullish().catch(null),
});
export type IssueImport = z.infer<typeof IssueImport>;

export const codeHostEndpoints = (http: Http) => {
  const path = (projectId: string) => `/github-integration/project/${segment(projectId)}`;
  return {
    /** `appName` is null if the instance has no app. */
    getCodeHostApp: () => http.get('/github-integration/app-info', CodeHostApp),

    /** Repositories that the installed app can access. Older servers have no project in the path; newer ones reject API keys. */
    listRepositories: async (
      projectId: string,
      query: { installationPage?: number; repositoryPage?: number } = {},
      signal?: AbortSignal,
    ): Promise<Lenient<RepositoryListing>> => {
      const root = '/github-integration/repositories';
      try {
        return await http.get(`${root}/${segment(projectId)}`, RepositoryListing, { query, signal });
      } catch (error) {
        if (!(error instanceof ServiceError && error.isMissingRoute)) throw error;
      }
      return http.get(root, RepositoryListing, { signal });
    },

    verifyInstallation: (body: InstallationVerify) =>
      http.post('/github-integration/verify', InstallationVerification, { body }),

    /** Null if the project is not linked. */
    getCodeHostIntegration: (projectId: string) => http.get(path(projectId), LinkedRepository),

    /** Links a repository; 409 if the project is linked already. */
    linkRepository: (projectId: string, body: CodeHostLink) =>
      http.post(path(projectId), CodeHostIntegration, { body }),

    /** Omitted fields are unchanged. */
    updateCodeHostIntegration: (projectId: string, body: CodeHostUpdate) =>
      http.patch(path(projectId), LinkedRepository, { body }),

    unlinkRepository: (projectId: string) => http.delete(path(projectId), Success),

    /** Newer servers import in steps: while `isDone` is false, repeat with `runId`. */
    importIssues: async (body: { projectId: string; runId?: string }): Promise<IssueImport & { isDone: boolean }> => {
      const answer = await http.requestJson({ method: 'POST', path: '/github-integration/import-issues', body });
      return { ...parseRecord(answer, IssueImport), isDone: answer.status !== 202 };
    },
  };
};

/** A project's link to a code host (docs/service.md#code-host). */

import { ServiceError } from '../errors.ts';
import type { Http } from '../http.ts';
import { part } from '../http.ts';
import {
  CodeHostApp,
  CodeHostIntegration,
  type CodeHostLink,
  type CodeHostUpdate,
  InstallationVerification,
  type InstallationVerify,
  IssueImport,
  type Lenient,
  LinkedRepository,
  RepositoryListing,
  Success,
} from '../records.ts';
import { parseRecord } from '../response.ts';

export const codeHostEndpoints = (http: Http) => {
  const path = (projectId: string) => `/github-integration/project/${part(projectId)}`;
  return {
    /** GET /github-integration/app-info: `appName` is null if the instance has no app. */
    getCodeHostApp: () => http.request({ method: 'GET', path: '/github-integration/app-info', schema: CodeHostApp }),

    /**
     * GET /github-integration/repositories/{projectId}: repositories that the installed app can access. Older servers have no
     * project in the path. Newer ones reject API keys.
     */
    listRepositories: async (
      projectId: string,
      query: { installationPage?: number; repositoryPage?: number } = {},
      signal?: AbortSignal,
    ): Promise<Lenient<RepositoryListing>> => {
      const root = '/github-integration/repositories';
      const request = { method: 'GET', schema: RepositoryListing, signal } as const;
      try {
        return await http.request({ ...request, path: `${root}/${part(projectId)}`, query });
      } catch (error) {
        if (!(error instanceof ServiceError && error.isMissingRoute)) throw error;
      }
      return http.request({ ...request, path: root });
    },

    /** POST /github-integration/verify: whether the app is installed for a repository. */
    verifyInstallation: (body: InstallationVerify) =>
      http.request({ method: 'POST', path: '/github-integration/verify', body, schema: InstallationVerification }),

    /** GET /github-integration/project/{projectId}: null if the project is not linked. */
    getCodeHostIntegration: (projectId: string) =>
      http.request({ method: 'GET', path: path(projectId), schema: LinkedRepository }),

    /** POST /github-integration/project/{projectId}: links a repository; 409 if the project is linked already. */
    linkRepository: (projectId: string, body: CodeHostLink) =>
      http.request({ method: 'POST', path: path(projectId), body, schema: CodeHostIntegration }),

    /** PATCH /github-integration/project/{projectId}: omitted fields are unchanged. */
    updateCodeHostIntegration: (projectId: string, body: CodeHostUpdate) =>
      http.request({ method: 'PATCH', path: path(projectId), body, schema: LinkedRepository }),

    unlinkRepository: (projectId: string) => http.request({ method: 'DELETE', path: path(projectId), schema: Success }),

    /** POST /github-integration/import-issues. Newer servers import in steps: while `isDone` is false, repeat with `runId`. */
    importIssues: async (body: { projectId: string; runId?: string }): Promise<IssueImport & { isDone: boolean }> => {
      const answer = await http.requestJson({ method: 'POST', path: '/github-integration/import-issues', body });
      return { ...parseRecord(answer, IssueImport), isDone: answer.status !== 202 };
    },
  };
};

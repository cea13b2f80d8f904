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
  LinkedRepository,
  RepositoryListing,
  Success,
} from '../records.ts';
import { parseRecord } from '../response.ts';

export const codeHostEndpoints = (http: Http) => {
  const path = (projectId: string) => `/github-integration/project/${part(projectId)}`;
  return {
    /** GET /github-integration/app-info: `appName` null where the instance has no app. */
    getCodeHostApp: () => http.request({ method: 'GET', path: '/github-integration/app-info', schema: CodeHostApp }),

    /**
     * GET /github-integration/repositories/{projectId}: what the installed app can reach. Older servers have no
     * project in the path and are asked so. An API key is rejected by newer ones.
     */
    listRepositories: async (
      projectId: string,
      query: { installationPage?: number; repositoryPage?: number } = {},
      signal?: AbortSignal,
    ): Promise<RepositoryListing> => {
      const root = '/github-integration/repositories';
      const wanted = { method: 'GET', schema: RepositoryListing, signal } as const;
      try {
        return await http.request({ ...wanted, path: `${root}/${part(projectId)}`, query });
      } catch (error) {
        if (!(error instanceof ServiceError && error.isMissingRoute)) throw error;
      }
      return http.request({ ...wanted, path: root });
    },

    /** POST /github-integration/verify: whether the app is installed for a repository. */
    verifyInstallation: (body: InstallationVerify) =>
      http.request({ method: 'POST', path: '/github-integration/verify', body, schema: InstallationVerification }),

    /** GET /github-integration/project/{projectId}: null where the project is not linked. */
    getCodeHostIntegration: (projectId: string) =>
      http.request({ method: 'GET', path: path(projectId), schema: LinkedRepository }),

    /** POST of the same: links a repository; 409 where it is linked already. */
    linkRepository: (projectId: string, body: CodeHostLink) =>
      http.request({ method: 'POST', path: path(projectId), body, schema: CodeHostIntegration }),

    /** PATCH of the same: what is left out stays. */
    updateCodeHostIntegration: (projectId: string, body: CodeHostUpdate) =>
      http.request({ method: 'PATCH', path: path(projectId), body, schema: LinkedRepository }),

    unlinkRepository: (projectId: string) => http.request({ method: 'DELETE', path: path(projectId), schema: Success }),

    /** POST /github-integration/import-issues: newer servers do it in steps; while `isDone` is false, repeat with `runId`. */
    importIssues: async (body: { projectId: string; runId?: string }): Promise<IssueImport & { isDone: boolean }> => {
      const answer = await http.ask({ method: 'POST', path: '/github-integration/import-issues', body });
      return { ...parseRecord(answer, IssueImport), isDone: answer.status !== 202 };
    },
  };
};

/** A project's link to a code host (docs/service.md#code-host). */

import { ServiceError } from '../errors.ts';
import { type Http, part } from '../http.ts';
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
        return await http.get(`${root}/${part(projectId)}`, RepositoryListing, { query, signal });
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

/** The repository a project is linked to. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, NamedProject, OneProject } from './common.ts';
import type { CodeHostView, ImportCounts, Repositories, VerifiedInstallation } from './project-view.ts';
import type { WriteResult } from './write-result.ts';

const Repository = {
  repositoryOwner: z.string().trim().min(1).max(LENGTHS.repository),
  repositoryName: z.string().trim().min(1).max(LENGTHS.repository),
};

export const codeHostCommands = {
  'code-host.read': OneProject,
  /** A page of what the app can reach, from 1. */
  'code-host.repositories': OneProject.extend({ page: z.number().int().min(1).max(1000) }).strict(),
  /** Whether the app is installed for a repository. */
  'code-host.verify': OneProject.extend(Repository).strict(),
  'code-host.link': NamedProject.extend(Repository).strict(),
  'code-host.update': NamedProject.extend({
    isActive: z.boolean().optional(),
    commentsTaskLink: z.boolean().optional(),
  }).strict(),
  'code-host.unlink': NamedProject,
  'code-host.import': NamedProject,
} satisfies CommandsOf<'code-host'>;

export interface CodeHostResults {
  'code-host.read': CodeHostView;
  'code-host.repositories': Repositories;
  'code-host.verify': VerifiedInstallation;
  'code-host.link': WriteResult;
  'code-host.update': WriteResult;
  'code-host.unlink': WriteResult;
  'code-host.import': WriteResult<ImportCounts>;
}

/** The repository a project is linked to. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, command, type WriteResult } from './command.ts';
import { NamedProject, OneProject, requiredLine } from './fields.ts';
import type { CodeHostView, ImportCounts, Repositories, VerifiedInstallation } from './project-view.ts';

const Repository = {
  repositoryOwner: requiredLine(LENGTHS.repository),
  repositoryName: requiredLine(LENGTHS.repository),
};

export const codeHostCommands = {
  'code-host.read': command(OneProject).returns<CodeHostView>(),
  /** A page, from 1, of the repositories that the app can access. */
  'code-host.repositories': command({ ...OneProject, page: z.number().int().min(1).max(1000) }).returns<Repositories>(),
  /** Whether the app is installed for a repository. */
  'code-host.verify': command({ ...OneProject, ...Repository }).returns<VerifiedInstallation>(),
  'code-host.link': command({ ...NamedProject, ...Repository }).returns<WriteResult>(),
  'code-host.update': command({
    ...NamedProject,
    isActive: z.boolean().optional(),
    commentsTaskLink: z.boolean().optional(),
  }).returns<WriteResult>(),
  'code-host.unlink': command(NamedProject).returns<WriteResult>(),
  'code-host.import': command(NamedProject).returns<WriteResult<ImportCounts>>(),
} satisfies CommandsOf<'code-host'>;

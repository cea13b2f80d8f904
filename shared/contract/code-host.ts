/** The repository a project is linked to. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, NamedProject, OneProject } from './common.ts';
import type { CodeHostView, ImportCounts, Repositories, Verified } from './project-view.ts';
import type { WriteEnd } from './write-result.ts';

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
  'code-host.verify': Verified;
  'code-host.link': WriteEnd;
  'code-host.update': WriteEnd;
  'code-host.unlink': WriteEnd;
  'code-host.import': WriteEnd<ImportCounts>;
}

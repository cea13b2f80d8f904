/** Projects, their pages, and the labels of the workspace. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, Empty, Id, NamedProject, OneProject } from './common.ts';
import type { LabelDefinitionView, ProjectPage } from './project-view.ts';
import type { WriteResult } from './write-result.ts';

const ProjectName = z.string().trim().min(1).max(LENGTHS.projectName);
const ProjectKey = z.string().trim().min(1).max(LENGTHS.projectKey);
const Icon = z.string().trim().max(LENGTHS.projectIcon);

export const projectCommands = {
  /** A project's page. What it can do is read as it is looked at: webhook, code host, calendars, labels. */
  'project.read': OneProject,
  /** Its background picture as a `data:` address; null where there is none. */
  'project.background': OneProject,
  /** Whether pictures can be uploaded; null where the server does not tell. */
  'project.uploads': Empty,
  'project.save': NamedProject.extend({
    changed: z
      .object({
        name: ProjectName,
        slug: ProjectKey,
        icon: Icon,
        description: z.string().max(1_000_000),
        isPublic: z.boolean(),
      })
      .partial()
      .strict()
      .refine((changed) => Object.keys(changed).length > 0),
  }).strict(),
  /** The archived projects of the workspace. */
  'project.archived': Empty,
  'project.create': z.object({ name: ProjectName, slug: ProjectKey, icon: Icon }).strict(),
  'project.set-archived': NamedProject.extend({ isArchived: z.boolean() }).strict(),
  'project.delete': NamedProject,
  /** Gives how many tasks lost their assignee. */
  'project.move': NamedProject.extend({ workspaceId: Id }).strict(),
  /** All projects that are not archived, in the order they are to have. */
  'project.order': z.object({ projectIds: z.array(Id).min(1).max(1000) }).strict(),
  /** Asks which picture; null where the person cancels. */
  'project.set-background': NamedProject,
  'project.remove-background': NamedProject,
  /** The address of its public board, to the clipboard. */
  'project.copy-link': OneProject,

  /** The labels that the workspace defines. */
  'labels.read': Empty,
  /** In the workspace, and on every task. */
  'labels.rename': z
    .object({ labelId: Id, name: z.string().max(200), to: z.string().trim().min(1).max(LENGTHS.labelName) })
    .strict(),
  /** From the workspace, and from every task. */
  'labels.delete': z.object({ labelId: Id, name: z.string().max(200) }).strict(),
} satisfies CommandsOf<'project' | 'labels'>;

export interface ProjectResults {
  'project.read': ProjectPage;
  'project.background': string | null;
  'project.uploads': boolean | null;
  'project.archived': ProjectPage['order'];
  'project.save': WriteResult;
  'project.create': WriteResult<string>;
  'project.set-archived': WriteResult;
  'project.delete': WriteResult;
  'project.move': WriteResult<number | null>;
  'project.order': WriteResult;
  'project.set-background': WriteResult | null;
  'project.remove-background': WriteResult;
  'labels.read': LabelDefinitionView[];
  'labels.rename': WriteResult;
  'labels.delete': WriteResult;
}

export interface NamedProjectRef {
  projectId: string;
  projectName: string;
}

/** Projects, their pages, and the labels of the workspace. */

import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, command, type WriteResult } from './command.ts';
import { Id, NamedProject, OfAccount, OneProject, requiredLine, typedLine } from './fields.ts';
import type { LabelDefinitionView, ProjectPage } from './project-view.ts';

const ProjectName = requiredLine(LENGTHS.projectName);
const ProjectKey = requiredLine(LENGTHS.projectKey);
const Icon = typedLine(LENGTHS.projectIcon);

export const projectCommands = {
  /** Reads the list of projects in the state again. */
  'project.refresh-list': command({}),
  /** A project's page. Webhook, code host, calendars and labels are read separately. */
  'project.read': command(OneProject).returns<ProjectPage>(),
  /** The background picture as a `data:` URL; null if there is none. */
  'project.background': command(OneProject).returns<string | null>(),
  /** Whether pictures can be uploaded; null if unknown. */
  'project.uploads': command(OfAccount).returns<boolean | null>(),
  'project.save': command({
    ...NamedProject,
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
  }).returns<WriteResult>(),
  /** The archived projects of the workspace. */
  'project.archived': command({}).returns<ProjectPage['order']>(),
  'project.create': command({ ...OfAccount, name: ProjectName, slug: ProjectKey, icon: Icon }).returns<
    WriteResult<string>
  >(),
  'project.set-archived': command({ ...NamedProject, isArchived: z.boolean() }).returns<WriteResult>(),
  'project.delete': command(NamedProject).returns<WriteResult>(),
  /** Returns how many tasks lost their assignee. */
  'project.move': command({ ...NamedProject, workspaceId: Id }).returns<WriteResult<number | null>>(),
  /** All projects that are not archived, in the new order. */
  'project.order': command({ ...OfAccount, projectIds: z.array(Id).min(1).max(1000) }).returns<WriteResult>(),
  /** Opens a file dialog; null if the person cancels. */
  'project.set-background': command(NamedProject).returns<WriteResult | null>(),
  'project.remove-background': command(NamedProject).returns<WriteResult>(),
  /** Copies the address of the public board to the clipboard. */
  'project.copy-link': command(OneProject),

  'labels.read': command(OfAccount).returns<LabelDefinitionView[]>(),
  /** Renames the label in the workspace and on every task. */
  'labels.rename': command({
    ...OfAccount,
    labelId: Id,
    name: typedLine(200),
    to: requiredLine(LENGTHS.labelName),
  }).returns<WriteResult>(),
  /** Deletes the label from the workspace and from every task. */
  'labels.delete': command({ ...OfAccount, labelId: Id, name: typedLine(200) }).returns<WriteResult>(),
} satisfies CommandsOf<'project' | 'labels'>;

export interface NamedProjectRef {
  projectId: string;
  projectName: string;
  accountId: string | undefined;
}

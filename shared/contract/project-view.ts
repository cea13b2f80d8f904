/** Views of a project's page. */

import { z } from 'zod';
import type { WebhookEventKind } from '../projects/webhook-events.ts';
import type { LabelView } from './task-view.ts';

export interface CalendarFeedView {
  id: string;
  /** Tasks with any of these are in it; empty: all of them. One that is no longer defined has only its id for a name. */
  labels: LabelView[];
  timeZone: string;
  createdAt: string;
  /** Its address without the secret. */
  maskedUrl: string;
}

export interface CalendarsView {
  feeds: CalendarFeedView[];
  /** What can be chosen for a new one. */
  labels: (LabelView & { id: string })[];
  /** The zone of this computer. */
  timeZone: string;
  /** False where no calendar can reach the workspace, because it is on this computer. */
  hasAddress: boolean;
}

export interface CodeHostView {
  /** The app that the instance has there; null where none is set up. */
  appName: string | null;
  /** null where no repository is linked. */
  linked: {
    owner: string;
    name: string;
    branchPattern: string | null;
    isActive: boolean;
    /** Each imported issue gets a comment with a link to its task; null where the server has no such switch. */
    commentsTaskLink: boolean | null;
  } | null;
}

export interface RepositoryView {
  owner: string;
  name: string;
  isPrivate: boolean;
  description: string;
}

export interface Repositories {
  repositories: RepositoryView[];
  /** Reachable ones, those beyond this page included. */
  total: number;
  /** How many times the app is installed. */
  installations: number;
}

/** What asking for an installation gave. */
export interface VerifiedInstallation {
  installed: boolean;
  hasRequiredPermissions: boolean;
  missingPermissions: string[];
  message: string;
}

/** What came of an import. */
export const ImportCounts = z.object({ imported: z.number(), skipped: z.number(), errors: z.number() });

export type ImportCounts = z.infer<typeof ImportCounts>;

export interface LabelDefinitionView {
  id: string;
  name: string;
  color: string;
  /** Tasks that carry it. */
  taskCount: number;
}

export interface ProjectPage {
  project: {
    id: string;
    name: string;
    /** The key: the prefix of its tasks' identifiers. */
    slug: string;
    icon: string;
    /** Its beginning where it is very long: it is then not to be changed here. */
    description: string;
    isDescriptionWhole: boolean;
    isPublic: boolean;
    isArchived: boolean;
    /** Another one is another picture; null where there is none. */
    backgroundVersion: string | null;
  };
  /** null where the service does not count. */
  progress: { completionPercentage: number; totalTasks: number; dueDate: string | null } | null;
  /** Where anybody can watch its board while it is public; null where the workspace has no address. */
  publicUrl: string | null;
  /** The projects that are not archived, in sidebar order. */
  order: { id: string; name: string }[];
  /** The workspaces it could move to. */
  moveTo: { id: string; name: string }[];
}

export interface WebhookView {
  /** In masked form, as the service gives it. */
  maskedUrl: string | null;
  hasSecret: boolean;
  maskedSecret: string | null;
  /** Those that are switched on. */
  events: WebhookEventKind[];
  /** How long before a due date its reminder goes out, in minutes; null where the service does not say. */
  leadMinutes: number | null;
  /** Nothing is delivered while it is not. */
  isActive: boolean;
  updatedAt: string | null;
}

/** Which project, and how it is called now, for words. */
export interface NamedProject {
  projectId: string;
  projectName: string;
}

/** Views of a project's page. */

import { z } from 'zod';
import type { WebhookEventKind } from '../projects/webhook-events.ts';
import type { LabelView } from './task-view.ts';

export interface CalendarFeedView {
  id: string;
  /** The feed contains tasks with any of these labels; all tasks if empty. A deleted label has its id as its name. */
  labels: LabelView[];
  timeZone: string;
  createdAt: string;
  /** The address without the secret. */
  maskedUrl: string;
}

export interface CalendarsView {
  feeds: CalendarFeedView[];
  /** Labels to choose from for a new feed. */
  labels: (LabelView & { id: string })[];
  /** This computer's time zone. */
  timeZone: string;
  /** False for the workspace on this computer, which no calendar can reach. */
  hasAddress: boolean;
}

export interface CodeHostView {
  /** The instance's app at the code host; null if none is set up. */
  appName: string | null;
  /** null if no repository is linked. */
  linked: {
    owner: string;
    name: string;
    branchPattern: string | null;
    isActive: boolean;
    /** Whether imported issues get a comment with a link to the task; null if the server has no such setting. */
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
  /** All accessible repositories, including those on other pages. */
  total: number;
  /** Number of installations of the app. */
  installations: number;
}

/** Whether the app is installed for a repository. */
export interface VerifiedInstallation {
  installed: boolean;
  hasRequiredPermissions: boolean;
  missingPermissions: string[];
  message: string;
}

/** The result of an import. */
export const ImportCounts = z.object({ imported: z.number(), skipped: z.number(), errors: z.number() });

export type ImportCounts = z.infer<typeof ImportCounts>;

/** A project of the workspace, as lists show it. */
export interface ProjectView {
  id: string;
  name: string;
  /** Prefixes the identifiers of its tasks. */
  slug: string;
  icon: string | null;
  /** null if the service does not count. */
  totalTasks: number | null;
}

export interface LabelDefinitionView {
  id: string;
  name: string;
  color: string;
  /** Number of tasks with this label. */
  taskCount: number;
}

export interface ProjectPage {
  project: {
    id: string;
    name: string;
    /** The key: the prefix of its tasks' identifiers. */
    slug: string;
    icon: string;
    /** Cut off if very long; it cannot be edited then. */
    description: string;
    isDescriptionWhole: boolean;
    isPublic: boolean;
    isArchived: boolean;
    /** Changes with the picture; null if there is none. */
    backgroundVersion: string | null;
  };
  /** null if the service does not count. */
  progress: { completionPercentage: number; totalTasks: number; dueDate: string | null } | null;
  /** The address of the public board; null if the workspace has no address. */
  publicUrl: string | null;
  /** The projects that are not archived, in sidebar order. */
  order: { id: string; name: string }[];
  /** The workspaces it could move to. */
  moveTo: { id: string; name: string }[];
}

export interface WebhookView {
  /** Masked by the service. */
  maskedUrl: string | null;
  hasSecret: boolean;
  maskedSecret: string | null;
  /** Enabled events. */
  events: WebhookEventKind[];
  /** Lead time of reminders in minutes; null if unknown. */
  leadMinutes: number | null;
  /** False if deliveries are switched off. */
  isActive: boolean;
  updatedAt: string | null;
}

/** What the command palette searches on this computer, besides the state. */

import type { ReadPriority } from '../tasks/priority.ts';
import type { Entry, TaskRef } from '../time/entry.ts';
import type { TaskHit } from './task-page.ts';

export interface PaletteView {
  /** Tasks of open and watched boards that are not in the person's list. */
  boardTasks: KnownTask[];
  /** Tasks that time was tracked on, the last one first. */
  tracked: TaskRef[];
  /** Completed entries, the last one first. */
  entries: RecentEntry[];
  /** `columns`: empty until they are read. */
  projects: PaletteProject[];
  /** By line: how often it was chosen lately (shared/palette/use.ts). */
  weights: Record<string, number>;
}

export interface PaletteProject {
  id: string;
  /** As `accountId` of a task. */
  accountId?: string;
  slug: string;
  name: string;
  columns: { slug: string; name: string }[];
}

export interface KnownTask extends TaskHit {
  projectId: string;
  priority: ReadPriority;
  dueDate: string | null;
  isDone: boolean;
}

interface RecentEntry extends Pick<Entry, 'id' | 'task' | 'startTime' | 'note'> {
  endTime: string;
}

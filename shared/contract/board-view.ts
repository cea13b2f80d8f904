/**
 * A board as the renderer draws it. What is small comes as a part of the state (BoardView); the cards, of which there may be
 * ten thousand, come apart from it as they are read or change (BoardCards), so that no change repeats all of them.
 */

import type { AppErrorView } from '../errors/app-error.ts';
import type { ReadPriority } from '../tasks/priority.ts';
import type { LabelView } from './task-view.ts';

/** Where a card lies when it is in no column (docs/service.md#tasks). */
export type OutsideColumn = 'planned' | 'archived';

/** A column can be renamed and that taken back: what is cut would be lost then (UTF-16 code units). */
export const MAX_COLUMN_NAME = 1_000;

export interface ColumnView {
  /** BoardColumn: the slug is what a task's status says. */
  slug: string;
  name: string;
  icon: string | null;
  color: string | null;
  /** A final column marks its tasks as completed. */
  isFinal: boolean;
  /** What PUT /column/{id} takes; null where it is not known, and on a public board. */
  columnId: string | null;
}

export interface CardLink {
  title: string;
  url: string;
}

export interface CardView {
  id: string;
  /** `{projectSlug}-{number}`. */
  identifier: string;
  title: string;
  /** A column's slug, 'planned' or 'archived'. */
  status: string;
  priority: ReadPriority;
  /** A whole day or a moment (shared/dates/calendar-day.ts). */
  dueDate: string | null;
  labels: LabelView[];
  assignee: { id: string; name: string } | null;
  /** Direct subtasks; null where the service does not count them. */
  subtasks: { completed: number; total: number } | null;
  /** Order within the column, ascending; then by number. */
  position: number;
  number: number;
  /** A change of it has not reached the service yet. */
  isPending: boolean;
  /** Where else the task leads; only on a public board, where a task has no page of its own. */
  links?: CardLink[];
  /** It is still to be made: the service knows nothing of it, and its id is good here only. */
  isNotCreatedYet?: true;
}

export interface BoardView {
  /** Which reading the cards belong to: cards of another one are thrown away. */
  boardId: number;
  project: { id: string; name: string; slug: string; icon: string | null };
  /** Read without signing in, and only to look at. */
  isPublic: boolean;
  columns: ColumnView[];
  /** How far the reading is; null when it is done. `total` is 0 until the first page came. */
  progress: { read: number; total: number } | null;
  /** When the whole board was last read; null until then. */
  fetchedAt: string | null;
  /** Why it is not whole or not fresh; the cards stay. */
  error: AppErrorView | null;
  /** The permissions the caller lacks here, as `resource:action`, empty while nothing is known. */
  lacks: string[];
}

/** Sent as they are read or change. */
export interface BoardCards {
  boardId: number;
  /** A new reading begins: forget all cards. */
  reset: boolean;
  cards: CardView[];
  removed: string[];
}

export interface ProjectView {
  id: string;
  name: string;
  slug: string;
  icon: string | null;
  totalTasks: number | null;
  completionPercentage: number | null;
  /** Soonest due date among the open tasks. */
  dueDate: string | null;
  isPublic: boolean;
}

export interface WatchedBoardView {
  projectId: string;
  name: string;
  /** The service says that there is no such board for this person; what was known of it is forgotten. */
  isGone: boolean;
}

/**
 * A board as the renderer draws it. BoardView is a slice of the state. Up to ten thousand cards are sent separately, as they are
 * read or change (BoardCards), so that a change does not repeat all of them.
 */

import type { z } from 'zod';
import type { AppErrorView } from '../errors/app-error.ts';
import type { CardSchema } from './task-schema.ts';

export interface ColumnView {
  /** The status of the column's tasks. */
  slug: string;
  name: string;
  icon: string | null;
  color: string | null;
  /** A final column marks its tasks as completed. */
  isFinal: boolean;
  /** The id for PUT /column/{id}; null if unknown, and on a public board. */
  columnId: string | null;
}

interface CardLink {
  title: string;
  url: string;
}

export interface CardView extends z.infer<typeof CardSchema> {
  /** External links; only on a public board, where a task has no page. */
  links?: CardLink[];
  /** A new task that the service does not have yet; its id is temporary. */
  isNotCreatedYet?: true;
}

export interface BoardView {
  /** The account that it belongs to, if several are open. */
  accountId?: string;
  /** Identifies the reading; cards of another reading are discarded. */
  boardId: number;
  project: {
    id: string;
    name: string;
    slug: string;
    icon: string | null;
    /** Changes with the background; absent if there is none or it cannot be read. */
    backgroundVersion?: string | undefined;
  };
  /** Read without signing in; read-only. */
  isPublic: boolean;
  columns: ColumnView[];
  /** Progress of the reading; null when complete. `total` is 0 until the first page arrives. */
  progress: { read: number; total: number } | null;
  /** When the whole board was last read; null if it never was. */
  fetchedAt: string | null;
  /** Why the board is incomplete or not fresh; the cards stay. */
  error: AppErrorView | null;
  /** The project is no longer among those of the workspace: it was archived, deleted or moved. */
  isNotListed?: boolean;
  /** Missing permissions, as `resource:action`; empty while unknown. */
  missingPermissions: string[];
}

/** Cards as they are read or change. */
export interface BoardCards {
  boardId: number;
  /** A new reading begins: discard all cards. */
  reset: boolean;
  cards: CardView[];
  removed: string[];
}

export interface WatchedBoardView {
  projectId: string;
  name: string;
  /** The board does not exist for this person; its data was deleted. */
  isGone: boolean;
}

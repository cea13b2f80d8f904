/** Where the cards of a board come from: a project of the person's, or a public board. The records end here. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { BoardColumn, BoardResponse } from '../service/records.ts';
import type { BoardView, CardView, ColumnView } from './board-view.ts';
import { cardOf } from './cards.ts';
import { oneLine, taskTitle } from './task-view.ts';

export interface BoardPage {
  project: BoardView['project'];
  /** All that are known so far, in board order. */
  columns: ColumnView[];
  cards: CardView[];
  /** Tasks read so far, and how many there are. */
  read: number;
  total: number;
  /** The board changed meanwhile: what came before counts no more. */
  isRestart: boolean;
}

export interface ReadOptions {
  signal: AbortSignal;
  onPage: (page: BoardPage) => void;
  /** The service asked to slow down; the reading goes on by itself. */
  onWait: (error: ServiceError) => void;
}

export interface BoardReader {
  /** Throws ServiceError, and what the signal was aborted with. */
  read(options: ReadOptions): Promise<{ columns: ColumnView[]; revision: string | null }>;
  /** What the service calls the board's state now; null where it has no name for it. Throws ServiceError. */
  revision(signal: AbortSignal): Promise<string | null>;
  /** One task; `known`: as it was shown until now. undefined where it is of another project. Throws ServiceError. */
  card(taskId: string, known: CardView | undefined): Promise<CardView | undefined>;
}

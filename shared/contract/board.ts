/** The board that is open. */
import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import type { ProjectView } from './board-view.ts';
import { Address, type CommandsOf, Empty, Id } from './common.ts';

export const boardCommands = {
  /** The projects of the workspace that are not archived, in sidebar order. */
  'board.projects': Empty,
  /**
   * Opens a project's board, closing another one; without a project, the one last open, or the first there is. Where it is
   * open already, all its cards are told anew.
   */
  'board.open': z.object({ projectId: Id.optional() }).strict(),
  /** A link to a public board, in any form, or its id on the server of the account. */
  'board.open-public': z.object({ link: Address }).strict(),
  /** What is written of a task of the public board that is open, or of the board itself (null). */
  'board.public-description': z.object({ taskId: Id.nullable() }).strict(),
  /** Opens, or copies, an address that the description read last names. */
  'board.open-url': z.object({ url: z.url().max(LENGTHS.url) }).strict(),
  'board.copy-url': z.object({ url: z.url().max(LENGTHS.url) }).strict(),
  /** Ends the reading and forgets the cards. */
  'board.close': Empty,
  'board.refresh': Empty,
  /** To a column's slug, `planned` or `archived`. */
  'board.move': z.object({ taskId: Id, to: Id }).strict(),
  /** To its place before another task of that column; null for the end. */
  'board.place': z.object({ taskId: Id, to: Id, before: Id.nullable() }).strict(),
  /** Every task of one column to another. */
  'board.move-all': z.object({ from: Id, to: Id }).strict(),
  'board.update-column': z
    .object({
      columnId: Id,
      /** As long as one is shown when it is renamed. */
      name: z.string().trim().min(1).max(LENGTHS.columnName).optional(),
      /** Null takes it away. */
      icon: z.string().max(50).nullable().optional(),
      color: z.string().max(50).nullable().optional(),
      isFinal: z.boolean().optional(),
    })
    .strict(),
  /** The tasks of the open board whose description, too long for a board, has the text in it. */
  'board.search-descriptions': z.object({ query: z.string().min(1).max(256) }).strict(),
  /** Where a task of the open board's project goes when its timer starts; null leaves it where it is. */
  'board.move-on-start': z.object({ to: Id.nullable() }).strict(),
} satisfies CommandsOf<'board'>;

export interface BoardResults {
  'board.projects': ProjectView[];
  /** Ids of tasks. */
  'board.public-description': string;
  'board.search-descriptions': string[];
}

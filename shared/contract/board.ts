/** The board that is open. */
import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import type { ProjectView } from './board-view.ts';
import { type CommandsOf, command } from './command.ts';
import { Address, Id } from './common.ts';
import { requiredLine } from './text.ts';

export const boardCommands = {
  /** The projects of the workspace that are not archived, in sidebar order. */
  'board.projects': command({}).returns<ProjectView[]>(),
  /**
   * Opens a project's board, closing another one; without a project, the one last open, or the first there is. Where it is
   * open already, all its cards are told anew.
   */
  'board.open': command({ projectId: Id.optional() }),
  /** A link to a public board, in any form, or its id on the server of the account. */
  'board.open-public': command({ link: Address }),
  /** What is written of a task of the public board that is open, or of the board itself (null). */
  'board.public-description': command({ taskId: Id.nullable() }).returns<string>(),
  /** Opens, or copies, an address that the description read last names. */
  'board.open-url': command({ url: z.url().max(LENGTHS.url) }),
  'board.copy-url': command({ url: z.url().max(LENGTHS.url) }),
  /** Ends the reading and forgets the cards. */
  'board.close': command({}),
  'board.refresh': command({}),
  /** To a column's slug, `planned` or `archived`. */
  'board.move': command({ taskId: Id, to: Id }),
  /** To its place before another task of that column; null for the end. */
  'board.place': command({ taskId: Id, to: Id, before: Id.nullable() }),
  /** Every task of one column to another. */
  'board.move-all': command({ from: Id, to: Id }),
  'board.update-column': command({
    columnId: Id,
    /** As long as one is shown when it is renamed. */
    name: requiredLine(LENGTHS.columnName).optional(),
    /** Null takes it away. */
    icon: z.string().max(50).nullable().optional(),
    color: z.string().max(50).nullable().optional(),
    isFinal: z.boolean().optional(),
  }),
  /** The tasks of the open board whose description, too long for a board, has the text in it, by id. */
  'board.search-descriptions': command({ query: z.string().min(1).max(256) }).returns<string[]>(),
  /** Where a task of the open board's project goes when its timer starts; null leaves it where it is. */
  'board.move-on-start': command({ to: Id.nullable() }),
} satisfies CommandsOf<'board'>;

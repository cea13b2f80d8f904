/** The board that is open. */
import { z } from 'zod';
import { LENGTHS } from '../limits.ts';
import { type CommandsOf, command } from './command.ts';
import { Address, Id, requiredLine } from './fields.ts';

export const boardCommands = {
  /**
   * Opens a project's board and closes the previous one. Without a project it opens the last one, or the first. If the board is
   * already open, all its cards are sent again.
   */
  'board.open': command({ projectId: Id.optional() }),
  /** Takes a link to a public board in any form, or its id on the account's server. */
  'board.open-public': command({ link: Address }),
  /** The description of a task of the open public board, or of the board itself (null). */
  'board.public-description': command({ taskId: Id.nullable() }).returns<string>(),
  /** Opens or copies an address that occurs in the description read last. */
  'board.open-url': command({ url: z.url().max(LENGTHS.url) }),
  'board.copy-url': command({ url: z.url().max(LENGTHS.url) }),
  /** Stops the reading and discards the cards. */
  'board.close': command({}),
  'board.refresh': command({}),
  /**
   * Moves a task to a column's slug, `planned` or `archived`. `before`: the task that will follow it, null for the end; without it
   * the task keeps its position. Answers when the moved card is published.
   */
  'board.move': command({ taskId: Id, to: Id, before: Id.nullable().optional() }),
  /** Moves every task of a column to another. */
  'board.move-all': command({ from: Id, to: Id }),
  'board.update-column': command({
    columnId: Id,
    name: requiredLine(LENGTHS.columnName).optional(),
    /** null removes it. */
    icon: z.string().max(50).nullable().optional(),
    color: z.string().max(50).nullable().optional(),
    isFinal: z.boolean().optional(),
  }),
  /** Ids of the open board's tasks whose deferred description contains the text. */
  'board.search-descriptions': command({ query: z.string().min(1).max(256) }).returns<string[]>(),
  /** Column that a task of the open project moves to when its timer starts; null for none. */
  'board.move-on-start': command({ to: Id.nullable() }),
} satisfies CommandsOf<'board'>;

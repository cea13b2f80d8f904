/**
 * Stores the last opened boards on disk, to show them at once and offline. A board of ten thousand cards takes about 300 kB. A stored board that cannot be parsed is ignored.
 */

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import type { ColumnView } from '../../../shared/contract/board-view.ts';
import { Name } from '../../../shared/contract/fields.ts';
import { CardSchema } from '../../../shared/contract/task-schema.ts';
import { ColumnName, ProjectSlug } from '../../service/records.ts';
import type { Database } from '../../store/database.ts';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Boards stored per account; the least recently read one is removed first. */
const MAX_BOARDS = 5;
/** A larger board is not stored: reading it back would delay the start. */
const MAX_CARDS = 10_000;

const Column: z.ZodType<ColumnView> = z.object({
  slug: z.string(),
  name: ColumnName,
  icon: z.string().nullable(),
  color: z.string().nullable(),
  isFinal: z.boolean(),
  columnId: z.string().nullable(),
});

const CachedBoard = z.object({
  project: z.object({
    id: z.string(),
    name: Name,
    slug: ProjectSlug,
    icon: z.string().nullable(),
    backgroundVersion: z.string().optional(),
  }),
  columns: z.array(Column),
  cards: z.array(CardSchema),
  fetchedAt: z.string(),
  /** The service's revision of the board; null if it has none. */
  revision: z.string().nullable(),
});
export type CachedBoard = z.infer<typeof CachedBoard>;

export type BoardCache = ReturnType<typeof createBoardCache>;

export function createBoardCache(database: Database) {
  const sql = {
    read: database.prepare('SELECT board FROM board_cache WHERE account_id = ? AND project_id = ?'),
    write: database.prepare(
      `INSERT INTO board_cache (account_id, project_id, board, kept_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id, project_id) DO UPDATE SET board = excluded.board, kept_at = excluded.kept_at`,
    ),
    trim: database.prepare(
      `DELETE FROM board_cache WHERE account_id = ?1 AND project_id NOT IN
         (SELECT project_id FROM board_cache WHERE account_id = ?1 ORDER BY kept_at DESC LIMIT ${MAX_BOARDS})`,
    ),
    remove: database.prepare('DELETE FROM board_cache WHERE account_id = ? AND project_id = ?'),
  };

  let writing: Promise<void> = Promise.resolve();

  async function write(accountId: string, board: CachedBoard): Promise<void> {
    if (board.cards.length > MAX_CARDS) return;
    const bytes = await zip(JSON.stringify(board), { level: 3 });
    // The app may have quit during compression.
    if (!database.isOpen) return;
    sql.write.run(accountId, board.project.id, bytes, board.fetchedAt);
    sql.trim.run(accountId);
  }

  return {
    async read(accountId: string, projectId: string): Promise<CachedBoard | undefined> {
      const bytes = sql.read.get(accountId, projectId)?.board;
      if (!(bytes instanceof Uint8Array)) return undefined;
      try {
        return CachedBoard.parse(JSON.parse((await unzip(bytes)).toString()));
      } catch {
        return undefined;
      }
    },

    /** Boards are written one after the other. If one cannot be, the next start has to read it. */
    write(accountId: string, board: CachedBoard): Promise<void> {
      writing = writing.then(() => write(accountId, board)).catch(() => undefined);
      return writing;
    },

    remove: (accountId: string, projectId: string): void => void sql.remove.run(accountId, projectId),
  };
}

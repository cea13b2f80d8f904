/**
 * All that one account keeps becomes another one's: the same person, whose server is reached under another address by now. What is
 * on its way keeps its place in the queue.
 */
import { type Database, transaction } from '../../store/database.ts';

const TABLES = ['time_entry', 'outbox', 'given_up', 'remote', 'away_segment', 'away_answer'] as const;

export function takeOver(database: Database, fromId: string, toId: string): void {
  transaction(database, () => {
    for (const table of TABLES) {
      database.prepare(`UPDATE ${table} SET account_id = ? WHERE account_id = ?`).run(toId, fromId);
    }
  });
}

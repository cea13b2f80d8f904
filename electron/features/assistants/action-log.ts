/** What assistants did in the last 30 days, and what can be undone of it. */
import type { AssistantAction } from '../../../shared/contract/assistants.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import type { Database } from '../../store/database.ts';

const KEPT_MS = 30 * DAY_MS;
/** An assistant that asks all day must not fill the disk. */
const MAX_KEPT = 2_000;

export function createActionLog(database: Database, now: () => number) {
  const sql = {
    add: database.prepare('INSERT INTO assistant_action (at, client, text, outcome) VALUES (?, ?, ?, ?)'),
    forget: database.prepare(
      'DELETE FROM assistant_action WHERE at < ? OR id <= (SELECT max(id) FROM assistant_action) - ?',
    ),
    all: database.prepare('SELECT id, at, client, text, outcome FROM assistant_action ORDER BY id DESC'),
  };
  /** By action: changes of this session. */
  const undoIds = new Map<number, number>();

  return {
    add(client: string, text: string, outcome: Exclude<AssistantAction['outcome'], 'undone'>, undoId?: number): void {
      sql.forget.run(toIsoInstant(now() - KEPT_MS), MAX_KEPT);
      const { lastInsertRowid } = sql.add.run(toIsoInstant(now()), client, text, outcome);
      if (undoId !== undefined) undoIds.set(Number(lastInsertRowid), undoId);
    },

    /** `changes`: of this session. */
    read(changes: readonly { undoId: number; state: 'done' | 'undone'; isPossible: boolean }[]): AssistantAction[] {
      const oldest = toIsoInstant(now() - KEPT_MS);
      return sql.all.all().flatMap(({ id, at, client, text, outcome }): AssistantAction[] => {
        if (String(at) < oldest) return [];
        const change = changes.find(({ undoId }) => undoId === undoIds.get(Number(id)));
        return [
          {
            id: Number(id),
            at: String(at),
            client: String(client),
            text: String(text),
            outcome: change?.state === 'undone' ? 'undone' : (String(outcome) as AssistantAction['outcome']),
            ...(change?.state === 'done' && change.isPossible && { undoId: change.undoId }),
          },
        ];
      });
    },
  };
}

/** What assistants did in the last 30 days, and what can be undone of it. */
import type { AssistantAction, KnownAssistant } from '../../../shared/contract/assistants.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { DAY_MS } from '../../../shared/dates/milliseconds.ts';
import type { Database } from '../../store/database.ts';

const KEPT_MS = 30 * DAY_MS;
/** An assistant that asks all day must not fill the disk, nor push out what was changed: that has a limit of its own. */
const MAX_WITHOUT_CHANGE = 2_000;
const MAX_CHANGES = 5_000;
/** More are not listed: an assistant may call itself something else at each start. */
const MAX_CLIENTS = 10;

export function createActionLog(database: Database, now: () => number) {
  const sql = {
    add: database.prepare('INSERT INTO assistant_action (at, client, text, outcome, is_read) VALUES (?, ?, ?, ?, ?)'),
    forgetBefore: database.prepare('DELETE FROM assistant_action WHERE at < ?'),
    forgetMore: database.prepare(
      `DELETE FROM assistant_action WHERE id IN (
        SELECT id FROM assistant_action WHERE (outcome = 'done' AND is_read = 0) = ? ORDER BY id DESC LIMIT -1 OFFSET ?
      )`,
    ),
    all: database.prepare('SELECT id, at, client, text, outcome FROM assistant_action ORDER BY id DESC'),
    clients: database.prepare(
      'SELECT client, max(at) AS at FROM assistant_action WHERE at >= ? GROUP BY client ORDER BY at DESC LIMIT ?',
    ),
  };
  /** By action: changes of this session. */
  const changesOf = new Map<number, readonly number[]>();

  return {
    add(
      client: string,
      text: string,
      outcome: Exclude<AssistantAction['outcome'], 'undone'>,
      { isRead = false, undoIds = [] }: { isRead?: boolean; undoIds?: readonly number[] } = {},
    ): void {
      const { lastInsertRowid } = sql.add.run(toIsoInstant(now()), client, text, outcome, isRead ? 1 : 0);
      sql.forgetBefore.run(toIsoInstant(now() - KEPT_MS));
      if (outcome === 'done' && !isRead) sql.forgetMore.run(1, MAX_CHANGES);
      else sql.forgetMore.run(0, MAX_WITHOUT_CHANGE);
      if (undoIds.length > 0) changesOf.set(Number(lastInsertRowid), undoIds);
    },

    clients: (): KnownAssistant[] =>
      sql.clients
        .all(toIsoInstant(now() - KEPT_MS), MAX_CLIENTS)
        .map(({ client, at }) => ({ client: String(client), lastUsedAt: String(at) })),

    /** `changes`: of this session, the newest first. */
    read(changes: readonly { undoId: number; state: 'done' | 'undone'; isPossible: boolean }[]): AssistantAction[] {
      const oldest = toIsoInstant(now() - KEPT_MS);
      return sql.all.all().flatMap(({ id, at, client, text, outcome }): AssistantAction[] => {
        if (String(at) < oldest) return [];
        const undoIds = changesOf.get(Number(id)) ?? [];
        const own = changes.filter(({ undoId }) => undoIds.includes(undoId));
        const left = own.filter(({ state }) => state === 'done');
        // All of it or nothing: a change may be forgotten, or of an account that is closed.
        const isWhole = own.length > 0 && own.length === undoIds.length;
        const isUndone = isWhole && left.length === 0;
        const isPossible = isWhole && left.length > 0 && left.every((change) => change.isPossible);
        return [
          {
            id: Number(id),
            at: String(at),
            client: String(client),
            text: String(text),
            outcome: isUndone ? 'undone' : (String(outcome) as AssistantAction['outcome']),
            ...(isPossible && { undoIds: left.map(({ undoId }) => undoId) }),
          },
        ];
      });
    },
  };
}

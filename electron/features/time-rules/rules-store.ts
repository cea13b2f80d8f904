/** Rules for time and closed weeks on disk, per account. Rules are rows of their own, so that a damaged one resets no other. */
import { z } from 'zod';
import { Instant, PeriodDay } from '../../../shared/contract/fields.ts';
import { type ClosedWeekView, TimeRules } from '../../../shared/contract/time-rules.ts';
import { ClosedCell } from '../../../shared/contract/timesheet.ts';
import { DEFAULT_TIME_RULES } from '../../../shared/time/default-rules.ts';
import type { Database } from '../../store/database.ts';
import { JsonText } from '../../store/json.ts';
import { NO_JSON, readField } from '../../store/read-field.ts';

/** Reports the first invalid cell only, because describing each of thousands would block main for seconds. */
const ClosedCells = z.array(z.unknown()).transform((items, { issues }): ClosedCell[] => {
  const cells: ClosedCell[] = [];
  for (const [index, input] of items.entries()) {
    const { data, error } = ClosedCell.safeParse(input);
    if (error) {
      issues.push({ code: 'custom', path: [index, ...(error.issues[0]?.path ?? [])], input });
      return z.NEVER;
    }
    cells.push(data);
  }
  return cells;
});

/** All that is stored for an account. */
export const StoredRules = TimeRules.extend({
  /** With what was tracked when they were closed. */
  closedWeeks: z.array(z.object({ weekStart: PeriodDay, closedAt: Instant, cells: ClosedCells })),
});
export type StoredRules = z.infer<typeof StoredRules>;

export function createRulesStore(database: Database) {
  const sql = {
    rules: database.prepare('SELECT name, value FROM time_rule WHERE account_id = ?'),
    put: database.prepare(
      'INSERT INTO time_rule (account_id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    ),
    rename: database.prepare('UPDATE time_rule SET name = ? WHERE account_id = ? AND name = ?'),
    closedWeeks: database.prepare(
      'SELECT week_start, closed_at, tracked_ms FROM closed_week WHERE account_id = ? ORDER BY week_start DESC',
    ),
    cells: database.prepare('SELECT cells FROM closed_week WHERE account_id = ? AND week_start = ?'),
    close: database.prepare(
      'INSERT OR REPLACE INTO closed_week (account_id, week_start, closed_at, tracked_ms, cells) VALUES (?, ?, ?, ?, ?)',
    ),
    reopen: database.prepare('DELETE FROM closed_week WHERE account_id = ? AND week_start = ?'),
    /** Its time did not change, so the week must not look changed. */
    linkTask: database.prepare(
      `UPDATE closed_week SET cells = (SELECT json_group_array(CASE WHEN value ->> '$.taskId' = ?2
         THEN json_set(value, '$.taskId', ?3, '$.identifier', ?4) ELSE json(value) END) FROM json_each(cells))
       WHERE account_id = ?1 AND json_valid(cells) AND instr(cells, ?2) > 0`,
    ),
    moveCells: database.prepare('UPDATE closed_week SET cells = replace(cells, ?, ?)'),
    moveProjects: database.prepare(
      "UPDATE time_rule SET value = replace(value, ?, ?) WHERE name IN ('projects', 'reports')",
    ),
    hasAny: database.prepare(
      'SELECT 1 FROM time_rule WHERE account_id = ?1 UNION ALL SELECT 1 FROM closed_week WHERE account_id = ?1 LIMIT 1',
    ),
    reopenAll: database.prepare('DELETE FROM closed_week WHERE account_id = ?'),
  };

  /** Moves what the other account does not have, or with REPLACE all. */
  function moveRows(fromId: string, toId: string, update: 'UPDATE OR IGNORE' | 'UPDATE OR REPLACE'): void {
    for (const table of ['closed_week', 'time_rule'])
      database.prepare(`${update} ${table} SET account_id = ?2 WHERE account_id = ?1`).run(fromId, toId);
  }

  return {
    moveRows,
    hasAny: (accountId: string): boolean => sql.hasAny.get(accountId) !== undefined,
    /** A damaged rule gets its readable part or its default; its row stays under another name. */
    readRules(accountId: string, now: Date): TimeRules {
      const stored = new Map(sql.rules.all(accountId).map(({ name, value }) => [String(name), String(value)]));
      const fields = Object.entries(TimeRules.shape).map(([name, schema]) => {
        const text = stored.get(name);
        const json = JsonText.safeParse(text);
        const parsed = text === undefined ? undefined : json.success ? json.data : NO_JSON;
        let isDamaged = false;
        const value = readField(schema, parsed, DEFAULT_TIME_RULES[name as keyof TimeRules], () => {
          isDamaged = true;
        });
        if (isDamaged) {
          console.error(`A rule for time could not be read and is set aside: ${name}`);
          sql.rename.run(`${name}.damaged-${now.toISOString()}`, accountId, name);
          sql.put.run(accountId, name, JSON.stringify(value));
        }
        return [name, value];
      });
      return TimeRules.parse(Object.fromEntries(fields));
    },

    changeRules(accountId: string, changed: { [K in keyof TimeRules]?: TimeRules[K] | undefined }): void {
      for (const [name, value] of Object.entries(changed)) {
        if (value !== undefined) sql.put.run(accountId, name, JSON.stringify(value));
      }
    },

    /** The latest first. */
    closedWeeks: (accountId: string): ClosedWeekView[] =>
      sql.closedWeeks.all(accountId).map((row) => ({
        weekStart: String(row.week_start),
        closedAt: String(row.closed_at),
        trackedMs: Number(row.tracked_ms),
      })),
    /** What was tracked when the week was closed; null if it is open, or what was stored cannot be read. */
    closedCells: (accountId: string, weekStart: string): ClosedCell[] | null =>
      JsonText.pipe(ClosedCells).safeParse(sql.cells.get(accountId, weekStart)?.cells).data ?? null,
    /** Replaces an earlier closing of the same week. */
    close(accountId: string, weekStart: string, closedAt: string, cells: readonly ClosedCell[]): void {
      const trackedMs = cells.reduce((sum, { ms }) => sum + ms, 0);
      sql.close.run(accountId, weekStart, closedAt, trackedMs, JSON.stringify(cells));
    },
    reopen: (accountId: string, weekStart: string): void => void sql.reopen.run(accountId, weekStart),
    reopenAll: (accountId: string): void => void sql.reopenAll.run(accountId),
    /** Replaces the local id of a task in the cells of closed weeks by the service's id and identifier. */
    linkTask: (accountId: string, localId: string, task: { id: string; identifier: string }): void =>
      void sql.linkTask.run(accountId, localId, task.id, task.identifier),
    /** Moves rules and closed weeks of one account to another, which keeps its own unless those of `fromId` win. */
    transfer(fromId: string, toId: string, wins = toId): void {
      const [from, to] = [fromId, toId].map((accountId) => `"accountId":${JSON.stringify(accountId)}`);
      sql.moveCells.run(from ?? '', to ?? '');
      sql.moveProjects.run(`"${fromId} `, `"${toId} `);
      moveRows(fromId, toId, wins === fromId ? 'UPDATE OR REPLACE' : 'UPDATE OR IGNORE');
    },
  };
}

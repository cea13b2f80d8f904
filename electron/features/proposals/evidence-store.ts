/**
 * Evidence on disk, in a database of its own that no backup has. All text is cleaned when it is stored and when it is read. Times in ms
 * since 1970.
 */
import type { z } from 'zod';
import { Evidence } from '../../../shared/contract/evidence.ts';
import type { EvidenceView, SourceName } from '../../../shared/contract/proposals.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import type { Span } from '../../../shared/time/day.ts';
import { transaction } from '../../store/database.ts';
import { openExpendableDatabase } from '../../store/expendable-database.ts';
import { readJson } from '../../store/json.ts';

/** Of one place and reading; the rest is left out. */
const MAX_PIECES = 2_000;
/** Dates beyond these cannot be stored (ms). */
const MAX_TIME = Date.UTC(2200, 0);

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS evidence (
    source TEXT NOT NULL,
    place TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    piece TEXT NOT NULL,
    UNIQUE (source, place, started_at, piece)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS evidence_by_end ON evidence (ended_at);
  -- Calendars as last read, when sources were read, and counts of answers (JSON).
  CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

export type EvidenceStore = ReturnType<typeof openEvidenceStore>;

export function openEvidenceStore(path: string) {
  const database = openExpendableDatabase(path, SCHEMA);
  const sql = {
    add: database.prepare('INSERT OR REPLACE INTO evidence VALUES (?, ?, ?, ?, ?)'),
    clear: database.prepare(
      'DELETE FROM evidence WHERE source = ? AND place = ? AND started_at >= ? AND started_at < ?',
    ),
    between: database.prepare(
      'SELECT * FROM evidence WHERE ended_at >= ? AND started_at <= ? ORDER BY started_at, ended_at, piece',
    ),
    eraseSource: database.prepare('DELETE FROM evidence WHERE source = ?'),
    eraseUntil: database.prepare('DELETE FROM evidence WHERE ended_at < ?'),
    read: database.prepare('SELECT value FROM kept WHERE name = ?'),
    write: database.prepare('INSERT OR REPLACE INTO kept VALUES (?, ?)'),
    forget: database.prepare('DELETE FROM kept WHERE name LIKE ?'),
  };

  function insert(source: SourceName, place: string, one: Evidence): void {
    if (!(one.from >= 0 && one.to >= one.from && one.to < MAX_TIME)) return;
    const { from, to, ...piece } = one;
    const { data } = Evidence.safeParse({ ...piece, from: toIsoInstant(from), to: toIsoInstant(to) });
    if (data === undefined) return;
    const { from: startedAt, to: endedAt, ...cleaned } = data;
    sql.add.run(source, place, startedAt, endedAt, JSON.stringify(cleaned));
  }

  return {
    add: (source: SourceName, place: string, one: Evidence): void => insert(source, place, one),

    /** Replaces what a place said about the span; what reaches beyond is cut to it. */
    replace(source: SourceName, place: string, span: Span, evidence: readonly Evidence[]): void {
      transaction(database, () => {
        sql.clear.run(source, place, span.from, span.to);
        for (const one of evidence.slice(0, MAX_PIECES)) {
          const cut = { from: Math.max(one.from, span.from), to: Math.min(one.to, span.to) };
          if (cut.from < span.to && cut.to >= cut.from) insert(source, place, { ...one, ...cut });
        }
      });
    },

    /** What touches the span, by start. */
    between: (span: Span): EvidenceView[] =>
      sql.between.all(span.from, span.to).flatMap(({ source, place, started_at, ended_at, piece }) => {
        const times = { from: toIsoInstant(Number(started_at)), to: toIsoInstant(Number(ended_at)) };
        const { data } = Evidence.safeParse({ ...(readJson(String(piece)) as object), ...times });
        return data === undefined
          ? []
          : [{ source: String(source) as SourceName, place: String(place), evidence: data }];
      }),

    /** Deletes the evidence of the source, and the values whose names begin with it. */
    erase(source: SourceName): void {
      sql.eraseSource.run(source);
      sql.forget.run(`${source}%`);
    },
    eraseUntil: (before: number): void => void sql.eraseUntil.run(before),

    read<T>(name: string, schema: z.ZodType<T>): T | undefined {
      const value = sql.read.get(name)?.value;
      return value === undefined ? undefined : schema.safeParse(readJson(String(value))).data;
    },
    write: (name: string, value: unknown): void => void sql.write.run(name, JSON.stringify(value)),
    close: (): void => database.close(),
  };
}

/**
 * Evidence on disk, in a database of its own that no backup has. All text is cleaned when it is stored and when it is read. Times in ms
 * since 1970.
 */
import type { z } from 'zod';
import { Evidence } from '../../../shared/contract/evidence.ts';
import type { EvidenceView, SourceName } from '../../../shared/contract/proposals.ts';
import { MAX_EVIDENCE } from '../../../shared/proposals/evidence.ts';
import type { Span } from '../../../shared/time/day.ts';
import { transaction } from '../../store/database.ts';
import { openExpendableDatabase } from '../../store/expendable-database.ts';
import { readJson } from '../../store/json.ts';
import { LIMITS } from './limits.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS evidence (
    source TEXT NOT NULL,
    place TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    piece TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS evidence_by_start ON evidence (source, place, started_at);
  CREATE INDEX IF NOT EXISTS evidence_by_end ON evidence (ended_at);
  -- When sources were read, and counts of answers (JSON).
  CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  -- Whole calendars, which earlier versions kept.
  DELETE FROM kept WHERE name LIKE 'calendars %' AND name <> 'calendars read';
`;

export function openEvidenceStore(path: string) {
  const database = openExpendableDatabase(path, SCHEMA);
  const sql = {
    add: database.prepare('INSERT INTO evidence VALUES (?, ?, ?, ?, ?)'),
    remove: database.prepare('DELETE FROM evidence WHERE source = ? AND place = ? AND started_at = ? AND piece = ?'),
    /** What lies after the span, of what reaches into it. */
    addRest: database.prepare(`
      INSERT INTO evidence SELECT source, place, :to, ended_at, piece FROM evidence
      WHERE source = :source AND place = :place AND started_at < :to AND ended_at > :to`),
    endBefore: database.prepare(`
      UPDATE evidence SET ended_at = :from
      WHERE source = :source AND place = :place AND started_at < :from AND ended_at > :from`),
    clear: database.prepare(
      'DELETE FROM evidence WHERE source = :source AND place = :place AND started_at >= :from AND started_at < :to',
    ),
    of: database.prepare(`
      SELECT * FROM evidence WHERE started_at < :to AND (started_at >= :from OR ended_at > :from) ORDER BY started_at`),
    near: database.prepare(`
      SELECT * FROM evidence WHERE ended_at >= :from AND started_at <= :to AND (
        source <> 'activityWatch' OR ended_at >= :gapFrom AND started_at <= :gapTo OR rowid = (
          SELECT rowid FROM evidence
          WHERE ended_at >= :from AND started_at <= :to AND piece LIKE '{"kind":"window"%' LIMIT 1
        )
      ) ORDER BY source = 'activityWatch', ended_at - started_at DESC LIMIT ${MAX_EVIDENCE}`),
    eraseSource: database.prepare('DELETE FROM evidence WHERE source = ?'),
    linkTask: database.prepare(`
      UPDATE evidence SET piece = json_set(piece, '$.taskId', :id)
      WHERE source = 'punchcard' AND piece ->> '$.taskId' = :localId`),
    eraseUntil: database.prepare('DELETE FROM evidence WHERE ended_at < ?'),
    read: database.prepare('SELECT value FROM kept WHERE name = ?'),
    write: database.prepare('INSERT OR REPLACE INTO kept VALUES (?, ?)'),
    forget: database.prepare('DELETE FROM kept WHERE name LIKE ?'),
  };

  /** Replaces the same of the same start. */
  function add(source: SourceName, place: string, one: Evidence): void {
    const { data } = Evidence.safeParse(one);
    if (data === undefined || data.to < data.from) return;
    const { from, to, ...fields } = data;
    const piece = JSON.stringify(fields);
    sql.remove.run(source, place, from, piece);
    sql.add.run(source, place, from, to, piece);
  }

  /** Parses equal pieces once. */
  function parse(rows: Record<string, unknown>[]): EvidenceView[] {
    const parsed = new Map<string, Evidence | undefined>();
    return rows.flatMap((row) => {
      const [from, to, piece] = [Number(row.started_at), Number(row.ended_at), String(row.piece)];
      if (!parsed.has(piece)) parsed.set(piece, Evidence.safeParse({ ...(readJson(piece) as object), from, to }).data);
      const evidence = parsed.get(piece);
      const [source, place] = [row.source as SourceName, String(row.place)];
      return evidence === undefined ? [] : [{ source, place, evidence: { ...evidence, from, to } }];
    });
  }

  return {
    add,

    /** Replaces what a place said about the span; what reaches beyond is cut to it, and what was stored beyond stays. */
    replace(source: SourceName, place: string, span: Span, evidence: readonly Evidence[]): void {
      transaction(database, () => {
        const [of, { from, to }] = [{ source, place }, span];
        sql.addRest.run({ ...of, to });
        sql.endBefore.run({ ...of, from });
        sql.clear.run({ ...of, from, to });
        for (const one of evidence.slice(0, LIMITS.pieces)) {
          const cut = { from: Math.max(one.from, span.from), to: Math.min(one.to, span.to) };
          if (cut.from < span.to) add(source, place, { ...one, ...cut });
        }
      });
    },

    /** What begins in the span or reaches into it, by start. */
    of: ({ from, to }: Span): EvidenceView[] => parse(sql.of.all({ from, to })),

    /**
     * What may say something about a gap: what touches the span around it, but of ActivityWatch, which tells most, only what touches the
     * gap, the longest first, and one window that tells whether anything was recorded.
     */
    near: (gap: Span, around: Span): Evidence[] =>
      parse(sql.near.all({ ...around, gapFrom: gap.from, gapTo: gap.to })).map(({ evidence }) => evidence),

    /** Deletes the evidence of the source, and the values whose names begin with it. */
    erase(source: SourceName): void {
      sql.eraseSource.run(source);
      sql.forget.run(`${source}%`);
    },
    linkTask: (localId: string, id: string): void => void sql.linkTask.run({ localId, id }),
    eraseUntil: (before: number): void => void sql.eraseUntil.run(before),

    read<T>(name: string, schema: z.ZodType<T>): T | undefined {
      const value = sql.read.get(name)?.value;
      return value === undefined ? undefined : schema.safeParse(readJson(String(value))).data;
    },
    write: (name: string, value: unknown): void => void sql.write.run(name, JSON.stringify(value)),
    close: (): void => database.close(),
  };
}

/**
 * The ledger of absences, on disk: segments while a timer ran, answers beside them. Nothing in it overwrites anything;
 * what is asked is read out of both. Every event may come twice, late or never. Instants and lengths in ms.
 */
import type { AwayKind, AwayQuestion, AwayView } from '../../../shared/contract/idle-view.ts';

import type { Entry } from '../../../shared/time/entry.ts';
import { type Database, transaction } from '../../store/database.ts';
import {
  type AwaySegment,
  type AwaySpan,
  isLongEnough,
  isWithin,
  MERGE_GAP_MS,
  mergeSegments,
  questionFor,
} from './absences.ts';

/** Being alive is written down at most this often. */
export const HEARTBEAT_MS = 60_000;
/** What was answered, or whose entry is gone, is kept this long: that may be taken back, or recorded late. */
const KEPT_MS = 3 * 24 * 3_600_000;

type Running = Pick<Entry, 'id' | 'accountId' | 'startTime'>;
export type FindEntry = (accountId: string, entryId: string) => Entry | undefined;

export interface IdleStoreOptions {
  database: Database;
  now: () => number;
  /** Off: nothing is recorded and nothing asked. */
  isOn: () => boolean;
  /** A shorter absence is not asked about. */
  thresholdMs: () => number;
  find: FindEntry;
}

export type IdleStore = ReturnType<typeof createIdleStore>;

export function createIdleStore({ database, now, isOn, thresholdMs, find }: IdleStoreOptions) {
  const sql = {
    insert: database.prepare(
      'INSERT INTO away_segment (kind, started_at, ended_at, entry_id, account_id, threshold) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    open: database.prepare('SELECT * FROM away_segment WHERE kind = ? AND ended_at IS NULL'),
    allOpen: database.prepare('SELECT * FROM away_segment WHERE ended_at IS NULL'),
    all: database.prepare('SELECT * FROM away_segment'),
    ofAccount: database.prepare('SELECT * FROM away_segment WHERE account_id = ?'),
    begin: database.prepare('UPDATE away_segment SET started_at = ? WHERE id = ?'),
    end: database.prepare('UPDATE away_segment SET ended_at = ?, threshold = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM away_segment WHERE id = ?'),
    answer: database.prepare(
      'INSERT INTO away_answer (account_id, question_id, started_at, ended_at) VALUES (?, ?, ?, ?)',
    ),
    unanswer: database.prepare('DELETE FROM away_answer WHERE account_id = ? AND question_id = ?'),
    answers: database.prepare('SELECT started_at, ended_at FROM away_answer WHERE account_id = ?'),
    /** Not while a segment is there that it answers. */
    oldAnswers: database.prepare(
      `DELETE FROM away_answer WHERE ended_at < ? AND NOT EXISTS
         (SELECT 1 FROM away_segment WHERE account_id = away_answer.account_id AND started_at < away_answer.ended_at)`,
    ),
    oldHeirs: database.prepare(
      `DELETE FROM away_heir WHERE entry_id NOT IN (SELECT entry_id FROM away_segment)
         AND entry_id NOT IN (SELECT heir_id FROM away_heir)`,
    ),
    inherit: database.prepare('INSERT OR REPLACE INTO away_heir (entry_id, heir_id) VALUES (?, ?)'),
    heirs: database.prepare('SELECT heir_id FROM away_heir WHERE entry_id = ? ORDER BY rowid DESC'),
    beat: database.prepare('SELECT at, entry_id FROM away_heartbeat'),
    setBeat: database.prepare('INSERT OR REPLACE INTO away_heartbeat (one, at, entry_id) VALUES (1, ?, ?)'),
  };

  const answersOf = (accountId: string): AwaySpan[] =>
    sql.answers.all(accountId).map((row) => ({ from: Number(row.started_at), to: Number(row.ended_at) }));

  /** An open one counts with what is chosen now. */
  function fromRow(row: Record<string, unknown>): AwaySegment {
    const isOpen = row.ended_at === null;
    return {
      id: Number(row.id),
      kind: String(row.kind) as AwayKind,
      from: Number(row.started_at),
      to: isOpen ? null : Number(row.ended_at),
      entryId: String(row.entry_id),
      accountId: String(row.account_id),
      thresholdMs: isOpen ? thresholdMs() : Number(row.threshold),
    };
  }

  /** Ends a segment; one that would end before it began, because the clock was set back, is dropped. */
  function end({ id, from }: AwaySegment, to: number): void {
    if (to <= from) sql.remove.run(id);
    else sql.end.run(to, thresholdMs(), id);
  }

  /** Drops absences that were too short, once nothing can join them any more, and what is long over. */
  function settle(): void {
    const segments = sql.all.all().map(fromRow);
    const byEntry = Map.groupBy(segments, ({ accountId, entryId }) => JSON.stringify([accountId, entryId]));
    for (const group of byEntry.values()) {
      const answered = answersOf(group[0]?.accountId ?? '');
      const wanted = mergeSegments(group, answered).filter(
        (absence) => absence.to === null || absence.to + MERGE_GAP_MS > now() || isLongEnough(absence, now()),
      );
      const kept = new Set(wanted.flatMap(({ segmentIds }) => segmentIds));
      for (const segment of group) {
        const { id, from, to } = segment;
        const end = to ?? Number.POSITIVE_INFINITY;
        // What was answered stays for a while: the answer may be taken back.
        const isAnswered = answered.some((span) => span.from < end && (span.to ?? end) > from);
        const isOver = end + KEPT_MS < now() && homeOf(segment) === undefined;
        const isAnswerOver = isAnswered && end + KEPT_MS < now();
        if (kept.has(id) ? isOver : !isAnswered || isAnswerOver) sql.remove.run(id);
      }
    }
    sql.oldAnswers.run(now() - KEPT_MS);
    sql.oldHeirs.run();
  }

  /** The entry and those that took over time of it, however often. */
  function candidates(entryId: string): string[] {
    const found = new Set<string>();
    const visit = (id: string) => {
      if (found.has(id)) return;
      found.add(id);
      for (const row of sql.heirs.all(id)) visit(String(row.heir_id));
    };
    visit(entryId);
    return [...found];
  }

  /** The entry in which that time lies by now. */
  function homeOf(segment: AwaySegment): Entry | undefined {
    for (const id of candidates(segment.entryId)) {
      const entry = find(segment.accountId, id);
      if (entry && isWithin(segment, entry, now())) return entry;
    }
    return undefined;
  }

  function questions(accountId: string): AwayQuestion[] {
    if (!isOn()) return [];
    const answered = answersOf(accountId);
    const homes = new Map<string, { entry: Entry; segments: AwaySegment[] }>();
    for (const segment of sql.ofAccount.all(accountId).map(fromRow)) {
      if (mergeSegments([segment], answered).length === 0) continue;
      const entry = homeOf(segment);
      if (!entry) continue;
      const home = homes.get(entry.id) ?? { entry, segments: [] };
      home.segments.push(segment);
      homes.set(entry.id, home);
    }
    return [...homes.values()]
      .flatMap(({ entry, segments }) =>
        mergeSegments(segments, answered).flatMap((absence) => questionFor(absence, entry, now()) ?? []),
      )
      .sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
  }

  const readBeat = (): { at: number; entryId: string } | null => {
    const row = sql.beat.get();
    return row ? { at: Number(row.at), entryId: String(row.entry_id) } : null;
  };

  function heartbeat(at: number, entryId: string, isUrgent = false): void {
    if (!isOn()) return;
    const last = readBeat();
    const isRecent = last?.entryId === entryId && at >= last.at && at - last.at < HEARTBEAT_MS;
    if (isUrgent || !isRecent) sql.setBeat.run(at, entryId);
  }

  function forget(): void {
    database.exec(
      'DELETE FROM away_segment; DELETE FROM away_answer; DELETE FROM away_heir; DELETE FROM away_heartbeat',
    );
  }

  return {
    /** Somebody went away at `from`. One that lasts already keeps its earlier begin. */
    open(kind: AwayKind, from: number, entry: Running): void {
      if (!isOn()) return;
      const begin = Math.max(Math.min(from, now()), Date.parse(entry.startTime));
      transaction(database, () => {
        const row = sql.open.get(kind);
        const lasting = row && fromRow(row);
        if (lasting?.entryId === entry.id) {
          if (begin < lasting.from) sql.begin.run(begin, lasting.id);
          return;
        }
        if (lasting) end(lasting, begin);
        sql.insert.run(kind, begin, null, entry.id, entry.accountId, thresholdMs());
        settle();
      });
    },

    /** Somebody is back since `to`, or awake; nothing happens where nothing lasts. */
    close(kind: AwayKind, to: number): void {
      transaction(database, () => {
        const row = sql.open.get(kind);
        if (!row) return;
        end(fromRow(row), Math.min(to, now()));
        settle();
      });
    },

    /** The app is alive while that entry runs. On disk at most once a minute, at once where it is urgent. */
    heartbeat,

    /**
     * At the start of the app: what lasted when it ended lasts until now, and since the last heartbeat it was not there.
     * `running`: the entry that runs.
     */
    recover(at: number, running: Running | undefined): void {
      if (!isOn()) {
        forget();
        return;
      }
      transaction(database, () => {
        const beat = readBeat();
        for (const segment of sql.allOpen.all().map(fromRow)) {
          const isRunning = segment.entryId === running?.id;
          const lastSeen = beat?.entryId === segment.entryId ? beat.at : segment.from;
          end(segment, isRunning ? at : lastSeen);
        }
        if (running && beat?.entryId === running.id && beat.at < at) {
          const from = Math.max(beat.at, Date.parse(running.startTime));
          if (from < at) sql.insert.run('shutdown', from, at, running.id, running.accountId, thresholdMs());
        }
        if (running) heartbeat(at, running.id, true);
        settle();
      });
    },

    /** All that waits for an answer, the oldest first. */
    questions,

    /** null where nothing is to be asked. */
    view(accountId: string): AwayView | null {
      const [question, ...others] = questions(accountId);
      return question ? { question, more: others.length } : null;
    },

    /** That time was answered. `put`: what the answer made of the entry; later absences are asked about those. */
    answered(accountId: string, question: AwayQuestion, put: readonly Entry[] = []): void {
      transaction(database, () => {
        const from = Date.parse(question.from);
        const to = question.to === null ? now() : Date.parse(question.to);
        sql.answer.run(accountId, question.id, from, Math.max(from, to));
        for (const { id } of put) if (id !== question.entryId) sql.inherit.run(question.entryId, id);
        settle();
      });
    },

    /** The answer was taken back: it is asked again, if the entry still holds that time. */
    reopen(accountId: string, questionId: string): void {
      sql.unanswer.run(accountId, questionId);
    },

    /** Another entry took over time of this one: it was split, or moved to another task. */
    inherit(entryId: string, heirId: string): void {
      sql.inherit.run(entryId, heirId);
    },

    /** Asking was switched off: whatever was recorded goes, so that it is never asked later either. */
    forget,
  };
}

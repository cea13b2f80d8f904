/**
 * Away times on disk: segments recorded while a timer ran, and the answers. No row replaces another; questions are computed from both.
 * Every event may come twice, late or never. Instants and lengths in ms.
 */
import type { AwayKind, AwayQuestion, AwayView } from '../../../shared/contract/idle-view.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import { type Database, transaction } from '../../store/database.ts';
import {
  type AwaySegment,
  type AwaySpan,
  isLongEnough,
  MERGE_GAP_MS,
  mergeSegments,
  overlaps,
  questionFor,
} from './away-times.ts';

/** The shortest time between two saved heartbeats. */
const HEARTBEAT_MS = MINUTE_MS;
/** How long answered segments and those without an entry are kept: an answer may be undone, an event may come late. */
const RETENTION_MS = 3 * DAY_MS;

type Running = Pick<Entry, 'id' | 'accountId' | 'startTime'>;
type FindEntry = (accountId: string, entryId: string) => Entry | undefined;

export interface IdleStoreOptions {
  database: Database;
  now: () => number;
  /** False: records and asks nothing. */
  isOn: () => boolean;
  /** The minimum length to ask about. */
  thresholdMs: () => number;
  find: FindEntry;
  /** An account and those that are open beside it, whose time is one. Default: the account alone. */
  together?: (accountId: string) => string[];
}

export type IdleStore = ReturnType<typeof createIdleStore>;

export function createIdleStore(options: IdleStoreOptions) {
  const { database, now, isOn, thresholdMs, find, together = (accountId) => [accountId] } = options;
  const sql = {
    insert: database.prepare(
      'INSERT INTO away_segment (kind, started_at, ended_at, entry_id, account_id, threshold) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    open: database.prepare('SELECT * FROM away_segment WHERE kind = ? AND ended_at IS NULL'),
    allOpen: database.prepare('SELECT * FROM away_segment WHERE ended_at IS NULL'),
    all: database.prepare('SELECT * FROM away_segment'),
    ofAccount: database.prepare('SELECT * FROM away_segment WHERE account_id = ?'),
    setStart: database.prepare('UPDATE away_segment SET started_at = ? WHERE id = ?'),
    setEnd: database.prepare('UPDATE away_segment SET ended_at = ?, threshold = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM away_segment WHERE id = ?'),
    saveAnswer: database.prepare(
      'INSERT INTO away_answer (account_id, question_id, started_at, ended_at) VALUES (?, ?, ?, ?)',
    ),
    deleteAnswer: database.prepare('DELETE FROM away_answer WHERE account_id = ? AND question_id = ?'),
    answers: database.prepare('SELECT started_at, ended_at FROM away_answer WHERE account_id = ?'),
    /** Keeps answers whose segments still exist. */
    deleteOldAnswers: database.prepare(
      `DELETE FROM away_answer WHERE ended_at < ? AND NOT EXISTS
         (SELECT 1 FROM away_segment WHERE account_id = away_answer.account_id AND started_at < away_answer.ended_at)`,
    ),
    deleteOldSuccessors: database.prepare(
      `DELETE FROM entry_successor WHERE entry_id NOT IN (SELECT entry_id FROM away_segment)
         AND entry_id NOT IN (SELECT successor_id FROM entry_successor)`,
    ),
    addSuccessor: database.prepare('INSERT OR REPLACE INTO entry_successor (entry_id, successor_id) VALUES (?, ?)'),
    successors: database.prepare('SELECT successor_id FROM entry_successor WHERE entry_id = ? ORDER BY rowid DESC'),
    transferSegments: database.prepare('UPDATE away_segment SET account_id = ?2 WHERE account_id = ?1'),
    transferAnswers: database.prepare('UPDATE away_answer SET account_id = ?2 WHERE account_id = ?1'),
    beat: database.prepare('SELECT at, entry_id FROM away_heartbeat'),
    setBeat: database.prepare('INSERT OR REPLACE INTO away_heartbeat (one, at, entry_id) VALUES (1, ?, ?)'),
  };

  const answersOf = (accountId: string): AwaySpan[] =>
    together(accountId)
      .flatMap((id) => sql.answers.all(id))
      .map((row) => ({ from: Number(row.started_at), to: Number(row.ended_at) }));

  /** An open segment has the current threshold. */
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

  /** Ends a segment; deletes it if it would end before it began because the clock was set back. */
  function end({ id, from }: AwaySegment, to: number): void {
    if (to <= from) sql.remove.run(id);
    else sql.setEnd.run(to, thresholdMs(), id);
  }

  /** Deletes away times that are too short and can no longer be merged with others, and expired rows. */
  function cleanUp(): void {
    const segments = sql.all.all().map(fromRow);
    const byEntry = Map.groupBy(segments, ({ accountId, entryId }) => JSON.stringify([accountId, entryId]));
    for (const group of byEntry.values()) {
      const answered = answersOf(group[0]?.accountId ?? '');
      const wanted = mergeSegments(group, answered).filter(
        (awayTime) => awayTime.to === null || awayTime.to + MERGE_GAP_MS > now() || isLongEnough(awayTime, now()),
      );
      const keptIds = new Set(wanted.flatMap(({ segmentIds }) => segmentIds));
      for (const segment of group) {
        const { id, from, to } = segment;
        const end = to ?? Number.POSITIVE_INFINITY;
        // The answer may still be undone.
        const isAnswered = answered.some((span) => span.from < end && (span.to ?? end) > from);
        const isOrphaned = end + RETENTION_MS < now() && containingEntry(segment) === undefined;
        const isExpired = isAnswered && end + RETENTION_MS < now();
        if (keptIds.has(id) ? isOrphaned : !isAnswered || isExpired) sql.remove.run(id);
      }
    }
    sql.deleteOldAnswers.run(now() - RETENTION_MS);
    sql.deleteOldSuccessors.run();
  }

  /** The entry and its successors, transitively. */
  function withSuccessors(entryId: string): string[] {
    const found = new Set<string>();
    const visit = (id: string) => {
      if (found.has(id)) return;
      found.add(id);
      for (const row of sql.successors.all(id)) visit(String(row.successor_id));
    };
    visit(entryId);
    return [...found];
  }

  /** The entry that contains the segment now. */
  function containingEntry(segment: AwaySegment): Entry | undefined {
    for (const id of withSuccessors(segment.entryId)) {
      const entry = find(segment.accountId, id);
      if (entry && overlaps(segment, entry, now())) return entry;
    }
    return undefined;
  }

  function questions(accountId: string): AwayQuestion[] {
    if (!isOn()) return [];
    const answered = answersOf(accountId);
    const byEntry = new Map<string, { entry: Entry; segments: AwaySegment[] }>();
    const rows = together(accountId).flatMap((id) => sql.ofAccount.all(id));
    for (const segment of rows.map(fromRow)) {
      if (mergeSegments([segment], answered).length === 0) continue;
      const entry = containingEntry(segment);
      if (!entry) continue;
      const group = byEntry.get(entry.id) ?? { entry, segments: [] };
      group.segments.push(segment);
      byEntry.set(entry.id, group);
    }
    return [...byEntry.values()]
      .flatMap(({ entry, segments }) =>
        mergeSegments(segments, answered).flatMap((awayTime) => questionFor(awayTime, entry, now()) ?? []),
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
      'DELETE FROM away_segment; DELETE FROM away_answer; DELETE FROM entry_successor; DELETE FROM away_heartbeat',
    );
  }

  return {
    /** An away time began at `from`. An open segment keeps its earlier start. */
    openSegment(kind: AwayKind, from: number, entry: Running): void {
      if (!isOn()) return;
      const start = Math.max(Math.min(from, now()), Date.parse(entry.startTime));
      transaction(database, () => {
        const row = sql.open.get(kind);
        const open = row && fromRow(row);
        if (open?.entryId === entry.id) {
          if (start < open.from) sql.setStart.run(start, open.id);
          return;
        }
        if (open) end(open, start);
        sql.insert.run(kind, start, null, entry.id, entry.accountId, thresholdMs());
        cleanUp();
      });
    },

    /** The away time ended at `to`. Ignored if none is open. */
    closeSegment(kind: AwayKind, to: number): void {
      transaction(database, () => {
        const row = sql.open.get(kind);
        if (!row) return;
        end(fromRow(row), Math.min(to, now()));
        cleanUp();
      });
    },

    /** Records that the app runs with this entry: at most once a minute, unless it is urgent. */
    heartbeat,

    /**
     * At the start of the app: open segments of the running entry end now, and the time since the last heartbeat is an away time.
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
        cleanUp();
      });
    },

    /** Open questions of the accounts that are open together, the oldest first. */
    questions,

    /** null if no question is open. */
    view(accountId: string): AwayView | null {
      const [question, ...others] = questions(accountId);
      return question ? { question, more: others.length } : null;
    },

    /** `resulting`: the entries that the answer led to; they take over later away times. */
    saveAnswer(accountId: string, question: AwayQuestion, resulting: readonly Entry[] = []): void {
      transaction(database, () => {
        const from = Date.parse(question.from);
        const to = question.to === null ? now() : Date.parse(question.to);
        sql.saveAnswer.run(accountId, question.id, from, Math.max(from, to));
        for (const { id } of resulting) if (id !== question.entryId) sql.addSuccessor.run(question.entryId, id);
        cleanUp();
      });
    },

    /** The answer was undone: the question is open again if the entry still contains that time. */
    reopen(accountId: string, questionId: string): void {
      sql.deleteAnswer.run(accountId, questionId);
    },

    /** The entry was split or moved to another task: the successor takes over its away times. */
    addSuccessor(entryId: string, successorId: string): void {
      sql.addSuccessor.run(entryId, successorId);
    },

    /** Moves the away times and answers of one account to another. */
    transfer(fromId: string, toId: string): void {
      sql.transferSegments.run(fromId, toId);
      sql.transferAnswers.run(fromId, toId);
    },

    /** What is kept of all accounts, and has ended. */
    recorded: () =>
      sql.all
        .all()
        .map(fromRow)
        .flatMap(({ kind, from, to }) => (to === null ? [] : [{ kind, from, to }])),

    /** Deletes everything: asking was switched off. */
    forget,
  };
}

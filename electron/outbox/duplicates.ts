/**
 * Finds records that were created twice: after a create was sent again, its first request may still have reached the service. Checks
 * such writes for a while and removes each duplicate with a write of its own.
 */
import { DAY_MS, MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { type Database, transaction } from '../store/database.ts';
import type { AbandonedWrites } from './abandoned.ts';
import type { ObservedRoundingStore } from './observed-rounding.ts';
import type { Operations } from './operations.ts';
import type { Rows } from './rows.ts';
import type { ServerIds } from './server-ids.ts';
import type { DuplicateEntry, OutboxItem, Sender, WriteContext, WriteKind } from './write-kind.ts';

interface DuplicatesOptions {
  database: Database;
  kinds: ReadonlyMap<string, WriteKind>;
  rows: Pick<Rows, 'recentlySent' | 'openById'>;
  serverIds: ServerIds;
  abandoned: Pick<AbandonedWrites, 'uncertain'>;
  operations: Pick<Operations, 'add'>;
  /** A duplicate that may be a separate record: the person is asked. */
  ask: (item: OutboxItem) => void;
  observedRounding: ObservedRoundingStore;
  /** Clock for delays. */
  steady: () => number;
  /** Monotonic clock (ms). */
  monotonic: () => number;
}

interface Watched {
  item: OutboxItem;
  since: number;
  checks: number;
  /** The number of checks after which it is no longer watched. */
  most: number;
  failures: number;
  nextAt: number;
}

/** Times of the checks after the confirmed answer or the start of the app (ms). */
export const DUPLICATE_CHECKS_MS: readonly number[] = [2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS);
/** Pause after a failed check (ms). */
const RETRY_MS = MINUTE_MS;
const MAX_FAILURES = 60;
/** After a restart, older writes are not checked (ms). */
const MAX_AGE_MS = DAY_MS;
/** This many newest writes are checked at any age, because the clock may have been set ahead. */
const ALWAYS_CHECKED = 20;
/** The app may have quit before the only check of this many newest writes that can exist twice. */
const LAST_CHECKED = 3;

/** Begins the subjects of duplicates. */
export const DUPLICATE_SUBJECT = 'twin:';

export type Duplicates = ReturnType<typeof createDuplicates>;

export function createDuplicates(options: DuplicatesOptions) {
  const { database, kinds, rows, serverIds, abandoned, operations, ask, observedRounding, steady, monotonic } = options;
  const watched = new Map<number, Watched>();

  function contextOf(item: OutboxItem): WriteContext {
    const others = abandoned.uncertain(item.accountId, item.kind).filter(({ subject }) => subject !== item.subject);
    return {
      subject: item.subject,
      createdAt: item.createdAt,
      serverId: serverIds.serverId(item.subject),
      seen: serverIds.seen(item.subject),
      attempts: item.attempts,
      isRepeated: item.state !== 'waiting',
      isKnown(serverId) {
        const subject = serverIds.subjectOf(item.accountId, serverId);
        return subject !== undefined && subject !== item.subject;
      },
      otherLostWrites: others.filter(({ isRejected }) => !isRejected).map(({ payload }) => payload),
      otherRejectedWrites: others.filter(({ isRejected }) => isRejected).map(({ payload }) => payload),
      observedRounding: observedRounding.of(item.accountId),
    };
  }

  /** Starts the checks of a sent write, if its record may exist twice. `isFirst`: it was not checked before. */
  function watch(item: OutboxItem, isFirst = true): void {
    const kind = kinds.get(item.kind);
    const payload = kind?.duplicates && kind.schema.safeParse(item.payload);
    if (!payload?.success) return;
    // After a restored data folder it is not known how often an entry that was found by a search was sent.
    const checks = item.state === 'unknown' ? 'all' : kind?.duplicates?.checks(payload.data);
    if (checks === 'none' || (checks === 'first' && !isFirst)) return;
    const since = monotonic();
    const most = checks === 'all' ? DUPLICATE_CHECKS_MS.length : 1;
    watched.set(item.id, { item, since, checks: 0, most, failures: 0, nextAt: since + (DUPLICATE_CHECKS_MS[0] ?? 0) });
  }

  async function find({ item }: Watched, sender: Sender): Promise<DuplicateEntry[] | undefined> {
    const kind = kinds.get(item.kind);
    const context = contextOf(item);
    const { serverId: own } = context;
    const isKnown = (serverId: string) => serverId === own || context.isKnown(serverId);
    if (own === undefined) return [];
    return kind?.duplicates?.find(kind.schema.parse(item.payload), sender, { ...context, isKnown }, own);
  }

  async function check(write: Watched, sender: Sender): Promise<DuplicateEntry[]> {
    const found = await find(write, sender).catch(() => undefined);
    if (found === undefined) {
      write.failures += 1;
      write.nextAt = monotonic() + RETRY_MS;
    } else {
      while (write.nextAt <= monotonic() && write.checks < DUPLICATE_CHECKS_MS.length) {
        write.checks += 1;
        write.nextAt = write.since + (DUPLICATE_CHECKS_MS[write.checks] ?? 0);
      }
    }
    if (write.checks >= write.most || write.failures >= MAX_FAILURES) watched.delete(write.item.id);
    return found ?? [];
  }

  const watchedOf = (accountId: string): Watched[] =>
    [...watched.values()].filter(({ item }) => item.accountId === accountId);

  const recent = rows.recentlySent(steady() - MAX_AGE_MS, ALWAYS_CHECKED);
  const sent = recent.filter(({ kind }) => kinds.get(kind)?.duplicates !== undefined);
  sent.forEach((item, at) => {
    watch(item, sent.length - at <= LAST_CHECKED);
  });

  return {
    contextOf,
    watch,

    /** Runs the checks that are due and adds a write for each duplicate. True if it added any. */
    async endDue(sender: Sender, isCurrent: () => boolean): Promise<boolean> {
      let hasAdded = false;
      for (const write of watchedOf(sender.accountId)) {
        if (write.nextAt > monotonic() || !isCurrent()) continue;
        const found = await check(write, sender);
        if (found.length === 0 || !isCurrent()) continue;
        hasAdded = true;
        transaction(database, () => {
          for (const { serverId, kind, payload, kept } of found) {
            if (kept) serverIds.remember(sender.accountId, write.item.subject, kept.serverId, kept);
            const subject = `${DUPLICATE_SUBJECT}${sender.accountId}:${serverId}`;
            serverIds.remember(sender.accountId, subject, serverId);
            const id = operations.add({ accountId: sender.accountId, kind, subject, payload }, steady());
            const added = rows.openById(id);
            if (added && kinds.get(kind)?.question?.(payload)) ask(added);
          }
        });
      }
      return hasAdded;
    },

    /** The account that has the writes now goes on with their checks. */
    transfer(fromId: string, toId: string): void {
      for (const write of watchedOf(fromId)) write.item = { ...write.item, accountId: toId };
    },

    /** Milliseconds until the next check; undefined if there is none. */
    wait(accountId: string): number | undefined {
      const times = watchedOf(accountId).map(({ nextAt }) => nextAt);
      return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - monotonic());
    },
  };
}

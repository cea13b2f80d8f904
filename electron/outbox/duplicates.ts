/**
 * Creates that were sent more than once: the first one may land after all, however late, and then the subject is there twice.
 * They are looked for some time on; what is too much is ended by a write of its own.
 */
import { type Database, transaction } from '../store/database.ts';
import type { AbandonedWrites } from './abandoned.ts';
import type { Operations } from './operations.ts';
import type { Rows } from './rows.ts';
import type { ServerHabitsStore } from './server-habits.ts';
import type { ServerIds } from './server-ids.ts';
import type { DuplicateEntry, OutboxItem, Sender, WriteContext, WriteKind } from './write-kind.ts';

interface TwinsOptions {
  database: Database;
  kinds: ReadonlyMap<string, WriteKind>;
  rows: Pick<Rows, 'sentLately'>;
  remote: ServerIds;
  givenUp: Pick<AbandonedWrites, 'inDoubt'>;
  subjects: Pick<Operations, 'add'>;
  habits: ServerHabitsStore;
  now: () => number;
  /** Milliseconds that only ever grow, whatever happens to the clock. */
  monotonic: () => number;
}

interface Watched {
  item: OutboxItem;
  since: number;
  looks: number;
  failures: number;
  nextAt: number;
}

/** When it is looked for, counted from the confirmed answer or the start of the app (ms). */
export const DUPLICATE_CHECKS_MS: readonly number[] = [2, 5, 10, 30].map((minutes) => minutes * 60_000);
/** After a look that failed (ms). */
const AGAIN_MS = 60_000;
const MOST_FAILURES = 60;
/** What was sent before that is looked for no more after a restart (ms). */
const KEPT_MS = 24 * 3_600_000;
/** The newest writes are looked for all the same: the clock may have been set ahead since. */
const KEPT_WRITES = 20;

export type Duplicates = ReturnType<typeof createDuplicates>;

export function createDuplicates(options: TwinsOptions) {
  const { database, kinds, rows, remote, givenUp, subjects, habits, now, monotonic } = options;
  const watched = new Map<number, Watched>();

  /** Another write of the kind may be there, and each has a record of its own. */
  function surroundings(item: OutboxItem): WriteContext {
    return {
      isKnown(serverId) {
        const subject = remote.subjectOf(item.accountId, serverId);
        return subject !== undefined && subject !== item.subject;
      },
      rivals: givenUp
        .inDoubt(item.accountId, item.kind)
        .filter(({ subject }) => subject !== item.subject)
        .map(({ payload }) => payload),
      habits: habits.of(item.accountId),
    };
  }

  /** A write that was sent is watched where it may be there twice. */
  function watch(item: OutboxItem): void {
    const kind = kinds.get(item.kind);
    const payload = kind?.surplus && kind.schema.safeParse(item.payload);
    if (!payload?.success || !kind?.surplus?.isPossible(payload.data)) return;
    const since = monotonic();
    watched.set(item.id, { item, since, looks: 0, failures: 0, nextAt: since + (DUPLICATE_CHECKS_MS[0] ?? 0) });
  }

  async function find({ item }: Watched, from: Sender): Promise<DuplicateEntry[] | undefined> {
    const kind = kinds.get(item.kind);
    const around = surroundings(item);
    const own = remote.serverId(item.subject);
    const isKnown = (serverId: string) => serverId === own || around.isKnown(serverId);
    if (own === undefined) return [];
    return kind?.surplus?.find(kind.schema.parse(item.payload), from, { ...around, isKnown }, own);
  }

  /** One look; the next one is later, or there is none. */
  async function look(one: Watched, from: Sender): Promise<DuplicateEntry[]> {
    const found = await find(one, from).catch(() => undefined);
    if (found === undefined) {
      one.failures += 1;
      one.nextAt = monotonic() + AGAIN_MS;
    } else {
      while (one.nextAt <= monotonic() && one.looks < DUPLICATE_CHECKS_MS.length) {
        one.looks += 1;
        one.nextAt = one.since + (DUPLICATE_CHECKS_MS[one.looks] ?? 0);
      }
    }
    if (one.looks >= DUPLICATE_CHECKS_MS.length || one.failures >= MOST_FAILURES) watched.delete(one.item.id);
    return found ?? [];
  }

  const of = (accountId: string): Watched[] => [...watched.values()].filter(({ item }) => item.accountId === accountId);

  for (const item of rows.sentLately(now() - KEPT_MS, KEPT_WRITES)) watch(item);

  return {
    surroundings,
    watch,

    /** Looks for all that are due; what is too much is written down as a write that ends it. True where there is one. */
    async lookForDue(from: Sender, isStill: () => boolean): Promise<boolean> {
      let hasFound = false;
      for (const one of of(from.accountId)) {
        if (one.nextAt > monotonic() || !isStill()) continue;
        const surplus = await look(one, from);
        if (surplus.length === 0 || !isStill()) continue;
        hasFound = true;
        transaction(database, () => {
          for (const { serverId, kind, payload } of surplus) {
            const subject = `twin:${from.accountId}:${serverId}`;
            remote.remember(from.accountId, subject, serverId);
            subjects.add({ accountId: from.accountId, kind, subject, payload }, now());
          }
        });
      }
      return hasFound;
    },

    /** Milliseconds until the next look; undefined where there is none. */
    wait(accountId: string): number | undefined {
      const times = of(accountId).map(({ nextAt }) => nextAt);
      return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - monotonic());
    },
  };
}

/**
 * Adds, rewrites and removes the writes of a subject when the subject changes, and reports how a write ends. All functions except
 * `settled` and `settle` run inside the transaction of the change.
 */
import type { AbandonedWrites } from './abandoned.ts';
import type { Rows } from './rows.ts';
import type { ServerIds } from './server-ids.ts';
import {
  isUnsentOrRejected,
  type NewWrite,
  type OutboxItem,
  type WriteKind,
  type WriteOutcome,
  wasRequested,
} from './write-kind.ts';

interface OperationsOptions {
  rows: Rows;
  abandoned: AbandonedWrites;
  serverIds: ServerIds;
  kinds: ReadonlyMap<string, WriteKind>;
  /** The wall clock. */
  now: () => number;
  /** Clock for delays. */
  steady: () => number;
}

export type Operations = ReturnType<typeof createOperations>;

export function createOperations({ rows, abandoned, serverIds, kinds, now, steady }: OperationsOptions) {
  /** The data folder may be older than the service, so that another run sent what waited at the start. */
  const lastOfEarlierRun = rows.lastId();
  const settling = new Map<number, ((outcome: WriteOutcome) => void)[]>();

  function settle(id: number, outcome: WriteOutcome): void {
    for (const resolve of settling.get(id) ?? []) resolve(outcome);
    settling.delete(id);
  }

  function remove(id: number): void {
    rows.remove(id);
    settle(id, { state: 'removed' });
  }

  /** The service cannot have it, not even from a request that it rejected. */
  function isKnownAbsent(item: OutboxItem): boolean {
    return isUnsentOrRejected(item) && !wasRequested(item, kinds);
  }

  return {
    /** Resolves when the write ends, which may take days. */
    settled: (id: number): Promise<WriteOutcome> =>
      new Promise((resolve) => settling.set(id, [...(settling.get(id) ?? []), resolve])),
    settle,

    /** Returns the id of the new write. `notBefore` in ms. */
    add: (write: NewWrite, notBefore: number): number => rows.insert(write, now(), notBefore),

    /**
     * Puts the payload, which describes the whole subject, into the subject's first unsent write and removes the later ones.
     * `notBefore` returns the earliest time to send a kind of write (ms); undefined keeps the current one. Returns false if there is
     * no unsent write. `accountId`: as for `rows.openOf`.
     */
    replace(
      subject: string,
      payload: unknown,
      notBefore: (kind: string) => number | undefined,
      accountId?: string,
    ): boolean {
      abandoned.revive(subject, steady(), accountId);
      const [first, ...behind] = rows.openOf(subject, accountId).filter(isUnsentOrRejected);
      if (first === undefined) return false;
      const next = keepFields(kinds.get(first.kind), first.payload, payload);
      rows.rewrite(first.id, next, notBefore(first.kind), wasRequested(first, kinds));
      for (const { id } of behind) remove(id);
      return true;
    },

    /**
     * Removes the subject's unsent writes. Returns whether the service has the subject; `rejected`: it rejected it, so it most likely does
     * not, and the next search decides.
     */
    takeBack(subject: string, accountId?: string): 'absent' | 'rejected' | 'present' {
      abandoned.revive(subject, steady(), accountId);
      let result: 'absent' | 'rejected' | 'present' = serverIds.has(subject) ? 'present' : 'absent';
      for (const item of rows.openOf(subject, accountId)) {
        const mayBeSent = item.id <= lastOfEarlierRun && kinds.get(item.kind)?.wasRequested !== undefined;
        if (isKnownAbsent(item) && !mayBeSent) remove(item.id);
        else if (!isUnsentOrRejected(item)) result = 'present';
        else if (result === 'absent') {
          rows.wakeOne(item.accountId, item.id, steady());
          result = 'rejected';
        }
      }
      return result;
    },

    remove,

    /** Removes a write and the later ones on its subject. If the service may have it, it is stored as abandoned. */
    abandon(item: OutboxItem): void {
      if (!isKnownAbsent(item)) abandoned.add(item.id);
      for (const open of rows.openOf(item.subject, item.accountId)) remove(open.id);
      serverIds.setBehind(item.subject, true);
    },

    /** Deletes all data of a subject. */
    forget(subject: string): void {
      rows.removeSubject(subject);
      abandoned.forget(subject);
      serverIds.forget(subject);
    },
  };
}

/** The payload that replaces the current one of a write. */
export function keepFields(kind: WriteKind | undefined, current: unknown, next: unknown): unknown {
  const parsed = kind?.schema.safeParse(current);
  return (parsed?.success && kind?.keepFields?.(parsed.data, next)) || next;
}

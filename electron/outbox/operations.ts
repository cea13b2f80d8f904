/**
 * How a change of a subject adds, rewrites or removes that subject's writes before they are sent, and how a write ends. Each
 * function but `settled` runs inside the transaction that makes the change.
 */
import type { AbandonedWrites } from './abandoned.ts';
import type { Rows } from './rows.ts';
import type { ServerIds } from './server-ids.ts';
import { isKnownAbsent, type NewWrite, type OutboxItem, type WriteKind, type WriteOutcome } from './write-kind.ts';

interface OperationsOptions {
  rows: Rows;
  abandoned: AbandonedWrites;
  serverIds: ServerIds;
  kinds: ReadonlyMap<string, WriteKind>;
  /** The wall clock. */
  now: () => number;
  /** The clock that waits are measured by. */
  steady: () => number;
}

export type Operations = ReturnType<typeof createOperations>;

export function createOperations({ rows, abandoned, serverIds, kinds, now, steady }: OperationsOptions) {
  const settling = new Map<number, ((outcome: WriteOutcome) => void)[]>();

  function settle(id: number, outcome: WriteOutcome): void {
    for (const resolve of settling.get(id) ?? []) resolve(outcome);
    settling.delete(id);
  }

  function remove(id: number): void {
    rows.remove(id);
    settle(id, { state: 'removed' });
  }

  return {
    /** Resolves when the write ends, which may take days. */
    settled: (id: number): Promise<WriteOutcome> =>
      new Promise((resolve) => settling.set(id, [...(settling.get(id) ?? []), resolve])),
    settle,

    /** Returns the id of the new write. `notBefore` in ms. */
    add: (write: NewWrite, notBefore: number): number => rows.insert(write, now(), notBefore),

    /**
     * Puts the payload, which describes the whole subject, into the subject's first write that is known to be absent from the
     * service, and removes the writes behind it. `notBefore` gives the earliest time for a kind of write (ms), undefined to keep
     * the present one. Returns false where there is no such write. `accountId`: as for `rows.openOf`.
     */
    replace(
      subject: string,
      payload: unknown,
      notBefore: (kind: string) => number | undefined,
      accountId?: string,
    ): boolean {
      abandoned.revive(subject, steady());
      const [first, ...behind] = rows.openOf(subject, accountId).filter(isKnownAbsent);
      if (first === undefined) return false;
      rows.rewrite(first.id, carryOver(kinds.get(first.kind), first.payload, payload), notBefore(first.kind));
      for (const { id } of behind) remove(id);
      return true;
    },

    /** Removes the subject's writes that are known to be absent from the service. True if the service never saw the subject. */
    takeBack(subject: string, accountId?: string): boolean {
      abandoned.revive(subject, steady());
      let isUnseen = !serverIds.has(subject);
      for (const item of rows.openOf(subject, accountId)) {
        if (isKnownAbsent(item)) remove(item.id);
        else isUnseen = false;
      }
      return isUnseen;
    },

    remove,

    /** Removes a write and those that follow it on its subject. One that may be at the service is kept as abandoned. */
    abandon(item: OutboxItem): void {
      if (!isKnownAbsent(item)) abandoned.add(item.id);
      for (const open of rows.openOf(item.subject, item.accountId)) remove(open.id);
      serverIds.setBehind(item.subject, true);
    },

    /** Drops everything known of a subject. */
    forget(subject: string): void {
      rows.removeSubject(subject);
      abandoned.forget(subject);
      serverIds.forget(subject);
    },
  };
}

/** The payload that replaces another one of the same write. */
export function carryOver(kind: WriteKind | undefined, payload: unknown, next: unknown): unknown {
  const left = kind?.schema.safeParse(payload);
  return (left?.success && kind?.carryOver?.(left.data, next)) || next;
}

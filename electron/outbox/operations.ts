/**
 * What a change does to the writes of its subject before they leave: one is added, says something else, or is taken back. Each
 * is called inside the transaction that makes the change.
 */

import type { AbandonedWrites } from './abandoned.ts';
import type { Completions } from './completions.ts';
import type { Rows } from './rows.ts';
import type { ServerIds } from './server-ids.ts';
import { isKnownAbsent, type NewWrite, type OutboxItem, type WriteKind } from './write-kind.ts';

interface SubjectsOptions {
  rows: Rows;
  givenUp: AbandonedWrites;
  remote: ServerIds;
  endings: Completions;
  kinds: ReadonlyMap<string, WriteKind>;
  /** The wall clock. */
  now: () => number;
  /** The clock of all waits. */
  steady: () => number;
}

export type Operations = ReturnType<typeof createOperations>;

export function createOperations({ rows, givenUp, remote, endings, kinds, now, steady }: SubjectsOptions) {
  function takeAway(id: number): void {
    rows.remove(id);
    endings.tell(id, { state: 'removed' });
  }

  return {
    /** Adds a write, and gives its id. `notBefore` in ms. */
    add: (write: NewWrite, notBefore: number): number => rows.insert(write, now(), notBefore),

    /**
     * Puts the payload, which is the whole subject, into the first of its writes that surely is not at the service, a rejected
     * one too; those behind it have nothing left to say and go. `notBefore`: when a write of that kind may leave (ms), as
     * before where it is undefined. False where there is no such write. `accountId`: as for `rows.openOf`.
     */
    replace(
      subject: string,
      payload: unknown,
      notBefore: (kind: string) => number | undefined,
      accountId?: string,
    ): boolean {
      givenUp.revive(subject, steady());
      const [first, ...behind] = rows.openOf(subject, accountId).filter(isKnownAbsent);
      if (first === undefined) return false;
      rows.rewrite(first.id, carryOver(kinds.get(first.kind), first.payload, payload), notBefore(first.kind));
      for (const { id } of behind) takeAway(id);
      return true;
    },

    /** Takes back the subject's writes that surely are not at the service yet. True if the service then never heard of it. */
    takeBack(subject: string, accountId?: string): boolean {
      givenUp.revive(subject, steady());
      let clean = !remote.has(subject);
      for (const item of rows.openOf(subject, accountId)) {
        if (isKnownAbsent(item)) takeAway(item.id);
        else clean = false;
      }
      return clean;
    },

    /** A write goes, and whoever waits for it is told. */
    takeAway,

    /**
     * Gives up a write, and what follows it on the same subject. One that may be at the service all the same is kept aside.
     */
    giveUp(item: OutboxItem): void {
      if (!isKnownAbsent(item)) givenUp.add(item.id);
      for (const open of rows.openOf(item.subject, item.accountId)) takeAway(open.id);
      remote.setBehind(item.subject, true);
    },

    /** Drops a subject, whatever the service has of it. */
    forget(subject: string): void {
      rows.removeSubject(subject);
      givenUp.forget(subject);
      remote.forget(subject);
    },
  };
}

/** The payload that takes another one's place. */
export function carryOver(kind: WriteKind | undefined, payload: unknown, next: unknown): unknown {
  const left = kind?.schema.safeParse(payload);
  return (left?.success && kind?.carryOver?.(left.data, next)) || next;
}

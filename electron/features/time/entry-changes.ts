/**
 * How time entries change: one transaction over entries and outbox, so that the service comes to hold what is kept here,
 * told afterwards, and taken back for ten seconds. Who decides what changes is timer.ts and edit.ts.
 */

import type { ToastView } from '../../../shared/contract/index.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { UNDO_PASSED_MS, type Undo } from '../../outbox/undo.ts';

import { type Database, transaction } from '../../store/database.ts';
import { TIME_ENTRY_CREATE, TimeEntryCreatePayload } from './entry-create-write.ts';
import type { Entries } from './entry-store.ts';
import { TIME_ENTRY_UPDATE, type TimeEntryUpdatePayload } from './entry-update-write.ts';
import type { MonotonicClock } from './monotonic-clock.ts';

export interface EntryChange {
  accountId: string;
  /** How the entries are from now on; one with `discardedAt` counts as never made. */
  entries: Entry[];
  /** What to say of it; `remains`: entries that the service knows and cannot delete stay there with no length. */
  say?: string | ((remains: boolean) => string);
  /** What the button says, and how the entries are again: as they were, where that is not given. */
  undo?: { label: string; entries?: Entry[] };
  /**
   * When the writes may leave (ms). By default after the last moment to undo: the service can neither delete an entry nor open
   * one again.
   */
  notBefore?: number;
  /** After it was taken back. */
  onUndo?: () => void;
  /** The service has one of the entries already; where it runs, there is nothing to write. Undone, it is as unknown here as before. */
  adopted?: { entryId: string; serverId: string };
}

export interface EntryChangesOptions {
  database: Database;
  entries: Entries;
  outbox: Outbox;
  /** Is shown every entry that runs. */
  runClock: Pick<MonotonicClock, 'see'>;
  now: () => number;
  undo: Pick<Undo, 'offer' | 'withdraw' | 'deadline'>;
  showToast: (text: string, undo?: ToastView['undo']) => void;
  onChange: () => void;
}

export type EntryChanges = ReturnType<typeof createEntryChanges>;

export function createEntryChanges(options: EntryChangesOptions) {
  const { database, entries, outbox, runClock, now, showToast, onChange } = options;
  let lastUndoId = 0;

  /** Commits, lets the outbox look, and tells. True if something that cannot be deleted remains at the service. */
  function commit(
    changed: Entry[],
    notBefore: number,
    adopted?: EntryChange['adopted'],
    forgottenId?: string,
  ): boolean {
    // Whoever stops running does so before another one may run.
    const inOrder = changed.toSorted((a, b) => Number(isRunning(a)) - Number(isRunning(b)));
    const remains = transaction(database, () => {
      if (forgottenId !== undefined) forget(forgottenId);
      return inOrder
        .map((entry) => put(entry, notBefore, entry.id === adopted?.entryId ? adopted.serverId : null))
        .includes(true);
    });
    outbox.wake();
    onChange();
    return remains;
  }

  /** As if it had never been here; what the service has of it stays as it is. */
  function forget(entryId: string): void {
    entries.drop(entryId);
    outbox.forget(entryId);
  }

  /** False for one that was discarded before the service could hear of it. */
  const isOrMayBeThere = ({ id, discardedAt }: Entry): boolean =>
    discardedAt === null || outbox.serverId(id) !== undefined || outbox.openOf(id).length > 0;

  /** Starts with which other entries of the task have left: until their records are known, nothing else may look like them. */
  function startsUnderWay({ id, accountId, task }: Entry): Set<string> {
    const sent = outbox
      .inDoubt(accountId, TIME_ENTRY_CREATE)
      .filter(({ subject }) => subject !== id)
      .flatMap(({ payload }) => TimeEntryCreatePayload.safeParse(payload).data ?? []);
    return new Set(sent.filter(({ taskId }) => taskId === task.taskId).map(({ startTime }) => startTime));
  }

  /**
   * No two entries of a task start at the same moment, here or as they were sent: by its start the service's record of each is
   * told from the other's.
   */
  function apart(entry: Entry): Entry {
    let one = entry;
    const underWay = startsUnderWay(entry);
    while (underWay.has(one.startTime) || entries.twins(one).some(isOrMayBeThere)) {
      const startTime = toIsoInstant(Date.parse(one.startTime) + 1);
      const isPast = one.endTime !== null && one.endTime < startTime;
      // A start that nobody chose stays one that nobody chose.
      const createdAt = one.createdAt === one.startTime ? startTime : one.createdAt;
      one = { ...one, startTime, createdAt, endTime: isPast ? startTime : one.endTime };
    }
    return one;
  }

  function put(wanted: Entry, notBefore: number, adoptedAs: string | null): boolean {
    const entry = adoptedAs === null && wanted.discardedAt === null ? apart(wanted) : wanted;
    entries.put(entry);
    if (isRunning(entry)) runClock.see(entry);
    if (adoptedAs !== null) outbox.remember(entry.accountId, entry.id, adoptedAs);
    if (entry.discardedAt === null) {
      if (adoptedAs === null || entry.endTime !== null) enqueue(entry, notBefore);
      return false;
    }
    if (outbox.takeBack(entry.id)) return false;
    enqueue({ ...entry, endTime: entry.startTime }, Math.max(notBefore, now() + UNDO_PASSED_MS));
    return true;
  }

  /** Puts the entry as it now is into the outbox: into the write that still waits, or as a further one. */
  function enqueue(entry: Entry, notBefore: number): void {
    const { accountId, task, startTime, endTime, note } = entry;
    const { taskId, identifier } = task;
    const whole: TimeEntryCreatePayload = { taskId, identifier, startTime, endTime, note };
    const payload: TimeEntryUpdatePayload = entry.discardedAt === null ? whole : { ...whole, isDiscarded: true };
    // A running entry keeps the grace it was started with.
    const grace = (kind: string) => (kind === TIME_ENTRY_CREATE && endTime === null ? undefined : notBefore);
    if (outbox.replace(entry.id, payload, grace)) return;
    const isNew = outbox.serverId(entry.id) === undefined && outbox.openOf(entry.id).length === 0;
    const kind = isNew ? TIME_ENTRY_CREATE : TIME_ENTRY_UPDATE;
    // On a task that is still to be made, the entry waits for it.
    outbox.add({ accountId, kind, subject: entry.id, payload, after: taskId }, notBefore);
  }

  /** As they are on disk; one that is not there yet will count as never made. */
  function asTheyAre(accountId: string, changed: Entry[]): Entry[] {
    const discardedAt = new Date(now()).toISOString();
    return changed.map((entry) => entries.find(accountId, entry.id) ?? { ...entry, discardedAt });
  }

  return {
    apply({ accountId, entries: changed, say, undo, notBefore, onUndo, adopted }: EntryChange): void {
      const adoptedId = adopted?.entryId;
      const isOld = ({ id }: Entry) => id !== adoptedId;
      const before = undo?.entries ?? asTheyAre(accountId, changed.filter(isOld));
      // Taken before the writes are added: a write that may leave can no longer be undone.
      const until = options.undo.deadline();
      const remains = commit(changed, notBefore ?? now() + UNDO_PASSED_MS, adopted);
      const restore = () => {
        commit(before, now() + UNDO_PASSED_MS, undefined, adoptedId);
        onUndo?.();
      };
      // An earlier change may be the base of this one.
      options.undo.withdraw(lastUndoId);
      const offer = undo && options.undo.offer({ accountId, label: undo.label, until, undo: restore });
      lastUndoId = offer?.undoId ?? lastUndoId;
      if (say !== undefined) showToast(typeof say === 'string' ? say : say(remains), offer);
    },
  };
}

const isRunning = (entry: Entry): boolean => entry.endTime === null && entry.discardedAt === null;

/** Changes of time entries: one transaction over entries and outbox, a toast, and an undo. timer.ts and edit-entries.ts decide what changes. */

import { z } from 'zod';
import type { ToastView } from '../../../shared/contract/index.ts';
import type { ClosedWeekView } from '../../../shared/contract/time-rules.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Span } from '../../../shared/time/day.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import { spanOf } from '../../../shared/time/overlaps.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { SEND_AFTER_TOAST_MS, type Undo, type UndoConfirmed } from '../../outbox/undo.ts';
import { isUnsentOrRejected, type OutboxItem } from '../../outbox/write-kind.ts';
import { type Database, transaction } from '../../store/database.ts';
import { closedWeekQuestion } from './closed-week.ts';
import { TIME_ENTRY_CREATE, type TimeEntryCreatePayload } from './entry-create-write.ts';
import { EntryAtService, isSameRecord, RequestedEntry } from './entry-match.ts';
import type { Entries } from './entry-store.ts';
import { TIME_ENTRY_UPDATE, type TimeEntryUpdatePayload } from './entry-update-write.ts';
import { sentTimes } from './fingerprint.ts';
import type { RunClock } from './run-clock.ts';

export interface EntryChange {
  /** Whose rules for closed weeks apply, and whose Undo takes it back. */
  accountId: string;
  /** The entries with the change, of any account that is open; a discarded entry counts as deleted. */
  entries: Entry[];
  /** The toast. `remains`: the server knows an entry that it cannot delete, so it stays there with no duration. */
  toast: string | ((remains: boolean) => string);
  /** `entries`: the versions that undo restores; by default the previous ones. false: it cannot be undone. */
  undo?: { label: string; entries?: Entry[] } | false | undefined;
  /**
   * The earliest time to send the writes (ms). By default the end of the undo period: the service can neither delete an entry nor
   * reopen one.
   */
  notBefore?: number;
  /**
   * Change entries of a closed week without a question: the person has confirmed it, or the change is that of a running timer, which
   * must always stop.
   */
  allowClosed?: boolean | undefined;
  /** After undo. */
  onUndo?: () => void;
  /** After redo. */
  onRedo?: () => void;
  /** An entry that the service already has: while it runs nothing is sent, and undo removes it from this computer only. */
  adopted?: { entryId: string; seen: EntryAtService };
}

export interface EntryChangesOptions {
  database: Database;
  entries: Entries;
  outbox: Outbox;
  /** Whether an account is the local workspace, which does not show an entry that has no duration. */
  isLocal: (accountId: string) => boolean;
  /** Observes every running entry. */
  runClock: Pick<RunClock, 'observe'>;
  /** Whose entries change only after a question. */
  closedWeeks: (accountId: string) => readonly ClosedWeekView[];
  now: () => number;
  undo: Pick<Undo, 'offer'>;
  showToast: (text: string, undo?: ToastView['undo']) => void;
  onChange: () => void;
}

export type EntryChanges = ReturnType<typeof createEntryChanges>;

export function createEntryChanges(options: EntryChangesOptions) {
  const { database, entries, outbox, isLocal, runClock, closedWeeks, now, showToast, onChange } = options;

  /** True if an entry that cannot be deleted remains at a server. */
  function commit(
    changed: Entry[],
    notBefore: number,
    adopted?: EntryChange['adopted'],
    forgottenId?: string,
  ): boolean {
    // Only one timer may run, so the stopped entry is stored first.
    const inOrder = changed.toSorted((a, b) => Number(isRunning(a)) - Number(isRunning(b)));
    const remains = transaction(database, () => {
      if (forgottenId !== undefined) forget(forgottenId);
      return inOrder
        .map((entry) => put(entry, notBefore, entry.id === adopted?.entryId ? adopted.seen : null))
        .includes(true);
    });
    outbox.wake();
    onChange();
    return remains;
  }

  /** Removes the entry here; the service keeps its own. */
  function forget(entryId: string): void {
    entries.delete(entryId);
    outbox.forget(entryId);
  }

  function put(entry: Entry, notBefore: number, adoptedAs: EntryAtService | null): boolean {
    entries.put(entry);
    if (isRunning(entry)) runClock.observe(entry);
    if (adoptedAs !== null) outbox.remember(entry.accountId, entry.id, adoptedAs.serverId, adoptedAs);
    if (entry.discardedAt === null) {
      if (adoptedAs === null || entry.endTime !== null) enqueue(entry, notBefore);
      return false;
    }
    // A change that the service has and rejected stays known.
    const left = outbox.serverId(entry.id) === undefined ? outbox.takeBack(entry.id) : 'present';
    if (left === 'absent') return false;
    enqueue({ ...entry, endTime: entry.startTime }, Math.max(notBefore, now() + SEND_AFTER_TOAST_MS));
    return left === 'present' && !isLocal(entry.accountId);
  }

  /** Replaces the entry's waiting write, or adds one. */
  function enqueue(entry: Entry, notBefore: number): void {
    const { accountId, endTime, note } = entry;
    // An undo may know the task by the id that it had before it was created.
    const { taskId, identifier } = (entries.find(accountId, entry.id) ?? entry).task;
    const fields: TimeEntryCreatePayload = { taskId, identifier, ...sentTimes(entry), note };
    const payload: TimeEntryUpdatePayload = entry.discardedAt === null ? fields : { ...fields, isDiscarded: true };
    // A running entry keeps the undo time of its start.
    const earliest = (kind: string) => (kind === TIME_ENTRY_CREATE && endTime === null ? undefined : notBefore);
    const isKnown = outbox.serverId(entry.id) !== undefined;
    // A rejected create is not turned into the entry's end: it may be at the service. If it is not, both the create and its end would be lost.
    if ((entry.discardedAt === null || isKnown) && outbox.replace(entry.id, payload, earliest)) return;
    const isNew = !isKnown && outbox.openOf(entry.id).length === 0;
    const kind = isNew ? TIME_ENTRY_CREATE : TIME_ENTRY_UPDATE;
    // `after`: the entry waits for its task to be created.
    outbox.add({ accountId, kind, subject: entry.id, payload, after: taskId }, notBefore);
  }

  /** The entries as stored now. Undo discards an entry that is not stored yet. */
  function stored(changed: Entry[]): Entry[] {
    const discardedAt = toIsoInstant(now());
    return changed.map((entry) => entries.find(entry.accountId, entry.id) ?? { ...entry, discardedAt });
  }

  /** The person took over the service's values since or signed out of an account, or an adopted entry changed at the service. */
  function hasChangedSince(accountId: string, changed: Entry[], adopted: EntryChange['adopted']): boolean {
    if (adopted !== undefined && mayDiffer(adopted)) return true;
    return changed.some((entry) => !isSameVersion(entry, entries.find(accountId, entry.id)));
  }

  /** The service has other values of an adopted entry than those it had, or may get them from a request that was not answered. */
  function mayDiffer({ entryId, seen }: NonNullable<EntryChange['adopted']>): boolean {
    const last = EntryAtService.safeParse(outbox.seen(entryId)).data;
    const isUnanswered = outbox.openOf(entryId).some((item) => !isUnsentOrRejected(item));
    return isUnanswered || last === undefined || !isSameRecord(last, seen);
  }

  /** The time of the entries before and after the change. */
  const touched = (changed: Entry[]): Span[] => [...changed, ...stored(changed)].map((entry) => spanOf(entry, now()));

  return {
    /**
     * The entry gets the service's values, which the person preferred (`WriteKind.answer`), unless it was changed here since. If it had
     * been moved to another task, it is no longer there. One that runs at the service while another timer runs here is removed, so that
     * it is found as a remote timer. Call in the transaction of the answer.
     */
    acceptTheirs({ accountId, subject }: Pick<OutboxItem, 'accountId' | 'subject'>, value: unknown): void {
      const { taken } = TakenEntry.safeParse(value).data ?? {};
      const entry = entries.find(accountId, subject);
      if (taken === undefined || entry === undefined || outbox.openOf(subject).length > 0) return;
      const moved = entries.movedFrom(entry);
      const discardedAt = toIsoInstant(now());
      if (moved !== undefined) put({ ...moved, discardedAt }, now(), null);
      const running = entries.running(accountId);
      if (taken.endTime === null && running !== undefined && running.id !== subject) {
        forget(subject);
        return;
      }
      const startTime = toIsoInstant(Date.parse(taken.startTime));
      const endTime = taken.endTime && toIsoInstant(Date.parse(taken.endTime));
      const accepted = { ...entry, startTime, endTime, note: taken.note, discardedAt: null };
      entries.put(accepted);
      if (isRunning(accepted)) runClock.observe(accepted);
    },

    apply(change: EntryChange): void {
      const { accountId, entries: changed, toast, notBefore, onUndo, onRedo, adopted } = change;
      const answered = closedWeeks(accountId);
      const question = closedWeekQuestion(answered, touched(changed));
      if (question !== undefined && !change.allowClosed) throw question;
      const isAnswered = (week: ClosedWeekView) =>
        answered.some(({ weekStart, closedAt }) => weekStart === week.weekStart && closedAt === week.closedAt);
      /** Undoing a confirmed change does not ask again, unless the week was closed afterwards. */
      const checkWeeks = (versions: Entry[], { allowClosed }: UndoConfirmed) => {
        const closedSince = allowClosed ? [] : closedWeeks(accountId).filter((week) => !isAnswered(week));
        const asked = closedWeekQuestion(closedSince, touched(versions));
        if (asked !== undefined) throw asked;
      };
      const adoptedId = adopted?.entryId;
      const isOwn = ({ id }: Entry) => id !== adoptedId;
      const undo = change.undo || { label: messages.time.undo };
      const before = undo.entries ?? stored(changed.filter(isOwn));
      const remains = commit(changed, notBefore ?? now() + SEND_AFTER_TOAST_MS, adopted);
      const text = typeof toast === 'string' ? toast : toast(remains);
      // Signing out of another account leaves its undo.
      const owner = changed[0]?.accountId ?? accountId;
      const offer = options.undo.offer({
        accountId: owner,
        text,
        label: undo.label,
        subjects: [...changed.map(({ id }) => id), ...([...before, ...changed].some(isRunning) ? [TIMER] : [])],
        isOfAll: true,
        undo(confirmed) {
          checkWeeks(before, confirmed);
          commit(before, now() + SEND_AFTER_TOAST_MS, undefined, adoptedId);
          onUndo?.();
        },
        redo(confirmed) {
          checkWeeks(changed, confirmed);
          commit(changed, now() + SEND_AFTER_TOAST_MS, adopted);
          onRedo?.();
        },
        obstacle: () =>
          change.undo === false || hasChangedSince(owner, changed, adopted) ? messages.app.cannotBeUndone : undefined,
      });
      showToast(text, change.undo === false ? undefined : offer);
    },
  };
}

/** Only one timer runs, so its changes build on each other. */
const TIMER = 'timer';

const isRunning = (entry: Entry): boolean => entry.endTime === null && entry.discardedAt === null;

const TakenEntry = z.object({ taken: RequestedEntry });

const isSameVersion = (one: Entry, other: Entry | undefined): boolean =>
  one.startTime === other?.startTime &&
  one.endTime === other.endTime &&
  one.note === other.note &&
  (one.discardedAt === null) === (other.discardedAt === null);

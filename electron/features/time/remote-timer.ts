/**
 * Finds timers of the person that run at the service and are unknown here: started on another device, or left by a lost computer.
 * The service has no query for them and no event about them (docs/service.md#time-entries), so this reads the few tasks that they most
 * likely run on: all of them when the window opens, then one now and then.
 */

import { randomUUID } from 'node:crypto';
import type { RemoteTimerView } from '../../../shared/contract/time-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { DUPLICATE_SUBJECT } from '../../outbox/duplicates.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { createReader } from '../../service/reader.ts';
import { type Lenient, mergeUnreadable, type TimeEntry, type UnreadableRecords } from '../../service/records.ts';
import type { EntryChanges } from './entry-changes.ts';
import { isOfRequest, TIME_ENTRY_CREATE, TimeEntryCreatePayload } from './entry-create-write.ts';
import { atService, EntryAtService, hasFingerprint, hasHiddenNote, isUnchanged } from './entry-match.ts';
import type { Entries } from './entry-store.ts';
import { type Confirmed, checkSpan } from './entry-validation.ts';
import { sentTimes } from './fingerprint.ts';
import type { Timer } from './timer.ts';

/** Whose timers to read, and the client to read them with. */
export interface RemoteTimersSource {
  accountId: string;
  userId: string;
  client: Pick<Client, 'listTimeEntries' | 'getTask'>;
}

export interface RemoteTimersOptions {
  /** Of the account alone: only its own tasks are read at its service. */
  entries: Entries;
  /** The entry whose timer runs, of any open account. */
  running?: Entries['running'];
  changes: Pick<EntryChanges, 'apply'>;
  timer: Pick<Timer, 'end'>;
  outbox: Pick<Outbox, 'serverId' | 'subjectOf' | 'isKnown' | 'uncertain' | 'seen' | 'openOf'>;
  /** Tasks in the list, the most likely first. */
  likely: () => TaskRef[];
  now: () => number;
  /** True while the window is on screen; timers are polled only then. */
  isVisible: () => boolean;
  /** Time between two polls (ms). */
  pollMs: () => number;
  onChange: () => void;
  /** A task was deleted. */
  onTaskGone?: (taskId: string) => void;
  /** Reports unreadable entries; undefined if there are none. */
  onUnreadable?: (unreadable: UnreadableRecords | undefined) => void;
}

/** The tasks to read. */
const MAX_TASKS = 12;
/** Time between two requests of polls, on average (ms). */
export const REQUEST_MS = 25_000;
/** A task that changed at the service is likely to be worked on for this long (ms). */
const TOUCHED_MS = 10 * MINUTE_MS;
/** An answer counts as fresh for this long (ms). */
const FRESH_MS = MINUTE_MS;
/** After that the outbox no longer looks for duplicates. */
const CLOSED_WITHIN_MS = HOUR_MS;

export type RemoteTimers = ReturnType<typeof createRemoteTimers>;

export function createRemoteTimers(options: RemoteTimersOptions) {
  const { entries, changes, timer, outbox, likely, now, isVisible, pollMs, onChange, onUnreadable } = options;
  const { running: runningAnywhere = entries.running } = options;
  let timers: RemoteTimerView[] = [];
  /** The unreadable entries of each task; null until all tasks were read. */
  let unreadableOf: Map<string, UnreadableRecords | undefined> | null = null;
  /** When each task was read. */
  const readAt = new Map<string, number>();
  /** When each task changed at the service, the last one last. */
  const touchedAt = new Map<string, number>();
  /** A poll reads the likeliest task, the next one the task that was read longest ago. */
  let isLikeliestNext = true;
  const leftRunning = new Set<string>();
  /** The entry of the timer here, once its task was read because the task's list lacked it. */
  let missingId: string | undefined;
  /** The list of tasks has arrived. */
  let hasList = false;
  const reader = createReader({
    read: readRunning,
    freshMs: FRESH_MS,
    polls: { everyMs: pollMs, wanted: 'next', isWorthwhile: isVisible, retryMs: pollMs },
    now,
  });

  /** The likeliest first: where a timer runs here or elsewhere, then those that just changed, then those last worked on. */
  function tasks({ accountId }: RemoteTimersSource): TaskRef[] {
    const running = entries.running(accountId)?.task;
    const known = [...entries.recent(accountId), ...likely()];
    for (const [id, at] of touchedAt) if (Math.abs(now() - at) >= TOUCHED_MS) touchedAt.delete(id);
    const touched = [...touchedAt.keys()].reverse().flatMap((id) => known.find(({ taskId }) => taskId === id) ?? []);
    const all = [...(running ? [running] : []), ...timers.map(({ task }) => task), ...touched, ...known];
    const isFirst = ({ taskId }: TaskRef, at: number) => all.findIndex((one) => one.taskId === taskId) === at;
    return all.filter(isFirst).slice(0, MAX_TASKS);
  }

  const lastReadOf = ({ taskId }: TaskRef): number => readAt.get(taskId) ?? Number.NEGATIVE_INFINITY;

  /** As many as the interval allows: those that changed since they were read, else by turns the likeliest and the oldest. */
  function nextTasks(from: RemoteTimersSource): TaskRef[] {
    const all = tasks(from);
    const count = Math.min(all.length, Math.max(1, Math.round(pollMs() / REQUEST_MS)));
    const likeliest = all.slice(0, 1);
    const oldest = all.slice(1).toSorted((a, b) => lastReadOf(a) - lastReadOf(b));
    const changed = all.filter((task) => (touchedAt.get(task.taskId) ?? Number.NaN) >= lastReadOf(task));
    const next = new Set(changed.slice(0, count));
    while (next.size < count) {
      const order = isLikeliestNext ? [...likeliest, ...oldest] : [...oldest, ...likeliest];
      for (const task of order.filter((one) => !next.has(one)).slice(0, 1)) next.add(task);
      isLikeliestNext = !isLikeliestNext;
    }
    return [...next];
  }

  async function readRunning(from: RemoteTimersSource, wanted: 'next' | undefined, signal: AbortSignal): Promise<void> {
    const isWhole = wanted === undefined || unreadableOf === null;
    const running: RemoteTimerView[] = [];
    const unreadable = new Map(isWhole ? [] : unreadableOf);
    const read = isWhole ? tasks(from) : nextTasks(from);
    for (const task of read) {
      const startedAt = now();
      const list = await entriesOn(from, task);
      signal.throwIfAborted();
      readAt.set(task.taskId, startedAt);
      unreadable.set(task.taskId, list.unreadable);
      stopIfStoppedRemotely(from, list);
      await checkTask(from, task, list);
      signal.throwIfAborted();
      if (mayBeUnderWay(from, task)) continue;
      for (const entry of list) {
        if (entry.userId !== from.userId || entry.endTime != null || isFromHere(from, entry)) continue;
        running.push({ serverId: entry.id, task, startTime: entry.startTime, note: entry.description ?? '' });
      }
    }
    unreadableOf = unreadable;
    onUnreadable?.([...unreadable.values()].reduce(mergeUnreadable, undefined));
    const isOther = ({ task }: RemoteTimerView) => !isWhole && !read.some(({ taskId }) => taskId === task.taskId);
    // Filtered after reading, because the person may have answered about a timer in the meantime.
    const next = [...timers.filter(isOther), ...running].filter(
      ({ serverId }) =>
        !leftRunning.has(serverId) &&
        (!outbox.isKnown(from.accountId, serverId) || isSeparate(from.accountId, serverId)),
    );
    next.sort((a, b) => a.startTime.localeCompare(b.startTime));
    if (JSON.stringify(next) === JSON.stringify(timers)) return;
    timers = next;
    onChange();
  }

  /** A deleted, forbidden or malformed task counts as having no entries, so that it does not hide those of other tasks. */
  async function entriesOn(from: RemoteTimersSource, { taskId }: TaskRef): Promise<Lenient<TimeEntry[]>> {
    try {
      return await from.client.listTimeEntries(taskId);
    } catch (error) {
      if (error instanceof ServiceError && error.isGone) options.onTaskGone?.(taskId);
      if (error instanceof ServiceError && error.concernsOneRecord) return [];
      throw error;
    }
  }

  /** Older servers answer with an empty list for a deleted task: if it lacks the timer that runs here, the task is read once. */
  async function checkTask({ accountId, client }: RemoteTimersSource, { taskId }: TaskRef, list: TimeEntry[]) {
    const running = entries.running(accountId);
    const id = running?.task.taskId === taskId ? outbox.serverId(running.id) : undefined;
    if (id === undefined || list.length > 0 || id === missingId) return;
    await client.getTask(taskId).catch((error) => {
      if (!(error instanceof ServiceError && error.concernsOneRecord)) throw error;
      if (error.isGone) options.onTaskGone?.(taskId);
    });
    missingId = id;
  }

  /** While the answer to an entry sent for the task is missing, the timer found there may be our own. */
  function mayBeUnderWay({ accountId }: RemoteTimersSource, { taskId }: TaskRef): boolean {
    return outbox
      .uncertain(accountId, TIME_ENTRY_CREATE)
      .filter(({ isAbandoned, isRejected }) => !isAbandoned && !isRejected)
      .some(({ payload }) => TimeEntryCreatePayload.safeParse(payload).data?.taskId === taskId);
  }

  /** The service has it from a request of this computer that it rejected, or that arrived a second time and is closed soon. */
  function isFromHere({ accountId }: RemoteTimersSource, entry: TimeEntry): boolean {
    if (outbox.uncertain(accountId, TIME_ENTRY_CREATE).some(({ payload }) => isOfRequest(entry, payload))) return true;
    if (outbox.isKnown(accountId, entry.id)) return false;
    const own = entries
      .ofTask(accountId, entry.taskId)
      .find((one) => hasFingerprint(entry, { ...one, ...sentTimes(one) }));
    return own !== undefined && now() - Date.parse(own.createdAt) < CLOSED_WITHIN_MS;
  }

  /** The person said that it is not the same entry as one of this computer. */
  function isSeparate(accountId: string, serverId: string): boolean {
    const subject = outbox.subjectOf(accountId, serverId);
    return subject?.startsWith(DUPLICATE_SUBJECT) === true && outbox.openOf(subject).length === 0;
  }

  /** Stops the timer here if another device stopped it. */
  function stopIfStoppedRemotely(from: RemoteTimersSource, list: TimeEntry[]): void {
    const running = entries.running(from.accountId);
    const id = running && outbox.serverId(running.id);
    const remote = id === undefined ? undefined : list.find((entry) => entry.id === id);
    if (!running || remote?.endTime == null || Date.parse(remote.endTime) < Date.parse(running.startTime)) return;
    // An end that this computer sent and took back stays at the service.
    const seen = EntryAtService.safeParse(outbox.seen(running.id)).data;
    if (outbox.openOf(running.id).length > 0 || (seen?.endTime && isUnchanged(remote, seen))) return;
    const { note } = atService(remote);
    const toast = messages.time.stoppedElsewhere({ task: running.task.identifier });
    const ended = {
      ...running,
      ...(seen && seen.startTime !== remote.startTime && { startTime: toIsoInstant(Date.parse(remote.startTime)) }),
      endTime: toIsoInstant(Date.parse(remote.endTime)),
      ...(seen && seen.note !== note && !hasHiddenNote(remote) && { note }),
    };
    changes.apply({ accountId: from.accountId, entries: [ended], toast, undo: false, allowClosed: true });
  }

  function requireTimer(id: string): { from: RemoteTimersSource; one: RemoteTimerView } {
    const source = reader.source();
    const one = timers.find((candidate) => candidate.serverId === id);
    if (!one || source === null) throw new ValidationError(messages.time.goneElsewhere);
    return { from: source, one };
  }

  function removeTimer(id: string): void {
    timers = timers.filter((one) => one.serverId !== id);
    onChange();
  }

  /** Links the last of the entries to the service's record. After an undo the remote timer is shown again. */
  function applyAdopted(
    { accountId }: RemoteTimersSource,
    one: RemoteTimerView,
    changed: Entry[],
    toast: string,
    allowClosed: boolean,
  ): void {
    const entryId = changed.at(-1)?.id ?? '';
    const onUndo = () => {
      if (reader.source()?.accountId !== accountId) return;
      timers = [one, ...timers];
      onChange();
    };
    const { serverId, startTime, note } = one;
    const adopted = { entryId, seen: { serverId, startTime, endTime: null, note, createdAt: null } };
    const onRedo = () => removeTimer(one.serverId);
    changes.apply({ accountId, entries: changed, toast, onUndo, onRedo, adopted, allowClosed });
    removeTimer(one.serverId);
  }

  function entryOf(from: RemoteTimersSource, one: RemoteTimerView, endTime: string | null): Entry {
    const { task, note } = one;
    const startTime = toIsoInstant(Date.parse(one.startTime));
    return {
      id: randomUUID(),
      accountId: from.accountId,
      task,
      startTime,
      endTime,
      note,
      discardedAt: null,
      createdAt: startTime,
    };
  }

  return {
    view: (): RemoteTimerView[] => timers,

    /** Polls for this account; null stops polling. */
    start(next: RemoteTimersSource | null): void {
      timers = [];
      unreadableOf = null;
      touchedAt.clear();
      readAt.clear();
      onUnreadable?.(undefined);
      hasList = likely().length > 0;
      onChange();
      void reader.start(next);
    },

    /** The list of tasks changed. An account's first list starts a read: a new computer knows no other tasks. */
    onTasksListed(): void {
      if (hasList || likely().length === 0) return;
      hasList = true;
      reader.refresh();
    },

    /** Something happened to a task. If it may be worked on, it is read next, and often for some minutes. */
    taskChanged(taskId: string): void {
      touchedAt.delete(taskId);
      touchedAt.set(taskId, now());
    },

    /** Reads all tasks. */
    refreshIfStale: reader.refreshIfStale,
    stop: reader.stop,
    /** Reads as a poll does. */
    poll: (): void => reader.refresh('next'),
    idle: reader.idle,

    /** Continues the remote timer here, ending the one that runs here. */
    adopt(id: string): void {
      const { from, one } = requireTimer(id);
      const running = runningAnywhere(from.accountId);
      const entry = entryOf(from, one, null);
      const ended = running && timer.end(running, now());
      const { identifier } = one.task;
      const toast = ended
        ? messages.time.runsHereAfter({ task: identifier, ended: ended.text })
        : messages.time.runsHere({ task: identifier });
      applyAdopted(from, one, ended ? [ended.entry, entry] : [entry], toast, true);
    },

    /** Records that the remote timer ended at `end` (ms). More than twelve hours need confirmation. */
    complete(id: string, end: number, confirmed: Confirmed): void {
      const { from, one } = requireTimer(id);
      checkSpan(Date.parse(one.startTime), end, now(), confirmed);
      applyAdopted(
        from,
        one,
        [entryOf(from, one, toIsoInstant(end))],
        messages.time.completedElsewhere({ task: one.task.identifier }),
        confirmed.allowClosed ?? false,
      );
    },

    /** Leaves the remote timer running and does not ask about it again until the app restarts. */
    leave(id: string): void {
      leftRunning.add(id);
      removeTimer(id);
    },
  };
}

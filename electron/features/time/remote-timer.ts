/**
 * A timer of the person that runs at the service and that this computer does not know: started elsewhere, or left by a lost
 * computer. The service has no look-up for it (docs/service.md#time-entries), so the tasks it most likely runs on are read, a few at most.
 */

import { randomUUID } from 'node:crypto';
import type { RemoteTimerView } from '../../../shared/contract/time-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/main-messages.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import { createReader } from '../../service/reader.ts';
import { addOdd, type OddRecords, oddIn, type TimeEntry } from '../../service/records.ts';
import type { EntryChanges } from './entry-changes.ts';
import { TIME_ENTRY_CREATE, TimeEntryCreatePayload } from './entry-create-write.ts';
import type { Entries } from './entry-store.ts';
import { checkSpan } from './entry-validation.ts';
import type { Timer } from './timer.ts';

/** Whose timers, and through what. */
export interface RemoteTimersSource {
  accountId: string;
  userId: string;
  client: Pick<Client, 'listTimeEntries'>;
}

export interface RemoteTimersOptions {
  entries: Entries;
  changes: EntryChanges;
  timer: Pick<Timer, 'end'>;
  outbox: Pick<Outbox, 'serverId' | 'isKnown' | 'inDoubt'>;
  /** Tasks in the list, the most likely first. */
  likely: () => TaskRef[];
  now: () => number;
  /** The window is on screen: a timer that starts elsewhere is to be noticed. */
  isSeen: () => boolean;
  /** Time between two looks meanwhile (ms). */
  lookMs: () => number;
  onChange: () => void;
  /** What of the entries that were read could not be read. */
  onUnreadable?: (odd: OddRecords | undefined) => void;
}

/** How many tasks are read at most for one look. */
const MAX_TASKS = 12;
/** One look is enough for this long (ms). */
const FRESH_MS = 60_000;

export type RemoteTimers = ReturnType<typeof createRemoteTimers>;

export function createRemoteTimers(options: RemoteTimersOptions) {
  const { entries, changes, timer, outbox, likely, now, isSeen, lookMs, onChange, onUnreadable } = options;
  let found: RemoteTimerView[] = [];
  const left = new Set<string>();
  /** The list of tasks arrived. */
  let hasList = false;
  const reader = createReader({
    read: look,
    freshMs: FRESH_MS,
    polls: { everyMs: lookMs, isWorthwhile: isSeen, retryMs: lookMs },
    now,
  });

  function tasks(from: RemoteTimersSource): TaskRef[] {
    const byId = new Map([...entries.recent(from.accountId), ...likely()].map((task) => [task.taskId, task]));
    const running = entries.running(from.accountId)?.task;
    if (running) byId.delete(running.taskId);
    return [...(running ? [running] : []), ...byId.values()].slice(0, MAX_TASKS);
  }

  async function look(from: RemoteTimersSource, _part: undefined, signal: AbortSignal): Promise<void> {
    const running: RemoteTimerView[] = [];
    let odd: OddRecords | undefined;
    for (const task of tasks(from)) {
      const list = await entriesOn(from, task);
      signal.throwIfAborted();
      odd = addOdd(odd, oddIn(list));
      stopWhatWasStopped(from, list);
      if (mayBeUnderWay(from, task)) continue;
      for (const entry of list) {
        if (entry.userId !== from.userId || entry.endTime != null) continue;
        running.push({ serverId: entry.id, task, startTime: entry.startTime, note: entry.description ?? '' });
      }
    }
    onUnreadable?.(odd);
    // Only now: the person may have answered for one while the rest was read.
    const news = running.filter((one) => !left.has(one.serverId) && !outbox.isKnown(from.accountId, one.serverId));
    if (JSON.stringify(news) === JSON.stringify(found)) return;
    found = news;
    onChange();
  }

  /** A task that is gone, not for us any more, or odd, has no entries for us; it must not hide those of the others. */
  async function entriesOn(from: RemoteTimersSource, { taskId }: TaskRef): Promise<TimeEntry[]> {
    try {
      return await from.client.listTimeEntries(taskId);
    } catch (error) {
      const { kind, status } = error instanceof ServiceError ? error : {};
      if (kind === 'malformed' || (kind === 'rejected' && status !== 401 && status !== 429)) return [];
      throw error;
    }
  }

  /** Where an entry was sent on the task and its answer has not come, the one that runs there may be ours. */
  function mayBeUnderWay({ accountId }: RemoteTimersSource, { taskId }: TaskRef): boolean {
    return outbox
      .inDoubt(accountId, TIME_ENTRY_CREATE)
      .some(
        ({ payload, isAbandoned }) => !isAbandoned && TimeEntryCreatePayload.safeParse(payload).data?.taskId === taskId,
      );
  }

  /** An entry that runs here and was stopped elsewhere stops here. */
  function stopWhatWasStopped(from: RemoteTimersSource, list: TimeEntry[]): void {
    const running = entries.running(from.accountId);
    const id = running && outbox.serverId(running.id);
    const remote = id === undefined ? undefined : list.find((entry) => entry.id === id);
    if (!running || remote?.endTime == null || Date.parse(remote.endTime) < Date.parse(running.startTime)) return;
    const say = messages.time.stoppedElsewhere({ task: running.task.identifier });
    changes.apply({ accountId: from.accountId, entries: [{ ...running, endTime: toIso(remote.endTime) }], say });
  }

  function take(id: string): { from: RemoteTimersSource; one: RemoteTimerView } {
    const source = reader.source();
    const one = found.find((candidate) => candidate.serverId === id);
    if (!one || source === null) throw new ValidationError(messages.time.goneElsewhere);
    return { from: source, one };
  }

  function settle(id: string): void {
    found = found.filter((one) => one.serverId !== id);
    onChange();
  }

  /** The last of the entries is the service's record from now on. Taken back, it is asked about again. */
  function takeOver({ accountId }: RemoteTimersSource, one: RemoteTimerView, changed: Entry[], say: string): void {
    const entryId = changed.at(-1)?.id ?? '';
    const onUndo = () => {
      if (reader.source()?.accountId !== accountId) return;
      found = [one, ...found];
      onChange();
    };
    const adopted = { entryId, serverId: one.serverId };
    changes.apply({ accountId, entries: changed, say, undo: { label: messages.time.undo }, onUndo, adopted });
    settle(one.serverId);
  }

  function entryOf(from: RemoteTimersSource, one: RemoteTimerView, endTime: string | null): Entry {
    const { task, note } = one;
    const startTime = toIso(one.startTime);
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
    view: (): RemoteTimerView[] => found,

    /** From now on this account is looked after; null ends it. */
    start(next: RemoteTimersSource | null): void {
      found = [];
      onUnreadable?.(undefined);
      hasList = likely().length > 0;
      onChange();
      void reader.start(next);
    },

    /** The list changed. The first one of an account tells where to look: a new computer knows of no other tasks. */
    listed(): void {
      if (hasList || likely().length === 0) return;
      hasList = true;
      reader.refresh();
    },

    look: reader.refreshIfStale,
    idle: reader.idle,

    /** It runs here from now on, ending what runs here. */
    adopt(id: string): void {
      const { from, one } = take(id);
      const running = entries.running(from.accountId);
      const entry = entryOf(from, one, null);
      const ended = running && timer.end(running, now());
      const { identifier } = one.task;
      const say = ended
        ? messages.time.runsHereAfter({ task: identifier, ended: ended.text })
        : messages.time.runsHere({ task: identifier });
      takeOver(from, one, ended ? [ended.entry, entry] : [entry], say);
    },

    /** It ended at `end` (ms). After more than twelve hours that is asked about. */
    complete(id: string, end: number, isLongMeant: boolean): void {
      const { from, one } = take(id);
      checkSpan(Date.parse(one.startTime), end, now(), isLongMeant);
      takeOver(
        from,
        one,
        [entryOf(from, one, toIso(end))],
        messages.time.completedElsewhere({ task: one.task.identifier }),
      );
    },

    /** It is left running, and not asked about again in this run. */
    leave(id: string): void {
      left.add(id);
      settle(id);
    },
  };
}

const toIso = (time: string | number): string => new Date(time).toISOString();

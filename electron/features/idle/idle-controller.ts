/**
 * What is asked of the person about a running timer, and what follows from the answer: time away, "still working?" after hours,
 * "no timer is running" in chosen hours. The rules are in away.ts and attention.ts; here are the clocks and the effects.
 */

import { randomUUID } from 'node:crypto';
import type { AwayView, StillWorkingView, StoppedTimer, StoppedTimerView } from '../../../shared/contract/idle-view.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import type { Entries, EntryChanges, Timer } from '../time/index.ts';
import { type AwayAnswer, applyAwayAnswer } from './absences.ts';
import { confirmStillWorking, remindToTrack, type StillWorkingMemory, stillWorking } from './idle-policy.ts';
import type { IdleStore } from './idle-store.ts';

/** One moment to wake up at, by the wall clock (ms). */
export interface WakeTimes {
  set(at: number): void;
  check(): void;
  stop(): void;
}

export interface IdleControllerOptions {
  entries: Entries;
  changes: EntryChanges;
  timer: Timer;
  ledger: IdleStore;
  settings: () => {
    stillWorkingHours: number;
    remindToTrack: { on: boolean; days: number[]; from: string; to: string };
  };
  /** Kept between two runs, so that a restart asks no second time. */
  memory: { read(): StillWorkingMemory | null; write(memory: StillWorkingMemory | null): void };
  /** The timer that was stopped without an answer, until somebody has seen it; kept between two runs. */
  stopped: { read(): StoppedTimer | null; write(stopped: StoppedTimer | null): void };
  /** When somebody last touched anything (ms); null where nobody knows. */
  lastInput: () => number | null;
  isAway: () => boolean;
  accountId: () => string | undefined;
  wake: (ring: () => void) => WakeTimes;
  now: () => number;
  /** "Still working?" begins to be asked. */
  onAsk: () => void;
  /** No timer runs in hours in which one should. */
  onRemind: () => void;
  onChange: () => void;
}

/** After a disk that failed, it is looked again (ms). */
const AGAIN_MS = 60_000;

export type IdleController = ReturnType<typeof createIdleController>;

export function createIdleController(options: IdleControllerOptions) {
  const {
    entries,
    changes,
    timer,
    ledger,
    settings,
    memory,
    stopped,
    lastInput,
    accountId,
    now,
    onAsk,
    onRemind,
    onChange,
  } = options;
  let asked: StillWorkingView | null = null;
  let stopAt = 0;
  let lastReminded: number | null = null;
  const askAlarm = options.wake(update);
  const remindAlarm = options.wake(remind);

  function away(): AwayView | null {
    const id = accountId();
    return id === undefined ? null : ledger.view(id);
  }

  /** Looks whether there is something to ask, and when to look again. Call whenever timer, settings or account changed. */
  function update(): void {
    // Unless the disk fails, replaced below.
    askAlarm.set(now() + AGAIN_MS);
    lookAround();
  }

  function lookAround(): void {
    const id = accountId();
    const entry = id === undefined ? undefined : entries.running(id);
    const isAway = options.isAway() || (entry !== undefined && away()?.question.entryId === entry.id);
    const next = stillWorking({
      entry,
      hours: settings().stillWorkingHours,
      now: now(),
      memory: memory.read(),
      lastInput: lastInput(),
      isAway,
    });
    // Kept while nothing runs: a stop that is taken back is not asked about again.
    const isNews = entry !== undefined && JSON.stringify(next.memory) !== JSON.stringify(memory.read());
    if (isNews) memory.write(next.memory);
    const wasAsked = asked !== null;
    asked = next.do === 'ask' ? next.view : null;
    if (next.do === 'ask') stopAt = next.stopAt;
    if (next.do === 'stop' && id !== undefined) stopUnanswered(id, next.stopAt);
    if (next.do !== 'stop' && next.at !== null) askAlarm.set(next.at);
    else askAlarm.stop();
    planReminder();
    onChange();
    if (asked !== null && !wasAsked) onAsk();
  }

  /** Whoever comes back later than an undo lasts finds out, and can go on from there. */
  function stopUnanswered(account: string, at: number): void {
    const entry = entries.running(account);
    if (entry === undefined) return;
    timer.stop(account, at, true);
    const { endTime } = entries.find(account, entry.id) ?? {};
    if (endTime != null) stopped.write({ entryId: entry.id, stoppedAt: endTime });
  }

  /** As long as it ended just so, and no other timer was started. */
  function stoppedEntry(): Entry | undefined {
    const id = accountId();
    const one = stopped.read();
    if (id === undefined || one === null || entries.running(id) !== undefined) return undefined;
    const entry = entries.find(id, one.entryId);
    return entry?.endTime === one.stoppedAt && entry.discardedAt === null ? entry : undefined;
  }

  function nextReminder(): number | null {
    const id = accountId();
    if (id === undefined) return null;
    const isRunning = entries.running(id) !== undefined;
    const lastEnd = entries.lastEnd(id);
    return remindToTrack({ settings: settings().remindToTrack, isRunning, now: now(), lastReminded, lastEnd });
  }

  function planReminder(): void {
    const at = nextReminder();
    if (at === null) remindAlarm.stop();
    else remindAlarm.set(at);
  }

  function remind(): void {
    const at = nextReminder();
    if (at !== null && at <= now()) {
      lastReminded = now();
      onRemind();
    }
    planReminder();
  }

  return {
    update,
    /** The computer woke, or its clock was set. */
    check(): void {
      update();
      askAlarm.check();
      remindAlarm.check();
    },
    away,
    stillWorking: (): StillWorkingView | null => asked,
    stoppedTimer(): StoppedTimerView | null {
      const entry = stoppedEntry();
      if (entry?.endTime == null) return null;
      const { identifier, title } = entry.task;
      return { entryId: entry.id, stoppedAt: entry.endTime, identifier, title };
    },

    /** The service opens no entry again: going on is another one, from where the first one ended. */
    answerStopped(answer: 'go-on' | 'leave'): void {
      const entry = stoppedEntry();
      // Where it throws, the question stays.
      if (answer === 'go-on' && entry?.endTime != null) {
        timer.start(entry.accountId, entry.task, Date.parse(entry.endTime), entry.note);
      }
      stopped.write(null);
      update();
    },

    /** Throws AppError where the question is settled already. */
    applyAwayAnswer(id: string, answer: AwayAnswer, otherTask?: TaskRef): void {
      const account = accountId();
      const question = account === undefined ? undefined : ledger.questions(account).find((one) => one.id === id);
      const entry = question && account !== undefined ? entries.find(account, question.entryId) : undefined;
      if (account === undefined || !question || !entry) {
        throw new ValidationError(messages.time.settled);
      }
      const put = applyAwayAnswer(entry, question, answer, now(), randomUUID, otherTask);
      if (put.length > 0) {
        const say = answer === 'split' ? messages.time.awaySplit : messages.time.awayTakenOut;
        const onUndo = () => {
          ledger.reopen(account, question.id);
          update();
        };
        changes.apply({ accountId: account, entries: put, say, undo: { label: messages.time.undo }, onUndo });
      }
      ledger.answered(account, question, put);
      if (answer === 'keep') memory.write(confirmStillWorking(entry.id, now()));
      update();
    },

    answerStillWorking(answer: 'yes' | 'stop'): void {
      const account = accountId();
      if (account === undefined || asked === null) return;
      const { entryId } = asked;
      memory.write(confirmStillWorking(entryId, now()));
      if (answer === 'stop' && entries.running(account)?.id === entryId) timer.stop(account, stopAt, true);
      update();
    },

    stop(): void {
      askAlarm.stop();
      remindAlarm.stop();
    },
  };
}

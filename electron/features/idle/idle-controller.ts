/**
 * Questions about a running timer and their answers: time away, "Still working?" after some hours, and the reminder that no timer
 * runs. The rules are in away-times.ts, still-working.ts and remind-to-track.ts; here are the alarms and the effects. Instants in ms.
 */

import type { AwayView, StillWorkingView, StoppedTimer, StoppedTimerView } from '../../../shared/contract/idle-view.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import type { Alarm } from '../../store/alarm.ts';
import { type Entries, type EntryChanges, successorId, type Timer } from '../time/index.ts';
import { type AwayAnswer, applyAwayAnswer } from './away-times.ts';
import type { IdleStore } from './idle-store.ts';
import { remindToTrack } from './remind-to-track.ts';
import { confirmStillWorking, type StillWorkingMemory, stillWorking } from './still-working.ts';

export interface IdleControllerOptions {
  entries: Entries;
  changes: Pick<EntryChanges, 'apply'>;
  timer: Timer;
  store: IdleStore;
  settings: () => {
    stillWorkingHours: number;
    remindToTrack: { on: boolean; days: number[]; from: string; to: string };
  };
  /** The state of "Still working?", on disk, so that a restart does not repeat the question. */
  memory: { read(): StillWorkingMemory | null; write(memory: StillWorkingMemory | null): void };
  /** The timer that was stopped without an answer, on disk until it is dismissed. */
  stopped: { read(): StoppedTimer | null; write(timer: StoppedTimer | null): void };
  /** The last input; null if unknown. */
  lastInput: () => number | null;
  isAway: () => boolean;
  accountId: () => string | undefined;
  alarm: (ring: () => void) => Alarm;
  now: () => number;
  /** "Still working?" is now asked. */
  onAsk: () => void;
  /** No timer runs in the chosen hours. */
  onRemind: () => void;
  onChange: () => void;
}

/** Retry after a failure of the disk. */
const RETRY_MS = MINUTE_MS;

export type IdleController = ReturnType<typeof createIdleController>;

export function createIdleController(options: IdleControllerOptions) {
  const {
    entries,
    changes,
    timer,
    store,
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
  let question: StillWorkingView | null = null;
  let stopAt = 0;
  let lastReminded: number | null = null;
  const questionAlarm = options.alarm(update);
  const remindAlarm = options.alarm(remind);

  function away(): AwayView | null {
    const id = accountId();
    return id === undefined ? null : store.view(id);
  }

  /** Evaluates the questions and arms the alarms. Call when timer, settings or account changed. */
  function update(): void {
    // Replaced below, unless the disk fails.
    questionAlarm.set(now() + RETRY_MS);
    const id = accountId();
    const entry = id === undefined ? undefined : entries.running(id);
    // Else "Continue" would later book the time of this timer again.
    if (entry !== undefined && (stopped.read()?.entryId ?? entry.id) !== entry.id) stopped.write(null);
    const openQuestions = id === undefined ? [] : store.questions(id);
    const isAway = options.isAway() || openQuestions.some(({ entryId }) => entryId === entry?.id);
    const next = stillWorking({
      entry,
      hours: settings().stillWorkingHours,
      now: now(),
      memory: memory.read(),
      lastInput: lastInput(),
      isAway,
    });
    // Not cleared while no timer runs: a stop that is undone must not repeat the question.
    const isChanged = entry !== undefined && JSON.stringify(next.memory) !== JSON.stringify(memory.read());
    if (isChanged) memory.write(next.memory);
    const wasAsked = question !== null;
    question = next.do === 'ask' ? next.view : null;
    if (next.do === 'ask') stopAt = next.stopAt;
    if (next.do === 'stop' && id !== undefined) stopUnanswered(id, next.stopAt);
    if (next.do !== 'stop' && next.at !== null) questionAlarm.set(next.at);
    else questionAlarm.stop();
    armReminder();
    onChange();
    if (question !== null && !wasAsked) onAsk();
  }

  /** Also saves the stop: the person may return after its undo has expired. */
  function stopUnanswered(account: string, at: number): void {
    const entry = entries.running(account);
    if (entry === undefined) return;
    timer.stop(account, at, true);
    const { endTime } = entries.find(account, entry.id) ?? {};
    if (endTime != null) stopped.write({ entryId: entry.id, stoppedAt: endTime });
  }

  /** undefined once the entry was changed or another timer started. */
  function stoppedEntry(): Entry | undefined {
    const id = accountId();
    const saved = stopped.read();
    if (id === undefined || saved === null || entries.running(id) !== undefined) return undefined;
    const entry = entries.find(id, saved.entryId);
    return entry?.endTime === saved.stoppedAt && entry.discardedAt === null ? entry : undefined;
  }

  function nextReminder(): number | null {
    const id = accountId();
    if (id === undefined) return null;
    const isRunning = entries.running(id) !== undefined;
    const lastEnd = entries.lastEnd(id);
    return remindToTrack({ settings: settings().remindToTrack, isRunning, now: now(), lastReminded, lastEnd });
  }

  function armReminder(): void {
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
    armReminder();
  }

  return {
    update,
    /** Call after a wake-up or a clock change. */
    check(): void {
      update();
      questionAlarm.check();
      remindAlarm.check();
    },
    away,
    stillWorking: (): StillWorkingView | null => question,
    stoppedTimer(): StoppedTimerView | null {
      const entry = stoppedEntry();
      if (entry?.endTime == null) return null;
      const { identifier, title } = entry.task;
      return { entryId: entry.id, stoppedAt: entry.endTime, identifier, title };
    },

    /** `go-on` starts a new entry at the end of the stopped one: the service cannot reopen an entry. */
    answerStopped(answer: 'go-on' | 'leave', allowClosed = false): void {
      const entry = stoppedEntry();
      // If this throws, the question stays.
      if (answer === 'go-on' && entry?.endTime != null) {
        timer.start(entry.accountId, entry.task, Date.parse(entry.endTime), entry.note, allowClosed);
      }
      stopped.write(null);
      update();
    },

    /** Throws ValidationError if the question no longer exists, and AppError before a completed entry of a closed week changes. */
    applyAwayAnswer(id: string, answer: AwayAnswer, otherTask?: TaskRef, allowClosed = false): void {
      const account = accountId();
      const question = account === undefined ? undefined : store.questions(account).find((one) => one.id === id);
      const entry = question && account !== undefined ? entries.find(account, question.entryId) : undefined;
      if (account === undefined || !question || !entry) {
        throw new ValidationError(messages.time.settled);
      }
      const put = applyAwayAnswer(entry, question, answer, now(), () => successorId(entry.id), otherTask);
      if (put.length > 0) {
        const toast = answer === 'split' ? messages.time.awaySplit : messages.time.awayTakenOut;
        const onUndo = () => {
          store.reopen(entry.accountId, question.id);
          update();
        };
        const isAllowed = allowClosed || entry.endTime === null;
        const onRedo = () => {
          store.saveAnswer(entry.accountId, question, put);
          update();
        };
        changes.apply({ accountId: account, entries: put, toast, onUndo, onRedo, allowClosed: isAllowed });
      }
      store.saveAnswer(entry.accountId, question, put);
      // An older entry tells nothing about the running timer.
      if (answer === 'keep' && entry.endTime === null) memory.write(confirmStillWorking(entry.id, now()));
      update();
    },

    answerStillWorking(answer: 'yes' | 'stop'): void {
      const account = accountId();
      if (account === undefined || question === null) return;
      const { entryId } = question;
      memory.write(confirmStillWorking(entryId, now()));
      if (answer === 'stop' && entries.running(account)?.id === entryId) timer.stop(account, stopAt, true);
      update();
    },

    stop(): void {
      questionAlarm.stop();
      remindAlarm.stop();
    },
  };
}

/**
 * The focus session: on disk, so that it survives a closed window and a restart. The rules are in shared/time/focus.ts; here are the
 * clock, the timer and the notifications. Instants in ms.
 */
import type { FocusView } from '../../../shared/contract/focus.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { createEvents } from '../../../shared/events.ts';
import { clock, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Notifications } from '../../../shared/reminders/notification.ts';
import { localDay } from '../../../shared/time/day.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import {
  type FocusEvent,
  type FocusSession,
  focusStep,
  MORE_MINUTES,
  type RunningTimer,
  type TimerEffect,
} from '../../../shared/time/focus.ts';
import { createAlarm } from '../../store/alarm.ts';
import { type AccountPart, type FirstAccount, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { isQuiet, type QuietOptions } from '../reminders/index.ts';
import type { TimeService } from '../time/index.ts';

export const FOCUS_NOTIFICATION = 'focus';

export interface FocusEvents {
  /** The session began, ended or changed its phase. */
  changed: undefined;
}

export interface FocusOptions extends QuietOptions {
  account: Pick<FirstAccount, 'id' | 'required' | 'openIds'>;
  time: Pick<TimeService, 'running' | 'timer' | 'taskToTrack' | 'isGone'>;
  notifications: Pick<Notifications, 'show' | 'close' | 'isInhibited'>;
  show: () => void;
}

export type FocusService = ReturnType<typeof createFocus>;

export function createFocus(context: FeatureContext, options: FocusOptions) {
  const { settings, now, invalidate, showToast, runInBackground } = context;
  const { account, time, notifications, show } = options;
  const events = createEvents<FocusEvents>(runInBackground);
  const alarm = createAlarm(now, () => runInBackground(check));
  let isStopped = false;
  /** The id of the running entry as last seen. */
  let runningId: string | undefined;
  /** The session over an entry that was ended since. The entry runs again only if that is undone. */
  let interrupted: { entryId: string; session: FocusSession; isRoundDone: boolean } | null = null;

  /** While the account of its task is open. */
  function session(): FocusSession | null {
    const stored = settings.readValue('focus-session') ?? null;
    return stored !== null && account.openIds().includes(stored.accountId) ? stored.session : null;
  }

  function doneToday(): number {
    const done = settings.readValue('focus-rounds');
    return done?.day === localDay(now()) ? done.count : 0;
  }

  function countRounds(more: number): void {
    settings.writeValue('focus-rounds', { day: localDay(now()), count: Math.max(0, doneToday() + more) });
  }

  function save(next: FocusSession | null): void {
    const accountId = next?.task.accountId ?? account.id();
    settings.writeValue(
      'focus-session',
      next === null || accountId === undefined ? null : { accountId, session: next },
    );
    arm();
    invalidate('focus');
    events.emit('changed');
  }

  function step(event: FocusEvent, entryId = time.running()?.id): void {
    const before = session();
    const next = focusStep(before, event, now());
    carryOut(next.timer);
    const { isRoundDone } = next;
    if (event.kind === 'start' || event.kind === 'end') interrupted = null;
    else if (before !== null && entryId !== undefined && (event.kind === 'timer' || next.timer.do !== 'keep')) {
      interrupted = { entryId, session: before, isRoundDone };
    }
    if (isRoundDone) countRounds(1);
    // The notification asked what comes next.
    if (before?.isAnnounced && next.session?.isAnnounced !== true) notifications.close(FOCUS_NOTIFICATION);
    save(next.session);
  }

  /** Throws AppError; then the session stays as it was. */
  function carryOut(effect: TimerEffect): void {
    if (effect.do === 'stop') time.timer.stop(account.required().id);
    if (effect.do === 'start') time.timer.start(account.required().id, effect.task, undefined, effect.note);
  }

  function takeBreak(): void {
    const { breakTask } = settings.read().focus;
    step({ kind: 'break', task: breakTask && knownTask(breakTask) });
  }

  /** Ends the session instead if its task was deleted during the break. */
  function next(): void {
    const current = session();
    const isGone = current?.phase === 'break' && time.isGone(current.task);
    step({ kind: isGone ? 'end' : 'next' });
    if (!isGone) return;
    showToast(messages.focus.taskGone({ task: current.task.identifier }), undefined, current.task.taskId);
    // Its notification can be answered while the window is hidden.
    show();
  }

  /** null if the task is gone, or its account is not open: then the break is a gap. */
  function knownTask({ taskId, accountId }: TaskRef): TaskRef | null {
    if (accountId !== undefined && !account.openIds().includes(accountId)) return null;
    if (time.isGone({ taskId, accountId })) return null;
    try {
      return time.taskToTrack(taskId, accountId);
    } catch {
      return null;
    }
  }

  function arm(): void {
    const current = session();
    if (current === null || current.isAnnounced || isStopped) alarm.stop();
    else alarm.set(current.endsAt);
  }

  async function check(): Promise<void> {
    const current = session();
    if (current === null || current.isAnnounced || isStopped) return;
    if (now() < current.endsAt) return arm();
    save({ ...current, isAnnounced: true });
    // What was missed is not told later: the timer bar shows it.
    if (await isQuiet(context, options)) return;
    await notifications.show(
      { id: FOCUS_NOTIFICATION, ...textsOf(current) },
      { onAction: (action) => runInBackground(() => act(action)) },
    );
  }

  function textsOf({ phase, task, startedAt, endsAt, breakMs }: FocusSession) {
    const texts = messages.focus;
    const more = { id: 'more', label: texts.more({ minutes: MORE_MINUTES }) };
    if (phase === 'break')
      return {
        title: texts.breakOver,
        body: texts.breakOverDescription({ task: task.identifier }),
        actions: [{ id: 'next', label: texts.next }, more],
      };
    const running = time.running();
    const tracked = running === undefined ? 0 : now() - Date.parse(running.startTime);
    return {
      title: texts.over({ minutes: Math.round((endsAt - startedAt) / MINUTE_MS) }),
      body: texts.overDescription({
        task: task.identifier,
        tracked: hoursMinutes(tracked),
        until: clock(now() + breakMs),
      }),
      actions: [
        { id: 'break', label: texts.takeBreak({ minutes: Math.round(breakMs / MINUTE_MS) }) },
        more,
        { id: 'stop', label: texts.stop },
      ],
    };
  }

  function act(action: string): void {
    // The notification may be that of an earlier run.
    if (session() === null) show();
    else if (action === 'break') takeBreak();
    else if (action === 'more') step({ kind: 'more', ms: MORE_MINUTES * MINUTE_MS });
    else if (action === 'next') next();
    // The session ends with its timer.
    else if (action === 'stop') time.timer.stop(account.required().id);
    else show();
  }

  /** With its account: another one may be in front when the next round begins. */
  const inAccount = ({ accountId, task, note }: Entry): RunningTimer => ({ task: { ...task, accountId }, note });

  /** At the start of the app, and when the account changed: goes on with the session on disk. */
  function start(): void {
    runningId = time.running()?.id;
    arm();
  }

  function stop(): void {
    isStopped = true;
    alarm.stop();
  }

  const part: AccountPart = {
    load: start,
    start,
    clockChanged: alarm.check,
    transfer: nothing,
    stop,
  };

  return {
    on: events.on,
    part,
    /** One of the notification's buttons, or a click on it. */
    act,

    /** Throws AppError if no timer runs. */
    begin(minutes?: number, breakMinutes?: number): void {
      const running = time.running();
      if (running === undefined) throw new ValidationError(messages.time.noTimer);
      const { focus } = settings.read();
      runningId = running.id;
      step({
        kind: 'start',
        running: inAccount(running),
        focusMs: (minutes ?? focus.minutes) * MINUTE_MS,
        breakMs: (breakMinutes ?? focus.breakMinutes) * MINUTE_MS,
      });
    },
    more: (minutes: number): void => step({ kind: 'more', ms: minutes * MINUTE_MS }),
    takeBreak,
    next,
    end: (): void => step({ kind: 'end' }),

    /** Call when entries changed: the timer may have been stopped or switched, and that may have been undone. */
    timerChanged(): void {
      const [current, entry, lastId] = [session(), time.running(), runningId];
      runningId = entry?.id;
      if (entry !== undefined && entry.id !== lastId && entry.id === interrupted?.entryId) {
        const { session: before, isRoundDone } = interrupted;
        interrupted = null;
        if (isRoundDone) countRounds(-1);
        save(before);
        return;
      }
      if (current === null) return;
      const event: FocusEvent = { kind: 'timer', running: entry === undefined ? null : inAccount(entry) };
      const next = focusStep(current, event, now());
      if (JSON.stringify(next.session) !== JSON.stringify(current)) step(event, lastId);
    },

    /** A task that was created here has got the id and the identifier that the service gave it. */
    linkTask(localId: string, { id, identifier }: { id: string; identifier: string }): void {
      const isLocal = (task: TaskRef | null) => task?.taskId === localId;
      const linked = <T extends TaskRef | null>(task: T): T =>
        isLocal(task) ? { ...task, taskId: id, identifier } : task;
      const linkedSession = (one: FocusSession): FocusSession => {
        return { ...one, task: linked(one.task), breakTask: linked(one.breakTask) };
      };
      if (interrupted !== null) interrupted = { ...interrupted, session: linkedSession(interrupted.session) };
      const stored = settings.readValue('focus-session');
      if (stored != null && (isLocal(stored.session.task) || isLocal(stored.session.breakTask))) {
        settings.writeValue('focus-session', { ...stored, session: linkedSession(stored.session) });
        invalidate('focus');
      }
      const { focus } = settings.read();
      if (!isLocal(focus.breakTask)) return;
      settings.change({ focus: { ...focus, breakTask: linked(focus.breakTask) } });
      invalidate('settings');
    },

    /** Until when reminders wait: the end of the round, if the person wants that; null if they need not. */
    holdsRemindersUntil(): number | null {
      const current = session();
      const isHolding = current?.phase === 'focus' && settings.read().focus.holdReminders && now() < current.endsAt;
      return isHolding ? current.endsAt : null;
    },

    view(): FocusView {
      const current = session();
      if (current === null) return { session: null, doneToday: doneToday() };
      const { phase, startedAt, endsAt, breakMs, task, breakTask } = current;
      return {
        session: {
          phase,
          startedAt: new Date(startedAt).toISOString(),
          endsAt: new Date(endsAt).toISOString(),
          breakMinutes: Math.round(breakMs / MINUTE_MS),
          task,
          breakTask,
        },
        doneToday: doneToday(),
      };
    },
  };
}

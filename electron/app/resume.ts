/** When everything is looked at again: the computer woke, the network is back, a day began, the clock was set. */

import type { RunInBackground } from '../../shared/run-in-background.ts';
import { nextDayTurn } from '../../shared/tasks/due-date.ts';
import { watchNetwork } from '../desktop/network-watch.ts';
import { createTimeZoneWatch } from '../desktop/time-zone.ts';
import type { BoardService } from '../features/board/index.ts';
import type { IdleService } from '../features/idle/index.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { TimeService } from '../features/time/index.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createAlarm } from '../store/alarm.ts';
import { createClockWatch } from '../store/clocks.ts';
import type { AppContext } from './context.ts';
import type { SystemParts } from './desktop-integration.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { StatePublisher } from './state.ts';

/** How often it is looked whether the clock was set (ms): what is due by it is late by no more. */
const LOOK_MS = 60_000;
/** The search for timers on other devices costs a dozen requests and is not urgent, so it waits this long (ms). */
const ELSEWHERE_MS = 10_000;

export interface ResumeOptions {
  context: Pick<AppContext, 'now' | 'monotonic'>;
  outbox: Outbox;
  time: Pick<TimeService, 'remoteTimers'>;
  idle: Pick<IdleService, 'controller'>;
  tasks: Pick<TasksService, 'assigned' | 'openTask'>;
  boards: Pick<BoardService, 'board' | 'watched'>;
  live: Pick<LiveUpdates, 'realtime'>;
  reminders: Pick<Reminders, 'evaluate' | 'check' | 'woke'>;
  system: Pick<SystemParts, 'updates'>;
  invalidate: StatePublisher['invalidate'];
  runInBackground: RunInBackground;
}

export type Resume = ReturnType<typeof setUpResume>;

export function setUpResume(options: ResumeOptions) {
  const { context, outbox, time, tasks, reminders, system, invalidate, runInBackground } = options;
  const { controller } = options.idle;
  const { assigned } = tasks;
  const { board, watched } = options.boards;
  const { realtime } = options.live;
  const { now, monotonic } = context;
  const isElsewhere = createTimeZoneWatch();
  const wasClockSet = createClockWatch(now, monotonic);

  let looks: NodeJS.Timeout | undefined;
  function lookAgain(): void {
    assigned.refresh();
    // Otherwise it is read with all that its sockets did not tell, once they are open again.
    if (!realtime.isLive()) tasks.openTask.refreshIfStale();
    clearTimeout(looks);
    looks = setTimeout(time.remoteTimers.look, ELSEWHERE_MS);
    looks.unref();
    runInBackground(outbox.tryNow);
    realtime.reconnect();
    board.refreshIfStale();
    watched.refreshIfStale();
  }

  const network = watchNetwork(
    () => assigned.view().failingSince !== null || outbox.isHeld() || board.view()?.error != null,
    lookAgain,
  );

  /** A new day and a due date that passes change what is shown without anything else happening. */
  const turn = createAlarm(now, () => {
    invalidate('time');
    armDayTurn();
  });

  function armDayTurn(): void {
    const dueDates = assigned.view().tasks.map((task) => task.dueDate);
    turn.set(nextDayTurn(dueDates, new Date(now())).getTime());
  }

  /** Due days and quiet hours are by the clock on the wall. */
  function onClockChange(): void {
    armDayTurn();
    invalidate('time', 'tasks');
    reminders.evaluate();
  }

  /** A moment to see whether the clock or the zone is another one: nobody tells. */
  function checkClockChange(): void {
    if (wasClockSet()) {
      runInBackground(onClockChange);
      runInBackground(controller.check);
    } else runInBackground(isElsewhere() ? onClockChange : reminders.check);
  }
  const clockLooks = setInterval(checkClockChange, LOOK_MS);
  clockLooks.unref();

  return {
    armDayTurn,
    network,
    checkClockChange,
    stop(): void {
      network.stop();
      turn.stop();
      clearTimeout(looks);
      clearInterval(clockLooks);
    },
    /** The computer woke. */
    woke(): void {
      if (isElsewhere()) onClockChange();
      turn.check();
      runInBackground(controller.check);
      lookAgain();
      reminders.woke();
      system.updates.woke();
    },
  };
}

/** When everything is looked at again: the computer woke, the network is back, a day began, the clock was set. */

import type { Unattended } from '../../shared/run-in-background.ts';
import { nextTurn } from '../../shared/tasks/due-date.ts';
import { createAlarm } from '../desktop/alarm.ts';
import { watchNetwork } from '../desktop/network-watch.ts';
import { createZoneWatch } from '../desktop/time-zone.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createClockWatch } from '../store/clocks.ts';
import type { Ground } from './context.ts';
import type { AttendanceParts } from './idle.ts';
import type { Touch } from './state-publisher.ts';
import type { SystemParts } from './system.ts';
import type { ListParts } from './task-lists.ts';
import type { TaskParts } from './tasks.ts';
import type { TimeParts } from './time.ts';

/** How often it is looked whether the clock was set (ms): what is due by it is late by no more. */
const LOOK_MS = 60_000;
/** The search for timers on other devices costs a dozen requests and is not urgent, so it waits this long (ms). */
const ELSEWHERE_MS = 10_000;

export interface WakingOptions {
  ground: Pick<Ground, 'now' | 'monotonic'>;
  outbox: Outbox;
  time: Pick<TimeParts, 'elsewhere'>;
  attendance: Pick<AttendanceParts, 'attendance'>;
  tasks: Pick<TaskParts, 'openTask'>;
  lists: Pick<ListParts, 'assigned' | 'board' | 'watched' | 'realtime'>;
  reminders: Pick<Reminders, 'look' | 'check' | 'woke'>;
  system: Pick<SystemParts, 'updates'>;
  touch: Touch;
  unattended: Unattended;
}

export function composeWaking(options: WakingOptions) {
  const { ground, outbox, time, tasks, lists, reminders, system, touch, unattended } = options;
  const { attendance } = options.attendance;
  const { assigned, board, watched, realtime } = lists;
  const { now, monotonic } = ground;
  const isElsewhere = createZoneWatch();
  const wasSet = createClockWatch(now, monotonic);

  let looks: NodeJS.Timeout | undefined;
  function lookAgain(): void {
    assigned.refresh();
    // Otherwise it is read with all that its sockets did not tell, once they are open again.
    if (!realtime.isLive()) tasks.openTask.glance();
    clearTimeout(looks);
    looks = setTimeout(time.elsewhere.look, ELSEWHERE_MS);
    looks.unref();
    unattended(outbox.tryNow);
    realtime.again();
    board.glance();
    watched.glance();
  }

  const network = watchNetwork(
    () => assigned.view().failingSince !== null || outbox.isHeld() || board.view()?.problem != null,
    lookAgain,
  );

  /** A new day and a due date that passes change what is shown without anything else happening. */
  const turn = createAlarm(now, () => {
    touch('time');
    armTurn();
  });

  function armTurn(): void {
    const dueDates = assigned.view().tasks.map((task) => task.dueDate);
    turn.set(nextTurn(dueDates, new Date(now())).getTime());
  }

  /** Due days and quiet hours are by the clock on the wall. */
  function lookAtClock(): void {
    armTurn();
    touch('time', 'tasks');
    reminders.look();
  }

  /** A moment to see whether the clock or the zone is another one: nobody tells. */
  function lookForClock(): void {
    if (wasSet()) {
      unattended(lookAtClock);
      unattended(attendance.check);
    } else unattended(isElsewhere() ? lookAtClock : reminders.check);
  }
  const clockLooks = setInterval(lookForClock, LOOK_MS);
  clockLooks.unref();

  return {
    armTurn,
    network,
    lookForClock,
    stop(): void {
      network.stop();
      turn.stop();
      clearTimeout(looks);
      clearInterval(clockLooks);
    },
    /** The computer woke. */
    woke(): void {
      if (isElsewhere()) lookAtClock();
      turn.check();
      unattended(attendance.check);
      lookAgain();
      reminders.woke();
      system.updates.woke();
    },
  };
}

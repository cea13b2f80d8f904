/** What is refreshed after the computer woke, the network came back, a day began or the clock was set. */
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import { nextDayTurn } from '../../shared/tasks/due-date.ts';
import { watchNetwork } from '../desktop/system/network-watch.ts';
import { createTimeZoneWatch } from '../desktop/system/time-zone.ts';
import { createAlarm } from '../store/alarm.ts';
import { createClockWatch } from '../store/clocks.ts';
import type { MainParts } from './context.ts';

/** How often the clock and the time zone are checked (ms). No event announces that they were set. */
const CLOCK_CHECK_MS = MINUTE_MS;

export type Resume = ReturnType<typeof setUpResume>;

export function setUpResume({ featureContext, features, integration }: MainParts) {
  const { now, monotonic, invalidate, runInBackground } = featureContext;
  const { outbox } = features;
  const isOtherTimeZone = createTimeZoneWatch();
  const wasClockSet = createClockWatch(now, monotonic);

  function refresh(): void {
    for (const part of features.allParts()) part.resume?.();
  }

  const network = watchNetwork(
    () =>
      outbox.isHeld() ||
      features
        .each()
        .some(({ tasks, boards }) => tasks.assigned.view().failingSince !== null || boards.board.view()?.error != null),
    refresh,
  );

  /** A new day and a due date that passes change the views although no data changes. */
  const dayTurn = createAlarm(now, () => {
    invalidate('time');
    armDayTurn();
  });

  function armDayTurn(): void {
    const tasks = features.each().flatMap((one) => one.tasks.assigned.view().tasks);
    const dueDates = tasks.map((task) => task.dueDate);
    dayTurn.set(nextDayTurn(dueDates, new Date(now())).getTime());
  }

  /** Days, due dates and quiet hours follow the wall clock. */
  function onClockChange(): void {
    armDayTurn();
    invalidate('time', 'tasks');
    for (const { clockChanged } of features.allParts()) if (clockChanged) runInBackground(clockChanged);
  }

  function checkClock(): void {
    if (wasClockSet() || isOtherTimeZone()) runInBackground(onClockChange);
    else for (const { reminders } of features.each()) runInBackground(reminders.reminders.check);
  }
  const clockChecks = setInterval(checkClock, CLOCK_CHECK_MS);
  clockChecks.unref();

  return {
    armDayTurn,
    network,
    checkClock,
    stop(): void {
      network.stop();
      dayTurn.stop();
      clearInterval(clockChecks);
    },
    /** The computer woke. */
    woke(): void {
      // First: reminders wait for the fresh list.
      refresh();
      runInBackground(onClockChange);
      integration.updates.woke();
    },
  };
}

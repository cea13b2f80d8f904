/** Detection of away times while a timer runs, and the questions about them. */

import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { createEvents } from '../../../shared/events.ts';
import { createAlarm } from '../../store/alarm.ts';
import type { AccountPart, FirstAccount } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { TimeService } from '../time/index.ts';
import { createIdleController } from './idle-controller.ts';
import { createIdleStore } from './idle-store.ts';
import { type IdleTime, type PowerEvents, watchAway } from './watch-away.ts';

export interface IdleServiceEvents {
  /** A question opened. */
  asked: undefined;
  /** No timer runs in the chosen hours. */
  timerMissing: undefined;
}

export interface IdleOptions {
  account: Pick<FirstAccount, 'id'>;
  /** An account and those that are open beside it. */
  together: (accountId: string) => string[];
  time: TimeService;
  power: PowerEvents;
  idleTime: IdleTime;
}

export type IdleService = ReturnType<typeof createIdleService>;

export function createIdleService(context: FeatureContext, options: IdleOptions) {
  const { account, together, time, power, idleTime } = options;
  const { database, settings, now, monotonic, invalidate, runInBackground } = context;
  const { entries, changes, timer, running } = time;
  const events = createEvents<IdleServiceEvents>(runInBackground);
  const askIdle = () => settings.read().askIdle;
  const thresholdMs = () => settings.read().idleMinutes * MINUTE_MS;
  const store = createIdleStore({ database, now, isOn: askIdle, thresholdMs, find: entries.find, together });
  // The time since the app last ran counts as an away time.
  store.recover(now(), running());
  time.on('entrySplit', ({ entryId, successorId }) => store.addSuccessor(entryId, successorId));

  const awayWatch = watchAway({
    monitor: power,
    idle: idleTime,
    store,
    askIdle,
    thresholdMs,
    platform: process.platform,
    running,
    now,
    monotonic,
    awake: () => performance.now(),
    runInBackground,
    onBack: () => {
      // "Still working?" waited for the end of the away time.
      controller.update();
      if (controller.away() !== null) events.emit('asked');
    },
    onChange: () => invalidate('away', 'app'),
  });
  const controller = createIdleController({
    entries,
    changes,
    timer,
    store,
    settings: settings.read,
    memory: {
      read: () => settings.readValue('still-working') ?? null,
      write: (memory) => settings.writeValue('still-working', memory),
    },
    stopped: {
      read: () => settings.readValue('stopped-timer') ?? null,
      write: (timer) => settings.writeValue('stopped-timer', timer),
    },
    lastInput: awayWatch.lastInput,
    isAway: awayWatch.isAway,
    accountId: account.id,
    alarm: (ring) => createAlarm(now, () => runInBackground(ring)),
    now,
    onAsk: () => events.emit('asked'),
    onRemind: () => events.emit('timerMissing'),
    onChange: () => invalidate('away', 'stillWorking', 'stoppedTimer'),
  });

  /** Call when the timer, a setting or the account changed. */
  function update(): void {
    awayWatch.update();
    controller.update();
  }

  const part: AccountPart = {
    load: () => runInBackground(update),
    start: () => runInBackground(update),
    clockChanged: controller.check,
    transfer: store.transfer,
    stop() {
      awayWatch.stop();
      controller.stop();
    },
  };

  return { on: events.on, part, awayWatch, controller, update, recorded: store.recorded };
}

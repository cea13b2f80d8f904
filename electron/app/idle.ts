/** Whether somebody is there, and what is asked about a running timer because of that. */

import { reminderMessages } from '../../shared/i18n/reminder-messages.ts';
import type { Notifications } from '../../shared/reminders/notifier.ts';
import type { RunInBackground } from '../../shared/run-in-background.ts';
import { createIdle, type IdleOptions } from '../desktop/idle.ts';
import type { AccountService } from '../features/account/index.ts';
import { createIdleController } from '../features/idle/idle-controller.ts';
import { type PresenceOptions, watchPresence } from '../features/idle/presence.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import { createAlarm } from '../store/alarm.ts';
import type { AppContext } from './context.ts';
import type { Invalidate } from './state-publisher.ts';
import type { TimeParts } from './time.ts';

/** What is made after it. */
export interface IdleListeners {
  notifications: Pick<Notifications, 'show'>;
  reminders: Pick<Reminders, 'view'>;
  showWindow: () => void;
}

export interface IdlePartsOptions {
  context: Pick<AppContext, 'settings' | 'now' | 'monotonic'>;
  account: Pick<AccountService, 'id'>;
  time: Pick<TimeParts, 'entries' | 'changes' | 'timer' | 'running' | 'away'>;
  touch: Invalidate;
  runInBackground: RunInBackground;
  monitor: PresenceOptions['monitor'] & IdleOptions['monitor'];
  listeners: () => IdleListeners;
}

export type IdleParts = ReturnType<typeof setUpIdle>;

export function setUpIdle(options: IdlePartsOptions) {
  const { context, account, time, touch, runInBackground, monitor, listeners } = options;
  const { settings, now, monotonic } = context;
  const { entries, changes, timer, running, away } = time;

  const { platform, env } = process;

  const idle = createIdle({ monitor, platform, env, onChange: () => runInBackground(presence.idleChanged) });
  const presence = watchPresence({
    ...away,
    monitor,
    idle,
    platform,
    running,
    now,
    monotonic,
    awake: () => performance.now(),
    runInBackground,
    onBack: () => {
      if (idleController.away() !== null) listeners().showWindow();
    },
    onChange: () => touch('away', 'app'),
  });
  const idleController = createIdleController({
    entries,
    changes,
    timer,
    ledger: away.ledger,
    settings: settings.read,
    memory: {
      read: () => settings.kept('still-working') ?? null,
      write: (memory) => settings.keep('still-working', memory),
    },
    stopped: {
      read: () => settings.kept('stopped-timer') ?? null,
      write: (one) => settings.keep('stopped-timer', one),
    },
    lastInput: presence.lastInput,
    isAway: presence.isAway,
    accountId: account.id,
    wake: (ring) => createAlarm(now, () => runInBackground(ring)),
    now,
    onAsk: () => listeners().showWindow(),
    onRemind: () => {
      const { notifications, reminders, showWindow } = listeners();
      const notice = { id: 'no-timer', ...reminderMessages.noTimer, actions: [] };
      if (reminders.view().pausedUntil === null) void notifications.show(notice, { onAction: showWindow });
    },
    onChange: () => touch('away', 'stillWorking', 'stoppedTimer'),
  });

  return {
    idle,
    presence,
    idleController,
    /** Looks whether somebody is to be watched for, and asked. */
    attend(): void {
      presence.update();
      idleController.update();
    },
  };
}

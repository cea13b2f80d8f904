/** Whether somebody is there, and what is asked about a running timer because of that. */

import { reminderWords } from '../../shared/i18n/reminder-messages.ts';
import type { Notifications } from '../../shared/reminders/notifier.ts';
import type { Unattended } from '../../shared/run-in-background.ts';
import { createAlarm } from '../desktop/alarm.ts';
import { createIdle, type IdleOptions } from '../desktop/idle.ts';
import { createAttendance } from '../features/idle/idle-controller.ts';
import { type PresenceOptions, watchPresence } from '../features/idle/presence.ts';
import type { Reminders } from '../features/reminders/reminders.ts';
import type { AccountParts } from './account.ts';
import type { Ground } from './context.ts';
import type { Touch } from './state-publisher.ts';
import type { TimeParts } from './time.ts';

/** What is made after it. */
export interface AttendanceHearers {
  notifications: Pick<Notifications, 'show'>;
  reminders: Pick<Reminders, 'view'>;
  showWindow: () => void;
}

export interface AttendancePartsOptions {
  ground: Pick<Ground, 'settings' | 'now' | 'monotonic'>;
  account: Pick<AccountParts, 'id'>;
  time: Pick<TimeParts, 'entries' | 'changes' | 'timer' | 'running' | 'away'>;
  touch: Touch;
  unattended: Unattended;
  monitor: PresenceOptions['monitor'] & IdleOptions['monitor'];
  hearers: () => AttendanceHearers;
}

export type AttendanceParts = ReturnType<typeof composeAttendance>;

export function composeAttendance(options: AttendancePartsOptions) {
  const { ground, account, time, touch, unattended, monitor, hearers } = options;
  const { settings, now, monotonic } = ground;
  const { entries, changes, timer, running, away } = time;

  const { platform, env } = process;

  const idle = createIdle({ monitor, platform, env, onChange: () => unattended(presence.idleChanged) });
  const presence = watchPresence({
    ...away,
    monitor,
    idle,
    platform,
    running,
    now,
    monotonic,
    awake: () => performance.now(),
    unattended,
    onBack: () => {
      if (attendance.away() !== null) hearers().showWindow();
    },
    onChange: () => touch('away', 'app'),
  });
  const attendance = createAttendance({
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
    wake: (ring) => createAlarm(now, () => unattended(ring)),
    now,
    onAsk: () => hearers().showWindow(),
    onRemind: () => {
      const { notifications, reminders, showWindow } = hearers();
      const notice = { id: 'no-timer', ...reminderWords.noTimer, actions: [] };
      if (reminders.view().pausedUntil === null) void notifications.show(notice, { onAction: showWindow });
    },
    onChange: () => touch('away', 'stillWorking', 'stoppedTimer'),
  });

  return {
    idle,
    presence,
    attendance,
    /** Looks whether somebody is to be watched for, and asked. */
    attend(): void {
      presence.update();
      attendance.update();
    },
  };
}

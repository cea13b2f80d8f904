/** The person's time: what is kept, how it changes, and the timers that other devices left running. */
import type { Entry, TaskRef } from '../../shared/time/entry.ts';
import type { AccountService } from '../features/account/index.ts';
import { createIdleStore } from '../features/idle/idle-store.ts';
import { createEntryEditor } from '../features/time/edit-entries.ts';
import { createEntryChanges } from '../features/time/entry-changes.ts';
import { createEntries } from '../features/time/entry-store.ts';
import { createLinkQuestions } from '../features/time/link-question.ts';
import { createMonotonicRunClock } from '../features/time/monotonic-clock.ts';
import { createRemoteTimers } from '../features/time/remote-timer.ts';
import { createTimer } from '../features/time/timer.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Undo } from '../outbox/undo.ts';
import type { AppContext } from './context.ts';
import type { Invalidate } from './state-publisher.ts';
import type { Toasts } from './toasts.ts';
import type { Unreadable } from './unreadable-records.ts';

/** How often a timer that was started elsewhere is looked for while the window is open (ms). */
export const LOOK_MS = 45_000;
/** With a key: its requests are counted anew only after 60 quiet seconds (docs/service.md#rate-limits). */
const KEY_LOOK_MS = 80_000;

export interface TimePartsOptions {
  context: Pick<AppContext, 'database' | 'settings' | 'now' | 'monotonic'>;
  account: Pick<AccountService, 'id' | 'permissions'>;
  outbox: Outbox;
  undo: Undo;
  touch: Invalidate;
  say: Toasts['say'];
  unreadable: Pick<Unreadable, 'set'>;
  /** Tasks that a timer elsewhere may run for. */
  likely: () => TaskRef[];
  isWindowSeen: () => boolean;
  isWithKey: () => boolean;
  /** Entries changed: what is asked about them may be another thing. */
  onEntries: () => void;
}

export type TimeParts = ReturnType<typeof setUpTime>;

export function setUpTime(options: TimePartsOptions) {
  const { context, account, outbox, touch, say, unreadable, likely, isWindowSeen, isWithKey, onEntries } = options;
  const { database, settings, now, monotonic } = context;
  const entries = createEntries(database);
  const runClock = createMonotonicRunClock(now, monotonic);
  const changes = createEntryChanges({
    database,
    entries,
    outbox,
    runClock,
    now,
    undo: options.undo,
    showToast: say,
    onChange: () => {
      touch('time', 'unsent', 'away', 'taskPage');
      // After the change is whole: it may be one of a row that ends the question.
      queueMicrotask(onEntries);
    },
  });
  const timer = createTimer({ entries, outbox, changes, runClock, lacks: account.permissions.lacks, now });

  function running(): Entry | undefined {
    const id = account.id();
    return id === undefined ? undefined : entries.running(id);
  }

  const askIdle = () => settings.read().askIdle;
  const thresholdMs = () => settings.read().idleMinutes * 60_000;
  const ledger = createIdleStore({ database, now, isOn: askIdle, thresholdMs, find: entries.find });
  // What was recorded while nobody could see: the time since the app last ran is an absence, too.
  ledger.recover(now(), running());
  const edit = createEntryEditor({ entries, changes, inherit: ledger.inherit, now });
  const elsewhere = createRemoteTimers({
    entries,
    changes,
    timer,
    outbox,
    likely,
    now,
    isSeen: isWindowSeen,
    lookMs: () => (isWithKey() ? KEY_LOOK_MS : LOOK_MS),
    onChange: () => touch('remoteTimers'),
    onUnreadable: (odd) => unreadable.set('time', odd),
  });
  const linkQuestions = createLinkQuestions({ entries, timer, onChange: () => touch('linkQuestion') });

  return {
    entries,
    runClock,
    changes,
    timer,
    edit,
    elsewhere,
    linkQuestions,
    /** The entry that runs. */
    running,
    /** Absences, and from when on one counts. */
    away: { ledger, askIdle, thresholdMs },
  };
}

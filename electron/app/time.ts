/** The person's time: what is kept, how it changes, and the timers that other devices left running. */
import type { Entry, TaskRef } from '../../shared/time/entry.ts';

import { createAwayLedger } from '../features/idle/idle-store.ts';
import { createEdit } from '../features/time/edit-entries.ts';
import { createChanges } from '../features/time/entry-changes.ts';
import { createEntries } from '../features/time/entry-store.ts';
import { createLinkQuestions } from '../features/time/link-question.ts';
import { createWitness } from '../features/time/monotonic-clock.ts';
import { createElsewhere } from '../features/time/remote-timer.ts';
import { createTimer } from '../features/time/timer.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AccountParts } from './account.ts';
import type { Ground } from './context.ts';
import type { Touch } from './state-publisher.ts';
import type { Notices } from './toasts.ts';
import type { Unreadable } from './unreadable-records.ts';

/** How often a timer that was started elsewhere is looked for while the window is open (ms). */
export const LOOK_MS = 45_000;
/** With a key: its requests are counted anew only after 60 quiet seconds (field notes 7). */
const KEY_LOOK_MS = 80_000;

export interface TimePartsOptions {
  ground: Pick<Ground, 'database' | 'settings' | 'now' | 'monotonic'>;
  account: Pick<AccountParts, 'id' | 'permissions'>;
  outbox: Outbox;
  touch: Touch;
  say: Notices['say'];
  unreadable: Pick<Unreadable, 'set'>;
  /** Tasks that a timer elsewhere may run for. */
  likely: () => TaskRef[];
  isWindowSeen: () => boolean;
  isWithKey: () => boolean;
  /** Entries changed: what is asked about them may be another thing. */
  onEntries: () => void;
}

export type TimeParts = ReturnType<typeof composeTime>;

export function composeTime(options: TimePartsOptions) {
  const { ground, account, outbox, touch, say, unreadable, likely, isWindowSeen, isWithKey, onEntries } = options;
  const { database, settings, now, monotonic } = ground;
  const entries = createEntries(database);
  const witness = createWitness(now, monotonic);
  const changes = createChanges({
    database,
    entries,
    outbox,
    witness,
    now,
    monotonic,
    notify: (text, undo) => say(text, undo && { ...undo, command: 'time.undo' }),
    onChange: () => {
      touch('time', 'outbox', 'away', 'details');
      // After the change is whole: it may be one of a row that ends the question.
      queueMicrotask(onEntries);
    },
  });
  const timer = createTimer({ entries, outbox, changes, witness, lacks: account.permissions.lacks, now });

  function running(): Entry | undefined {
    const id = account.id();
    return id === undefined ? undefined : entries.running(id);
  }

  const askIdle = () => settings.read().askIdle;
  const thresholdMs = () => settings.read().idleMinutes * 60_000;
  const ledger = createAwayLedger({ database, now, isOn: askIdle, thresholdMs, find: entries.find });
  // What was recorded while nobody could see: the time since the app last ran is an absence, too.
  ledger.recover(now(), running());
  const edit = createEdit({ entries, changes, inherit: ledger.inherit, now });
  const elsewhere = createElsewhere({
    entries,
    changes,
    timer,
    outbox,
    likely,
    now,
    isSeen: isWindowSeen,
    lookMs: () => (isWithKey() ? KEY_LOOK_MS : LOOK_MS),
    onChange: () => touch('elsewhere'),
    onOdd: (odd) => unreadable.set('time', odd),
  });
  const linkQuestions = createLinkQuestions({ entries, timer, onChange: () => touch('linkQuestion') });

  return {
    entries,
    witness,
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

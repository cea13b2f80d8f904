/** The parts of time tracking over one database, connected as in electron/features/time/time-service.ts. */

import { createEntryChanges, type EntryChangesOptions } from '../../../../electron/features/time/entry-changes.ts';
import { timeEntryClose } from '../../../../electron/features/time/entry-close-write.ts';
import { timeEntryCreate } from '../../../../electron/features/time/entry-create-write.ts';
import { createEntries } from '../../../../electron/features/time/entry-store.ts';
import { timeEntryUpdate } from '../../../../electron/features/time/entry-update-write.ts';
import { createRunClock } from '../../../../electron/features/time/run-clock.ts';
import { createTimer } from '../../../../electron/features/time/timer.ts';
import { createOutbox, type OutboxOptions } from '../../../../electron/outbox/outbox.ts';
import { createUndo } from '../../../../electron/outbox/undo.ts';
import type { Database } from '../../../../electron/store/database.ts';

interface PartsOptions
  extends Partial<OutboxOptions>,
    Partial<Pick<EntryChangesOptions, 'showToast' | 'closedWeeks' | 'isLocal'>> {
  database: Database;
  now: () => number;
  /** Of one account alone, if missing. */
  together?: (accountId: string) => string[];
}

const nothing = () => undefined;

/** Missing options do nothing; the outbox sends time entries and the writes in `kinds`. */
export function createTimeParts({
  showToast = nothing,
  closedWeeks = () => [],
  isLocal = () => false,
  kinds = [],
  together,
  ...options
}: PartsOptions) {
  const { database, now, monotonic = () => performance.now(), onChange = nothing } = options;
  const outbox = createOutbox({
    random: () => 0,
    onSent: nothing,
    isCredentialDead: async () => false,
    ...options,
    monotonic,
    onChange,
    onMarkedSent: (item, value) => {
      options.onMarkedSent?.(item, value);
      changes.acceptTheirs(item, value);
    },
    kinds: [timeEntryCreate, timeEntryUpdate, timeEntryClose, ...kinds],
  });
  const entries = createEntries(database, together);
  const runClock = createRunClock(now, monotonic);
  const undo = createUndo(monotonic, nothing, together);
  const changes = createEntryChanges({
    database,
    entries,
    outbox,
    undo,
    isLocal,
    runClock,
    closedWeeks,
    now,
    showToast,
    onChange,
  });
  const timer = createTimer({ entries, outbox, changes, runClock, now });
  return { database, outbox, entries, changes, undo, runClock, timer };
}

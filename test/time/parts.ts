/** The parts of the app that keep time, over one database, as compose/time.ts puts them together. */
import { createOutbox, type OutboxOptions } from '../../electron/outbox/outbox.ts';
import { timeEntryClose } from '../../electron/outbox/time-entry-close.ts';
import { timeEntryCreate } from '../../electron/outbox/time-entry-create.ts';
import { timeEntryUpdate } from '../../electron/outbox/time-entry-update.ts';
import type { Database } from '../../electron/store/database.ts';
import { type ChangesOptions, createChanges } from '../../electron/time/changes.ts';
import { createEntries } from '../../electron/time/entries.ts';
import { createTimer } from '../../electron/time/timer.ts';
import { createWitness } from '../../electron/time/witness.ts';

interface PartsOptions extends Partial<OutboxOptions>, Partial<Pick<ChangesOptions, 'notify'>> {
  database: Database;
  now: () => number;
}

const nothing = () => undefined;

/** What is not given does nothing; the outbox sends time entries, and what `kinds` adds. */
export function createTimeParts({ notify = nothing, kinds = [], ...options }: PartsOptions) {
  const { database, now, monotonic = () => performance.now(), onChange = nothing } = options;
  const outbox = createOutbox({
    random: () => 0,
    onSent: nothing,
    isCredentialDead: async () => false,
    ...options,
    monotonic,
    onChange,
    kinds: [timeEntryCreate, timeEntryUpdate, timeEntryClose, ...kinds],
  });
  const entries = createEntries(database);
  const witness = createWitness(now, monotonic);
  const changes = createChanges({ database, entries, outbox, witness, now, monotonic, notify, onChange });
  const timer = createTimer({ entries, outbox, changes, witness, now });
  return { database, outbox, entries, changes, witness, timer };
}

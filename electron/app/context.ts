/** What every part stands on: the clocks, and what lies in the data folder. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Damage } from '../../shared/errors/damage.ts';
import type { RetryWhenBusy } from '../../shared/errors/database-errors.ts';
import { createMonotonicClock, createSteadyClock } from '../store/clocks.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createRetryWhenBusy } from '../store/retry-when-busy.ts';
import { createSettings, type SettingsStore } from '../store/settings.ts';
import { captureConsole, createLog, type Log, type PrintedLine } from './log.ts';

export interface AppContext {
  dataFolder: string;
  /** The wall clock (ms since 1970). */
  now: () => number;
  /** Goes on whatever happens to the other one, also while the computer sleeps (ms). */
  monotonic: () => number;
  /** Begins with the wall clock's time and then goes on like the monotonic one: for waits and for how old something is. */
  steady: () => number;
  log: Log;
  database: Database;
  settings: SettingsStore;
  /** For what a person asked for. */
  whenFree: RetryWhenBusy;
  /** What was wrong with the database; null where it was whole. */
  damage: Damage | null;
}

/**
 * From here on warnings and failures go into the log, those that nobody catches too; `printed` is what the console still has of
 * them. Throws where the database cannot be opened.
 */
export function openAppContext(dataFolder: string, printed: PrintedLine): AppContext {
  const now = () => Date.now();
  const log = createLog({ folder: join(dataFolder, 'logs'), now, folders: [homedir(), dataFolder] });
  captureConsole(log, printed);
  const { database, damage } = openDatabase(join(dataFolder, 'punchcard.sqlite'), new Date(now()));
  const settings = createSettings(database);
  const monotonic = createMonotonicClock();
  const steady = createSteadyClock(now, monotonic);
  return {
    dataFolder,
    now,
    monotonic,
    steady,
    log,
    database,
    settings,
    whenFree: createRetryWhenBusy(database),
    damage,
  };
}

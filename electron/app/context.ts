/** The clocks, and everything that is opened in the data folder: log, database, settings. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Damage } from '../../shared/errors/damage.ts';
import { startBackups } from '../store/backup.ts';
import { createMonotonicClock, createSteadyClock } from '../store/clocks.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createSettings, type SettingsStore } from '../store/settings.ts';
import { captureConsole, createLog, type Log, type PrintedLine } from './log.ts';

export interface AppContext {
  dataFolder: string;
  /** The wall clock (ms since 1970). */
  now: () => number;
  /** Never goes back, and counts while the computer sleeps (ms). */
  monotonic: () => number;
  /** Starts at the wall clock's time and then follows the monotonic clock: for waits and ages (ms). */
  steady: () => number;
  log: Log;
  database: Database;
  settings: SettingsStore;
  /** Damage to the database that was repaired; null if there was none. */
  damage: Damage | null;
}

/**
 * From now on warnings and errors go into the log, uncaught ones too. `printed`: what the console prints of them. Throws if the
 * database cannot be opened.
 */
export function openAppContext(dataFolder: string, printed: PrintedLine): AppContext {
  const now = () => Date.now();
  const log = createLog({ folder: join(dataFolder, 'logs'), now, folders: [homedir(), dataFolder] });
  captureConsole(log, printed);
  const path = join(dataFolder, 'punchcard.sqlite');
  const { database, damage } = openDatabase(path, new Date(now()));
  startBackups(database, path);
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
    damage,
  };
}

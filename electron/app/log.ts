/**
 * The log file: what main warns of and what fails, in the data folder. Two files of at most a megabyte; whoever reads them learns
 * what happened, not to whom (log-text.ts).
 */
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { appendPrivateFile, closeFolder, moveIfNoFile } from '../files/private-file.ts';
import { createScrub, logLine } from './log-text.ts';

export interface LogOptions {
  folder: string;
  now: () => number;
  /** Folders whose names are a person's. */
  folders: readonly string[];
  /** The length at which a new file is begun (bytes). */
  maxBytes?: number;
}

export interface Log {
  /** Gives the line as it was written, without its end. */
  write(level: 'warn' | 'error', values: readonly unknown[]): string;
  /** The last lines of this run, oldest first. */
  last(): string[];
}

const MAX_BYTES = 1_000_000;
const KEPT_LINES = 20;

/** Never throws: a disk that is full must not stop anything. */
export function createLog({ folder, now, folders, maxBytes = MAX_BYTES }: LogOptions): Log {
  const file = join(folder, 'punchcard.log');
  const scrub = createScrub(folders);
  const lines: string[] = [];
  moveAway();
  closeFolder(folder);
  let bytes = sizeOf(file);

  /** A log that cannot be written must not be missed for ever. */
  function moveAway(): void {
    try {
      moveIfNoFile(file, new Date(now()));
    } catch {
      // Then nothing is kept of this run.
    }
  }

  function append(line: string): void {
    try {
      if (bytes === null) mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (bytes !== null && bytes + Buffer.byteLength(line) > maxBytes) {
        renameSync(file, join(folder, 'punchcard.old.log'));
        bytes = 0;
      }
      // At once, and before the next line of code: the one that matters most is the last one before an end.
      appendPrivateFile(file, line);
      bytes = (bytes ?? 0) + Buffer.byteLength(line);
    } catch {
      bytes = sizeOf(file);
    }
  }

  return {
    write(level, values) {
      const line = logLine(level, values, new Date(now()), scrub);
      const said = line.trimEnd();
      lines.push(said);
      if (lines.length > KEPT_LINES) lines.shift();
      append(line);
      return said;
    },
    last: () => [...lines],
  };
}

/** null where there is no such file, or none that can be looked at. */
function sizeOf(file: string): number | null {
  try {
    return statSync(file).size;
  } catch {
    return null;
  }
}

/** What the console prints of something: `line` is what the log has of it. */
export type PrintedLine = (line: string, values: readonly unknown[]) => readonly unknown[];

/** For a package: where it was started from a session, what it prints is kept in that session's journal. */
export const printAsLogged: PrintedLine = (line) => [line];
/** For whoever works on Punchcard. */
export const printAsGiven: PrintedLine = (_, values) => values;

/** From now on the console's warnings and errors are kept as well, and errors that nobody caught are said there, once each. */
export function captureConsole(log: Log, printed: PrintedLine): void {
  for (const level of ['warn', 'error'] as const) {
    // biome-ignore lint/suspicious/noConsole: it is the console itself that is listened to.
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => print(...printed(log.write(level, values), values));
  }
  // Without a listener Electron would show a dialog, which holds up everything until somebody closes it, the end of the app too.
  process.on('uncaughtException', (error) => console.error('Nobody caught this:', thrown(error)));
  process.on('unhandledRejection', (error) => console.error('unhandled:', thrown(error)));
}

/** A sentence that is thrown by itself is none of Punchcard's. */
const thrown = (value: unknown): unknown => (typeof value === 'string' ? '‹text›' : value);

/**
 * The log file: what main warns of and what fails, in the data folder. Two files of at most a megabyte; whoever reads them learns
 * what happened, not to whom (log-text.ts).
 */
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { appendPrivateFile, makeFolderPrivate, setAsideIfNotFile } from '../files/private-file.ts';
import { ServiceError } from '../service/errors.ts';

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
  makeFolderPrivate(folder);
  let bytes = sizeOf(file);

  /** A log that cannot be written must not be missed for ever. */
  function moveAway(): void {
    try {
      setAsideIfNotFile(file, new Date(now()));
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

/** The longest line that is kept (UTF-16 code units). */
const MAX_LINE = 2_000;
/** What is looked at of one text; a quotation that is not over by then has no end. */
const MAX_READ = MAX_LINE * 2;
const MAX_FRAMES = 6;

const OPENING = /["“”„«»‹›`‚‘]|(?<![\p{L}\p{N}])['’]/u;
const MARK = /["“”„«»‹›`‚‘]|(?<![\p{L}\p{N}])['’]|['’](?![\p{L}\p{N}])/gu;
/** What a mark that ends a quotation has before and after it. */
const END = /^\S[^„‚](?![\p{L}\p{N}])/u;

const TAKEN_OUT: [RegExp, string][] = [
  // Addresses, with whatever they carry.
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi, '‹address›'],
  [/[^\s"'<>(]+@[^\s"'<>)]+/g, '‹e-mail›'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 ‹secret›'],
  // Folders: whose computer this is. The file's own name stays. A folder's name may hold spaces where the path begins at a root.
  [/(?<![\p{L}\p{N}.])(?:[a-z]:)?[\\/]+(?:[^\\/:\r\n]+[\\/]+)+/giu, '…/'],
  [/(?:[\\/][^\\/\s:()]+)+[\\/]/gi, '…/'],
  // Numbers of the network, hosts with a port.
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '‹address›'],
  [/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|getaddrinfo)\s+(?!E[A-Z])\S+/g, '$1 ‹host›'],
  // Tokens, keys, ids.
  [/[A-Za-z0-9_-]*(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}/g, '‹id›'],
  [/[A-Za-z0-9+/_-]{32,}={0,2}/g, '‹id›'],
];

/** Takes out of a text what could be a person's; one line, bounded. */
export type Scrub = (text: string) => string;

/** `folders`: those whose names are a person's, as the system writes them: the home folder, the data folder. */
export function createScrub(folders: readonly string[]): Scrub {
  const own = folders.flatMap(writtenAs);
  return (text) => {
    let left = withoutQuotations(text);
    for (const folder of own) left = left.replace(folder, '/…');
    for (const [found, instead] of TAKEN_OUT) left = left.replace(found, instead);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: one entry, one line.
    return left.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').slice(0, MAX_LINE);
  };
}

/**
 * What an error quotes is a title, a name, what was typed, and may hold quotation marks itself. So all goes from the first mark to
 * the last one; where that one does not look like an end, everything after the first.
 */
function withoutQuotations(whole: string): string {
  const text = whole.slice(0, MAX_READ);
  const first = text.search(OPENING);
  if (first < 0) return text;
  const last = [...text.matchAll(MARK)].at(-1)?.index ?? first;
  const isEnd = last > first && whole.length <= MAX_READ && END.test(text.slice(last - 1));
  return `${text.slice(0, first)}‹text›${isEnd ? text.slice(last + 1) : ''}`;
}

/** One folder however it is written: with either slash, as an address, with letters made of two characters. */
function writtenAs(folder: string): RegExp[] {
  const root = /^[\\/]/.test(folder) ? '[\\\\/]+' : '[\\\\/]*';
  return [...new Set([folder.normalize('NFC'), folder.normalize('NFD')])].flatMap((form) => {
    const names = form.split(/[\\/]+/).filter((name) => name !== '');
    if (names.length === 0) return [];
    const pattern = names.map((name) => [...name].map(characterAs).join('')).join('[\\\\/]+');
    return [new RegExp(`${root}${pattern}(?![\\p{L}\\p{N}_-])`, 'giu')];
  });
}

function characterAs(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character;
  const plain = `\\u{${character.codePointAt(0)?.toString(16)}}`;
  const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&');
  return `(?:${plain}|${encoded})`;
}

/** One argument of `console.error`: a sentence, or an error with its kind and where it came from. */
export function logText(value: unknown, scrub: Scrub): string {
  if (typeof value === 'string') return scrub(value);
  // Its message is what the person reads, in their language.
  if (value instanceof AppError)
    return `AppError ${value.view.kind}${value.cause === undefined ? '' : `: ${logText(value.cause, scrub)}`}`;
  // So may its message be, or the service's own, with the names of tasks and people.
  if (value instanceof ServiceError) return serviceErrorWords(value, scrub);
  if (!(value instanceof Error))
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `‹${typeof value}›`;
  const code: unknown = Reflect.get(value, 'code');
  const frames = (value.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES)
    .map(withoutFolder);
  return [
    `${value.name}${typeof code === 'string' ? ` ${code}` : ''}: ${scrub(value.message)}`,
    ...frames.map(scrub),
  ].join(' | ');
}

/** "ServiceError rejected 403 NOT_ALLOWED"; a code that is no single word may be anything. */
function serviceErrorWords({ name, kind, status, code }: ServiceError, scrub: Scrub): string {
  const said = code !== undefined && /^\w{1,60}$/.test(code) ? scrub(code) : undefined;
  return [name, kind, status, said].filter((part) => part !== undefined).join(' ');
}

/** "at f (C:\Users\Ada L\main.js:1:2)" as "at f (main.js:1:2)": whatever stands in the names of the folders. */
function withoutFolder(frame: string): string {
  const [, where = '', file] = /^(.*)[\\/](.*)$/.exec(frame) ?? [];
  if (file === undefined) return frame;
  const isNameless = /^at (?:async )?(?:[a-z][a-z0-9+.-]*:)?(?:[\\/]|$)/i.test(where);
  const [does = ''] = isNameless || !where.includes(' (') ? ['at'] : where.split(' (');
  return `${does} (${file.replace(/\)$/, '')})`;
}

/** A line of the file; `values` as they were given to the console. */
export function logLine(level: 'warn' | 'error', values: readonly unknown[], now: Date, scrub: Scrub): string {
  return `${now.toISOString()} ${level} ${values.map((value) => logText(value, scrub)).join(' ')}\n`;
}

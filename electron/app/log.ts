/**
 * The log: warnings and errors of the main process, in two files of at most a megabyte in the data folder. It says what happened, not
 * to whom: everything in the text of an error that may be personal is removed. Punchcard's own sentences are constants.
 */
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors/app-error.ts';
import { appendPrivateFile, makeFolderPrivate, setAsideIfNotFile } from '../files/private-file.ts';
import { ServiceError } from '../service/errors.ts';

export interface LogOptions {
  folder: string;
  now: () => number;
  /** Folders whose paths are personal. */
  folders: readonly string[];
  /** The size at which a new file begins (bytes). */
  maxBytes?: number;
}

export type Log = ReturnType<typeof createLog>;

const MAX_BYTES = 1_000_000;
/** Lines in memory, for the diagnostics. */
const LAST_LINES = 20;

/** Never throws: the app works with a full disk, too. */
export function createLog({ folder, now, folders, maxBytes = MAX_BYTES }: LogOptions) {
  const file = join(folder, 'punchcard.log');
  const scrub = createScrub(folders);
  const lines: string[] = [];
  replaceOtherType();
  makeFolderPrivate(folder);
  let bytes = sizeOf(file);

  /** A folder or link with the name of the log would prevent logging in every run. */
  function replaceOtherType(): void {
    try {
      setAsideIfNotFile(file, new Date(now()));
    } catch {
      // This run has no log file.
    }
  }

  function append(line: string): void {
    try {
      if (bytes === null) mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (bytes !== null && bytes + Buffer.byteLength(line) > maxBytes) {
        renameSync(file, join(folder, 'punchcard.old.log'));
        bytes = 0;
      }
      // Synchronous, because the last line before a crash matters most.
      appendPrivateFile(file, line);
      bytes = (bytes ?? 0) + Buffer.byteLength(line);
    } catch {
      bytes = sizeOf(file);
    }
  }

  return {
    /** Returns the line as written, without the line break. */
    write(level: 'warn' | 'error', values: readonly unknown[]): string {
      const line = logLine(level, values, new Date(now()), scrub);
      const text = line.trimEnd();
      lines.push(text);
      if (lines.length > LAST_LINES) lines.shift();
      append(line);
      return text;
    },
    /** The last lines of this run, oldest first. */
    last: (): string[] => [...lines],
  };
}

/** null if there is no file, or if it cannot be read. */
function sizeOf(file: string): number | null {
  try {
    return statSync(file).size;
  } catch {
    return null;
  }
}

/** Returns what the console prints. `line`: the line of the log. */
export type PrintedLine = (line: string, values: readonly unknown[]) => readonly unknown[];

/** For packages: the desktop session may store the output in its journal. */
export const printAsLogged: PrintedLine = (line) => [line];
/** For development. */
export const printAsGiven: PrintedLine = (_, values) => values;

/** From now on the console's warnings and errors are logged too, and uncaught errors go to the console. */
export function captureConsole(log: Log, printed: PrintedLine): void {
  for (const level of ['warn', 'error'] as const) {
    // biome-ignore lint/suspicious/noConsole: the console is wrapped here.
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => print(...printed(log.write(level, values), values));
  }
  // Without a listener Electron shows a dialog, which blocks everything until it is closed, even quitting.
  process.on('uncaughtException', (error) => console.error('Uncaught error:', thrown(error)));
  process.on('unhandledRejection', (error) => console.error('Unhandled rejection:', thrown(error)));
}

/** Punchcard throws no bare strings, so the text may be personal. */
const thrown = (value: unknown): unknown => (typeof value === 'string' ? '‹text›' : value);

/** The longest line (UTF-16 code units). */
const MAX_LINE = 2_000;
/** Characters read of one text; a quotation that is still open then has no end. */
const MAX_READ = MAX_LINE * 2;
const MAX_FRAMES = 6;

const OPENING = /["“”„«»‹›`‚‘]|(?<![\p{L}\p{N}])['’]/u;
const MARK = /["“”„«»‹›`‚‘]|(?<![\p{L}\p{N}])['’]|['’](?![\p{L}\p{N}])/gu;
/** The characters around a mark that ends a quotation. */
const END = /^\S[^„‚](?![\p{L}\p{N}])/u;

const REMOVED: [RegExp, string][] = [
  // Addresses with their credentials and queries.
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi, '‹address›'],
  [/[^\s"'<>(]+@[^\s"'<>)]+/g, '‹e-mail›'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 ‹secret›'],
  // Folders, but not the file's own name. Names may contain spaces in absolute paths.
  [/(?<![\p{L}\p{N}.])(?:[a-z]:)?[\\/]+(?:[^\\/:\r\n]+[\\/]+)+/giu, '…/'],
  [/(?:[\\/][^\\/\s:()]+)+[\\/]/gi, '…/'],
  // IP addresses and hosts.
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '‹address›'],
  [/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|getaddrinfo)\s+(?!E[A-Z])\S+/g, '$1 ‹host›'],
  // Tokens, keys, ids.
  [/[A-Za-z0-9_-]*(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{20,}/g, '‹id›'],
  [/[A-Za-z0-9+/_-]{32,}={0,2}/g, '‹id›'],
];

/** Removes what may be personal from a text; returns one line of limited length. */
export type Scrub = (text: string) => string;

/** `folders`: absolute paths that are personal: the home folder, the data folder. */
export function createScrub(folders: readonly string[]): Scrub {
  const personal = folders.flatMap(patternsOfFolder);
  return (text) => {
    let left = withoutQuotations(text);
    for (const folder of personal) left = left.replace(folder, '/…');
    for (const [found, instead] of REMOVED) left = left.replace(found, instead);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an entry is one line.
    return left.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').slice(0, MAX_LINE);
  };
}

/**
 * An error may quote a title, a name or typed text, which may contain quotation marks. So everything from the first mark to the last
 * one is removed; if the last one does not look like an end, everything after the first.
 */
function withoutQuotations(whole: string): string {
  const text = whole.slice(0, MAX_READ);
  const first = text.search(OPENING);
  if (first < 0) return text;
  const last = [...text.matchAll(MARK)].at(-1)?.index ?? first;
  const isEnd = last > first && whole.length <= MAX_READ && END.test(text.slice(last - 1));
  return `${text.slice(0, first)}‹text›${isEnd ? text.slice(last + 1) : ''}`;
}

/** Matches a folder with either slash, in a URL, and with composed or decomposed letters. */
function patternsOfFolder(folder: string): RegExp[] {
  const root = /^[\\/]/.test(folder) ? '[\\\\/]+' : '[\\\\/]*';
  return [...new Set([folder.normalize('NFC'), folder.normalize('NFD')])].flatMap((form) => {
    const names = form.split(/[\\/]+/).filter((name) => name !== '');
    if (names.length === 0) return [];
    const pattern = names.map((name) => [...name].map(patternOfCharacter).join('')).join('[\\\\/]+');
    return [new RegExp(`${root}${pattern}(?![\\p{L}\\p{N}_-])`, 'giu')];
  });
}

function patternOfCharacter(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character;
  const plain = `\\u{${character.codePointAt(0)?.toString(16)}}`;
  const encoded = Buffer.from(character).toString('hex').replace(/../g, '%$&');
  return `(?:${plain}|${encoded})`;
}

/** The text of an argument of `console.error`: a sentence, or an error with its name, code and stack. */
export function logText(value: unknown, scrub: Scrub): string {
  if (typeof value === 'string') return scrub(value);
  // Its message is translated and may contain names.
  if (value instanceof AppError)
    return `AppError ${value.view.kind}${value.cause === undefined ? '' : `: ${logText(value.cause, scrub)}`}`;
  // Its message may be the service's, with names of tasks and people.
  if (value instanceof ServiceError) return serviceErrorText(value, scrub);
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

/** "ServiceError rejected 403 NOT_ALLOWED". A code that is not a single word may contain anything and is left out. */
function serviceErrorText({ name, kind, status, code }: ServiceError, scrub: Scrub): string {
  const word = code !== undefined && /^\w{1,60}$/.test(code) ? scrub(code) : undefined;
  return [name, kind, status, word].filter((part) => part !== undefined).join(' ');
}

/** "at f (C:\Users\Ada L\main.js:1:2)" becomes "at f (main.js:1:2)". */
function withoutFolder(frame: string): string {
  const [, where = '', file] = /^(.*)[\\/](.*)$/.exec(frame) ?? [];
  if (file === undefined) return frame;
  const isAnonymous = /^at (?:async )?(?:[a-z][a-z0-9+.-]*:)?(?:[\\/]|$)/i.test(where);
  const [caller = ''] = isAnonymous || !where.includes(' (') ? ['at'] : where.split(' (');
  return `${caller} (${file.replace(/\)$/, '')})`;
}

/** A line of the file. `values`: the arguments of the console's method. */
function logLine(level: 'warn' | 'error', values: readonly unknown[], now: Date, scrub: Scrub): string {
  return `${now.toISOString()} ${level} ${values.map((value) => logText(value, scrub)).join(' ')}\n`;
}

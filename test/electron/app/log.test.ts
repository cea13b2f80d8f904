/** The log: its content, what it never contains, and its size. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog, createScrub, logText } from '../../../electron/app/log.ts';
import { toAppErrorView } from '../../../electron/service/error-messages.ts';
import { ServiceError } from '../../../electron/service/errors.ts';
import { AppError } from '../../../shared/errors/app-error.ts';

const scrub = createScrub([]);

describe('a line', () => {
  test.each<[what: unknown, written: string]>([
    ['The outbox pauses for 5 s: Error', 'The outbox pauses for 5 s: Error'],
    ['Bridge: refused a malformed timer.start', 'Bridge: refused a malformed timer.start'],
    [
      'The database was damaged and is set aside as /home/ada/.config/Punchcard/punchcard.sqlite-2026',
      /* */ 'The database was damaged and is set aside as …/punchcard.sqlite-2026',
    ],
    ['connect ECONNREFUSED 192.168.7.12:8443', 'connect ECONNREFUSED ‹host›'],
    ['getaddrinfo ENOTFOUND tasks.example.org', 'getaddrinfo ENOTFOUND ‹host›'],
    ['no answer from https://ada:secret@tasks.example.org/api?token=abc', 'no answer from ‹address›'],
    ['Authorization: Bearer s3cr3t', 'Authorization: Bearer ‹secret›'],
    ['ada@example.org is unknown', '‹e-mail› is unknown'],
    ['task "Pay Ada’s salary" is gone', 'task ‹text› is gone'],
    ["it wasn’t there and didn't come", "it wasn’t there and didn't come"],
    ["'Ana's invoice' is gone", '‹text› is gone'],
    ['task „Rechnung Müller“ is gone', 'task ‹text› is gone'],
    ['task «Rechnung Müller» is gone', 'task ‹text› is gone'],
    ['task »Rechnung Müller« is gone', 'task ‹text› is gone'],
    ['task ‚Rechnung Müller‘ is gone', 'task ‹text› is gone'],
    ['task ‘Ana’s invoice’ is gone', 'task ‹text› is gone'],
    ['Unexpected token, "{"title":"Ana"}" is not valid JSON', 'Unexpected token, ‹text› is not valid JSON'],
    ['"Ana" and „Rechnung Mül', '‹text›'],
    ['two\nlines', 'two lines'],
    [{ title: 'Pay Ada' }, '‹object›'],
    [404, '404'],
  ])('%j becomes %j', (what, written) => {
    expect(logText(what, scrub)).toBe(written);
  });

  test('an error shows its kind, its code and its location, without folders', () => {
    const error = Object.assign(new TypeError('cannot open /home/ada/notes.txt'), { code: 'ENOENT' });
    const written = logText(error, scrub);
    expect(written).toMatch(/^TypeError ENOENT: cannot open …\/notes.txt \| at .*log\.test\.ts:\d+/);
    expect(written).not.toContain(import.meta.dirname);
    expect(written).not.toContain('\n');
  });

  test.each([
    '/home/Ana Müller',
    '/Users/Ana Müller/',
    String.raw`C:\Users\Ana Müller`,
    String.raw`\\server\people\Ana (Müller)`,
    '/home/müller'.normalize('NFD'),
  ])('the home folder %s is removed, however it is written', (home) => {
    const own = createScrub([home]);
    const forward = home.replaceAll('\\', '/').replace(/\/$/, '');
    const encoded = encodeURI(forward);
    const ways = [home, forward, forward.normalize('NFC'), forward.normalize('NFD'), home.replaceAll('\\', '\\\\')];
    for (const way of [...ways, encoded, encoded.toLowerCase(), `file://${encoded}`, `file:///${encoded}`]) {
      for (const rest of [
        '',
        '/',
        '/punchcard.sqlite',
        '\\App Data\\Punchcard\\punchcard.sqlite',
        '/Meine Akten/x.ts:12:3',
      ]) {
        const written = own(`it is kept as ${way}${rest} now`);
        expect(written).toMatch(/^it is kept as .* now$/);
        expect(written).not.toMatch(/ana|m.{1,8}ller|akten/i);
      }
      const error = new Error('torn');
      for (const frame of [`at f (${way}/main.js:1:2)`, `at ${way}/main.js:1:2`, `at async ${way}\\main.js:1:2`]) {
        error.stack = `Error: torn\n    ${frame}`;
        // Home folders of other users too.
        for (const by of [own, scrub]) expect(logText(error, by)).toMatch(/^Error: torn \| at (f )?\(main\.js:1:2\)$/);
      }
    }
  });

  test('a home folder is removed only as a whole path', () => {
    expect(createScrub(['/root'])('the root of it')).toBe('the root of it');
    expect(createScrub(['/'])('/x and y')).toBe('/x and y');
    expect(createScrub(['/home/ada'])('/home/adam/x')).toBe('…/x');
  });

  test('other folders with spaces are removed too', () => {
    expect(scrub('cannot open D:\\Akten von Ana\\Müller\\x.csv')).toBe('cannot open …/x.csv');
    expect(scrub('cannot open /media/Ana Müller/x.csv')).toBe('cannot open …/x.csv');
  });

  test('a quotation that is longer than the line is removed to its end', () => {
    const title = 'Müller '.repeat(2_000);
    expect(scrub(`task "${title}" is gone`)).toBe('task ‹text›');
    expect(scrub(`task "${title}`)).toBe('task ‹text›');
  });

  test('quoted text is removed, whatever the quotation marks', () => {
    const marks = fc.constantFrom('""', '“”', '„“', '„”', '«»', '»«', '‚‘', '‘’', '‹›', "''", '``');
    const plain = fc.constantFrom("Ana's", 'Müller', 'Ana’s', '(Ana)', '5');
    const nested = fc.oneof(plain, fc.constantFrom('"Müller"', '‚Ana‘', '»Ana«'));
    fc.assert(
      fc.property(marks, fc.array(nested), fc.array(plain), ([open = '', close = ''], whole, cut) => {
        expect(scrub(`task ${open}Ana ${[...whole, 'x'].join(' ')}${close} is gone`)).toBe('task ‹text› is gone');
        expect(scrub(`task ${open}Ana ${cut.join(' ')}`)).toBe('task ‹text›');
      }),
    );
  });

  test('of an app error only its kind and cause are logged, not its texts', () => {
    const error = { kind: 'rejected' as const, title: 'Rechnung Müller', explanation: 'ist weg.', nextStep: '' };
    expect(logText(new AppError(error), scrub)).toBe('AppError rejected');
    expect(logText(new AppError(error, new Error('torn')), scrub)).toMatch(/^AppError rejected: Error: torn \| at /);
  });

  test('of a rejection only the kind, the status and the code are logged', () => {
    const message = 'Task Invoice for Ana Müller is locked by Mira Holm\n    at Mira Holm’s desk';
    const rejected = new ServiceError({ kind: 'rejected', status: 403, message, cause: new Error(message) });
    expect(logText(rejected, scrub)).toBe('ServiceError rejected 403');
    const named = new ServiceError({ kind: 'rejected', status: 409, code: 'NOT_ALLOWED', message });
    expect(logText(named, scrub)).toBe('ServiceError rejected 409 NOT_ALLOWED');
    const wordy = new ServiceError({ kind: 'rejected', status: 409, code: 'Ana Müller has it', message });
    expect(logText(wordy, scrub)).toBe('ServiceError rejected 409');
    const error = toAppErrorView(rejected, 'tasks.example.org');
    expect(logText(new AppError(error, rejected), scrub)).toBe('AppError rejected: ServiceError rejected 403');
  });

  test('secrets, addresses and quoted texts are always removed, whatever surrounds them', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9]{16,40}[0-9][A-Za-z0-9]{16}$/);
    const host = fc.domain();
    const around = fc.string({ maxLength: 40 }).filter((text) => !/["“”`']/.test(text));
    fc.assert(
      fc.property(token, host, around, around, (secret, name, before, after) => {
        const written = scrub(`${before} "${secret}x" https://${name}/${secret} ${secret} ${after}`);
        expect(written).not.toContain(secret);
        expect(written).not.toContain(`${name}/`);
      }),
    );
  });
});

describe('the file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is created with the first line, readable by its owner only; each line starts with the time', () => {
    const logs = join(folder, 'logs');
    const log = createLog({ folder: logs, folders: [], now: () => Date.UTC(2026, 10, 21, 9) });
    expect(readdirSync(folder)).toEqual([]);
    log.write('warn', ['one', 2]);
    expect(readFileSync(join(logs, 'punchcard.log'), 'utf8')).toBe('2026-11-21T09:00:00.000Z warn one 2\n');
    if (process.platform !== 'win32') expect(statSync(join(logs, 'punchcard.log')).mode & 0o777).toBe(0o600);
    expect(log.last()).toEqual(['2026-11-21T09:00:00.000Z warn one 2']);
  });

  test('never exceeds twice its limit, and continues after a restart', () => {
    let at = 0;
    const options = { folder, folders: [], now: () => (at += 1000), maxBytes: 1_000 };
    for (let run = 0; run < 3; run += 1) {
      const log = createLog(options);
      for (let line = 0; line < 50; line += 1) log.write('error', [`run ${run} line ${line}`]);
    }
    expect(readdirSync(folder).toSorted()).toEqual(['punchcard.log', 'punchcard.old.log']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_000);
    expect(readFileSync(join(folder, 'punchcard.log'), 'utf8')).toContain('run 2 line 49');
  });

  test('a file in place of its folder causes no error, at the start or later', () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const log = createLog({ folder: join(blocked, 'logs'), folders: [], now: () => 0 });
    log.write('error', ['lost']);
    expect(log.last()).toHaveLength(1);
  });

  test('a read-only folder loses the line only', () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const log = createLog({ folder: blocked, folders: [], now: () => 0 });
    log.write('error', ['lost']);
    expect(log.last()).toHaveLength(1);
    rmSync(blocked);
    log.write('error', ['kept']);
    expect(readFileSync(join(blocked, 'punchcard.log'), 'utf8')).toContain('kept');
  });

  /** Runs `code` in a separate process and captures its console. Returns the lines of the log and the output. */
  function keptConsole(printed: 'printAsLogged' | 'printAsGiven', code: string): { lines: string[]; output: string } {
    const source = pathToFileURL(join(import.meta.dirname, '../../../electron/app/log.ts')).href;
    const errors = pathToFileURL(join(import.meta.dirname, '../../../electron/service/errors.ts')).href;
    const script = `
      import { createLog, captureConsole, ${printed} } from ${JSON.stringify(source)};
      import { ServiceError } from ${JSON.stringify(errors)};
      captureConsole(createLog({ folder: ${JSON.stringify(folder)}, folders: [], now: () => 0 }), ${printed});
      ${code}`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
    expect(status, String(stderr)).toBe(0);
    const lines = readFileSync(join(folder, 'punchcard.log'), 'utf8').trimEnd().split('\n');
    return { lines, output: String(stderr) };
  }

  test('an uncaught error is logged once, and the process continues', () => {
    const { lines } = keptConsole(
      'printAsGiven',
      `setTimeout(() => { throw new Error('torn'); }, 0);
      setTimeout(() => void Promise.reject(new Error('lost')), 20);
      setTimeout(() => console.warn('still here'), 40);`,
    );
    expect(lines).toHaveLength(3);
    for (const [at, what] of ['torn', 'lost', 'still here'].entries()) expect(lines[at]).toContain(what);
  });

  test('the texts of an uncaught rejection are neither logged nor printed by a package', () => {
    const { lines, output } = keptConsole(
      'printAsLogged',
      `const message = 'Task Invoice for Ana is locked by Mira';
      void Promise.reject(new ServiceError({ kind: 'rejected', status: 403, message }));
      setTimeout(() => void Promise.reject(message), 20);
      setTimeout(() => console.warn('task "Invoice for Ana" is gone'), 40);`,
    );
    const said = [
      'error Unhandled rejection: ServiceError rejected 403',
      'error Unhandled rejection: ‹text›',
      'warn task ‹text› is gone',
    ].map((line) => `1970-01-01T00:00:00.000Z ${line}`);
    expect(lines).toEqual(said);
    expect(output.trimEnd().split('\n')).toEqual(said);
  });
});

/** The log: what is in it, what never is, and how long it grows. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../electron/desktop/log.ts';
import { logWords, scrub } from '../../electron/desktop/log-text.ts';

describe('what is written', () => {
  test.each<[what: unknown, written: string]>([
    ['outbox stopped', 'outbox stopped'],
    ['bridge: refused a malformed timer.start', 'bridge: refused a malformed timer.start'],
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
    ['two\nlines', 'two lines'],
    [{ title: 'Pay Ada' }, '‹object›'],
    [404, '404'],
  ])('%j becomes %j', (what, written) => {
    expect(logWords(what)).toBe(written);
  });

  test('an error says its kind, its code and where it came from, without folders', () => {
    const error = Object.assign(new TypeError('cannot open /home/ada/notes.txt'), { code: 'ENOENT' });
    const written = logWords(error);
    expect(written).toMatch(/^TypeError ENOENT: cannot open …\/notes.txt \| at .*log\.test\.ts:\d+/);
    expect(written).not.toContain(import.meta.dirname);
    expect(written).not.toContain('\n');
  });

  test('secrets, addresses and quoted texts never get through, whatever stands around them', () => {
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

  test('is made with the first line, for its owner alone; the moment comes first', () => {
    const logs = join(folder, 'logs');
    const log = createLog({ folder: logs, now: () => Date.UTC(2026, 10, 21, 9) });
    expect(readdirSync(folder)).toEqual([]);
    log.write('warn', ['one', 2]);
    expect(readFileSync(join(logs, 'punchcard.log'), 'utf8')).toBe('2026-11-21T09:00:00.000Z warn one 2\n');
    if (process.platform !== 'win32') expect(statSync(join(logs, 'punchcard.log')).mode & 0o777).toBe(0o600);
    expect(log.last()).toEqual(['2026-11-21T09:00:00.000Z warn one 2']);
  });

  test('never takes more than twice its size, and goes on after a restart', () => {
    let at = 0;
    const options = { folder, now: () => (at += 1000), maxBytes: 1_000 };
    for (let run = 0; run < 3; run += 1) {
      const log = createLog(options);
      for (let line = 0; line < 50; line += 1) log.write('error', [`run ${run} line ${line}`]);
    }
    expect(readdirSync(folder).toSorted()).toEqual(['punchcard.log', 'punchcard.old.log']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(1_000);
    expect(readFileSync(join(folder, 'punchcard.log'), 'utf8')).toContain('run 2 line 49');
  });

  test('a folder that cannot be written loses the line and nothing else', () => {
    const blocked = join(folder, 'blocked');
    writeFileSync(blocked, '');
    const log = createLog({ folder: blocked, now: () => 0 });
    log.write('error', ['lost']);
    expect(log.last()).toHaveLength(1);
    rmSync(blocked);
    log.write('error', ['kept']);
    expect(readFileSync(join(blocked, 'punchcard.log'), 'utf8')).toContain('kept');
  });
});

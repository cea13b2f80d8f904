/** A full disk, a file from a newer version: a clear message and no lost byte. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Answer, Result } from '../../shared/contract/index.ts';
import { until } from '../until.ts';
import { electronCommand, launchApp, makeDataFolder } from './app.ts';
import { expectState, resultOf, send, untilState } from './steps.ts';

const run = promisify(execFile);
const fileName = 'punchcard.sqlite';

function dataFolder(): string {
  const folder = makeDataFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Mounts a small file system; undefined if the system does not allow it. */
async function smallDisk(megabytes: number): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'punchcard-test', folder]);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  onTestFinished(async () => {
    // Lazily, because a helper of the app may still be exiting.
    await run('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Fills the disk to the last byte. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const size of [1 << 20, 4096, 1]) {
      const block = Buffer.alloc(size, 1);
      try {
        for (;;) if (writeSync(file, block) < size) break;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

const sum = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('the disk', () => {
  test('On a full disk a change fails with a message and keeps the data; it works again when there is room', async (context) => {
    const disk = await smallDisk(64);
    if (disk === undefined) return context.skip('mounting a small disk needs root');
    const app = await launchApp({ dataFolder: disk });
    const page = await app.page();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
    const startTime = new Date(Date.now() - 600_000).toISOString();
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '', startTime });

    fill(join(disk, 'filler'));
    // The write-ahead log may have free space, which later changes use up.
    let saved = '';
    let rejection: Answer<Result<'timer.set-note'>> | undefined;
    for (let turn = 0; turn < 200 && rejection === undefined; turn += 1) {
      const text = `${turn} ${'x'.repeat(9_000)}`;
      const answer = await send(page, 'timer.set-note', { note: text });
      if (answer.ok) saved = text;
      else rejection = answer;
    }
    expect(rejection).toMatchObject({ ok: false, error: { title: 'The disk is full' } });
    if (rejection?.ok === false) expect(rejection.error.whatWasKept).toContain('before');
    // Background work logs its failure too: an away time that cannot be saved.
    await app.electron.evaluate(({ powerMonitor }) => void setImmediate(() => powerMonitor.emit('suspend')));
    await untilState(page, (state) => state.toast?.text.startsWith('The disk is full') === true);
    await expectState(page, ({ time }) => time.running).toMatchObject({ startTime, note: saved });

    rmSync(join(disk, 'filler'));
    await resultOf(page, 'timer.set-note', { note: 'there is room again' });
    await app.kill();
    const database = new DatabaseSync(join(disk, fileName));
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare('SELECT start_time, note FROM time_entry').all()).toEqual([
      { start_time: startTime, note: 'there is room again' },
    ]);
    database.close();
  });

  test('Data of a newer version is not changed; a message in the system’s language says what to do', async () => {
    const folder = dataFolder();
    const path = join(folder, fileName);
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE future (what TEXT); INSERT INTO future VALUES ('kept'); PRAGMA user_version = 99");
    database.close();
    const before = sum(path);

    // A native dialog cannot be read from outside, so the app also prints its text.
    const printing = join(dataFolder(), 'printing.cjs');
    writeFileSync(
      printing,
      `const { dialog } = require('electron');
       const show = dialog.showMessageBox;
       dialog.showMessageBox = (options) => {
         process.stdout.write(options.message + '\\n' + options.detail);
         return show(options);
       };`,
    );
    const { executablePath, args, env } = electronCommand({
      dataFolder: folder,
      env: { LANGUAGE: 'de', LC_ALL: 'de_DE.UTF-8' },
      preload: printing,
    });
    const child = spawn(executablePath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    onTestFinished(() => void child.kill('SIGKILL'));
    const isSeen = await closeDialogs(ended);
    expect(isSeen, 'a message was shown').toBe(true);
    expect(await ended).toBe(1);
    expect(printed).toContain('Punchcard kann nicht starten');
    expect(printed).toContain('Die neuere Version installieren');
    expect(printed).toContain(folder);
    expect(sum(path)).toBe(before);
    expect(readdirSync(folder).filter((name) => name.startsWith(fileName))).toEqual([fileName]);
  });
});

/** Closes the app's dialogs with Enter until it ends. True if there was one. */
async function closeDialogs(ended: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let isSeen = false;
  const closeDialog = async () => {
    const id = await run('xdotool', ['search', '--onlyvisible', '--name', '^Punchcard$']).then(
      ({ stdout }) => stdout.trim().split('\n').at(-1),
      () => undefined,
    );
    if (id) {
      isSeen = true;
      await run('xdotool', ['windowfocus', id, 'key', 'Return']).catch(() => undefined);
    }
    return isOver;
  };
  await until(closeDialog, Boolean);
  return isSeen;
}

/**
 * Faults at the start: each ends with a window or with a message about the reason, and signals end the app.
 * What is kept of a damaged database: test/electron/store/damage.test.ts.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../until.ts';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { expectState, resultOf, untilState } from './steps.ts';

const run = promisify(execFile);

function dataFolder(): string {
  const folder = makeDataFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A data folder with a running timer and an unsent entry; the app was killed, so the last changes are in the write-ahead log. */
let usedFolder: string;

beforeAll(async () => {
  usedFolder = makeDataFolder();
  const app = await launchApp({ dataFolder: usedFolder });
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
  await untilState(page, ({ outbox }) => outbox.total === 1);
  await app.kill();
});
afterAll(() => rmSync(usedFolder, { recursive: true, force: true, maxRetries: 5 }));

/** A copy of it, without the lock of the killed app. */
function copyOfUsedFolder(): string {
  const folder = dataFolder();
  cpSync(usedFolder, folder, { recursive: true, filter: (path) => !/[/\\](Singleton|punchcard\.sock)/.test(path) });
  return folder;
}

async function started(folder: string): Promise<{ app: RunningApp; page: Page }> {
  const app = await launchApp({ dataFolder: folder });
  onTestFinished(() => app.kill());
  const page = await app.page();
  await untilState(page, ({ app: about }) => about.version !== '');
  return { app, page };
}

describe('recoverable faults', () => {
  test.runIf(process.platform === 'linux')(
    'Pipes, folders and wide permissions in the data folder are repaired',
    async () => {
      const folder = dataFolder();
      chmodSync(folder, 0o755);
      mkdirSync(join(folder, 'logs'));
      for (const name of ['last-state.json', 'windows.json', 'tray-host', 'logs/punchcard.log']) {
        execFileSync('mkfifo', [join(folder, name)]);
      }
      mkdirSync(join(folder, 'punchcard.sock'));
      writeFileSync(join(folder, 'punchcard.sqlite'), '', { mode: 0o644 });
      const { app, page } = await started(folder);
      await page.getByRole('textbox', { name: 'Server address' }).waitFor();
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      for (const suffix of ['', '-wal', '-shm'])
        await expect.poll(() => statSync(join(folder, `punchcard.sqlite${suffix}`)).mode & 0o777).toBe(0o600);
      await expect.poll(() => statSync(join(folder, 'punchcard.sock')).isSocket()).toBe(true);
      await app.quit();
    },
  );

  test('With a very long path the window opens and commands reach the app; a second start exits normally', async () => {
    const top = dataFolder();
    const folder = join(top, 'long'.repeat(50), 'data');
    mkdirSync(folder, { recursive: true });
    const { app } = await started(folder);
    await expect.poll(() => statSync(readFileSync(join(folder, 'punchcard.pipe'), 'utf8')).isSocket()).toBe(true);
    const second = await failedStart(folder);
    expect(second).toEqual({ output: '', code: 0 });
    await app.quit();
  });

  test('Unreadable rows are reported, and the timer keeps running', async () => {
    const folder = copyOfUsedFolder();
    const damaging = new DatabaseSync(join(folder, 'punchcard.sqlite'));
    damaging.exec(`UPDATE account SET workspaces = '[{'; UPDATE time_entry SET start_time = 'soon';
      UPDATE outbox SET not_before = 'never'; INSERT INTO away_heartbeat VALUES (1, 9e18, 'x')
        ON CONFLICT DO UPDATE SET at = excluded.at`);
    damaging.close();
    const { app, page } = await started(folder);
    await expectState(page, ({ toast }) => toast?.text).toMatch(
      /1 account, 1 time entry, 1 change and 1 other record could not be read/,
    );
    // The unsent entry has no due time any more and is sent.
    await untilState(page, ({ outbox, time }) => outbox.total === 0 && time.running?.sync === 'sent');
    await app.quit();
  });

  test('With a damaged database all data is there, and a message says so', async () => {
    const folder = copyOfUsedFolder();
    const path = join(folder, 'punchcard.sqlite');
    const database = new DatabaseSync(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 0, 40);
    writeFileSync(path, bytes);
    const { app, page } = await started(folder);
    await expectState(page, ({ toast }) => toast?.text).toMatch(/damaged.* kept/);
    await expectState(page, ({ time }) => time.running).not.toBeNull();
    expect(readdirSync(folder).some((name) => name.startsWith('punchcard.sqlite.damaged-'))).toBe(true);
    await app.quit();
  });
});

/** The message and exit code of a start that fails; the message is printed instead of shown. */
async function failedStart(folder: string): Promise<{ output: string; code: number | null }> {
  const printing = join(mkdtempSync(join(tmpdir(), 'punchcard-print-')), 'printing.cjs');
  onTestFinished(() => rmSync(join(printing, '..'), { recursive: true }));
  writeFileSync(
    printing,
    `require('electron').dialog.showMessageBox = async (options) =>
      void process.stdout.write(options.message + '\\n' + options.detail + '\\n');`,
  );
  const { executablePath, args, env } = electronCommand({ dataFolder: folder });
  const child = spawn(executablePath, ['-r', printing, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Waits for the exit code, or for the signal that ended it. */
const endOf = (child: ChildProcess): Promise<number | string | null> =>
  until(
    () => child.exitCode ?? child.signalCode,
    (end) => end !== null,
  );

/** Mounts a file system with a copy of the folder; undefined if the system does not allow it. */
async function diskWith(folder: string, option: 'ro' | 'full'): Promise<string | undefined> {
  const disk = mkdtempSync(join(tmpdir(), 'punchcard-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'punchcard-test', disk]);
  } catch {
    rmSync(disk, { recursive: true });
    return undefined;
  }
  onTestFinished(async () => {
    await run('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  });
  cpSync(folder, disk, { recursive: true });
  if (option === 'ro') await run('mount', ['-o', 'remount,ro', disk]);
  else await run('sh', ['-c', `cat /dev/zero > "${disk}/filler" 2>/dev/null || true`]);
  return disk;
}

describe('fatal faults', () => {
  test.for(['ro', 'full'] as const)(
    'A disk that is not writable (%s) shows a message and exits with an error',
    async (option, context) => {
      const disk = await diskWith(dataFolder(), option);
      if (disk === undefined) return context.skip('mounting a small disk needs root');
      const { output, code } = await failedStart(disk);
      expect(output).toContain('Punchcard cannot start');
      expect(output).toMatch(option === 'ro' ? /not writable/ : /disk is full/);
      expect(output).toContain(disk);
      expect(code).toBe(1);
    },
  );

  test.runIf(process.platform === 'linux')('SIGTERM ends the app while its message is on screen', async () => {
    const folder = dataFolder();
    const database = new DatabaseSync(join(folder, 'punchcard.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const { executablePath, args, env } = electronCommand({ dataFolder: folder });
    const child = spawn(executablePath, args, { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await until(
      () => run('xdotool', ['search', '--onlyvisible', '--name', '^Punchcard$']).catch(() => undefined),
      (found) => found !== undefined,
    );
    child.kill('SIGTERM');
    const end = await endOf(child);
    expect(end).toBe(1);
  });
});

test.runIf(process.platform !== 'win32')('SIGTERM and SIGINT end the app at any moment', async () => {
  for (const [index, signal] of (['SIGTERM', 'SIGINT', 'SIGTERM', 'SIGTERM'] as const).entries()) {
    const { executablePath, args, env } = electronCommand({ dataFolder: dataFolder() });
    const child = spawn(executablePath, args, { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await delay(300 + index * 700);
    child.kill(signal);
    await endOf(child);
  }
});

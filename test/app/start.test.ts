/** Faults that a start meets: each ends in a window, or in a message that says why there is none; and whoever ends the app ends it. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { readState, until } from './steps.ts';

const run = promisify(execFile);
/** So long a start may take until it shows something, on a machine that has other work (ms). */
const START_MS = 30_000;

function dataFolder(): string {
  const folder = makeDataFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Of somebody who has a timer running and its entry still unsent; killed, so that its last changes are in the log. */
async function usedFolder(): Promise<string> {
  const folder = dataFolder();
  const app = await launchApp({ dataFolder: folder });
  const page = await app.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  const { tasks } = await until(
    () => readState(page),
    (state) => state.tasks.tasks.length > 0,
  );
  await page.evaluate((taskId) => window.punchcard.send('timer.start', { taskId }), tasks.tasks[0]?.id ?? '');
  expect((await readState(page)).unsent.total).toBe(1);
  await app.kill();
  return folder;
}

async function started(folder: string): Promise<{ app: RunningApp; state: Awaited<ReturnType<typeof readState>> }> {
  const app = await launchApp({ dataFolder: folder });
  onTestFinished(() => app.kill());
  const state = await until(
    async () => readState(await app.page()),
    ({ app: about }) => about.version !== '',
    START_MS,
  );
  return { app, state };
}

describe('a start that goes on', () => {
  test.runIf(process.platform === 'linux')('pipes, folders and wide permissions in the data folder', async () => {
    const folder = dataFolder();
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, 'logs'));
    for (const name of ['last-state.json', 'windows.json', 'tray-host', 'logs/punchcard.log']) {
      execFileSync('mkfifo', [join(folder, name)]);
    }
    mkdirSync(join(folder, 'punchcard.sock'));
    writeFileSync(join(folder, 'punchcard.sqlite'), '', { mode: 0o644 });
    const { app } = await started(folder);
    const page = await app.page();
    await page.getByRole('button', { name: /Connect to your server/ }).waitFor();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const ours = readdirSync(folder).filter((name) => /^punchcard\.sqlite(-wal|-shm)?$/.test(name));
    expect(ours).toHaveLength(3);
    for (const name of ours) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
    await until(
      () => statSync(join(folder, 'punchcard.sock')),
      (stats) => stats.isSocket(),
    );
    await app.quit();
  });

  test('a very long path: the window opens, and command lines find the app', async () => {
    const top = dataFolder();
    const folder = join(top, 'long'.repeat(50), 'data');
    mkdirSync(folder, { recursive: true });
    const { app } = await started(folder);
    const socket = await until(
      () => readFileSync(join(folder, 'punchcard.pipe'), 'utf8'),
      (path) => path !== '',
    );
    expect(statSync(socket).isSocket()).toBe(true);
    await app.quit();
  });

  test('the database is empty, and its log is not: what waits to be sent is found in it', async () => {
    const folder = await usedFolder();
    truncateSync(join(folder, 'punchcard.sqlite'), 0);
    const { app } = await started(folder);
    const aside = readdirSync(folder).filter((name) => name.startsWith('punchcard.sqlite.damaged-'));
    expect(aside.some((name) => name.endsWith('-wal'))).toBe(true);
    await app.kill();
    const database = new DatabaseSync(join(folder, 'punchcard.sqlite'));
    expect(database.prepare('SELECT count(*) AS n FROM outbox').get()).toEqual({ n: 1 });
    expect(database.prepare('SELECT count(*) AS n FROM time_entry').get()).toEqual({ n: 1 });
    database.close();
  });

  test('rows that nobody can read: they are named, and the timer runs on', async () => {
    const folder = await usedFolder();
    const damaging = new DatabaseSync(join(folder, 'punchcard.sqlite'));
    damaging.exec(`UPDATE account SET workspaces = '[{'; UPDATE time_entry SET start_time = 'soon';
      UPDATE outbox SET not_before = 'never'; INSERT INTO away_heartbeat VALUES (1, 9e18, 'x')
        ON CONFLICT DO UPDATE SET at = excluded.at`);
    damaging.close();
    const { app, state } = await started(folder);
    expect(state.toast?.text).toMatch(/1 account, 1 time entry, 1 change and 1 other record could not be read/);
    expect(state.time.running).not.toBeNull();
    // Its unsent entry has no time to wait for any more, and leaves.
    const page = await app.page();
    await until(
      () => readState(page),
      ({ unsent, time }) => unsent.total === 0 && time.running?.sync === 'sent',
    );
    await app.quit();
  });

  test('the version is none, or the header is damaged: everything is there', async () => {
    const folder = await usedFolder();
    const path = join(folder, 'punchcard.sqlite');
    const damaging = new DatabaseSync(path);
    damaging.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = -7');
    damaging.close();
    const first = await started(folder);
    expect(first.state.toast?.text).toMatch(/damaged.* kept/);
    expect(first.state.time.running).not.toBeNull();
    await first.app.kill();
    const again = new DatabaseSync(path);
    again.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    again.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 0, 40);
    writeFileSync(path, bytes);
    const second = await started(folder);
    expect(second.state.toast?.text).toMatch(/damaged.* kept/);
    expect(second.state.time.running).not.toBeNull();
    await second.app.quit();
  });
});

/** What a start that cannot be says, and how it ends: it prints its message instead of showing it. */
async function rejected(folder: string): Promise<{ output: string; code: number | null }> {
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
  return { code: await endOf(child, START_MS), output };
}

/** Its exit code; NaN where it does not end in time. */
function endOf(child: ChildProcess, withinMs: number): Promise<number | null> {
  return Promise.race([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    delay(withinMs).then(() => Number.NaN),
  ]);
}

/** A file system of its own that holds a copy of the folder; undefined where this system does not allow that. */
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

describe('a start that cannot be', () => {
  test.for(['ro', 'full'] as const)(
    'a disk that cannot be written (%s) is said, and is no success',
    async (option, context) => {
      const disk = await diskWith(dataFolder(), option);
      if (disk === undefined) return context.skip('mounting a small disk needs root');
      const { output, code } = await rejected(disk);
      expect(output).toContain('Punchcard cannot start');
      expect(output).toMatch(option === 'ro' ? /not writable/ : /disk is full/);
      expect(output).toContain(disk);
      expect(code).toBe(1);
    },
  );

  test.runIf(process.platform === 'linux')('a lock that is left behind is no other start', async (context) => {
    const folder = dataFolder();
    symlinkSync(`${hostname()}-4000000`, join(folder, 'SingletonLock'));
    const disk = await diskWith(folder, 'ro');
    if (disk === undefined) return context.skip('mounting a small disk needs root');
    expect(await rejected(disk)).toMatchObject({ output: expect.stringMatching(/not writable/), code: 1 });
  });

  test.runIf(process.platform === 'linux')('SIGTERM ends it while its message is on screen', async () => {
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
      START_MS,
    );
    child.kill('SIGTERM');
    expect(await endOf(child, 10_000)).toBe(1);
  });

  test('a second start of one that runs still ends well', async () => {
    const { app } = await started(dataFolder());
    const { output, code } = await rejected(app.dataFolder);
    expect({ output, code }).toEqual({ output: '', code: 0 });
    await app.quit();
  });
});

test.runIf(process.platform !== 'win32')('SIGTERM and SIGINT end it, at whatever moment they come', async () => {
  for (const [index, signal] of (['SIGTERM', 'SIGINT', 'SIGTERM', 'SIGTERM'] as const).entries()) {
    const { executablePath, args, env } = electronCommand({ dataFolder: dataFolder() });
    const child = spawn(executablePath, args, { env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    await delay(300 + index * 700);
    child.kill(signal);
    expect(await endOf(child, 20_000), `${signal} ${index}`).not.toBeNaN();
  }
});

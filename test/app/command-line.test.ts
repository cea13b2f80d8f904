/**
 * Command lines and punchcard:// links reach the app in a process of their own. test/electron/cli tests what they print, and
 * test/electron/desktop what links mean.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STOP_FLAG } from '../../electron/desktop/menu-entry.mjs';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { inputOf, quickAddPage, quickAddWindow, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import { readState, signIn, until } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

interface RunResult {
  code: number;
  out: string;
  err: string;
}

const root = join(import.meta.dirname, '..', '..');
const program = process.env.PUNCHCARD_ELECTRON ?? process.execPath;

function run(args: string[], env: Record<string, string | undefined>, input = ''): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { env, timeout: 30_000 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: out.trim(), err: err.trim() }),
    );
    child.stdin?.end(input);
  });
}

/** Runs a command as the launcher does, on Electron’s Node. */
const punchcard = (dataFolder: string, args: string[], input = '') =>
  run(
    [join(root, 'out', 'main', 'command-line.js'), `--user-data-dir=${dataFolder}`, ...args],
    {
      ...process.env,
      ELECTRON_RUN_AS_NODE: '1',
      LC_ALL: 'C',
    },
    input,
  );

/** Runs the app’s program with a command or a link as arguments. */
function start(dataFolder: string, args: string[]): Promise<RunResult> {
  const { args: first, env } = electronCommand({ dataFolder, args });
  return run(first, env);
}

describe('with the app running', () => {
  let service: Service;
  let trayHost: TrayHost;
  let app: RunningApp;
  let main: Page;
  const cli = (...args: string[]) => punchcard(app.dataFolder, args);

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    app = await launchApp();
    // The app accepts command lines shortly after its window opens.
    await readState(await app.page());
    expect(await cli('add', 'x')).toMatchObject({ code: 3, out: '' });
    main = await signIn(app, service);
    await untilDirectoryLoaded(main);
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
  });

  test('start, status and stop act on the timer', async () => {
    const { tasks } = await readState(main);
    const task = tasks.tasks[0];
    const started = await cli('start', task?.identifier.toLowerCase() ?? '');
    expect(started).toMatchObject({ code: 0, out: `Started ${task?.identifier} ${task?.title}` });
    expect((await readState(main)).time.running?.task.taskId).toBe(task?.id);
    expect(JSON.parse((await cli('status', '--json')).out)).toMatchObject({
      ok: true,
      task: { taskId: task?.id, identifier: task?.identifier },
      elapsedMs: expect.any(Number),
    });
    expect((await cli('stop')).out).toMatch(/^Stopped /);
    expect((await readState(main)).time.running).toBeNull();
    // The app's own program accepts the same commands.
    expect(await start(app.dataFolder, ['status'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('No timer is running.'),
    });
    expect((await start(app.dataFolder, ['--version'])).out).toBe('0.1.0');
  });

  test('add creates tasks from standard input, and starts a timer; without text it opens quick add', async () => {
    const many = await punchcard(app.dataFolder, ['add', '-'], 'One by pipe #payments\nTwo by pipe\n');
    expect(many).toMatchObject({ code: 0, out: 'Added to PAY: One by pipe\nAdded to PAY: Two by pipe' });
    await until(
      () => readState(main),
      (state) => /created/.test(state.toast?.text ?? ''),
    );
    expect(await cli('add', '--start', 'Timed by shell')).toMatchObject({ code: 0 });
    expect((await readState(main)).time.running?.task.title).toBe('Timed by shell');
    await main.evaluate(() => window.punchcard.send('timer.discard', {}));
    expect(await cli('add')).toMatchObject({ code: 0, out: '' });
    await untilVisible(app);
    await (await quickAddPage(app)).keyboard.press('Escape');
    await untilVisible(app, false);
  });

  test('open shows a task', async () => {
    const { tasks } = await readState(main);
    const task = tasks.tasks[1];
    expect(await cli('open', task?.identifier ?? '')).toMatchObject({ code: 0 });
    await main.getByRole('button', { name: 'Back' }).waitFor();
    await main
      .getByText(task?.title ?? '')
      .first()
      .waitFor();
    await main.keyboard.press('Escape');
  });

  test('An add link fills quick add with a note about the link, and creates nothing', async () => {
    await start(app.dataFolder, ['punchcard://add?text=Written%20by%20a%20page%20%23payments']);
    await untilVisible(app);
    const page = await quickAddPage(app);
    // The keys were typed for another window.
    await page.keyboard.press('Enter');
    await page.getByText('A link filled this in').waitFor();
    expect(await inputOf(page).inputValue()).toBe('Written by a page #payments');
    expect((await quickAddWindow(app))?.isVisible).toBe(true);
    await page.keyboard.press('Escape');
    await untilVisible(app, false);
  });

  test('Start and stop links ask first, and an unknown task is reported', async () => {
    const { tasks } = await readState(main);
    const task = tasks.tasks[0];
    const link = (command: string) => start(app.dataFolder, [`punchcard://${command}`]);
    await link('stop');
    await until(
      () => readState(main),
      ({ toast }) => toast?.text.includes('none is running') ?? false,
    );
    await link('start?task=NOPE-7');
    await until(
      () => readState(main),
      ({ toast }) => toast?.text.includes('NOPE-7') ?? false,
    );
    await link(`start?task=${task?.identifier}`);
    await main.getByRole('heading', { name: `A link asks to start ${task?.identifier}` }).waitFor();
    expect((await readState(main)).time.running).toBeNull();
    await main.getByRole('button', { name: 'Start timer', exact: true }).click();
    await until(
      () => readState(main),
      (state) => state.time.running?.task.taskId === task?.id,
    );
  });
});

test('Without the app: a task is added for the next start, a stop link asks, and the menu’s stop action stops', async () => {
  const dataFolder = makeDataFolder();
  const first = await launchApp({ dataFolder });
  const page = await first.page();
  await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
  await untilDirectoryLoaded(page);
  const { tasks } = await until(
    () => readState(page),
    (state) => state.tasks.tasks.length > 0,
  );
  const [task] = tasks.tasks;
  await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), task?.id ?? '');
  await first.quit();

  expect(await punchcard(dataFolder, ['add', 'While it was closed tomorrow'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Added to [A-Z]+: While it was closed\nIt is sent when Punchcard runs\.$/),
  });
  expect((await punchcard(dataFolder, ['status'])).out).toMatch(new RegExp(`^${task?.identifier} `));

  const second = await launchApp({ dataFolder, args: ['punchcard://stop'] });
  const main = await second.page();
  await main.getByRole('heading', { name: `A link asks to stop ${task?.identifier}` }).waitFor();
  const { time } = await until(
    () => readState(main),
    ({ toast }) => /created/.test(toast?.text ?? ''),
  );
  expect(time.running?.task.taskId).toBe(task?.id);
  await second.quit();

  const third = await launchApp({ dataFolder, args: [STOP_FLAG] });
  const last = await third.page();
  const { toast } = await until(
    () => readState(last),
    (state) => state.time.running === null,
  );
  expect(toast?.undo).toMatchObject({ label: 'Undo' });
  const found = await until(
    () => last.evaluate(() => window.punchcard.send('tasks.search', { query: 'While it was closed' })),
    (answer) => answer.ok && answer.value.length > 0,
  );
  expect(found.ok && found.value).toHaveLength(1);
  await third.quit();
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

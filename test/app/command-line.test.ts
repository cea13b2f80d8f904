/** The command line and punchcard:// links, with and without the running app. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
  });

  test('Without a sign-in commands exit with 3', async () => {
    expect(await cli('add', 'x')).toMatchObject({ code: 3, out: '' });
    expect(await cli('status')).toMatchObject({ code: 3 });
    main = await signIn(app, service);
    await untilDirectoryLoaded(main);
  });

  test('status, start and stop print text and JSON', async () => {
    expect(await cli('status')).toMatchObject({ code: 4, err: 'No timer is running.' });
    expect(await cli('stop', '--json')).toMatchObject({
      code: 4,
      out: '{"ok":false,"why":"nothing-running","message":"No timer is running."}',
    });
    const { tasks } = await readState(main);
    const task = tasks.tasks[0];
    const started = await cli('start', task?.identifier.toLowerCase() ?? '');
    expect(started).toMatchObject({ code: 0, out: `Started ${task?.identifier} ${task?.title}` });
    expect((await readState(main)).time.running?.task.taskId).toBe(task?.id);
    expect((await cli('status')).out).toMatch(new RegExp(`^${task?.identifier} .* 0:00$`));
    expect(JSON.parse((await cli('status', '--json')).out)).toMatchObject({
      ok: true,
      task: { taskId: task?.id, identifier: task?.identifier },
      elapsedMs: expect.any(Number),
    });
    expect((await cli('stop')).out).toMatch(/^Stopped /);
    expect((await readState(main)).time.running).toBeNull();
    expect(await cli('start', 'NOPE-1')).toMatchObject({ code: 1, err: 'No task of yours is called “NOPE-1”.' });
  });

  test('add creates tasks and prints them', async () => {
    const added = await cli('add', 'From the shell #payments !high', '--json');
    expect(added.code).toBe(0);
    expect(JSON.parse(added.out)).toMatchObject({
      ok: true,
      tasks: [{ title: 'From the shell', projectSlug: 'PAY', priority: 'high' }],
    });
    await until(
      () => readState(main),
      (state) => /PAY-\d+ created/.test(state.toast?.text ?? ''),
    );
    const many = await punchcard(app.dataFolder, ['add', '-'], 'One by pipe\nTwo by pipe\n');
    expect(many).toMatchObject({ code: 0, out: 'Added to PAY: One by pipe\nAdded to PAY: Two by pipe' });
    expect(await cli('add', '--start', 'Timed by shell')).toMatchObject({ code: 0 });
    expect((await readState(main)).time.running?.task.title).toBe('Timed by shell');
    await main.evaluate(() => window.punchcard.send('timer.discard', {}));
    expect(await cli('add', '#payments')).toMatchObject({ code: 1, err: 'Type what needs doing.' });
  });

  test('add without text opens quick add; the app’s program accepts the same commands', async () => {
    expect(await cli('add')).toMatchObject({ code: 0, out: '' });
    await untilVisible(app);
    await (await quickAddPage(app)).keyboard.press('Escape');
    await untilVisible(app, false);
    expect(await start(app.dataFolder, ['status'])).toMatchObject({ code: 4 });
    expect((await start(app.dataFolder, ['--version'])).out).toBe('0.1.0');
  });

  test('open shows a task', async () => {
    const { tasks } = await readState(main);
    const task = tasks.tasks[1];
    expect(await cli('open', task?.identifier ?? '')).toMatchObject({ code: 0 });
    await main
      .getByRole('heading', { name: 'Task' })
      .or(main.getByText(task?.title ?? ''))
      .first()
      .waitFor();
    await main.keyboard.press('Escape');
  });

  test('An invalid command exits with 2 and prints the usage', async () => {
    const wrong = await cli('stop', 'everything');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('stop takes no further arguments.');
    expect(wrong.err).toContain('Usage: punchcard');
  });

  describe('links', () => {
    test('An add link fills quick add with a note about the link; only Enter creates the task', async () => {
      const before = (await readState(main)).unsent.total;
      await start(app.dataFolder, ['punchcard://add?text=Written%20by%20a%20page%20%23payments']);
      await untilVisible(app);
      const page = await quickAddPage(app);
      await page.getByText('A link filled this in').waitFor();
      expect(await inputOf(page).inputValue()).toBe('Written by a page #payments');
      // Keys typed for another window.
      await page.keyboard.type('!');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(200);
      expect((await quickAddWindow(app))?.isVisible).toBe(true);
      expect((await readState(main)).unsent.total).toBe(before);
      await page.waitForTimeout(800);
      await page.keyboard.press('Enter');
      await untilVisible(app, false);
      await until(
        () => readState(main),
        (state) => /PAY-\d+ created/.test(state.toast?.text ?? ''),
      );
    });

    test('Start and stop links ask first', async () => {
      const { tasks } = await readState(main);
      const task = tasks.tasks[0];
      const link = (command: string) => start(app.dataFolder, [`punchcard://${command}`]);
      await link(`start?task=${task?.identifier}`);
      await main.getByRole('heading', { name: `A link asks to start ${task?.identifier}` }).waitFor();
      expect((await readState(main)).time.running).toBeNull();
      await main.getByRole('button', { name: 'No', exact: true }).click();
      expect((await readState(main)).time.running).toBeNull();

      await link(`start?task=${task?.identifier}`);
      await main.getByRole('button', { name: 'Start timer', exact: true }).click();
      await until(
        () => readState(main),
        (state) => state.time.running?.task.taskId === task?.id,
      );
      await link('stop');
      await main.getByRole('heading', { name: /^A link asks to stop/ }).waitFor();
      expect((await readState(main)).time.running).not.toBeNull();
      await main
        .getByRole('region', { name: /^A link asks/ })
        .getByRole('button', { name: 'Stop', exact: true })
        .click();
      await until(
        () => readState(main),
        (state) => state.time.running === null,
      );
    });

    test('An invalid link changes nothing', async () => {
      await start(app.dataFolder, ['punchcard://quit', 'stop']);
      await start(app.dataFolder, ['punchcard://start?task=NOPE-7']);
      const state = await until(
        () => readState(main),
        ({ toast }) => toast?.text.includes('NOPE-7') ?? false,
      );
      expect(state.linkQuestion).toBeNull();
      expect(state.time.running).toBeNull();
    });
  });
});

test('In a German terminal messages without the app are German', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-none-'));
  const inGerman = (...args: string[]) =>
    run([join(root, 'out', 'main', 'command-line.js'), `--user-data-dir=${folder}`, ...args], {
      ...process.env,
      ELECTRON_RUN_AS_NODE: '1',
      LANGUAGE: '',
      LC_ALL: 'de_DE.UTF-8',
    });
  expect((await inGerman('--help')).out).toMatch(/^Aufruf: punchcard <Befehl>/);
  expect(await inGerman('stop')).toMatchObject({ code: 5, err: expect.stringContaining('Punchcard läuft nicht.') });
  // Not `add`: it would start the app.
  expect(await inGerman('status')).toMatchObject({
    code: 3,
    err: expect.stringContaining('Nicht angemeldet.'),
  });
  rmSync(folder, { recursive: true });
});

describe('without the app', () => {
  /** Leaves a timer running and quits the app; returns its task. */
  async function quitWithTimer(dataFolder: string): Promise<{ id: string; identifier: string }> {
    const app = await launchApp({ dataFolder });
    const page = await app.page();
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    const { tasks } = await until(
      () => readState(page),
      (state) => state.tasks.tasks.length > 0,
    );
    const [first] = tasks.tasks;
    if (first === undefined) throw new Error('No task');
    await page.evaluate((id) => window.punchcard.send('timer.start', { taskId: id }), first.id);
    await app.quit();
    return first;
  }

  test('A stop link starts the app and asks about the running timer', async () => {
    const dataFolder = makeDataFolder();
    const { id, identifier } = await quitWithTimer(dataFolder);
    const app = await launchApp({ dataFolder, args: ['punchcard://stop'] });
    const main = await app.page();
    await main.getByRole('heading', { name: `A link asks to stop ${identifier}` }).waitFor();
    expect((await readState(main)).time.running?.task.taskId).toBe(id);
    await app.quit();
    rmSync(dataFolder, { recursive: true });
  });

  test('The menu’s stop action starts the app and stops the timer, with an undo', async () => {
    const dataFolder = makeDataFolder();
    await quitWithTimer(dataFolder);
    const app = await launchApp({ dataFolder, args: [STOP_FLAG] });
    const main = await app.page();
    const { toast } = await until(
      () => readState(main),
      ({ time }) => time.running === null,
    );
    expect(toast?.undo).toMatchObject({ label: 'Undo' });
    await app.quit();
    rmSync(dataFolder, { recursive: true });
  });

  test('Without data commands exit with 3; a timer without the app exits with 5', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'punchcard-none-'));
    // Not `add`: it would start the app.
    expect(await punchcard(folder, ['status'])).toMatchObject({ code: 3 });
    expect(await punchcard(folder, ['start', 'PAY-1'])).toMatchObject({ code: 5 });
    expect(await punchcard(folder, ['add', '--start', 'x'])).toMatchObject({ code: 5 });
    rmSync(folder, { recursive: true });
  });

  test('A task added while the app is closed is sent once at the next start', async () => {
    const service = await startService();
    const dataFolder = makeDataFolder();
    const first = await launchApp({ dataFolder });
    await untilDirectoryLoaded(await signIn(first, service));
    await first.quit();

    const added = await punchcard(dataFolder, ['add', 'While it was closed #payments +billing tomorrow']);
    expect(added).toMatchObject({
      code: 0,
      out: 'Added to PAY: While it was closed\nIt is sent when Punchcard runs.',
    });
    expect(await punchcard(dataFolder, ['status'])).toMatchObject({ code: 4 });

    const second = await launchApp({ dataFolder });
    const main = await second.page();
    await until(
      () => readState(main),
      (state) => /PAY-\d+ created/.test(state.toast?.text ?? ''),
      25_000,
    );
    await second.quit();
    const third = await launchApp({ dataFolder });
    await until(
      () => third.page().then(readState),
      (state) => state.account?.status === 'signed-in' && state.tasks.fetchedAt !== null && state.unsent.total === 0,
    );
    await third.quit();
    const found = await service.call('GET', `/task?workspaceId=${await workspaceId(service)}`);
    expect((await found.text()).split('While it was closed')).toHaveLength(2);
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    await service.stop();
  });
});

async function workspaceId(service: Service): Promise<string> {
  const [workspace] = (await (await service.call('GET', '/workspace')).json()) as { id: string }[];
  return workspace?.id ?? '';
}

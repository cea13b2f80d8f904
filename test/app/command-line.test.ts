/**
 * Command lines and punchcard:// links reach the app in a process of their own. test/electron/cli tests what they print, and
 * test/electron/desktop what links mean.
 */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDropFolder } from '../../electron/cli/drop-folder.ts';
import { STOP_FLAG } from '../../electron/desktop/system/menu-entry.mjs';
import { createStartupSnapshot } from '../../electron/store/startup-snapshot.ts';
import type { TaskView } from '../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts';
import { directory } from '../shared/quick-add/directory.ts';
import { PATIENCE_MS, until } from '../until.ts';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { closeWithEscape, inputOf, quickAddPage, untilDirectoryLoaded, untilVisible } from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import { expectState, holdTimers, keepHiddenWindow, resultOf, send, sendNow, signIn, untilState } from './steps.ts';
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
    const child = execFile(program, args, { env, timeout: PATIENCE_MS }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), out: out.trim(), err: err.trim() }),
    );
    child.stdin?.end(input);
  });
}

/** Runs a command as the launcher does, on Electron’s Node. */
const punchcard = (dataFolder: string, args: string[], input = '') =>
  run([...commandLine(dataFolder), ...args], terminal, input);
const commandLine = (dataFolder: string) => [
  join(root, 'out', 'main', 'command-line.js'),
  `--user-data-dir=${dataFolder}`,
];
const terminal = { ...process.env, ELECTRON_RUN_AS_NODE: '1', LC_ALL: 'C' };

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
  const dataFolder = makeDataFolder();
  const cli = (...args: string[]) => punchcard(app.dataFolder, args);
  async function taskAt(index: number): Promise<TaskView> {
    const { tasks } = await untilState(main, (state) => state.tasks.tasks[index] !== undefined);
    return tasks.tasks[index] as TaskView;
  }

  beforeAll(async () => {
    service = await startService();
    trayHost = await startTrayHost();
    app = await launchApp({ dataFolder });
    // The app accepts command lines shortly after its window opens.
    await until(
      () => existsSync(join(app.dataFolder, 'punchcard.sock')),
      (isThere) => isThere,
    );
    const refused = await cli('add', 'x');
    expect(refused).toMatchObject({ code: 3, out: '' });
    // Toasts stay, and hooks may take longer.
    await holdTimers(app, 10_000);
    main = await signIn(app, service);
    await untilDirectoryLoaded(main);
    // Quick add takes the focus, and the tests go on for longer than a hidden window is kept.
    await keepHiddenWindow(app);
  });
  afterAll(async () => {
    await app?.quit();
    await trayHost?.stop();
    await service?.stop();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });

  test('start, status and stop act on the timer', async () => {
    const task = await taskAt(0);
    const started = await cli('start', task.identifier.toLowerCase());
    expect(started).toMatchObject({ code: 0, out: `Started ${task.identifier} ${task.title}` });
    await expectState(main, ({ time }) => time.running?.task.taskId).toBe(task.id);
    const status = await cli('status', '--json');
    expect(JSON.parse(status.out)).toMatchObject({
      ok: true,
      task: { taskId: task.id, identifier: task.identifier },
      elapsedMs: expect.any(Number),
    });
    const stopped = await cli('stop');
    expect(stopped.out).toMatch(/^Stopped /);
    await expectState(main, ({ time }) => time.running).toBeNull();
    // The app's own program accepts the same commands.
    const none = await start(app.dataFolder, ['status']);
    expect(none).toMatchObject({ code: 4, err: expect.stringContaining('No timer is running.') });
    const version = await start(app.dataFolder, ['--version']);
    expect(version.out).toBe('0.1.0');
  });

  test('a hook runs when a timer starts, and may use the command line; what it changes runs no hook', async () => {
    const hook = join(app.dataFolder, 'hook');
    const ran = join(app.dataFolder, 'ran');
    const stop = commandLine(app.dataFolder).map((part) => `'${part}'`);
    writeFileSync(
      hook,
      `#!/bin/sh
echo "$PUNCHCARD_EVENT $PUNCHCARD_TASK" >> '${ran}'
[ "$PUNCHCARD_EVENT" = stopped ] || ELECTRON_RUN_AS_NODE=1 '${program}' ${stop.join(' ')} stop
`,
    );
    chmodSync(hook, 0o755);
    await app.electron.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, hook);
    for (const event of ['started', 'stopped'] as const) await resultOf(main, 'hooks.choose', { event });
    const task = await taskAt(0);
    await resultOf(main, 'timer.start', { taskId: task.id });
    const last = async (event: string) =>
      (await resultOf(main, 'hooks.read', {})).find((hook) => hook.event === event)?.last?.outcome;
    await expect.poll(() => last('started')).toBe('done');
    await expectState(main, ({ time }) => time.running).toBeNull();
    await resultOf(main, 'hooks.remove', { event: 'started' });
    await resultOf(main, 'timer.start', { taskId: task.id });
    await resultOf(main, 'timer.stop', {});
    await expect.poll(() => last('stopped')).toBe('done');
    await resultOf(main, 'hooks.remove', { event: 'stopped' });
    expect(readFileSync(ran, 'utf8')).toBe(`started ${task.identifier}\nstopped ${task.identifier}\n`);
  });

  test('add creates tasks from standard input, and starts a timer; without text it opens quick add', async () => {
    const many = await punchcard(app.dataFolder, ['add', '-'], 'One by pipe #payments\nTwo by pipe\n');
    expect(many).toMatchObject({ code: 0, out: 'Added to PAY: One by pipe\nAdded to PAY: Two by pipe' });
    await untilState(main, (state) => /^2 new tasks/.test(state.toast?.text ?? ''));
    const timed = await cli('add', '--start', 'Timed by shell');
    expect(timed).toMatchObject({ code: 0 });
    await expectState(main, ({ time }) => time.running?.task.title).toBe('Timed by shell');
    await resultOf(main, 'timer.discard', {});
    const opened = await cli('add');
    expect(opened).toMatchObject({ code: 0, out: '' });
    await untilVisible(app);
    await closeWithEscape(app);
  });

  test('log, move, due and undo change what the server has, and a follower of the status hears of the timer', async () => {
    const task = await taskAt(0);
    const reader = spawn(program, [...commandLine(app.dataFolder), 'status', '--follow', '--json'], { env: terminal });
    onTestFinished(() => void reader.kill());
    let heard = '';
    reader.stdout.on('data', (chunk) => {
      heard += chunk;
    });
    await expect.poll(() => heard).toContain('"why":"nothing-running"');

    const ran = async (...args: string[]) => {
      const { code, out, err } = await cli(...args);
      expect(code, `${args.join(' ')}: ${err}`).toBe(0);
      return out;
    };
    await ran('log', task.identifier, '--for', '45m', '--note', 'By shell');
    await sendNow(app, main);
    const notes = async () => (await service.entries(task.id)).map(({ description }) => description);
    await expect.poll(notes).toContain('By shell');
    const listed = JSON.parse(await ran('list', '--json'));
    expect(listed).toMatchObject({
      schema: 1,
      ok: true,
      tasks: expect.arrayContaining([expect.objectContaining({ taskId: task.id })]),
    });

    const atService = async () => (await service.call('GET', `/task/${task.id}`)).json();
    const status = async () => (await atService()).status;
    const before = await status();
    await ran('done', task.identifier);
    await expect.poll(status).not.toBe(before);
    const undone = await ran('undo');
    expect(undone).toMatch(/^Undone: /);
    await expect.poll(status).toBe(before);
    // The list may have been read while the task was done.
    await untilState(main, ({ tasks }) => tasks.tasks.some(({ id }) => id === task.id));
    await ran('due', task.identifier, 'tomorrow', '17:00');
    await expect.poll(async () => (await atService()).dueDate).toMatch(/T\d\d:00/);

    await cli('start', task.identifier);
    await expect.poll(() => heard).toContain(`"identifier":"${task.identifier}"`);
    await ran('discard');
  });

  test('an assistant reads at once, and starts a timer only after a yes', async () => {
    const task = await taskAt(0);
    const transport = new StdioClientTransport({
      command: program,
      args: [...commandLine(app.dataFolder), 'mcp'],
      env: Object.fromEntries(
        Object.entries(terminal).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
    });
    const assistant = new Client({ name: 'Zed', version: '1' });
    await assistant.connect(transport);
    onTestFinished(() => assistant.close());
    // As the bundle describes them, from which parts of the libraries are left out.
    const { tools } = await assistant.listTools();
    expect(tools.find(({ name }) => name === 'log')?.inputSchema).toMatchObject({
      required: ['task'],
      properties: { from: { type: 'string', pattern: expect.any(String) } },
    });
    const { content } = await assistant.callTool({ name: 'list', arguments: {} });
    expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining(task.identifier) }]);

    const started = assistant.callTool({ name: 'start', arguments: { task: task.identifier } });
    const { assistantQuestion, time } = await untilState(main, (state) => state.assistantQuestion !== null);
    expect(assistantQuestion).toMatchObject({
      client: 'Zed',
      text: `Start the timer on ${task.identifier} “${task.title}”?`,
    });
    expect(time.running).toBeNull();
    await resultOf(main, 'assistants.answer', { id: assistantQuestion?.id ?? 0, allow: true });
    expect(await started).toMatchObject({ content: [{ text: expect.stringMatching(/^Started /) }] });
    await expectState(main, (state) => state.time.running?.task.taskId).toBe(task.id);
    await resultOf(main, 'timer.discard', {});
    const refused = assistant.callTool({ name: 'add', arguments: { text: 'Not wanted' } });
    const asked = await untilState(main, (state) => state.assistantQuestion !== null);
    await resultOf(main, 'assistants.answer', { id: asked.assistantQuestion?.id ?? 0, allow: false });
    expect(await refused).toMatchObject({ isError: true });
    const log = await resultOf(main, 'assistants.log', {});
    expect(log.map(({ outcome }) => outcome).slice(0, 3)).toEqual(['refused', 'done', 'done']);
    expect(log.map(({ text }) => text)).toContain('Read your tasks');
    const elsewhere = { name: 'list', arguments: { account: 'nowhere' } };
    const failed = await assistant.callTool(elsewhere);
    expect(failed.content).toMatchObject([{ text: expect.stringContaining('nowhere') }]);
    await resultOf(main, 'assistants.disconnect', { client: 'Zed' });
    const disconnected = await assistant.callTool(elsewhere);
    expect(disconnected.content).toMatchObject([{ text: expect.stringMatching(/^Not allowed\. (?!.*nowhere)/) }]);
    const [refusedRead, failedRead] = await resultOf(main, 'assistants.log', {});
    expect([refusedRead?.outcome, failedRead?.outcome]).toEqual(['refused', 'failed']);
  });

  test('open shows a task', async () => {
    const task = await taskAt(1);
    const opened = await cli('open', task.identifier);
    expect(opened).toMatchObject({ code: 0 });
    await main.getByRole('button', { name: 'Back' }).waitFor();
    await main.getByText(task.title).first().waitFor();
    await main.keyboard.press('Escape');
  });

  test('An add link fills quick add with a note about the link, and creates nothing', async () => {
    // Otherwise its page may have been dropped since it was last used.
    await resultOf(main, 'settings.change', { quickAddReady: 'always' });
    const page = await quickAddPage(app);
    // A slow machine must not take longer than Enter is ignored.
    await page.evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
    await start(app.dataFolder, ['punchcard://add?text=Written%20by%20a%20page%20%23payments']);
    await untilVisible(app);
    // The keys were typed for another window.
    await page.keyboard.press('Enter');
    await page.getByText('A link filled this in').waitFor();
    await expect.poll(() => inputOf(page).inputValue()).toBe('Written by a page #payments');
    // Answered after the command that Enter would have sent.
    await page.evaluate(() => window.punchcard.send('quick-add.directory', {}));
    await untilVisible(app);
    await page.evaluate(() => Reflect.deleteProperty(performance, 'now'));
    await page.keyboard.press('Escape');
    await untilVisible(app, false);
  });

  test('Start and stop links ask first, and an unknown task is reported', async () => {
    const task = await taskAt(0);
    // As the start of the test before passes its link on.
    const link = (command: string) =>
      app.electron.evaluate(
        ({ app: running }, address) => running.emit('second-instance', {}, ['punchcard', address]),
        `punchcard://${command}`,
      );
    await link('stop');
    await untilState(main, ({ toast }) => toast?.text.includes('none is running') ?? false);
    await link('start?task=NOPE-7');
    await untilState(main, ({ toast }) => toast?.text.includes('NOPE-7') ?? false);
    await link(`start?task=${task.identifier}`);
    await main.getByRole('heading', { name: `A link asks to start ${task.identifier}` }).waitFor();
    await expectState(main, ({ time }) => time.running).toBeNull();
    await main.getByRole('button', { name: 'Start timer', exact: true }).click();
    await untilState(main, (state) => state.time.running?.task.taskId === task.id);
  });

  // The timer of the test above is running.
  test('Without the app: a task is added for the next start, a stop link asks, and the menu’s stop action stops', async () => {
    const { time } = await untilState(main, (state) => state.time.running !== null);
    const task = time.running?.task;
    await app.quit();

    const added = await cli('add', 'While it was closed tomorrow');
    expect(added).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Added to [A-Z]+: While it was closed\nIt is sent when Punchcard runs\.$/),
    });
    const status = await cli('status');
    expect(status.out).toMatch(new RegExp(`^${task?.identifier} `));

    app = await launchApp({ dataFolder, args: ['punchcard://stop'] });
    await holdTimers(app, 10_000);
    main = await app.page();
    await main.getByRole('heading', { name: `A link asks to stop ${task?.identifier}` }).waitFor();
    await untilState(main, ({ toast }) => /created/.test(toast?.text ?? ''));
    await expectState(main, (state) => state.time.running?.task.taskId).toBe(task?.taskId);
    await app.quit();

    app = await launchApp({ dataFolder, args: [STOP_FLAG] });
    await holdTimers(app, 10_000);
    main = await app.page();
    await expectState(main, (state) => [state.time.running, state.toast?.undo?.label]).toEqual([null, 'Undo']);
    const search = async () => {
      const answer = await send(main, 'tasks.search', { query: 'While it was closed' });
      // Not before the token is read from the keychain.
      return answer.ok ? answer.value : [];
    };
    const found = await until(search, (tasks) => tasks.length > 0);
    expect(found).toHaveLength(1);
  });
});

test('What is no message of the protocol gets an error or nothing, a line without an end is not kept, and tools need no app', async () => {
  const dataFolder = makeDataFolder();
  const start = () => {
    const child = spawn(program, [...commandLine(dataFolder), 'mcp'], {
      env: terminal,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill());
    const told = { text: '' };
    child.stdout.on('data', (chunk) => {
      told.text += chunk;
    });
    // It may have ended.
    child.stdin.on('error', () => undefined);
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    return { child, told, say };
  };
  const { child, told, say } = start();
  child.stdin.write('garbage\n{"jsonrpc":"2.0"}\n[1,2]\nnull\n\n\u0000\n');
  say({ id: 5, method: 'nope' });
  await expect.poll(() => told.text).toContain('Method not found');
  const client = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x'.repeat(5_000), version: '1' },
  };
  say({ id: 1, method: 'initialize', params: client });
  say({ id: 2, method: 'tools/list' });
  await expect.poll(() => told.text).toContain('"name":"gaps"');
  say({ id: 3, method: 'tools/call', params: { name: '__proto__', arguments: {} } });
  await expect.poll(() => told.text).toMatch(/"isError":true\},"jsonrpc":"2.0","id":3/);
  child.stdin.end();
  await expect.poll(() => child.exitCode).toBe(0);

  const flooded = start();
  for (let megabytes = 0; megabytes < 12; megabytes += 1) flooded.child.stdin.write('x'.repeat(1024 * 1024));
  await expect.poll(() => flooded.child.exitCode).toBe(0);
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

test('Without a display and the app an assistant can read the status and add a task, if it needs no question', async () => {
  const dataFolder = makeDataFolder();
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  const { now: _, ...known } = directory({ lastProjectId: 'p-fin' });
  const save = (tasks: 'ask' | 'yes') =>
    createStartupSnapshot({
      dataFolder,
      build: 'any',
      read: () => ({
        theme: 'system',
        zoom: 100,
        pinned: false,
        openAsWindow: false,
        state: {
          settings: { language: 'en', assistants: { ...DEFAULT_SETTINGS.assistants, tasks } },
          time: { running: null },
        },
        quickAdd: { accountId: 'a1', directory: known },
      }),
    }).save();
  save('ask');
  const env = { ...terminal, DISPLAY: '', WAYLAND_DISPLAY: '' };
  const transport = new StdioClientTransport({
    command: program,
    args: [...commandLine(dataFolder), 'mcp'],
    env: Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined)),
  });
  const assistant = new Client({ name: 'Zed', version: '1' });
  await assistant.connect(transport);
  onTestFinished(() => assistant.close());
  const said = async (name: string, fields: Record<string, string | true> = {}) =>
    ((await assistant.callTool({ name, arguments: fields })).content as { text: string }[])[0]?.text;
  const asking = [await said('status'), await said('list'), await said('add', { text: 'Buy milk' })];
  expect(asking).toEqual([
    'No timer is running.',
    expect.stringMatching(/^Punchcard is not running/),
    expect.stringMatching(/^Not allowed/),
  ]);
  save('yes');
  const allowed = [await said('add', { text: 'Buy eggs', start: true }), await said('add', { text: 'Buy milk' })];
  expect(allowed).toEqual([
    expect.stringMatching(/^Not allowed/),
    'Added to FIN: Buy milk\nIt is sent when Punchcard runs.',
  ]);
  const left = openDropFolder(dataFolder).list();
  expect(left.map(({ by, tasks }) => [by, tasks.map(({ title }) => title)])).toEqual([['Zed', ['Buy milk']]]);
});

/** GNOME's and KDE's search over D-Bus in the real app, called with dbus-send; the number on the app's icon is tested without it. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { run } from '../../build/run.mjs';
import { BUS_NAME, GNOME_PATH, KRUNNER_PATH, searchFiles } from '../../electron/desktop/search/search-files.mjs';
import { START_LAST_FLAG } from '../../electron/desktop/system/menu-entry.mjs';
import { electronCommand, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { type Service, startService } from './service.ts';
import { expectState, keepHiddenWindow, resultOf, signIn, untilState } from './steps.ts';
import { startTrayHost, type TrayHost } from './tray-host.ts';

let service: Service;
let trayHost: TrayHost;
let app: RunningApp;
let page: Page;
const dataFolder = makeDataFolder();
beforeAll(async () => {
  service = await startService();
  // Without a tray the window would be minimized instead of hidden.
  trayHost = await startTrayHost();
  app = await launchApp({ dataFolder });
  page = await signIn(app, service);
  await untilState(page, ({ tasks }) => tasks.tasks.length > 2);
});
afterAll(async () => {
  await trayHost?.stop();
  await service?.stop();
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

/** The values that a method returns, as dbus-send prints them; empty if it fails. */
async function call(destination: string, path: string, method: string, ...args: string[]): Promise<string> {
  const command = ['--session', '--print-reply', `--dest=${destination}`, path, method, ...args];
  const { code, output } = await run('dbus-send', command);
  return code === 0 ? output : '';
}
const strings = (output: string) => [...output.matchAll(/string "(.*)"$/gm)].map(([, text = '']) => text);
const askGnome = (member: string, ...args: string[]) =>
  call(BUS_NAME, GNOME_PATH, `org.gnome.Shell.SearchProvider2.${member}`, ...args);
const askKrunner = (member: string, ...args: string[]) =>
  call(BUS_NAME, KRUNNER_PATH, `org.kde.krunner1.${member}`, ...args);
const askBus = (member: string, ...args: string[]) =>
  call('org.freedesktop.DBus', '/org/freedesktop/DBus', `org.freedesktop.DBus.${member}`, ...args);
const hasOwner = async () => (await askBus('NameHasOwner', `string:${BUS_NAME}`)).includes('boolean true');
const find = async (words: string) => strings(await askGnome('GetInitialResultSet', `array:string:${words}`));

const expectVisible = () =>
  expect.poll(() =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible())),
  );
async function hide(): Promise<void> {
  await resultOf(page, 'window.hide', {});
  await expectVisible().toBe(false);
}

async function taskAt(index: number): Promise<{ id: string; identifier: string }> {
  const { tasks } = await untilState(page, (state) => state.tasks.tasks[index] !== undefined);
  return tasks.tasks[index] ?? expect.unreachable();
}

test('KRunner starts a task without the window, and opens it by its action', async () => {
  const task = await taskAt(0);
  await keepHiddenWindow(app);
  await hide();
  expect(strings(await askKrunner('Match', `string:${task.identifier}`)).slice(0, 3)).toEqual([
    task.id,
    expect.stringMatching(`^${task.identifier} `),
    'punchcard',
  ]);
  await askKrunner('Run', `string:${task.id}`, 'string:');
  await expectState(page, ({ time }) => time.running?.task.taskId).toBe(task.id);
  await expectVisible().toBe(false);
  await askKrunner('Run', `string:${task.id}`, 'string:open');
  await expectState(page, ({ taskPage }) => taskPage?.task.id).toBe(task.id);
  await expectVisible().toBe(true);
});

test('GNOME starts a task and opens its page', async () => {
  const task = await taskAt(1);
  const [first = ''] = await find(task.identifier.toLowerCase());
  expect(first).toBe(task.id);
  expect(strings(await askGnome('GetResultMetas', `array:string:${first}`))).toEqual([
    'id',
    task.id,
    'name',
    expect.stringMatching(`^${task.identifier} `),
    'description',
    expect.stringMatching(/^Start timer · /),
  ]);
  await askGnome('ActivateResult', `string:${first}`, `array:string:${task.identifier}`, 'uint32:0');
  await expectState(page, ({ time, taskPage }) => [time.running?.task.taskId, taskPage?.task.id]).toEqual([
    task.id,
    task.id,
  ]);
});

test('A task that is not known any more only opens the window', async () => {
  await resultOf(page, 'timer.stop', {});
  await hide();
  await askKrunner('Run', 'string:gone', 'string:');
  await expectVisible().toBe(true);
  await expectState(page, ({ time }) => time.running).toBeNull();
});

test('The menu’s start action starts the last task again', async () => {
  const task = await taskAt(1);
  const startTime = new Date(Date.now() - 3_600_000).toISOString();
  await resultOf(page, 'timer.start', { taskId: task.id, startTime });
  await resultOf(page, 'timer.stop', {});
  const { executablePath, args, env } = electronCommand({ dataFolder, args: [START_LAST_FLAG] });
  await run(executablePath, args, { env });
  await expectState(page, ({ time }) => time.running?.task.taskId).toBe(task.id);
  await resultOf(page, 'timer.discard', {});
});

test('D-Bus starts Punchcard for a search, and it answers from disk while the service is away', async () => {
  const task = await taskAt(2);
  await app.quit();
  await service.served.close();
  const services = join(process.env.PUNCHCARD_SESSION ?? '', 'services');
  const program = join(dataFolder, 'punchcard');
  const { executablePath, args, env } = electronCommand({ dataFolder });
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const variables = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`));
  const command = ['exec', 'env', '-i', ...variables, ...[executablePath, ...args].map(quoted), '"$@"'];
  writeFileSync(program, `#!/bin/sh\n${command.join(' ')}\n`);
  chmodSync(program, 0o755);
  const file = join(services, `${BUS_NAME}.service`);
  writeFileSync(file, searchFiles(program)[`/usr/share/dbus-1/services/${BUS_NAME}.service`] ?? '');
  onTestFinished(async () => {
    rmSync(file);
    await askBus('ReloadConfig');
  });
  await askBus('ReloadConfig');
  await expect.poll(hasOwner).toBe(false);

  await expect.poll(() => find(task.identifier)).toContain(task.id);
  const owner = await askBus('GetConnectionUnixProcessID', `string:${BUS_NAME}`);
  const pid = Number(/uint32 (\d+)/.exec(owner)?.[1]);
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGTERM');
  await expect.poll(hasOwner).toBe(false);
});

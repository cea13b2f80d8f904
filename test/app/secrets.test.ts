/**
 * The credential is only in the keychain and in main's memory, although the server repeats it in every answer. It is searched for in
 * all files and output, in arguments and environments of processes, in messages between main and windows, and in the dump of a
 * crashed renderer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import keytar from 'keytar';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { contentOf, launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { readProc, treeOf } from './processes.ts';
import { quickAddPage } from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import { advanceClocks, resultOf, signIn, untilState } from './steps.ts';

/** Records all messages between main and the windows as text, with Electron's internals, since there is no public way. */
function recordMessages(app: RunningApp): Promise<void> {
  return app.electron.evaluate(({ app: running, ipcMain, webContents }) => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'seenMessages', seen);
    const record = (...message: unknown[]) => void seen.push(JSON.stringify(message));
    const handlers: unknown = Reflect.get(ipcMain, '_invokeHandlers');
    if (!(handlers instanceof Map) || handlers.size === 0) throw new Error('Electron keeps its handlers elsewhere');
    for (const [channel, handler] of handlers) {
      handlers.set(channel, async (event: unknown, ...args: unknown[]) => {
        record('request', ...args);
        const answer: unknown = await handler(event, ...args);
        record('response', answer);
        return answer;
      });
    }
    const watch = (contents: Electron.WebContents) => {
      const { send } = contents;
      contents.send = (channel, ...args) => {
        record('sent', channel, ...args);
        send.call(contents, channel, ...args);
      };
    };
    for (const contents of webContents.getAllWebContents()) watch(contents);
    running.on('web-contents-created', (_event, contents) => watch(contents));
  });
}
const messages = (app: RunningApp) => app.electron.evaluate((): string[] => Reflect.get(globalThis, 'seenMessages'));

/** Arguments and environments of all processes of the app. */
function watchProcesses(pid: number) {
  const seen = new Map<string, string>();
  // Reading all processes of the computer every time would be most of the work of this file.
  const parents = new Map<number, number>();
  const read = () => {
    for (const one of treeOf(pid, parents)) {
      for (const file of ['cmdline', 'environ']) {
        const text = readProc(one, file);
        if (text !== '') seen.set(`${one} ${file} ${text.length}`, text);
      }
    }
  };
  const timer = setInterval(read, 40);
  return {
    stop(): ReadonlyMap<string, string> {
      clearInterval(timer);
      read();
      return seen;
    },
  };
}

/** Whether the content holds the secret, plain or in an encoding used in memory, files or answers. */
function holds(content: Buffer, secret: string): boolean {
  const forms = [
    secret,
    encodeURIComponent(secret),
    percent(secret),
    base64(secret).slice(0, -4),
    base64(`Bearer ${secret}`).slice(12, -4),
  ];
  return forms.some((form) => content.includes(form) || content.includes(form, 0, 'utf16le'));
}

function filesWith(folder: string, secret: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => holds(contentOf(path), secret));
}

const percent = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Makes the server repeat the credential in all texts of its answers, a header, errors and redirects. */
function repeatCredentials(service: Service): { count: () => number } {
  let count = 0;
  service.served.intercept = async (request) => {
    const credential = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    if (credential === undefined || request.headers.has('x-inner')) return undefined;
    count += 1;
    const { method, url } = request;
    if (url.includes('/search')) {
      return new Response(null, { status: 302, headers: { Location: `${service.address}/?was=${credential}` } });
    }
    const headers = new Headers(request.headers);
    headers.set('x-inner', 'yes');
    const body = ['GET', 'HEAD'].includes(method) ? {} : { body: await request.arrayBuffer() };
    const answer = await fetch(url, { method, headers, ...body });
    const text = await answer.text();
    if (answer.status >= 400) {
      const message = `${credential} ${percent(credential)} ${base64(`Bearer ${credential}`)}`;
      return Response.json({ message, code: credential, issues: [{ path: credential, message }] }, { status: 403 });
    }
    const repeated = text
      .replace(/"title":"([^"]*)"/g, `"title":"$1 ${credential}"`)
      .replace(/"name":"([^"]*)"/g, `"name":"$1 ${percent(credential)}"`)
      .replace(/"projectName":"([^"]*)"/g, `"projectName":"$1 ${base64(`Bearer ${credential}`)}"`);
    const type = answer.headers.get('content-type') ?? 'application/json';
    return new Response(text === '' ? null : repeated, {
      status: answer.status,
      headers: { 'Content-Type': type, 'X-Echo': credential },
    });
  };
  return { count: () => count };
}

/** Uses the list, a timer, a board, a search, settings and quick add. */
async function use(app: RunningApp, page: Page): Promise<void> {
  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  const taskId = tasks.tasks[0]?.id ?? '';
  const projectId = tasks.tasks[0]?.projectId ?? '';
  await page.evaluate(
    async ([task, project]) => {
      const { send } = window.punchcard;
      await send('timer.start', { taskId: task, startTime: new Date(Date.now() - 600_000).toISOString() });
      await send('tasks.open-page', { taskId: task });
      await send('tasks.search', { query: 'a' });
      await send('board.open', { projectId: project });
      await send('timer.stop', {});
      await send('settings.change', { theme: 'dark' });
      await send('tasks.refresh', {});
      // A failure with a message.
      await send('tasks.open-page', { taskId: 'no-such-task' });
      await send('system.copy-diagnostics', {});
      await send('quick-add.open', {});
    },
    [taskId, projectId] as const,
  );
  await quickAddPage(app);
  await untilState(page, ({ board }) => board !== null && board.progress === null);
}

describe.each(['device', 'api-key'] as const)('signed in by %s', (kind) => {
  let service: Service;
  let app: RunningApp;
  let page: Page;
  let secret = '';
  let processes: ReturnType<typeof watchProcesses>;
  const dataFolder = makeDataFolder();
  let recorded: string[] = [];
  let repeated: ReturnType<typeof repeatCredentials>;
  let filesWhileItRan: string[] = [];

  beforeAll(async () => {
    service = await startService();
    repeated = repeatCredentials(service);
    app = await launchApp({ dataFolder });
    processes = watchProcesses(app.pid);
    page = await app.page();
    await page.getByRole('button', { name: /Try it now/ }).waitFor();
    await recordMessages(app);
    if (kind === 'device') {
      await signIn(app, service);
    } else {
      secret = service.apiKey();
      await resultOf(page, 'sign-in.api-key', { address: service.address, key: secret });
      await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    }
    const { account } = await untilState(
      page,
      ({ account: seen, tasks }) => seen?.status === 'signed-in' && tasks.tasks.length > 0,
    );
    const stored = await keytar.getPassword('Punchcard', account?.id ?? '');
    if (kind === 'device') secret = stored ?? '';
    // The following tests search for this text.
    expect(stored).toBe(secret);
    expect(secret.length).toBeGreaterThan(20);
    await resultOf(page, 'settings.change', { pinned: true });
    await use(app, page);
    const isComplete = (all: string[]) =>
      all.length > 20 && ['"sent"', '***'].every((part) => all.some((message) => message.includes(part)));
    recorded = await until(() => messages(app), isComplete);
  });
  afterAll(async () => {
    await app?.kill();
    await service?.stop();
  });

  test('No message to a window contains it, and none from a window except the one in which it was typed', () => {
    expect(repeated.count()).toBeGreaterThan(10);
    const holding = recorded.filter((message) => holds(Buffer.from(message), secret));
    expect(holding.map((message) => message.slice(0, 28))).toEqual(
      kind === 'device' ? [] : [expect.stringMatching(/^\["request","sign-in.api-key"/)],
    );
  });

  test('The copied diagnostics do not contain it', async () => {
    const copied = await until(
      () => app.electron.evaluate(({ clipboard }) => clipboard.readText()),
      (text) => text.includes('Electron:'),
    );
    expect(holds(Buffer.from(copied), secret)).toBe(false);
  });

  test('No argument or environment of a process contains it', () => {
    const seen = processes.stop();
    // Main, zygotes, renderers, the keychain's process and Chromium's helpers.
    expect(seen.size).toBeGreaterThan(8);
    expect([...seen].filter(([, text]) => text.includes(secret)).map(([name]) => name)).toEqual([]);
  });

  test('The dump and the log of a crashed renderer do not contain it', async () => {
    const dumps = await app.electron.evaluate(({ app: running, crashReporter }) => {
      // The app writes no dumps; this is the view of a system's crash handler.
      crashReporter.start({ uploadToServer: false });
      return running.getPath('crashDumps');
    });
    const crash = async () => {
      // A hidden window is created again only when it is opened.
      await app.electron.evaluate(({ app: running }) => running.emit('activate'));
      await until(
        () =>
          app.electron.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows().some(
              (window) => window.isVisible() && window.webContents.getURL().endsWith('index.html'),
            ),
          ),
        (isThere) => isThere,
      );
      const before = await app.electron.evaluate(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
          webContents.getURL().endsWith('index.html'),
        );
        window?.webContents.forcefullyCrashRenderer();
        return window?.id;
      });
      await until(
        () =>
          app.electron.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows().map(({ id, webContents }) => ({ id, url: webContents.getURL() })),
          ),
        (windows) => windows.some(({ id, url }) => id !== before && url.endsWith('index.html')),
      );
      const crashed = page;
      const isNext = (one: Page) => one !== crashed && !one.isClosed() && one.url().endsWith('index.html');
      page = (await until(
        () => app.electron.windows().findLast(isNext),
        (found) => found !== undefined,
      )) as Page;
      await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    };
    // The first renderer started before the crash reporter; the second one has it.
    await crash();
    await use(app, page);
    // A page that crashes twice within three seconds is not reloaded.
    await advanceClocks(app, 3_500);
    await crash();
    const written = await until(
      () => readdirSync(dumps, { recursive: true, withFileTypes: true }).filter(({ name }) => name.endsWith('.dmp')),
      (files) => files.length > 0,
    );
    expect(written.length).toBeGreaterThan(0);
    expect(filesWith(dumps, secret)).toEqual([]);
    expect(filesWith(dataFolder, secret)).toEqual([]);
    expect(app.output()).not.toContain(secret);
  });

  test('No file of the app contains it while the app runs and after it quit', async () => {
    await expect.poll(() => readdirSync(dataFolder)).toContain('punchcard.sqlite-wal');
    expect(filesWith(dataFolder, secret)).toEqual([]);
    filesWhileItRan = readdirSync(dataFolder);
    await app.quit();
    expect(filesWith(dataFolder, secret)).toEqual([]);
  });

  test('Afterwards personal data is in two files, and SECURITY.md names all other files', async () => {
    const { tasks } = await service.assigned();
    const title = tasks.map((task) => task.title).sort((a, b) => b.length - a.length)[0] ?? '';
    expect(title.length).toBeGreaterThan(10);
    for (const text of [title, new URL(service.address).host]) {
      const names = filesWith(dataFolder, text).map((path) => relative(dataFolder, path));
      expect(names.sort()).toEqual(['last-state.json', 'punchcard.sqlite']);
    }
    const documented = readFileSync(join(import.meta.dirname, '..', '..', 'SECURITY.md'), 'utf8');
    // DevToolsActivePort exists only in tests; `.org.chromium.…` is a file that is being written.
    const undocumented = [...filesWhileItRan, ...readdirSync(dataFolder)]
      .map((name) => name.replace(/(-wal|-shm|-journal)$/, ''))
      .filter(
        (name) =>
          !documented.includes(`\`${name}`) && !/^(Singleton\w+|DevToolsActivePort|\.org\.chromium\..*)$/.test(name),
      );
    expect(undocumented).toEqual([]);
  });
});

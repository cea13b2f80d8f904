/** The window's isolation: settings, policy, scheme, permissions and main's checks. Escapes are in break-out.test.ts. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { oddServer } from './odd-servers.ts';
import { readProc } from './processes.ts';
import { expectState } from './steps.ts';

describe('the renderer', () => {
  let app: RunningApp;
  let page: Page;

  beforeAll(async () => {
    app = await launchApp();
    page = await app.page();
    await page.getByRole('button', { name: /Try it now/ }).waitFor();
  });
  afterAll(() => app?.quit());

  test('The page uses its own scheme, sandboxed and isolated, without Node', async () => {
    expect(page.url()).toBe('app://punchcard/index.html');
    const seen = await page.evaluate(() => ({
      require: typeof Reflect.get(globalThis, 'require'),
      process: typeof Reflect.get(globalThis, 'process'),
      bridge: Object.keys(window.punchcard).sort(),
    }));
    expect(seen).toEqual({
      require: 'undefined',
      process: 'undefined',
      bridge: ['onCards', 'onQuickAdd', 'onState', 'send', 'startupSnapshot'],
    });
    const preferences = await app.electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => {
        // Missing in Electron's types.
        const read: unknown = Reflect.get(window.webContents, 'getLastWebPreferences');
        if (typeof read !== 'function') throw new Error('Electron no longer tells the preferences');
        const { sandbox, contextIsolation, nodeIntegration, webSecurity } = read.call(window.webContents);
        return { sandbox, contextIsolation, nodeIntegration, webSecurity };
      }),
    );
    expect(preferences).toEqual([{ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true }]);
  });

  test.skipIf(process.platform !== 'linux')(
    'The page runs in Chromium’s sandbox unless root started the app',
    async () => {
      const pid = await app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
      );
      // 2: system calls are filtered. Root cannot use the sandbox, so tests as root run without.
      expect(/^Seccomp:\s+(\d)/m.exec(readProc(pid ?? 0, 'status'))?.[1]).toBe(process.getuid?.() === 0 ? '0' : '2');
    },
  );

  test('The content policy allows no network, inline code, style elements or eval', async () => {
    const server = await oddServer((_request, response) => response.end('reached'));
    const tried = await page.evaluate(async (url) => {
      const blocked: string[] = [];
      Object.assign(window, { blocked });
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
      const fetched = await fetch(url).then(
        () => 'reached',
        () => 'rejected',
      );
      const image = new Image();
      image.src = `${url}/pixel.png`;
      await new Promise((resolve) => image.addEventListener('error', resolve, { once: true }));
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.head.append(style);
      let evaluated = 'rejected';
      try {
        evaluated = String(Reflect.apply(Reflect.get(globalThis, 'eval'), globalThis, ['1 + 1']));
      } catch {}
      let html = 'rejected';
      try {
        document.createElement('div').innerHTML = '<b>x</b>';
        html = 'set';
      } catch {}
      return { fetched, evaluated, html };
    }, server.url);
    expect(tried).toEqual({ fetched: 'rejected', evaluated: 'rejected', html: 'rejected' });
    await expect
      .poll(() => page.evaluate((): string[] => Reflect.get(window, 'blocked')))
      .toEqual(expect.arrayContaining(['connect-src', 'img-src', 'style-src-elem']));
    expect(server.requests).toEqual([]);
    server.close();
  });

  test('The scheme serves only the build', async () => {
    const answers = await app.electron.evaluate(async ({ net }) => {
      const seen: Record<string, number> = {};
      for (const path of [
        'punchcard/index.html',
        'punchcard/',
        'punchcard/%2e%2e/main/main.js',
        'punchcard/..%2fmain%2fmain.js',
        'punchcard/../../package.json',
        'elsewhere/index.html',
        'punchcard/%00.js',
        'punchcard/%E0%A4%A',
      ]) {
        seen[path] = await net.fetch(`app://${path}`).then(
          ({ status }) => status,
          () => 0,
        );
      }
      return seen;
    });
    const { 'punchcard/index.html': index, ...others } = answers;
    expect(index).toBe(200);
    expect(new Set(Object.values(others))).not.toContain(200);
  });

  test('The page gets no permission', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read'];
      const seen: string[] = [];
      for (const name of names) {
        seen.push((await navigator.permissions.query({ name: name as PermissionName })).state);
      }
      return seen;
    });
    expect(new Set(states)).toEqual(new Set(['denied']));
  });

  test('Main rejects unknown commands and malformed or huge payloads and keeps working', async () => {
    const answers = await page.evaluate(async () => {
      const send = window.punchcard.send as (name: unknown, payload: unknown) => Promise<{ ok: boolean }>;
      const tries: [unknown, unknown][] = [
        ['no.such.command', {}],
        ['__proto__', {}],
        ['constructor', {}],
        [7, {}],
        [null, null],
        ['timer.start', { taskId: 7 }],
        ['timer.start', { taskId: 'x', extra: true }],
        ['timer.start', undefined],
        ['settings.change', { theme: 'pink' }],
        ['settings.change', { pollSeconds: 0.001 }],
        ['timer.set-note', { note: 'x'.repeat(50 * 1024 * 1024) }],
        ['sign-in.device', { address: 'x'.repeat(5_000) }],
      ];
      const seen: boolean[] = [];
      for (const [name, payload] of tries) seen.push((await send(name, payload)).ok);
      return seen;
    });
    expect(answers).toEqual(answers.map(() => false));
    await expectState(page, ({ app: about }) => about.version).not.toBe('');
  });

  test('A command from a foreign frame is rejected and logged once', async () => {
    const rejected = await app.electron.evaluate(async ({ BrowserWindow, app: main }) => {
      const preload = main.getAppPath().concat('/out/preload/preload.cjs');
      const foreign = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await foreign.loadURL('data:text/html,<p>foreign').catch(() => undefined);
      const ask = () =>
        foreign.webContents.executeJavaScript(
          'window.punchcard.send("state.read", {}).then((answer) => answer.ok)',
          true,
        );
      const answers = [await ask(), await ask()];
      foreign.destroy();
      return answers;
    });
    expect(rejected).toEqual([false, false]);
    // Logged later.
    await page.evaluate(() => window.open('about:blank'));
    const log = await until(app.output, (text) => text.includes('refused to open a window'));
    expect(log.split('foreign frame')).toHaveLength(2);
  });
});

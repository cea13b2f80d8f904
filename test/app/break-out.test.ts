/**
 * The windows' isolation: settings, policy, scheme, permissions and main's checks. Then escapes from a compromised page, in the popover
 * and in the quick-add window: none reaches the network, Node, another page or the disk; each kind of rejection is logged once, and the
 * app keeps working.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { type OddServer, oddServer } from './odd-servers.ts';
import { readProc } from './processes.ts';
import { quickAddPage } from './quick-add-window.ts';
import { expectState, resultOf, untilState } from './steps.ts';

/** A server that records every contact by TCP or UDP. */
async function openTrap() {
  const contacts: string[] = [];
  const open = new Set<Socket>();
  const tcp = createServer((socket) => {
    contacts.push('tcp');
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      contacts.push(data.toString('latin1').slice(0, 80));
      socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 7\r\n\r\nreached');
    });
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4', () => contacts.push('udp')).bind(0, '127.0.0.1');
  await once(udp, 'listening');
  return {
    contacts,
    url: `http://127.0.0.1:${port}`,
    stun: `stun:127.0.0.1:${udp.address().port}`,
    turn: `turn:127.0.0.1:${port}?transport=tcp`,
    close() {
      for (const socket of open) socket.destroy();
      tcp.close();
      udp.close();
    },
  };
}
type Trap = Awaited<ReturnType<typeof openTrap>>;

describe('escapes', () => {
  let app: RunningApp;
  let main: Page;
  let quickAdd: Page;
  let trap: Trap;
  let allowed: OddServer;

  beforeAll(async () => {
    trap = await openTrap();
    allowed = await oddServer((_request, response) => response.end());
    app = await launchApp();
    main = await app.page();
    await main.getByRole('button', { name: /Try it now/ }).click();
    await main.getByRole('button', { name: 'Start', exact: true }).click();
    await main.getByRole('tab', { name: /My tasks/ }).waitFor();
    await resultOf(main, 'settings.change', { pinned: true, quickAddReady: 'always' });
    await resultOf(main, 'quick-add.open', {});
    quickAdd = await quickAddPage(app);
    await quickAdd.getByRole('combobox', { name: 'New task' }).waitFor({ state: 'attached' });
  });
  afterAll(async () => {
    trap?.close();
    allowed?.close();
    await app?.quit();
  });

  /**
   * Waits for something that comes after everything the page tried: a page's messages to main keep their order, and a server hears of
   * connections in their order.
   */
  async function settle(page: Page): Promise<void> {
    await page.evaluate(() => window.punchcard.send('quick-add.directory', {}));
    await app.electron.evaluate(
      ({ session }, url) =>
        session
          .fromPartition('allowed')
          .fetch(url)
          .then(() => undefined),
      allowed.url,
    );
  }

  const windowCount = () => app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  const contentsCount = () => app.electron.evaluate(({ webContents }) => webContents.getAllWebContents().length);

  describe('the isolation', () => {
    test('The page uses its own scheme, sandboxed and isolated, without Node', async () => {
      expect(main.url()).toBe('app://punchcard/index.html');
      const seen = await main.evaluate(() => ({
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
      const isolated = { sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true };
      expect(preferences).toEqual([isolated, isolated]);
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
      const tried = await main.evaluate(async (url) => {
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
        .poll(() => main.evaluate((): string[] => Reflect.get(window, 'blocked')))
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
      const states = await main.evaluate(async () => {
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
      const answers = await main.evaluate(async () => {
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
      await expectState(main, ({ app: about }) => about.version).not.toBe('');
    });

    test('A command from a foreign frame is rejected and logged once', async () => {
      const rejected = await app.electron.evaluate(async ({ BrowserWindow, app: running }) => {
        const preload = running.getAppPath().concat('/out/preload/preload.cjs');
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
      await main.evaluate(() => window.open('about:blank'));
      const log = await until(app.output, (text) => text.includes('refused to open a window'));
      expect(log.split('foreign frame')).toHaveLength(2);
    });
  });

  describe.each(['main', 'quick-add'] as const)('from the page %s', (name) => {
    const page = () => (name === 'main' ? main : quickAdd);
    const own = name === 'main' ? 'app://punchcard/index.html' : 'app://punchcard/quick-add.html';
    const other = name === 'main' ? 'app://punchcard/quick-add.html' : 'app://punchcard/index.html';

    test('The page cannot navigate by script, link, form or refresh, nor to our other page', async () => {
      // Lost by a page that navigates or reloads.
      await page().evaluate(() => Object.assign(window, { stillHere: true }));
      const places = [
        trap.url,
        'file:///etc/passwd',
        'data:text/html,<p>elsewhere',
        'chrome://version',
        'app://elsewhere/index.html',
        'app://punchcard/../../package.json',
        'app://punchcard/%2e%2e%2f%2e%2e%2fpackage.json',
        'punchcard://stop',
        other,
        `${own}?again`,
      ];
      for (const place of places) {
        await page().evaluate(async (to) => {
          const attempt = (go: () => void) => {
            try {
              go();
            } catch {}
          };
          attempt(() => {
            location.href = to;
          });
          attempt(() => location.replace(to));
          const link = document.createElement('a');
          link.href = to;
          document.body.append(link);
          for (const target of ['', '_self', '_top', '_parent', '_blank', 'named']) {
            link.target = target;
            link.click();
          }
          link.remove();
          const form = document.createElement('form');
          form.action = to;
          document.body.append(form);
          attempt(() => form.submit());
          form.method = 'post';
          attempt(() => form.submit());
          form.remove();
          const refresh = document.createElement('meta');
          refresh.httpEquiv = 'refresh';
          refresh.content = `0;url=${to}`;
          document.head.append(refresh);
          await new Promise((resolve) => setTimeout(resolve, 50));
          refresh.remove();
        }, place);
      }
      const script = 'javascript:void (window.ranAsLink = true)';
      await page().evaluate((to) => {
        const link = document.createElement('a');
        link.href = to;
        document.body.append(link);
        link.click();
        link.remove();
      }, script);
      await settle(page());
      await expect
        .poll(() => page().evaluate(() => [Reflect.get(window, 'stillHere'), Reflect.get(window, 'ranAsLink')]))
        .toEqual([true, undefined]);
      expect(page().url()).toBe(own);
      expect(trap.contacts).toEqual([]);
      await expect.poll(windowCount).toBe(2);
    });

    test('A page that navigates to about:blank, which cannot be blocked, is loaded again', async () => {
      await page().evaluate(() => {
        Object.assign(window, { stillHere: true });
        setTimeout(() => {
          location.href = 'about:blank';
        }, 0);
      });
      await until(app.output, (text) => text.includes('brought back'));
      await page().waitForFunction((url) => !('stillHere' in window) && location.href === url, own);
      await page().locator('#root > *').first().waitFor({ state: 'attached' });
      if (name === 'main') await untilState(main, ({ account }) => account !== null);
    });

    test('The page cannot open a window by script, link or middle click, with any features', async () => {
      const opened = await page().evaluate((url) => {
        const tries: [string?, string?, string?][] = [
          [],
          ['', '_blank'],
          ['about:blank'],
          [url],
          ['file:///etc/passwd'],
          [location.href],
          [url, '_blank', 'popup'],
          [url, '_blank', 'nodeIntegration=yes,contextIsolation=no,sandbox=no'],
        ];
        return tries.map((args) => window.open(...args) === null);
      }, trap.url);
      expect(opened).toEqual(opened.map(() => true));
      await page().evaluate((url) => {
        const link = document.createElement('a');
        link.href = url;
        link.id = 'way-out';
        Object.assign(link.style, { position: 'fixed', inset: '0', zIndex: '999', display: 'block' });
        document.body.append(link);
      }, trap.url);
      // A hidden window gets no real clicks, so the page also creates them.
      await page().evaluate(() => {
        const link = document.getElementById('way-out');
        for (const init of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }]) {
          link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
          link?.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true, ...init }));
        }
      });
      for (const button of ['left', 'middle'] as const) await page().mouse.click(30, 30, { button });
      await page().mouse.click(30, 30);
      await settle(page());
      await page().evaluate(() => document.getElementById('way-out')?.remove());
      expect(page().url()).toBe(own);
      await expect.poll(windowCount).toBe(2);
      expect(trap.contacts).toEqual([]);
    });

    test('The page cannot load a frame, object or webview, and empty ones have no bridge', async () => {
      const before = await contentsCount();
      const first = await page().evaluate(
        ([url, mine]) => {
          const elements: HTMLElement[] = [];
          const bridges: string[] = [];
          const preview = 'app://punchcard/report-preview';
          for (const src of [
            url,
            'data:text/html,<p>',
            'file:///etc/passwd',
            mine,
            preview,
            'about:blank',
            undefined,
          ]) {
            const frame = document.createElement('iframe');
            if (src !== undefined) frame.src = src;
            document.body.append(frame);
            elements.push(frame);
            bridges.push(typeof Reflect.get(frame.contentWindow ?? {}, 'punchcard'));
          }
          for (const tag of ['webview', 'object', 'embed', 'portal', 'fencedframe']) {
            const element = document.createElement(tag);
            const attributes = { src: url, data: url, nodeintegration: '', allowpopups: '' };
            for (const [key, value] of Object.entries(attributes)) {
              try {
                element.setAttribute(key, value);
              } catch {
                // Trusted types reject it here.
              }
            }
            document.body.append(element);
            elements.push(element);
          }
          Object.assign(window, { elements });
          return bridges;
        },
        [trap.url, own] as const,
      );
      await settle(page());
      const { later, texts } = await page().evaluate(() => {
        const elements = Reflect.get(window, 'elements') as HTMLElement[];
        const frames = elements.filter((element) => element instanceof HTMLIFrameElement);
        const texts = frames.map((frame) => {
          try {
            return frame.contentDocument?.body?.textContent ?? '';
          } catch {
            return '';
          }
        });
        const later = frames.map((frame) => {
          try {
            return typeof Reflect.get(frame.contentWindow ?? {}, 'punchcard');
          } catch {
            return 'undefined';
          }
        });
        for (const element of elements) element.remove();
        return { later, texts };
      });
      expect(new Set([...first, ...later])).toEqual(new Set(['undefined']));
      expect(texts.join('')).toBe('');
      await expect.poll(contentsCount).toBe(before);
      expect(trap.contacts).toEqual([]);
    });

    test('The page cannot send any request or read a file', async () => {
      const reached = await page().evaluate(
        async ({ url, stun, turn }) => {
          const got: string[] = [];
          const attempt = async (what: string, work: () => unknown) => {
            try {
              await work();
              got.push(what);
            } catch {}
          };
          const add = (tag: string, attributes: Record<string, string>) => {
            const element = document.createElement(tag);
            for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
            document.head.append(element);
            return element;
          };
          const loads = (element: HTMLElement) =>
            new Promise((resolve, reject) => {
              element.addEventListener('load', resolve);
              element.addEventListener('error', reject);
            }).finally(() => element.remove());
          const xhr = (to: string) =>
            new Promise((resolve, reject) => {
              const request = new XMLHttpRequest();
              request.onload = () =>
                request.responseText === '' ? reject(new Error('empty')) : resolve(request.responseText);
              request.onerror = reject;
              request.open('GET', to);
              request.send();
            });
          const ok = async (to: string) => {
            if (!(await fetch(to)).ok) throw new Error('rejected');
          };
          await Promise.all([
            attempt('fetch', () => fetch(url, { method: 'POST', body: 'x' })),
            attempt('fetch without cors', () => fetch(url, { mode: 'no-cors' })),
            attempt('fetch file', () => fetch('file:///etc/passwd')),
            attempt('fetch main', () => ok('/../main/main.js')),
            attempt('fetch main, encoded', () => ok('/%2e%2e%2fmain%2fmain.js')),
            attempt('fetch main, by backslash', () => ok('/..%5cmain%5cmain.js')),
            attempt('fetch other host', () => ok('app://elsewhere/index.html')),
            attempt('xhr', () => xhr(url)),
            attempt('xhr file', () => xhr('file:///etc/passwd')),
            attempt('beacon', () => {
              if (!navigator.sendBeacon(url, 'x')) throw new Error('rejected');
              // Queued, then blocked by the policy: the trap records no contact.
              throw new Error('queued');
            }),
            attempt('socket', () => {
              const socket = new WebSocket(url.replace('http', 'ws'));
              return new Promise((resolve, reject) => {
                socket.onopen = resolve;
                socket.onerror = reject;
              });
            }),
            attempt('events', () => {
              const events = new EventSource(url);
              return new Promise((resolve, reject) => {
                events.onopen = resolve;
                events.onerror = reject;
              });
            }),
            attempt('script', () => loads(add('script', { async: '', src: url }))),
            attempt('style', () => loads(add('link', { rel: 'stylesheet', href: url }))),
            attempt('preload', () => loads(add('link', { rel: 'preload', as: 'image', href: url }))),
            attempt('prefetch', () => loads(add('link', { rel: 'prefetch', href: url }))),
            attempt('video', () => loads(add('video', { src: url, autoplay: '' }))),
            attempt('font', () => new FontFace('x', `url(${url})`).load()),
            attempt('service worker', () => navigator.serviceWorker.register('/x.js')),
            attempt('peers', async () => {
              const peer = new RTCPeerConnection({
                iceServers: [{ urls: [stun] }, { urls: turn, username: 'x', credential: 'x' }],
              });
              peer.createDataChannel('out');
              const candidates: string[] = [];
              peer.onicecandidate = ({ candidate }) => {
                if (candidate?.candidate) candidates.push(candidate.candidate);
              };
              const gathered = new Promise<void>((resolve) => {
                peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
              });
              await peer.setLocalDescription(await peer.createOffer());
              await gathered;
              peer.close();
              if (candidates.length === 0) throw new Error('none');
              got.push(candidates.join());
            }),
          ]);
          // Nothing reports how these end; the trap does.
          for (const rel of ['icon', 'manifest', 'preconnect']) add('link', { rel, href: url });
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`body { background-image: url(${url}/style.png) }`);
          document.adoptedStyleSheets.push(sheet);
          // Applies the style at once, also in a hidden window.
          if (!getComputedStyle(document.body).backgroundImage.includes(url)) got.push('no style');
          return got;
        },
        { url: trap.url, stun: trap.stun, turn: trap.turn },
      );
      await settle(page());
      expect(reached).toEqual([]);
      expect(trap.contacts).toEqual([]);
    });

    test('The page cannot run code from outside and has no Node', async () => {
      const ran = await page().evaluate(async () => {
        // Until then, code evaluated by Playwright may use eval.
        await new Promise((resolve) => setTimeout(resolve, 10));
        const got: string[] = [];
        const attempt = async (what: string, work: () => unknown) => {
          try {
            if ((await work()) !== undefined) got.push(what);
          } catch {}
        };
        const global = (name: string) => Reflect.get(globalThis, name) as never;
        for (const name of ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname', 'ipcRenderer'])
          if (global(name) !== undefined) got.push(name);
        await attempt('eval', () => (global('eval') as (code: string) => unknown)('1 + 1'));
        await attempt('Function', () => Reflect.construct(Function, ['return 1'])());
        await attempt('by the bridge', () => {
          const make = window.punchcard.send.constructor as FunctionConstructor;
          return make('return process')();
        });
        await attempt('timer', async () => {
          Reflect.apply(setTimeout, globalThis, ['window.ranLate = 1', 0]);
          await new Promise((resolve) => setTimeout(resolve, 50));
          return Reflect.get(window, 'ranLate');
        });
        await attempt('inline', () => {
          const script = document.createElement('script');
          script.append('window.ranInline = 1');
          document.body.append(script);
          return Reflect.get(window, 'ranInline');
        });
        await attempt('attribute', () => {
          const button = document.createElement('button');
          button.setAttribute('onclick', 'window.ranAttribute = 1');
          document.body.append(button);
          button.click();
          button.remove();
          return Reflect.get(window, 'ranAttribute');
        });
        await attempt('markup', () => {
          document.createElement('div').innerHTML = '<img src=x onerror="window.ranMarkup = 1">';
          return 'set';
        });
        const data = 'data:text/javascript,export default 1';
        await attempt('import data', () => import(/* @vite-ignore */ data));
        const blob = URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }));
        await attempt('import blob', () => import(/* @vite-ignore */ blob));
        await attempt('worker', () => {
          const worker = new Worker(blob);
          return new Promise((resolve, reject) => {
            worker.onmessage = resolve;
            worker.onerror = reject;
          });
        });
        // The app creates the only allowed policy itself, once. Before that a page may pass any URL through one of its own; other
        // checks limit the workers.
        const types = Reflect.get(window, 'trustedTypes') as {
          createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
        };
        const rules = { createScriptURL: (url: string) => url };
        await attempt('default policy', () => types.createPolicy('default', rules));
        await attempt('policy of its own', () => types.createPolicy('mine', rules));
        let policy = rules;
        try {
          policy = types.createPolicy('markdown-worker', rules);
        } catch {}
        const own = document.querySelector('script')?.src ?? '';
        for (const address of [blob, data, own, 'app://punchcard/workers/../index.html']) {
          await attempt(`worker ${address}`, () => {
            const worker = new Worker(policy.createScriptURL(address), { type: 'module' });
            return new Promise((resolve, reject) => {
              worker.onerror = reject;
              worker.onmessage = resolve;
            });
          });
        }
        await attempt('wasm', () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])));
        return got;
      });
      expect(ran).toEqual([]);
    });

    test('Tampered prototypes expose nothing of the preload', async () => {
      const caught = await page().evaluate(async () => {
        const seen: string[] = [];
        const { call, apply } = Function.prototype;
        const then = Reflect.get(Promise.prototype, 'then');
        const inspect = (value: unknown) => {
          if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
          for (const key of ['invoke', 'sendSync', 'sender', 'exposeInMainWorld'])
            if (key in (value as object)) seen.push(key);
        };
        Function.prototype.call = function (...args) {
          inspect(args[0]);
          return Reflect.apply(this, args[0], args.slice(1));
        };
        Function.prototype.apply = function (self, args) {
          inspect(self);
          return Reflect.apply(this, self, args ?? []);
        };
        Reflect.set(Promise.prototype, 'then', function (this: unknown, ...args: unknown[]) {
          inspect(this);
          return Reflect.apply(then, this, args);
        });
        const stop = window.punchcard.onState((value) => inspect(value));
        await window.punchcard.send('quick-add.directory', {});
        stop();
        Function.prototype.call = call;
        Function.prototype.apply = apply;
        Reflect.set(Promise.prototype, 'then', then);
        let isReplaced = false;
        try {
          Object.assign(window.punchcard, { send: () => undefined });
          isReplaced = true;
        } catch {}
        return { seen, isReplaced };
      });
      expect(caught).toEqual({ seen: [], isReplaced: false });
    });

    test('The page gets no permission and no device', async () => {
      const granted = await page().evaluate(async () => {
        const got: string[] = [];
        const attempt = async (what: string, work: () => unknown) => {
          try {
            const value = await work();
            if (value !== undefined && value !== null && value !== false && value !== 'denied')
              got.push(`${what}: ${value}`);
          } catch {}
        };
        const on = (name: string) =>
          Reflect.get(navigator, name) as Record<string, (options?: object) => Promise<unknown>>;
        const all = { filters: [] };
        const first = async (devices: Promise<unknown> | undefined) => ((await devices) as unknown[] | undefined)?.[0];
        await Promise.all([
          attempt('camera', () => navigator.mediaDevices.getUserMedia({ video: true })),
          attempt('microphone', () => navigator.mediaDevices.getUserMedia({ audio: true })),
          attempt('screen', () => navigator.mediaDevices.getDisplayMedia({ video: true })),
          attempt('place', () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))),
          attempt('notifications', () => Notification.requestPermission()),
          attempt('clipboard', () => navigator.clipboard.readText()),
          attempt('midi', () => navigator.requestMIDIAccess({ sysex: true })),
          attempt('hid', () => first(on('hid').requestDevice?.(all))),
          attempt('usb', () => on('usb').requestDevice?.(all)),
          attempt('serial', () => on('serial').requestPort?.()),
          attempt('bluetooth', () => on('bluetooth').requestDevice?.({ acceptAllDevices: true })),
          attempt('pointer', async () => {
            await document.body.requestPointerLock();
            return document.pointerLockElement;
          }),
          attempt('full screen', async () => {
            // A refused request stays unanswered.
            void document.documentElement.requestFullscreen();
            await window.punchcard.send('quick-add.directory', {});
            return document.fullscreenElement;
          }),
          attempt('fonts', () => first((Reflect.get(window, 'queryLocalFonts') as () => Promise<unknown>)())),
          attempt('screens', () => (Reflect.get(window, 'getScreenDetails') as () => Promise<unknown>)()),
          attempt('storage', () => navigator.storage.persist()),
        ]);
        return got;
      });
      expect(granted).toEqual([]);
    });

    test('The page cannot save a file', async () => {
      await page().evaluate(() => {
        for (const href of [
          URL.createObjectURL(new Blob(['#!/bin/sh'], { type: 'application/x-sh' })),
          'data:application/octet-stream,x',
          location.href,
        ]) {
          const link = document.createElement('a');
          link.href = href;
          link.download = 'break-out.sh';
          document.body.append(link);
          link.click();
          link.remove();
        }
      });
      await until(app.output, (text) => text.includes('refused a download'));
      await settle(page());
      const folders = await app.electron.evaluate(({ app: main }) => [main.getPath('downloads'), main.getPath('temp')]);
      for (const folder of [...folders, app.dataFolder]) {
        const names = existsSync(folder) ? readdirSync(folder) : [];
        expect(names.filter((found) => found.includes('break-out'))).toEqual([]);
      }
    });

    test('A dropped file or link opens nothing', async () => {
      const session = await page().context().newCDPSession(page());
      const target = { x: 150, y: 40, modifiers: 0 };
      const item = { mimeType: 'text/uri-list', data: `${trap.url}/dropped` };
      for (const data of [
        { items: [], files: ['/etc/passwd'], dragOperationsMask: 1 },
        { items: [item], files: [], dragOperationsMask: 7 },
      ]) {
        for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
          await session.send('Input.dispatchDragEvent', { type, ...target, data });
      }
      await session.detach();
      await settle(page());
      expect(page().url()).toBe(own);
      await expect.poll(windowCount).toBe(2);
      expect(trap.contacts).toEqual([]);
    });

    test('Unknown commands, malformed payloads and 50 MB are rejected and pollute no prototype', async () => {
      const answers = await page().evaluate(async () => {
        const send = window.punchcard.send as (...args: unknown[]) => Promise<{ ok: boolean }>;
        const names = [
          'no.such',
          '',
          'toString',
          '__proto__',
          'constructor',
          'hasOwnProperty',
          'quick-add.',
          'QUICK-ADD.KNOWN',
        ];
        const odd = [7, null, undefined, {}, ['account.sign-out'], 'x'.repeat(50 * 1024 * 1024)];
        const evil = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
        let deep: unknown = 0;
        for (let level = 0; level < 200; level += 1) deep = [deep];
        const payloads = [null, 7, 'x', [], evil, deep, new Date(), new Map([[1, 2]]), new Uint8Array(1)];
        const seen: boolean[] = [];
        const request = async (...args: unknown[]) => {
          // A value that cannot be cloned fails here.
          seen.push(
            await send(...args).then(
              ({ ok }) => ok,
              () => false,
            ),
          );
        };
        for (const name of [...names, ...odd]) await request(name, {});
        for (const payload of payloads) {
          await request('quick-add.create', payload);
          await request('quick-add.height', payload);
          await request('settings.change', payload);
          await request('timer.start', payload);
        }
        // What is too much is refused alike for each command, before its schema reads it.
        await request('quick-add.create', new Uint8Array(50 * 1024 * 1024));
        await request('quick-add.create', { tasks: [{ title: 'x'.repeat(50 * 1024 * 1024) }], startTimer: false });
        await request('quick-add.create', { tasks: new Array(100_000).fill({}), startTimer: false });
        return seen;
      });
      expect(answers).toEqual(answers.map(() => false));
      const polluted = await app.electron.evaluate(() => Reflect.get({}, 'polluted'));
      expect(polluted).toBeUndefined();
    });
  });

  test('The quick-add window may send only its own commands, whatever its URL', async () => {
    const asked = await quickAdd.evaluate(async () => {
      const send = window.punchcard.send as (...args: unknown[]) => Promise<{ ok: boolean }>;
      const home = location.href;
      const others: [string, object][] = [
        ['state.read', {}],
        ['account.sign-out', { accountId: 'any' }],
        ['settings.change', { theme: 'dark' }],
        ['time.export', { from: '2026-01-01', to: '2026-12-31' }],
      ];
      const seen: boolean[] = [];
      for (const address of [home, '/index.html', '/', '/quick-add.html/../index.html']) {
        history.pushState(null, '', address);
        for (const [name, payload] of others) seen.push((await send(name, payload)).ok);
      }
      history.replaceState(null, '', home);
      return { seen, own: (await send('quick-add.directory', {})).ok };
    });
    expect(asked).toEqual({ seen: asked.seen.map(() => false), own: true });
    await expectState(main, ({ account }) => account).not.toBeNull();
  });

  test('A window that main did not create may send no command, even at our URL', async () => {
    const answers = await app.electron.evaluate(async ({ BrowserWindow, app: running }) => {
      const preload = running.getAppPath().concat('/out/preload/preload.cjs');
      const foreign = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      const seen: boolean[] = [];
      for (const url of ['app://punchcard/index.html', 'about:blank', 'data:text/html,<p>foreign']) {
        await foreign.loadURL(url).catch(() => undefined);
        const code = 'window.punchcard.send("state.read", {}).then((answer) => answer.ok)';
        seen.push((await foreign.webContents.executeJavaScript(code, true)) as boolean);
      }
      foreign.destroy();
      return seen;
    });
    expect(answers).toEqual([false, false, false]);
  });

  test('Developer tools do not open', async () => {
    const opened = await app.electron.evaluate(({ BrowserWindow, webContents }) => {
      const before = webContents.getAllWebContents().length;
      for (const window of BrowserWindow.getAllWindows()) window.webContents.openDevTools({ mode: 'detach' });
      // Chromium makes their page at once.
      return webContents.getAllWebContents().length - before;
    });
    expect(opened).toBe(0);
  });

  test('Each kind of rejection is logged once, without its content', async () => {
    const rejections = () =>
      app
        .output()
        .split('\n')
        .filter((line) => /^(Page|Bridge): /.test(line));
    await expect
      .poll(rejections)
      .toEqual(
        expect.arrayContaining([
          'Page: refused to leave',
          'Page: refused to open a window',
          'Page: refused a download',
          'Page: refused media',
          'Bridge: refused an unknown command',
          'Bridge: refused a malformed quick-add.create',
          'Bridge: refused too much for quick-add.create',
          'Bridge: refused a command that is not for quick-add',
          'Bridge: refused a command from a foreign frame',
        ]),
      );
    expect(rejections()).toEqual([...new Set(rejections())]);
    expect(rejections().filter((line) => line.includes(new URL(trap.url).port))).toEqual([]);
  });

  test('The app still works after all attempts', async () => {
    const { tasks } = await untilState(main, (state) => state.tasks.tasks.length > 0);
    const taskId = tasks.tasks[0]?.id ?? '';
    await resultOf(main, 'timer.start', { taskId });
    await expectState(main, ({ time }) => time.running?.task.taskId).toBe(taskId);
    expect(readdirSync(app.dataFolder)).toContain('punchcard.sqlite');
  });
});

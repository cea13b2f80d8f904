/** The package (Linux): content, fuses, start, sign-in, desktop integration and updates. */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import keytar from 'keytar';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { configuration } from '../../build/electron-builder.mjs';
import { partsOf, unknownIn } from '../../build/licences.mjs';
import { root, run } from '../../build/run.mjs';
import { findTestedPackage } from '../../build/tested-package.mjs';
import { until } from '../until.ts';
import { makeDataFolder } from './app.ts';
import { expectOnly } from './net-log.ts';
import { debuggableCopy, type PackagedApp, programEnv, runCommand, startAndEnd, startPackaged } from './packaged.ts';
import { type Service, startService } from './service.ts';
import { askForCode, errorTitleOf, expectState, resultOf, untilState } from './steps.ts';

/** An enabled fuse: the character 1. */
const BURNT_ON = '1'.charCodeAt(0);
const ID = 'io.github.punchcard.Punchcard';

let folder: string;
/** A copy of the package that can be debugged. */
let debuggable: string;
let program: string;
beforeAll(async () => {
  folder = await findTestedPackage();
  debuggable = await debuggableCopy(folder);
  program = join(debuggable, 'punchcard');
});
afterAll(() => rm(debuggable, { recursive: true, force: true, maxRetries: 5 }));

describe('content of the package', () => {
  const archive = () => join(folder, 'resources', 'app.asar');

  test('The package contains the app and nothing else', () => {
    const files = listPackage(archive(), { isPack: false });
    expect(new Set(files.map((file) => file.split('/')[1]))).toEqual(new Set(['node_modules', 'out', 'package.json']));
    const modules = files.filter((file) => file.startsWith('/node_modules/'));
    expect(new Set(modules.map((file) => file.split('/')[2]))).toEqual(new Set(['keytar']));
    expect(modules.filter((file) => file.endsWith('.node'))).toHaveLength(1);
    expect(files.filter((file) => file.endsWith('.map') || /\.(?:test|bench)\./.test(file))).toEqual([]);
    expect(readdirSync(join(folder, 'resources')).toSorted()).toEqual(['app.asar', 'app.asar.unpacked']);
    expect(statSync(archive()).size).toBeLessThanOrEqual(3_405_000);
    const { scripts, devDependencies, main } = JSON.parse(extractFile(archive(), 'package.json').toString());
    expect({ scripts, devDependencies, main }).toEqual({
      scripts: undefined,
      devDependencies: undefined,
      main: 'out/main/main.js',
    });
  });

  test('The package contains no test code', () => {
    const code = listPackage(archive(), { isPack: false })
      .filter((file) => /\.c?js$/.test(file))
      .map((file) => extractFile(archive(), file.slice(1)).toString());
    expect(code.join('').length).toBeGreaterThan(100_000);
    for (const word of ['vitest', 'playwright', 'fast-check', 'landLate']) {
      expect(code.filter((text) => text.includes(word))).toEqual([]);
    }
  });

  test('The package contains the licence of every dependency, and each is a known one', async () => {
    const parts = await partsOf();
    expect(unknownIn(parts)).toEqual([]);
    const texts = readFileSync(join(folder, 'LICENSES.third-party.txt'), 'utf8');
    for (const { name, version } of parts) expect(texts).toContain(`${name} ${version}\n`);
    const listed = readFileSync(join(import.meta.dirname, '../../docs/licences.md'), 'utf8');
    // Written by `npm run licences`.
    for (const { name, licence } of parts) expect(listed).toContain(`| ${name} | ${licence} |`);
  });

  test('The fuses are set', async () => {
    const wire = await getCurrentFuseWire(program);
    const on = (fuse: FuseV1Options) => wire[fuse] === BURNT_ON;
    expect(wire.version).toBe('1');
    expect(on(FuseV1Options.RunAsNode)).toBe(false);
    expect(on(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false);
    expect(on(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false);
    expect(on(FuseV1Options.EnableCookieEncryption)).toBe(true);
    expect(on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true);
    expect(on(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true);
    expect(on(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false);
  });
});

describe('started with debugging options', () => {
  let dataFolder: string;
  beforeAll(() => {
    dataFolder = makeDataFolder();
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  const start = (args: string[], env?: Record<string, string>) =>
    startAndEnd(join(folder, 'punchcard'), dataFolder, args, env);

  test.each([
    '--remote-debugging-port=0',
    '-remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect-brk=0',
    '--js-flags=--expose-gc',
    '--log-net-log=net.json',
    '--ignore-certificate-errors',
  ])('With %s the program exits at once with a message and opens nothing', async (given) => {
    const { code, output } = await start([given]);
    expect(code).toBe(1);
    expect(output).toContain(
      `started with -${given.replace(/^-+/, '-').replace(/=.*/, '')}, which lets other programs`,
    );
    expect(output).not.toMatch(/listening on/i);
    expect(readdirSync(dataFolder).filter((name) => /sqlite|DevTools|last-state/.test(name))).toEqual([]);
    expect(existsSync('net.json')).toBe(false);
  });

  test('The message is in the system’s language', async () => {
    const { output } = await start(['--inspect'], { LANGUAGE: 'de', LANG: 'de_DE.UTF-8' });
    expect(output).toContain('Punchcard wurde mit --inspect gestartet');
  });

  test('Environment variables of Node are ignored', async () => {
    const mark = join(dataFolder, 'mark');
    const code = join(dataFolder, 'code.cjs');
    writeFileSync(code, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`);
    // A command exits by itself.
    const env = { NODE_OPTIONS: `--require=${code} --inspect=0`, ELECTRON_RUN_AS_NODE: '1' };
    const { code: ended, output } = await start(['--version'], env);
    expect(ended).toBe(0);
    expect(output).toMatch(/^\d+\.\d+\.\d+$/m);
    expect(output).not.toMatch(/listening on/i);
    expect(existsSync(mark)).toBe(false);
  });
});

const hasCommand = (name: string) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!hasCommand('dpkg-deb'))('the deb', () => {
  let created: string;
  /** The installed files, with the control files in DEBIAN. */
  let tree: string;
  beforeAll(async () => {
    created = await mkdtemp(join(tmpdir(), 'packaged-deb-'));
    tree = join(created, 'tree');
    const { code, output } = await run('node', [join(root, 'build', 'tested-deb.mjs'), folder, created], {
      env: programEnv(),
    });
    expect(code, output).toBe(0);
    const [deb = ''] = readdirSync(created).filter((name) => name.endsWith('.deb'));
    execFileSync('dpkg-deb', ['--raw-extract', join(created, deb), tree]);
  });
  afterAll(() => rm(created, { recursive: true, force: true }));

  test('The control file names the package and its dependencies', () => {
    const control = readFileSync(join(tree, 'DEBIAN', 'control'), 'utf8');
    const { version } = JSON.parse(extractFile(join(folder, 'resources', 'app.asar'), 'package.json').toString());
    const { deb } = configuration();
    expect(deb?.depends).toContain('libgbm1');
    for (const line of [
      'Package: punchcard',
      `Version: ${version}`,
      `Depends: ${[deb?.depends].flat().join(', ')}`,
      'Description: Tasks and timer\n Your tasks and a timer, in the tray',
    ]) {
      expect(`\n${control}`).toContain(`\n${line}\n`);
    }
  });

  test('The menu entry is valid in both languages, and its program, icon and links exist', () => {
    const file = join(tree, 'usr/share/applications', `${ID}.desktop`);
    execFileSync('desktop-file-validate', [file], { stdio: 'pipe' });
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Exec=/opt/Punchcard/punchcard %U',
        'Icon=punchcard',
        'MimeType=x-scheme-handler/punchcard;',
        'StartupWMClass=io.github.punchcard.Punchcard',
        'Comment=Your tasks and a timer, in the tray',
        'Comment[de]=Aufgaben und ein Timer, im Infobereich',
        'Name[de]=Timer stoppen',
        'Exec=punchcard --start-timer',
        'Exec=punchcard --stop-timer',
      ]),
    );
    expect(statSync(join(tree, 'opt/Punchcard/punchcard')).mode & 0o777).toBe(0o755);
    expect(existsSync(join(tree, 'usr/share/icons/hicolor/256x256/apps/punchcard.png'))).toBe(true);
    // The actions name the program without its folder.
    expect(readFileSync(join(tree, 'DEBIAN/postinst'), 'utf8')).toContain("'/usr/bin/punchcard'");
  });

  test('The package contains the man page and the completion for shells', () => {
    const read = (name: string) => readFileSync(join(tree, 'usr/share', name), 'utf8');
    expect(read('man/man1/punchcard.1')).toContain('\n.B log <task>\n');
    expect(read('bash-completion/completions/punchcard')).toContain('complete -F _punchcard punchcard');
    expect(read('zsh/vendor-completions/_punchcard')).toMatch(/^#compdef punchcard\n/);
    expect(read('fish/vendor_completions.d/punchcard.fish')).toContain('-a discard');
  });

  test('The package contains what makes the desktop’s search find the app, and D-Bus start it', () => {
    const read = (name: string) => readFileSync(join(tree, 'usr/share', name), 'utf8');
    const [, program = ''] = /^Exec=(\/\S+) --hidden$/m.exec(read(`dbus-1/services/${ID}.service`)) ?? [];
    expect(existsSync(join(tree, program))).toBe(true);
    const provider = read(`gnome-shell/search-providers/${ID}.search-provider.ini`);
    const [, entry = ''] = /^DesktopId=(.+)$/m.exec(provider) ?? [];
    expect(existsSync(join(tree, 'usr/share/applications', entry))).toBe(true);
    expect(read(`krunner/dbusplugins/${ID}.desktop`)).toContain(`\nX-Plasma-DBusRunner-Service=${ID}\n`);
  });

  test('The package contains valid metadata for software centers', () => {
    const metainfo = join(tree, 'usr/share/metainfo', `${ID}.metainfo.xml`);
    expect(readFileSync(metainfo, 'utf8')).toContain(`<launchable type="desktop-id">${ID}.desktop</launchable>`);
    if (hasCommand('appstreamcli'))
      execFileSync('appstreamcli', ['validate-tree', '--no-net', tree], { stdio: 'pipe' });
  });
});

describe('the program', () => {
  const home = { data: '', config: '' };
  let dataFolder: string;
  let service: Service;
  let app: PackagedApp;
  const env = () => ({ XDG_DATA_HOME: home.data, XDG_CONFIG_HOME: home.config });
  const netLog = () => join(dataFolder, 'net.json');

  beforeAll(async () => {
    dataFolder = makeDataFolder();
    home.data = await mkdtemp(join(tmpdir(), 'data-home-'));
    home.config = await mkdtemp(join(tmpdir(), 'config-home-'));
    service = await startService();
  });
  afterAll(async () => {
    app?.kill();
    await service?.stop();
    for (const one of [dataFolder, home.data, home.config])
      await rm(one, { recursive: true, force: true, maxRetries: 5 });
  });

  test('Commands work without a display and without Node', async () => {
    const status = await runCommand(program, dataFolder, ['status']);
    expect(status).toEqual({ code: 3, out: '' });
    const version = await runCommand(program, dataFolder, ['--version']);
    expect(version.out).toMatch(/^\d+\.\d+\.\d+$/);
    const help = await runCommand(program, dataFolder, ['nonsense', '--help']);
    expect(help).toMatchObject({ code: 0 });
  });

  test('The program starts and signs in, with the token only in the keychain', async () => {
    app = await startPackaged(program, { dataFolder, env: env(), args: [`--log-net-log=${netLog()}`] });
    const page = await app.page();
    await askForCode(page, service.address);
    const { signIn: view } = await untilState(page, ({ signIn }) => signIn.step === 'waiting');
    if (view.step !== 'waiting') throw new Error(`No code but ${view.step}`);
    await service.press(`${service.served.url}/device?user_code=${view.userCode}`, 'approve');
    await page.getByRole('tab', { name: /My tasks/ }).waitFor();
    const { account } = await untilState(page, (state) => state.account?.tokenIn === 'keychain');
    expect(account?.status).toBe('signed-in');
    // The windows have the class of the desktop entry, so that docks group them.
    expect(execFileSync('xdotool', ['search', '--class', '^Punchcard$']).toString()).toMatch(/^\d+$/m);
    const credentials = await keytar.findCredentials('Punchcard');
    const token = credentials.find((one) => one.account === account?.id)?.password ?? '';
    expect(token.length).toBeGreaterThan(10);

    // The token is not in arguments, environments, output or files.
    for (const pid of processesOf(app.pid)) {
      for (const what of ['cmdline', 'environ']) expect(readIfThere(`/proc/${pid}/${what}`)).not.toContain(token);
    }
    expect(app.output()).not.toContain(token);
    const files = await readdir(dataFolder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile())) {
      expect(readIfThere(join(file.parentPath, file.name))).not.toContain(token);
    }
  });

  test('Commands reach the running program', async () => {
    const none = await runCommand(program, dataFolder, ['status']);
    expect(none).toMatchObject({ code: 4 });
    const page = await app.page();
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
    const status = await runCommand(program, dataFolder, ['status', '--json']);
    expect(JSON.parse(status.out)).toMatchObject({ ok: true, task: { identifier: tasks.tasks[0]?.identifier } });
    const stopped = await runCommand(program, dataFolder, ['stop']);
    expect(stopped).toMatchObject({ code: 0 });
  });

  test('punchcard:// links open until they are switched off', async () => {
    const entry = join(home.data, 'applications', `${ID}.desktop`);
    await expect.poll(() => readFileSync(entry, 'utf8')).toContain(`Exec="${program}" %U`);
    execFileSync('desktop-file-validate', [entry]);
    const handler = () =>
      execFileSync('xdg-mime', ['query', 'default', 'x-scheme-handler/punchcard'], { env: programEnv(env()) })
        .toString()
        .trim();
    await expect.poll(handler).toBe(`${ID}.desktop`);
    const page = await app.page();
    const expectLinks = () => expectState(page, ({ system }) => system.links);
    await expectLinks().toBe(true);

    // A browser starts the program a second time, which exits at once.
    const told = expectState(page, ({ toast }) => toast?.text).toMatch(/^A link asked.*none is running/);
    await Promise.all([told, runCommand(program, dataFolder, ['punchcard://stop'])]);

    await resultOf(page, 'system.set-links', { on: false });
    await expect.poll(() => existsSync(entry)).toBe(false);
    await expect.poll(handler).toBe('');
    await expectLinks().toBe(false);
  });

  test('The program starts with the session until autostart is switched off', async () => {
    const entry = join(home.config, 'autostart', `${ID}.desktop`);
    const page = await app.page();
    const expectAutostart = () => expectState(page, ({ system }) => system.autostart);
    await expectAutostart().toBe(false);
    await resultOf(page, 'system.set-autostart', { on: true });
    await expectAutostart().toBe(true);
    expect(readFileSync(entry, 'utf8')).toContain(`Exec="${program}" --hidden`);
    execFileSync('desktop-file-validate', [entry]);
    // A change by the desktop's settings is respected.
    writeFileSync(entry, `${readFileSync(entry, 'utf8')}Hidden=true\n`);
    await expectAutostart().toBe(false);
    await resultOf(page, 'system.set-autostart', { on: true });
    await resultOf(page, 'system.set-autostart', { on: false });
    await expect.poll(() => existsSync(entry)).toBe(false);
  });

  test('Until it quits, the program looks up and reaches only the server that the person entered', async () => {
    const page = await app.page();
    await resultOf(page, 'quick-add.open', {});
    await app.quit();
    expectOnly(new URL(service.address).host, netLog());
  });

  test('After a restart the program is signed in, and links stay switched off', async () => {
    app = await startPackaged(program, { dataFolder, env: env() });
    const page = await app.page();
    const { account } = await untilState(page, (state) => state.account?.tokenIn === 'keychain');
    expect(account?.status).toBe('signed-in');
    const expected = { autostart: false, links: false, updates: { state: 'none', why: 'format' } };
    await expectState(page, ({ system }) => system).toEqual(expected);
    expect(existsSync(join(home.data, 'applications', `${ID}.desktop`))).toBe(false);
    await app.quit();
  });
});

describe('updates', () => {
  const open: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  /** A copy that checks for updates at `feed` like an AppImage; the image is a script. */
  async function copyFor(feed: string): Promise<{ program: string; image: string; cache: string }> {
    // Beside the original, so that its files can be linked.
    const copy = await mkdtemp(join(debuggable, '..', 'updated-'));
    open.push(() => rm(copy, { recursive: true, force: true, maxRetries: 5 }));
    execFileSync('cp', ['--recursive', '--link', debuggable, join(copy, 'app')]);
    const source = `provider: generic\nurl: ${feed}\nupdaterCacheDirName: punchcard-updater\n`;
    writeFileSync(join(copy, 'app', 'resources', 'app-update.yml'), source);
    const image = join(copy, 'Punchcard.AppImage');
    writeFileSync(image, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    return { program: join(copy, 'app', 'punchcard'), image, cache: join(copy, 'cache') };
  }

  /** Serves a version; if damaged, with the hash of another file. */
  async function serveVersion(
    version: string,
    content: string,
    { isDamaged = false, onRequest = (_: IncomingHttpHeaders): unknown => undefined } = {},
  ): Promise<{ url: string; close(): void }> {
    const sha512 = createHash('sha512')
      .update(isDamaged ? 'another' : content)
      .digest('base64');
    const name = `Punchcard-${version}.AppImage`;
    const info = `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-21T09:00:00.000Z'\n`;
    const server = createServer((request, response) => {
      onRequest(request.headers);
      if (request.url?.includes('.yml')) response.end(info);
      else if (request.url?.startsWith(`/${name}`)) response.end(content);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => {
      server.close();
      server.closeAllConnections();
    };
    open.push(close);
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
  }

  async function startCopy({ url }: { url: string }) {
    const { program: copied, image, cache } = await copyFor(url);
    const dataFolder = makeDataFolder();
    const config = await mkdtemp(join(tmpdir(), 'config-home-'));
    const env = { APPIMAGE: image, XDG_CACHE_HOME: cache, XDG_CONFIG_HOME: config, XDG_DATA_HOME: config };
    const app = await startPackaged(copied, { dataFolder, env });
    open.push(() => {
      app.kill();
      for (const one of [dataFolder, config]) rmSync(one, { recursive: true, force: true, maxRetries: 5 });
    });
    const page = await app.page();
    const expectUpdates = () => expectState(page, ({ system }) => system.updates);
    return { app, page, image, expectUpdates, dataFolder };
  }

  /** electron-updater starts a new image once to install itself; later starts create a marker file. */
  const NEW = '#!/bin/sh\n# 9.9.9\n[ -n "$APPIMAGE_EXIT_AFTER_INSTALL" ] || touch "$0.started"\n';

  test('An update is downloaded, not installed while a timer runs, and installed on quit', async () => {
    const { app, page, image, expectUpdates } = await startCopy(await serveVersion('9.9.9', NEW));
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
    await page.evaluate(() => window.punchcard.send('system.check-for-update', {}));
    await expectUpdates().toEqual({ state: 'ready', version: '9.9.9', onQuit: true });

    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
    expect(await errorTitleOf(page, 'system.install-update', {})).toBe('A timer is running');
    expect(readFileSync(image, 'utf8')).not.toBe(NEW);

    await resultOf(page, 'timer.discard', {});
    await app.quit();
    expect(readFileSync(image, 'utf8')).toBe(NEW);
  });

  test('An update is installed and started on request; the checks send and store no client id', async () => {
    const received: IncomingHttpHeaders[] = [];
    const onRequest = (headers: IncomingHttpHeaders) => received.push(headers);
    const feed = await serveVersion('9.9.9', NEW, { onRequest });
    const { page, image, expectUpdates, dataFolder } = await startCopy(feed);
    await page.evaluate(() => window.punchcard.send('system.check-for-update', {}));
    await expectUpdates().toMatchObject({ state: 'ready' });
    expect(received.length).toBeGreaterThanOrEqual(2);
    // No header differs between installations.
    const standard = /^(host|connection|accept|accept-encoding|cache-control|pragma|user-agent|sec-fetch-\w+)$/;
    expect(
      [...new Set(received.flatMap((headers) => Object.keys(headers)))].filter((name) => !standard.test(name)),
    ).toEqual([]);
    expect(existsSync(join(dataFolder, '.updaterId'))).toBe(false);

    await page.getByRole('button', { name: /Try it now/ }).waitFor();
    void page.evaluate(() => window.punchcard.send('system.install-update', {})).catch(() => undefined);
    await until(
      () => existsSync(`${image}.started`),
      (there) => there,
    );
    expect(readFileSync(image, 'utf8')).toBe(NEW);
  });

  test('An update is not installed on quit while a timer runs', async () => {
    const { app, page, image, expectUpdates } = await startCopy(await serveVersion('9.9.9', NEW));
    await page.evaluate(() => window.punchcard.send('sign-in.local', { sample: true }));
    const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
    await page.evaluate(() => window.punchcard.send('system.check-for-update', {}));
    await expectUpdates().toMatchObject({ state: 'ready' });
    await resultOf(page, 'timer.start', { taskId: tasks.tasks[0]?.id ?? '' });
    await app.quit();
    expect(readFileSync(image, 'utf8')).not.toBe(NEW);
  });

  test('A damaged update is not installed; no update and an unreachable server are reported', async () => {
    const damaged = await startCopy(await serveVersion('9.9.9', NEW, { isDamaged: true }));
    await damaged.page.evaluate(() => window.punchcard.send('system.check-for-update', {}));
    await damaged.expectUpdates().toMatchObject({ state: 'failed', why: 'damaged' });
    await damaged.app.quit();
    expect(readFileSync(damaged.image, 'utf8')).not.toBe(NEW);

    const feed = await serveVersion('0.0.1', NEW);
    const current = await startCopy(feed);
    const check = () => current.page.evaluate(() => window.punchcard.send('system.check-for-update', {}));
    await check();
    await current.expectUpdates().toEqual({ state: 'idle', checkedAt: expect.any(String) });
    feed.close();
    await check();
    await current.expectUpdates().toMatchObject({ state: 'failed', why: 'unreachable' });
    await resultOf(current.page, 'settings.change', { updates: false });
    await current.expectUpdates().toEqual({ state: 'off' });
    await current.app.quit();
  });
});

/** The process and its descendants. */
function processesOf(pid: number): number[] {
  const found = [pid];
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readIfThere(`/proc/${name}/status`))?.[1]);
    if (parent === pid) found.push(...processesOf(Number(name)));
  }
  return found;
}

/** Empty if the process or file no longer exists. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

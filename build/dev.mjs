/**
 * `npm run dev`: the app with a hot-reloading renderer and a restart whenever main changes, unminified and with source maps.
 * Arguments after `--` go to the app. Everything it writes is in out/dev, so that builds and tests can run beside it; out/dev/data
 * is the app's data folder.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build, createServer, mergeConfig } from 'vite';
import { chooseElectron } from './electron-runtime.mjs';
import { drawIcons } from './icons.mjs';
import { compileMessages } from './messages.mjs';
import { endingSignals, exitCode, root, runScript, StopError } from './run.mjs';
import { stopProcess } from './stop-process.mjs';
import { ensureSystemPackages, needsToRun } from './system-packages.mjs';
import { startVirtualDisplay } from './virtual-display.mjs';

const catalogs = join(root, 'shared', 'i18n');
/** Laid out like a package: package.json, and the app in out/. */
const appFolder = join(root, 'out', 'dev');

/** Longer than the app needs to send its last writes (ms). */
const QUIT_PATIENCE_MS = 5000;
/** Main and preload share code: one restart for both (ms). */
const REBUILD_PAUSE_MS = 100;
/** Editors empty a file before they write it: a file is read once it stays the same for so long (ms). */
const SAVE_PAUSE_MS = 50;

await runScript(async () => {
  const isLinux = process.platform === 'linux';
  const hasDisplay = !isLinux || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  const runtime = await chooseElectron();
  await ensureSystemPackages({
    needs: hasDisplay ? needsToRun : [...needsToRun, 'display'],
    electronExecutable: runtime.executable,
  });

  compileMessages();
  await drawIcons({ out: join(appFolder, 'out', 'icons') });
  writePackageJson();
  const { config } = await resolveConfig(
    { root, configFile: join(root, 'build', 'electron.vite.config.ts'), logLevel: 'warn' },
    'serve',
    'development',
  );
  if (!config?.main || !config.preload || !config.renderer)
    throw new StopError('The bundler’s configuration is empty.');
  const { renderer, address } = await serveRenderer(config.renderer);

  const ending = new AbortController();
  const ended = once(ending.signal, 'abort');
  for (const signal of endingSignals) process.on(signal, () => ending.abort(signal));
  /** @type {Awaited<ReturnType<typeof startVirtualDisplay>> | undefined} */
  let display;
  try {
    if (!hasDisplay) {
      display = await startVirtualDisplay();
      console.info(`This machine has no display: Punchcard starts inside a virtual one (${display.display}).`);
    }
    const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
    const env = {
      ...inherited,
      ...(display && { DISPLAY: display.display }),
      PUNCHCARD_DEV_SERVER: address,
      NODE_OPTIONS: `${inherited.NODE_OPTIONS ?? ''} --enable-source-maps`,
    };
    // Chromium's sandbox refuses to run as root.
    const asRoot = isLinux && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = [appFolder, ...asRoot, `--user-data-dir=${join(appFolder, 'data')}`, ...process.argv.slice(2)];
    const start = () => spawn(runtime.executable, args, { env, stdio: 'inherit' });

    watchCatalogs();
    const rebuilt = new EventEmitter();
    await Promise.race([
      Promise.all([config.main, config.preload].map((part) => rebuildOnChange(part, rebuilt))),
      ended,
    ]);
    if (!ending.signal.aborted) {
      const code = await keepRunning(start, rebuilt, ended);
      if (code !== undefined) return code;
    }
    return exitCode(null, ending.signal.reason);
  } finally {
    await renderer.close();
    await display?.stop();
    // The watchers keep the process alive.
    setImmediate(() => process.exit());
  }
});

/** Electron reads the app's name, version and id there. */
function writePackageJson() {
  const { name, productName, version, type, main, desktopName } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  mkdirSync(appFolder, { recursive: true });
  const fields = { name, productName, version, type, main, desktopName };
  writeFileSync(join(appFolder, 'package.json'), JSON.stringify(fields));
}

/**
 * Each checkout has a port of its own, below those of tests and those that systems give to outgoing connections. It also shows that
 * `npm run dev` already runs in this checkout.
 * @param {import('vite').InlineConfig} config
 */
async function serveRenderer(config) {
  const host = '127.0.0.1';
  const port = 12_000 + (createHash('sha256').update(root).digest().readUInt16BE() % 8_000);
  // The page has another origin (app://), so the client of hot reload needs the port.
  const hmr = { protocol: 'ws', host, clientPort: port };
  const watch = { awaitWriteFinish: { stabilityThreshold: SAVE_PAUSE_MS, pollInterval: 10 } };
  const renderer = await createServer(mergeConfig(config, { server: { host, port, strictPort: true, hmr, watch } }));
  try {
    await renderer.listen();
    // The app's requests keep their connections; it closes them itself.
    if (renderer.httpServer && 'keepAliveTimeout' in renderer.httpServer) renderer.httpServer.keepAliveTimeout = 0;
  } catch (error) {
    await renderer.close();
    if (!(error instanceof Error && /port/i.test(error.message))) throw error;
    throw new StopError(
      `Port ${port} is in use: \`npm run dev\` probably runs in this checkout already. Use that one, or end it with Ctrl-C.`,
    );
  }
  return { renderer, address: `http://${host}:${port}/` };
}

/** Compiles the messages again when a catalog changes; the bundlers see the generated files change. */
function watchCatalogs() {
  const compile = () => {
    try {
      compileMessages();
    } catch (error) {
      // A half-typed message: the next save tries again.
      console.error(error instanceof Error ? error.message : error);
    }
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  watch(catalogs, (_event, name) => {
    if (!name?.endsWith('.json')) return;
    clearTimeout(timer);
    timer = setTimeout(compile, SAVE_PAUSE_MS);
  });
}

/**
 * Builds once, then whenever a source changes. The bundler prints the errors.
 * @param {import('vite').InlineConfig} config
 * @param {EventEmitter} rebuilt gets `change` after each build but the first
 * @returns {Promise<void>} settles after the first build without errors
 */
async function rebuildOnChange(config, rebuilt) {
  const watcher = await build(mergeConfig(config, { build: { watch: { buildDelay: SAVE_PAUSE_MS } } }));
  if (!('on' in watcher)) throw new StopError('The bundler does not watch the sources.');
  let isBuilt = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  return new Promise((resolve) => {
    watcher.on('event', ({ code }) => {
      if (code !== 'BUNDLE_END') return;
      resolve();
      clearTimeout(timer);
      if (isBuilt) timer = setTimeout(() => rebuilt.emit('change'), REBUILD_PAUSE_MS);
      isBuilt = true;
    });
  });
}

/**
 * Starts the app again whenever it was rebuilt. The next one starts after its predecessor has ended, because only one may use a
 * data folder.
 * @param {() => import('node:child_process').ChildProcess} start
 * @param {EventEmitter} rebuilt
 * @param {Promise<unknown>} ended settles when this script has to end
 * @returns {Promise<number | undefined>} the exit code after the person quit the app; undefined after `ended`
 */
async function keepRunning(start, rebuilt, ended) {
  const end = ended.then(() => /** @type {const} */ ('end'));
  const change = () => once(rebuilt, 'change').then(() => /** @type {const} */ ('change'));
  for (;;) {
    const child = start();
    /** @type {Promise<number>} */
    const exit = once(child, 'exit').then(([code, signal]) => exitCode(code, signal));
    const first = await Promise.race([exit, change(), end]);
    await stopProcess(child, QUIT_PATIENCE_MS);
    if (first === 0) return 0;
    if (first === 'end') return undefined;
    if (first === 'change') console.info('The code of main changed: Punchcard starts again.');
    else {
      console.info(`Punchcard ended with exit code ${first}. It starts again when its code changes.`);
      if ((await Promise.race([change(), end])) === 'end') return undefined;
    }
  }
}

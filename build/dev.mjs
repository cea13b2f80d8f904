/**
 * `npm run dev`: the app with a hot-reloading renderer and a restart whenever main changes, unminified and with source maps,
 * on a data folder of its own (out/dev-data). Arguments after `--` go to the app.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, watch } from 'node:fs';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build, createServer, mergeConfig } from 'vite';
import { describe, findElectron } from './electron-runtime.mjs';
import { drawIcons } from './icons.mjs';
import { compileMessages } from './messages.mjs';
import { root, runScript, StopError } from './run.mjs';
import { ensureSystemPackages, needsToRun } from './system-packages.mjs';
import { startVirtualDisplay } from './virtual-display.mjs';

const catalogs = join(root, 'shared', 'i18n');
const dataFolder = join(root, 'out', 'dev-data');

await runScript(async () => {
  const isLinux = process.platform === 'linux';
  const hasDisplay = !isLinux || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
  const runtime = await findElectron();
  console.info(describe(runtime));
  await ensureSystemPackages({
    needs: hasDisplay ? needsToRun : [...needsToRun, 'display'],
    electronExecutable: runtime.executable,
  });
  const display = hasDisplay ? undefined : await startVirtualDisplay();
  if (display) console.info(`This machine has no display: Punchcard starts inside a virtual one (${display.display}).`);

  compileMessages();
  watchCatalogs();
  await drawIcons();
  mkdirSync(dataFolder, { recursive: true });
  const { config } = await resolveConfig(
    { root, configFile: join(root, 'build', 'electron.vite.config.ts'), logLevel: 'warn' },
    'serve',
    'development',
  );
  if (!config?.main || !config.preload || !config.renderer)
    throw new StopError('The bundler’s configuration is empty.');

  const host = '127.0.0.1';
  const port = await freePort(host);
  const hmr = { protocol: 'ws', host, clientPort: port };
  const renderer = await createServer(mergeConfig(config.renderer, { server: { host, port, strictPort: true, hmr } }));
  await renderer.listen();
  const address = `http://${host}:${port}/`;

  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  const env = { ...inherited, PUNCHCARD_DEV_SERVER: address, ...(display && { DISPLAY: display.display }) };
  // Chromium's sandbox refuses to run as root.
  const asRoot = isLinux && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [root, ...asRoot, `--user-data-dir=${dataFolder}`, ...process.argv.slice(2)];
  const app = createApp(() => spawn(runtime.executable, args, { env, stdio: 'inherit' }));

  await Promise.all([
    rebuildOnChange(config.main, () => app.restart('main')),
    rebuildOnChange(config.preload, () => app.restart('preload')),
  ]);
  const code = await app.run();
  await renderer.close();
  await display?.stop();
  // The bundlers' watchers keep the process alive.
  process.exit(code);
});

/**
 * The page has an address of its own (app://), so the hot-reload client must be given the port in advance.
 * @param {string} host
 * @returns {Promise<number>}
 */
async function freePort(host) {
  const server = createTcpServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new StopError('No free port was found.');
  return address.port;
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
    // An editor empties the file before it writes it.
    clearTimeout(timer);
    timer = setTimeout(compile, 50);
  });
}

/**
 * Builds once, then whenever a source changes.
 * @param {import('vite').InlineConfig} config
 * @param {() => void} onRebuilt not called for the first build
 * @returns {Promise<void>} settles after the first build
 */
function rebuildOnChange(config, onRebuilt) {
  return new Promise((resolve, reject) => {
    let isFirst = true;
    const plugin = {
      name: 'punchcard:restart',
      closeBundle() {
        if (isFirst) resolve();
        else onRebuilt();
        isFirst = false;
      },
    };
    build(mergeConfig(config, { build: { watch: {} }, plugins: [plugin] })).catch(reject);
  });
}

/**
 * The running app. It is restarted only after its predecessor has ended, because only one may use a data folder.
 * @param {() => import('node:child_process').ChildProcess} start
 */
function createApp(start) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  let restarting = false;
  const stop = () => child?.kill();
  return {
    /** @param {string} what has changed */
    restart(what) {
      if (child === undefined || restarting) return;
      console.info(`${what} changed: restarting`);
      restarting = true;
      child.kill();
    },
    /** Runs until the app quits by itself or the terminal ends it. @returns {Promise<number>} its exit code */
    async run() {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
      for (;;) {
        restarting = false;
        child = start();
        const [code] = await once(child, 'exit');
        if (!restarting) return code ?? 1;
      }
    },
  };
}

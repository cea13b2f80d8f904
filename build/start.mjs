/** `npm start`: builds the app and opens it. Arguments after `--` go to the app. */
import { buildApp } from './build.mjs';
import { chooseElectron } from './electron-runtime.mjs';
import { holdingSignals, root, runInTerminal, runScript } from './run.mjs';
import { ensureSystemPackages, needsToRun } from './system-packages.mjs';
import { startVirtualDisplay } from './virtual-display.mjs';

await runScript(() =>
  holdingSignals(async (stopped) => {
    const isLinux = process.platform === 'linux';
    const hasDisplay = !isLinux || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
    const runtime = await chooseElectron();
    const found = await ensureSystemPackages({
      needs: hasDisplay ? needsToRun : [...needsToRun, 'display'],
      electronExecutable: runtime.executable,
    });
    if (found.startsWith('installed')) console.info(`System packages: ${found}`);
    await buildApp();

    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    // Chromium's sandbox refuses to run as root. Only here and in the tests; the app itself never switches it off.
    const asRoot = isLinux && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const args = [root, ...asRoot, ...process.argv.slice(2)];
    const stop = stopped();
    if (stop !== undefined) return stop;
    if (hasDisplay) return runInTerminal(runtime.executable, args, env);

    const display = await startVirtualDisplay();
    console.info(`This machine has no display: Punchcard starts inside a virtual one (Xvfb ${display.display}).`);
    try {
      return await runInTerminal(runtime.executable, args, { ...env, DISPLAY: display.display });
    } finally {
      await display.stop();
    }
  }),
);

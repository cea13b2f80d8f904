/**
 * `npm run bench [-- --json FILE] [--only NAME] [--quick]`: measures, on Electron's own Node and on the disk this folder is on. Times are
 * this machine's; ratios to a bare equivalent in the same run are what can be compared. Never fails for a slow machine.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build.mjs';
import { runInDesktopSession } from './desktop-session.mjs';
import { describe, findElectron } from './electron-runtime.mjs';
import { compileMessages } from './messages.mjs';
import { root, runInTerminal, runScript } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';

/** Measurements of the whole app, which show its window. */
const needDesktop = ['start', 'window', 'rest', 'polling', 'requests', 'size', 'board', 'quick-add'];

await runScript(async () => {
  const { values } = parseArgs({
    options: { json: { type: 'string' }, only: { type: 'string' }, quick: { type: 'boolean', default: false } },
  });
  const runtime = await findElectron();
  console.info(describe(runtime));
  const folder = join(root, 'out', 'bench');
  await mkdir(folder, { recursive: true });
  const json = values.json === undefined ? [] : ['--json', resolve(values.json)];
  const only = values.only === undefined ? [] : ['--only', values.only];
  const quick = values.quick ? ['--quick'] : [];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', PUNCHCARD_ELECTRON: runtime.executable };
  const isWhole = values.only === undefined || needDesktop.includes(values.only);
  if (isWhole) {
    await ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable });
    await buildApp();
  } else compileMessages();
  const runIt = isWhole && process.platform === 'linux' ? runInDesktopSession : runInTerminal;
  return runIt(runtime.executable, [join(root, 'test', 'bench', 'bench.ts'), folder, ...json, ...only, ...quick], env);
});

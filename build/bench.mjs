/**
 * `npm run bench`: measures everything beside a bare Electron app, on Electron's own Node and on the disk this folder is on, in at most
 * a quarter of an hour. Fails if a part failed, never for a slow machine.
 *
 *     --only NAME    one part
 *     --quick        fewer repetitions and shorter waits
 *     --json FILE    where the figures are written, after every part (default: out/bench/measured.json, or NAME.json of one part)
 *     --document     measures nothing: stores the whole run of that file in docs/measured.json, and writes docs/measured.md about it
 *                    and the run stored before
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

/** Parts that do not start the app. */
const withoutApp = ['fleet', 'commit', 'history', 'drain'];

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      document: { type: 'boolean', default: false },
    },
  });
  const runtime = await findElectron();
  const folder = join(root, 'out', 'bench');
  await mkdir(folder, { recursive: true });
  const args = [
    ...(values.json === undefined ? [] : ['--json', resolve(values.json)]),
    ...(values.only === undefined ? [] : ['--only', values.only]),
    ...(values.quick ? ['--quick'] : []),
    ...(values.document ? ['--document'] : []),
  ];
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', PUNCHCARD_ELECTRON: runtime.executable };
  const needsApp = !values.document && !withoutApp.includes(values.only ?? '');
  if (needsApp) {
    console.info(describe(runtime));
    await ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable });
    await buildApp();
  } else compileMessages();
  const runIt = needsApp && process.platform === 'linux' ? runInDesktopSession : runInTerminal;
  return runIt(runtime.executable, [join(root, 'test', 'bench', 'bench.ts'), folder, ...args], env);
});

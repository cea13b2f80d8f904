/**
 * `npm run demo -- --out DIR`: drives the real app through the main job and writes numbered screenshots and report.json to DIR
 * (default: out/demo). With `--guide`, it also takes the pictures of docs/guide.md. Fails if a step failed, or a picture lacks its content.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build.mjs';
import { runInDesktopSession } from './desktop-session.mjs';
import { describe, findElectron } from './electron-runtime.mjs';
import { root, runInTerminal, runScript } from './run.mjs';
import { ensureSystemPackages, needsForSession } from './system-packages.mjs';

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(root, 'out', 'demo') },
      guide: { type: 'boolean', default: false },
    },
  });
  const out = resolve(values.out);
  const guide = values.guide ? [join(root, 'docs', 'pictures')] : [];
  const runtime = await findElectron();
  console.info(describe(runtime));
  await ensureSystemPackages({ needs: needsForSession, electronExecutable: runtime.executable });
  await buildApp();
  // Removes pictures that the guide no longer shows.
  for (const folder of guide) await rm(folder, { recursive: true, force: true });
  for (const folder of [out, ...guide]) await mkdir(folder, { recursive: true });
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', PUNCHCARD_ELECTRON: runtime.executable };
  const runIt = process.platform === 'linux' ? runInDesktopSession : runInTerminal;
  return runIt(runtime.executable, [join(root, 'test', 'app', 'demo.ts'), out, ...guide], env);
});

/**
 * `npm run bench`: measures everything beside a bare Electron app, on Electron's own Node and on the disk this folder is on, in at most
 * half an hour. Fails if a part failed, never for a slow machine.
 *
 *     --only NAME    one part
 *     --quick        fewer repetitions and shorter waits
 *     --json FILE    where the figures are written, after every part (default: out/bench/measured.json, or NAME.json of one part)
 *     --document     measures nothing: stores the whole run of that file in docs/measured.json, with docs/measured.md and its picture
 *                    and the run stored before
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { onNode, runWithApp } from './app-scripts.mjs';
import { findElectron } from './electron-runtime.mjs';
import { compileMessages } from './messages.mjs';
import { root, runInTerminal, runScript } from './run.mjs';

/** Parts that do not start the app. */
const withoutApp = ['fleet', 'whole day', 'commit', 'history', 'drain'];

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      document: { type: 'boolean', default: false },
    },
  });
  const folder = join(root, 'out', 'bench');
  await mkdir(folder, { recursive: true });
  const args = [
    folder,
    ...(values.json === undefined ? [] : ['--json', resolve(values.json)]),
    ...(values.only === undefined ? [] : ['--only', values.only]),
    ...(values.quick ? ['--quick'] : []),
    ...(values.document ? ['--document'] : []),
  ];
  const needsApp = !values.document && !withoutApp.includes(values.only ?? '');
  if (needsApp) return runWithApp('bench/bench.ts', args);
  compileMessages();
  const { executable } = await findElectron();
  return runInTerminal(executable, [join(root, 'test', 'bench', 'bench.ts'), ...args], onNode(executable));
});

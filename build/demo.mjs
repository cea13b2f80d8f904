/**
 * `npm run demo -- --out DIR`: drives the real app through the main job and writes numbered screenshots and report.json to DIR
 * (default: out/demo). With `--guide`, it also takes the pictures of docs/guide.md. Fails if a step failed, or a picture lacks its content.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runWithApp } from './app-scripts.mjs';
import { root, runScript } from './run.mjs';

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(root, 'out', 'demo') },
      guide: { type: 'boolean', default: false },
    },
  });
  const out = resolve(values.out);
  const guide = values.guide ? [join(root, 'docs', 'pictures')] : [];
  // Removes pictures that the guide no longer shows.
  for (const folder of guide) await rm(folder, { recursive: true, force: true });
  for (const folder of [out, ...guide]) await mkdir(folder, { recursive: true });
  return runWithApp('app/demo.ts', [out, ...guide]);
});

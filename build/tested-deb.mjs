/**
 * Builds the deb for test/app/packaged.test.ts from the unpacked package, as `npm run dist` does without downloads. In a separate
 * process, because electron-builder reads the environment.
 *
 *     node build/tested-deb.mjs UNPACKED INTO
 */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { configuration } from './electron-builder.mjs';
import { root, runScript, StopError } from './run.mjs';

await runScript(async () => {
  const [unpacked, into] = process.argv.slice(2);
  if (unpacked === undefined || into === undefined) throw new StopError('Which package, and where to?');
  process.env.CUSTOM_FPM_PATH = join(root, 'build', 'deb.mjs');
  // electron-builder modifies it.
  const prepackaged = join(into, 'unpacked');
  await cp(unpacked, prepackaged, { recursive: true });
  await build({
    targets: Platform.LINUX.createTarget(['deb']),
    config: configuration({ output: into, mark: '-local' }),
    projectDir: root,
    prepackaged,
    publish: 'never',
  });
});

/** `npm run build`: messages, icons and bundles, into out/. */
import { join } from 'node:path';
import { build } from 'electron-vite';
import { drawIcons } from './icons.mjs';
import { compileMessages } from './messages.mjs';
import { isMain, root, runScript } from './run.mjs';

/** @param {'info' | 'warn'} [logLevel] */
export async function buildApp(logLevel = 'warn') {
  compileMessages();
  await drawIcons();
  await build({ root, configFile: join(root, 'build', 'electron.vite.config.ts'), logLevel });
}

if (isMain(import.meta.url)) await runScript(() => buildApp('info'));

/**
 * Entry point of the command line in a checkout (build/punchcard.mjs), run by Electron’s Node (ELECTRON_RUN_AS_NODE) without window,
 * display or Chromium. Elsewhere the app itself is called with a command (electron/app/command-line.ts).
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFolderOf } from './data-folder.ts';
import { runProgram } from './run.ts';

const appFolder = join(import.meta.dirname, '..', '..');

function startApp(given: string[], session?: Record<string, string>): void {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = { ...process.env, ...session };
  const args = [appFolder, ...given];
  const started = spawn(process.execPath, args, {
    cwd: dirname(process.execPath),
    env,
    detached: true,
    stdio: 'ignore',
  });
  started.on('error', ({ message }) => console.error(message)).unref();
}

const { version } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));
process.exitCode = await runProgram({
  args: process.argv.slice(2),
  dataFolder: dataFolderOf(process.platform, process.env),
  version: String(version),
  startApp,
});

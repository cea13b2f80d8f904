/**
 * Entry point of the command line, run by Electron’s Node (ELECTRON_RUN_AS_NODE) without window, display or Chromium. A launcher
 * installed with the app starts it; the app, called with a command, does the same (electron/app/command-line.ts).
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFolderOf } from './data-folder.ts';
import { runProgram } from './run.ts';

const appFolder = join(import.meta.dirname, '..', '..');

function startApp(given: string[]): void {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const args = appFolder.endsWith('.asar') ? given : [appFolder, ...given];
  spawn(process.execPath, args, { cwd: dirname(process.execPath), env, detached: true, stdio: 'ignore' }).unref();
}

const { version } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));
process.exitCode = await runProgram({
  args: process.argv.slice(2),
  dataFolder: dataFolderOf(process.platform, process.env),
  version: String(version),
  startApp,
});

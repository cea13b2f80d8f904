/**
 * The command line as a program of its own, run by Electron’s Node (ELECTRON_RUN_AS_NODE): no window, no display, no Chromium.
 * A launcher beside the app starts it; the app itself, called with a command, does the same (main.ts).
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCommandLine } from './args.ts';
import { dataFolderOf } from './data-folder.ts';
import { readInput } from './input.ts';
import { terminalSpeaker } from './language.ts';
import { runCommandLine } from './run.ts';

const appFolder = join(import.meta.dirname, '..', '..');

function startApp(): void {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const args = appFolder.endsWith('.asar') ? [] : [appFolder];
  spawn(process.execPath, args, { cwd: dirname(process.execPath), env, detached: true, stdio: 'ignore' }).unref();
}

const { version } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));
const speak = terminalSpeaker(process.env);
await speak('system');
process.exitCode = await runCommandLine(readCommandLine(process.argv.slice(2)), {
  dataFolder: dataFolderOf(process.platform, process.env),
  version: String(version),
  readInput,
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
  speak,
  startApp,
});

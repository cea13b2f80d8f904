/**
 * A temporary unprivileged user for one command (Linux, needs root), with a home folder that contains a copy of this checkout.
 * Everything is removed afterwards.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { holdingSignals, root, run, runInTerminal, StopError } from './run.mjs';
import { endAll } from './stop-process.mjs';

/** Left out of the copy: generated files, and files that are not part of the checkout. */
const notCopied = ['.git', 'dist', 'out'];

/**
 * Runs a script of this checkout as a user created for it.
 * @param {string[]} script its path inside the checkout, and its arguments
 * @param {string} electronDist the folder of an Electron, which is copied as well
 * @returns {Promise<number>} the script's exit code
 */
export function runAsOrdinaryUser(script, electronDist) {
  return holdingSignals(async (stopped) => {
    const name = `punchcard-${process.pid}`;
    await succeed('useradd', ['--create-home', '--user-group', '--shell', '/bin/sh', name]);
    try {
      const [, , uid = '', , , home = ''] = (await succeed('getent', ['passwd', name])).trim().split(':');
      const checkout = join(home, 'checkout');
      const electron = join(home, 'electron');
      const entries = (await readdir(root)).filter((entry) => !notCopied.includes(entry));
      await succeed('mkdir', [checkout]);
      await succeed('cp', ['-a', ...entries.map((entry) => join(root, entry)), checkout]);
      await succeed('cp', ['-a', electronDist, electron]);
      await succeed('chown', ['-R', `${name}:`, home]);
      const { PATH, TERM, NO_COLOR, CI } = process.env;
      const env = {
        ...{ PATH, TERM, NO_COLOR, CI },
        ...{ HOME: home, USER: name, LOGNAME: name, SHELL: '/bin/sh' },
        ELECTRON_OVERRIDE_DIST_PATH: electron,
      };
      const asUser = ['--reuid', name, '--regid', name, '--init-groups', '--', 'env', '--chdir', checkout];
      try {
        return stopped() ?? (await runInTerminal('setpriv', [...asUser, process.execPath, ...script], env));
      } finally {
        await endAll(() => processesOf(Number(uid)));
      }
    } finally {
      await succeed('userdel', ['--remove', name]);
    }
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>} what it printed
 */
async function succeed(command, args) {
  // userdel prints that there is no mail folder.
  const { code, output } = await run(command, args);
  if (code !== 0) throw new StopError(`${command} ${args.join(' ')} failed:\n${output.trim()}`);
  return output;
}

/** @param {number} uid */
async function processesOf(uid) {
  const pids = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const owner = await stat(join('/proc', name)).catch(() => undefined);
    if (owner?.uid === uid) pids.push(Number(name));
  }
  return pids;
}

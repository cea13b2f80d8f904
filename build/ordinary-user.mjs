/** A temporary unprivileged user (Linux, needs root), and one command as that user. Everything is removed afterwards. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { holdingSignals, root, run, runInTerminal, StopError } from './run.mjs';
import { endAll } from './stop-process.mjs';

/** Left out of the copy: generated files, and files that are not part of the checkout. */
const notCopied = ['.git', 'dist', 'out'];

/**
 * Runs a script of this checkout as a user created for it, whose home folder contains a copy of the checkout.
 * @param {string[]} script its path inside the checkout, and its arguments
 * @param {string} electronDist the folder of an Electron, which is copied as well
 * @returns {Promise<number>} the script's exit code
 */
export function runAsOrdinaryUser(script, electronDist) {
  return holdingSignals(async (stopped) => {
    const user = await createUser(`punchcard-${process.pid}`, ['--create-home']);
    try {
      const { name, home } = user;
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
      return stopped() ?? (await runInTerminal('setpriv', [...asUser, process.execPath, ...script], env));
    } finally {
      await removeUser(user, ['--remove']);
    }
  });
}

/** @typedef {{ name: string, uid: number, gid: number }} User */

/**
 * @param {string} name
 * @param {string[]} homeArgs what useradd gets about the home folder
 * @returns {Promise<User & { home: string }>}
 */
export async function createUser(name, homeArgs) {
  await succeed('useradd', [...homeArgs, '--shell', '/bin/sh', '--user-group', name]);
  const [, , uid, gid, , home = ''] = (await succeed('getent', ['passwd', name])).split(':');
  return { name, uid: Number(uid), gid: Number(gid), home };
}

/**
 * Ends what still runs as the user, all of which this run started, and removes the user.
 * @param {User} user
 * @param {string[]} [homeArgs] what userdel gets about the home folder
 */
export async function removeUser({ name, uid }, homeArgs = []) {
  await endAll(async () => {
    const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
    const owners = await Promise.all(pids.map(ownerOf));
    return pids.filter((_, index) => owners[index] === uid);
  });
  await succeed('userdel', [...homeArgs, name]);
}

/**
 * The owner of a process; undefined once it has ended, even if its parent has not waited for it yet.
 * @param {number} pid
 */
async function ownerOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  if (/^State:\s+Z/m.test(status)) return undefined;
  const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1];
  return uid === undefined ? undefined : Number(uid);
}

/**
 * Tries again for a while: the list of users is locked while another program changes it.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>} what it printed; userdel prints that there is no mail folder
 */
async function succeed(command, args) {
  for (let attempt = 1; ; attempt += 1) {
    const { code, output } = await run(command, args);
    if (code === 0) return output;
    const isLocked = command.startsWith('user') && attempt < 20;
    if (!isLocked) throw new StopError(`${command} ${args.join(' ')} failed:\n${output.trim()}`);
    await wait(500);
  }
}

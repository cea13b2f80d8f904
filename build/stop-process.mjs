/** Ending processes this project started, and only those: by their own handle, or by a mark in their environment. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a process may take to end by itself before it is killed, in milliseconds. */
const patience = 2000;

/**
 * Asks a child process to end, kills it if it does not, and resolves once it is gone.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [patienceMs]
 */
export async function stopProcess(child, patienceMs = patience) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await gone;
  clearTimeout(timer);
}

/**
 * Ends every process with `variable=value` in its environment (Linux): processes that a session's commands left behind or that its
 * D-Bus daemon started on demand.
 * @param {string} variable
 * @param {string} value
 */
export async function stopMarkedProcesses(variable, value) {
  await endAll(() => markedProcesses(`${variable}=${value}`));
}

/**
 * Asks processes to end, kills those that do not, and resolves once there are none.
 * @param {() => Promise<number[]>} list the ids of those that still run
 */
export async function endAll(list) {
  const until = Date.now() + patience;
  for (;;) {
    const pids = await list();
    if (pids.length === 0) return;
    const late = Date.now() > until;
    for (const pid of pids) signal(pid, late ? 'SIGKILL' : 'SIGTERM');
    if (Date.now() > until + patience) return; // Stuck in the kernel; nothing more can be done.
    await wait(50);
  }
}

/** @param {string} mark */
async function markedProcesses(mark) {
  const pids = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    // Processes of other users and ended ones cannot be read: not ours. A zombie's environment is empty.
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    if (environment.split('\0').includes(mark)) pids.push(pid);
  }
  return pids;
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}

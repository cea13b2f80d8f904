/**
 * A real Electron that is nothing but the keychain: runs the steps it is given (JSON in KEYCHAIN_STEPS), one line of JSON on
 * standard output for each, then quits the way the app does, even with a call still hanging.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { startKeychainProcess } from '../../../../../electron/desktop/system/keychain-process.ts';
import { createKeychain } from '../../../../../electron/features/account/keychain.ts';

/** @typedef {{ op: 'get' | 'delete', account: string, timeoutMs?: number } | { op: 'set', account: string, secret: string, timeoutMs?: number } | { op: 'no-worker' | 'recovered' }} Step */
/** @type {{ steps: Step[], options: { timeoutMs: number }, together?: boolean, hangAtEnd?: Step, worker?: string }} */
const plan = JSON.parse(process.env.KEYCHAIN_STEPS ?? '');
const workerPath =
  plan.worker ?? fileURLToPath(new URL('../../../../../electron/features/account/keychain-worker.ts', import.meta.url));

/** @param {object} line */
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** The pids of this app's keychain workers that are running. */
function workers() {
  const { stdout } = spawnSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' });
  // Chromium's own network service is a utility process, too.
  return stdout.split('\n').filter((line) => line.includes('node.mojom.NodeService')).length;
}

const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Replaces the keychain's time limit for calls that a step makes; undefined: none of its own. */
let timeoutMs = /** @type {number | undefined} */ (undefined);
const realTimeout = globalThis.setTimeout;
globalThis.setTimeout = /** @type {typeof setTimeout} */ (
  (/** @type {() => void} */ work, /** @type {number} */ ms, /** @type {unknown[]} */ ...values) =>
    realTimeout(work, ms === plan.options.timeoutMs ? (timeoutMs ?? ms) : ms, ...values)
);

/** A worker that was killed is gone a moment later. */
async function remainingWorkers() {
  while (workers() > 1) await sleep(50);
  return workers();
}

/** Not awaited at the top level: Electron becomes ready only after this module has run. */
async function main() {
  let isRecovered = false;
  const keychain = createKeychain({
    ...plan.options,
    startWorker: () => startKeychainProcess(workerPath),
    onRecovered: () => {
      isRecovered = true;
      say({ recovered: true });
    },
  });

  /** @param {Step} step */
  async function perform(step) {
    switch (step.op) {
      case 'get':
        return keychain.get(step.account);
      case 'delete':
        return keychain.delete(step.account);
      case 'set':
        return keychain.set(step.account, step.secret);
      case 'no-worker':
        while (workers() > 0) await sleep(100);
        return;
      case 'recovered':
        while (!isRecovered) await sleep(50);
        return;
    }
  }

  /** @param {Step} step */
  async function runStep(step) {
    timeoutMs = 'timeoutMs' in step ? step.timeoutMs : undefined;
    const from = performance.now();
    const result = await perform(step);
    say({ op: step.op, result, ms: Math.round(performance.now() - from), workers: await remainingWorkers() });
  }

  if (plan.together) await Promise.all(plan.steps.map(runStep));
  else for (const step of plan.steps) await runStep(step);
  if (plan.hangAtEnd) {
    void perform(plan.hangAtEnd);
    await sleep(700);
  }
  say({ quitting: workers() });
  app.quit();
}

app.whenReady().then(main);

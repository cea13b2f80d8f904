/**
 * A real Electron that is nothing but the keychain: runs the steps it is given (JSON in KEYCHAIN_STEPS), one line of JSON on
 * standard output for each, then quits the way the app does, even with a call still hanging.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { startKeychainProcess } from '../../../../../electron/desktop/keychain-process.ts';
import { createKeychain } from '../../../../../electron/features/account/keychain.ts';

/** @typedef {{ op: 'get' | 'delete', account: string } | { op: 'set', account: string, secret: string } | { op: 'no-worker' | 'recovered' }} Step */
/** @type {{ steps: Step[], options: object, together?: boolean, hangAtEnd?: Step, worker?: string }} */
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
    const from = performance.now();
    const result = await perform(step);
    say({ op: step.op, result, ms: Math.round(performance.now() - from), workers: workers() });
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

/** Starts the keychain worker in an Electron utility process. Only after the app is ready. */

import { utilityProcess } from 'electron';
import type { KeychainWorker } from '../../../shared/keychain-worker.ts';

/** `workerPath`: absolute path of the bundled keychain-worker. A failed start is reported as an exit. */
export function startKeychainProcess(workerPath: string): KeychainWorker {
  // Its output is discarded: an error of the native library on stderr could quote the credential.
  const child = utilityProcess.fork(workerPath, [], { serviceName: 'Punchcard keychain', stdio: 'ignore' });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onExit: (listener) => {
      child.once('exit', () => listener());
    },
    kill: () => {
      child.kill();
    },
  };
}

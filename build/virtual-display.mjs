/** A virtual display (Xvfb), for tests and for machines without one. */
import { spawn } from 'node:child_process';
import { StopError } from './run.mjs';
import { stopProcess } from './stop-process.mjs';

/**
 * Starts Xvfb on a free display number of its own choosing.
 * @returns {Promise<{ display: string, stop: () => Promise<void> }>} `display` such as ":99"
 */
export function startVirtualDisplay() {
  return new Promise((resolve, reject) => {
    const args = ['-displayfd', '3', '-screen', '0', '2560x1600x24', '-nolisten', 'tcp', '-noreset'];
    // Detached, so that Ctrl-C in the terminal ends the app first and the display after it.
    const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true });
    let complaint = '';
    let number = '';
    server.stderr?.on('data', (chunk) => {
      complaint += chunk;
    });
    server.stdio[3]?.on('data', (chunk) => {
      number += chunk;
      if (number.endsWith('\n')) resolve({ display: `:${number.trim()}`, stop: () => stopProcess(server) });
    });
    server.on('error', (error) => reject(new StopError(`Cannot start Xvfb: ${error.message}`)));
    server.on('exit', (code) => reject(new StopError(`Xvfb ended at once (exit code ${code}):\n${complaint.trim()}`)));
  });
}

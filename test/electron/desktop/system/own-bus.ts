import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished, vi } from 'vitest';

/** A bus of its own, so that a test can end it. */
export async function startOwnBus(): Promise<() => void> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void daemon.kill());
  const [address] = await once(daemon.stdout, 'data');
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', String(address).trim());
  return () => void daemon.kill();
}

/** Detecting the end of the desktop session on each system. */
import type { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSessionEnd } from '../../../../electron/desktop/system/session-end.ts';

interface MadeWindow extends EventEmitter {
  options: { show: boolean };
}

const electron = vi.hoisted(() => ({ windows: [] as MadeWindow[], powerMonitor: null as EventEmitter | null }));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class BaseWindow extends Emitter {
    readonly options: { show: boolean };
    constructor(options: { show: boolean }) {
      super();
      this.options = options;
      electron.windows.push(this);
    }
  }
  electron.powerMonitor = new Emitter();
  return { BaseWindow, powerMonitor: electron.powerMonitor };
});

const { platform } = process;
const on = (system: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value: system });
beforeEach(() => {
  electron.windows.length = 0;
  electron.powerMonitor?.removeAllListeners();
});
afterEach(() => on(platform));

const listeners = () => ({ onAsked: vi.fn(), onEnd: vi.fn(), onShutdown: vi.fn() });

test.each(['linux', 'darwin'] as const)('%s waits until the app has quit', (system) => {
  on(system);
  const calls = listeners();
  watchSessionEnd(calls);
  const preventDefault = vi.fn();
  electron.powerMonitor?.emit('shutdown', { preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(calls.onShutdown).toHaveBeenCalledOnce();
  expect(electron.windows).toHaveLength(0);
});

test('Windows notifies a hidden window: first the request, then the end', () => {
  on('win32');
  const calls = listeners();
  watchSessionEnd(calls);
  const [window] = electron.windows;
  expect(window?.options).toMatchObject({ show: false });
  window?.emit('query-session-end');
  expect(calls.onAsked).toHaveBeenCalledOnce();
  expect(calls.onEnd).not.toHaveBeenCalled();
  window?.emit('session-end');
  expect(calls.onEnd).toHaveBeenCalledOnce();
  expect(calls.onShutdown).not.toHaveBeenCalled();
});

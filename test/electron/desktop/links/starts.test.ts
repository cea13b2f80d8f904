/** Further starts, while the app runs and while it quits. */
import type { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';

const electron = vi.hoisted(() => ({ app: null as EventEmitter | null, relaunch: vi.fn() }));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  electron.app = Object.assign(new Emitter(), { relaunch: electron.relaunch });
  return { app: electron.app, Notification: class {} };
});

const startAgain = (...args: string[]) => electron.app?.emit('second-instance', {}, ['/opt/punchcard', ...args]);
let received: unknown[];

beforeEach(async () => {
  // Another file may have loaded it with another stand-in for Electron.
  vi.resetModules();
  const { receiveStarts } = await import('../../../../electron/desktop/links/starts.ts');
  electron.app?.removeAllListeners();
  electron.relaunch.mockReset();
  received = [];
  const { furtherStarts, links } = receiveStarts();
  furtherStarts.follow((args) => void received.push(args));
  links.follow((link) => void received.push(link));
});

test('go to the app that runs', () => {
  startAgain('--hidden');
  startAgain('punchcard://stop');
  electron.app?.emit('before-quit');
  electron.app?.emit('quit');
  expect(received).toEqual([['/opt/punchcard', '--hidden'], 'punchcard://stop']);
  expect(electron.relaunch).not.toHaveBeenCalled();
});

test('while it quits start it again, once, with what the last one said', () => {
  electron.app?.emit('before-quit');
  startAgain();
  startAgain('punchcard://stop');
  electron.app?.emit('before-quit');
  expect(electron.relaunch).not.toHaveBeenCalled();
  electron.app?.emit('quit');
  expect(electron.relaunch.mock.calls).toEqual([[{ execPath: process.execPath, args: ['punchcard://stop'] }]]);
  expect(received).toEqual([]);
});

/** A hidden window is shown once it has content, even on systems that never draw it while hidden. */
import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { whenReadyToShow } from '../../../../electron/desktop/windows/ready-to-show.ts';

const system = vi.hoisted(() => ({ inUse: 'x11' }));
vi.mock('../../../../electron/desktop/windows/window-system.ts', () => ({ windowSystemInUse: () => system.inUse }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  let isGone = false;
  const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter(), isDestroyed: () => isGone });
  const present = vi.fn();
  whenReadyToShow(window as unknown as BrowserWindow, present);
  const destroy = () => {
    isGone = true;
  };
  return { window, page: window.webContents, present, destroy };
}

describe('if hidden windows are drawn', () => {
  beforeEach(() => {
    system.inUse = 'x11';
  });

  test('after the first frame only', () => {
    const { window, page, present } = open();
    page.emit('did-finish-load');
    vi.advanceTimersByTime(200);
    expect(present).not.toHaveBeenCalled();
    window.emit('ready-to-show');
    expect(present).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1_000);
    expect(present).toHaveBeenCalledOnce();
  });

  test.each(['did-finish-load', 'did-fail-load'])('does not wait for a missing frame after %s', (event) => {
    const { page, present } = open();
    page.emit(event);
    vi.advanceTimersByTime(250);
    expect(present).toHaveBeenCalledOnce();
  });

  test('ignores a window that is closed by then', () => {
    const { page, present, destroy } = open();
    page.emit('did-finish-load');
    destroy();
    vi.advanceTimersByTime(1_000);
    expect(present).not.toHaveBeenCalled();
  });
});

test('on native Wayland a loaded page is enough', () => {
  system.inUse = 'wayland';
  const { page, present } = open();
  vi.advanceTimersByTime(1_000);
  expect(present).not.toHaveBeenCalled();
  page.emit('did-finish-load');
  vi.advanceTimersByTime(1);
  expect(present).toHaveBeenCalledOnce();
});

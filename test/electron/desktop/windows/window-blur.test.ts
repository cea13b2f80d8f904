/** A momentary loss of the focus does not count. */
import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onWindowBlur } from '../../../../electron/desktop/windows/page-window.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  const state = { isDestroyed: false, isVisible: true, isFocused: false, isDevToolsFocused: false };
  const window = Object.assign(new EventEmitter(), {
    isDestroyed: () => state.isDestroyed,
    isVisible: () => state.isVisible,
    isFocused: () => state.isFocused,
    webContents: { isDevToolsFocused: () => state.isDevToolsFocused },
  });
  const lost = vi.fn();
  const forget = onWindowBlur(window as unknown as BrowserWindow, lost);
  return { state, window, lost, forget };
}

test('reports a lasting loss of the focus', () => {
  const { window, lost } = open();
  window.emit('blur');
  expect(lost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(lost).toHaveBeenCalledOnce();
});

test('ignores a loss that is over at once, as when sway shows a window again', () => {
  const { state, window, lost } = open();
  window.emit('blur');
  vi.advanceTimersByTime(1);
  state.isFocused = true;
  vi.advanceTimersByTime(1_000);
  expect(lost).not.toHaveBeenCalled();
});

test('ignores a loss before the window was asked for again, even if the focus comes late', () => {
  const { window, lost, forget } = open();
  window.emit('blur');
  forget();
  vi.advanceTimersByTime(1_000);
  expect(lost).not.toHaveBeenCalled();
  window.emit('blur');
  vi.advanceTimersByTime(100);
  expect(lost).toHaveBeenCalledOnce();
});

test.each([
  ['gone', { isDestroyed: true }],
  ['hidden', { isVisible: false }],
  ['looked into with the developer tools', { isDevToolsFocused: true }],
])('a window that is %s by then', (_what, then) => {
  const { state, window, lost } = open();
  window.emit('blur');
  Object.assign(state, then);
  vi.advanceTimersByTime(1_000);
  expect(lost).not.toHaveBeenCalled();
});

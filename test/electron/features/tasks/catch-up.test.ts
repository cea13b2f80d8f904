/** Times of the refresh after the sockets were opened or lost. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCatchUp } from '../../../../electron/features/tasks/live-updates.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

function start() {
  const refreshes: number[] = [];
  const state = { isWindowVisible: false };
  const catchUp = createCatchUp({
    random: () => 0.5,
    pollMs: () => 60_000,
    isWindowVisible: () => state.isWindowVisible,
    refresh: () => refreshes.push(Date.now() / 1000),
  });
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);
  return { refreshes, state, catchUp, pass };
}

test('refreshes once, some time after the sockets are open again, and not when they are lost', () => {
  const { refreshes, catchUp, pass } = start();
  catchUp.liveChanged(false);
  pass(3600);
  expect(refreshes).toEqual([]);
  catchUp.liveChanged(true);
  pass(3600);
  expect(refreshes).toEqual([3630]);
});

test('does not refresh if the sockets are lost again before', () => {
  const { refreshes, catchUp, pass } = start();
  catchUp.liveChanged(true);
  pass(20);
  catchUp.liveChanged(false);
  pass(3600);
  expect(refreshes).toEqual([]);
  catchUp.liveChanged(true);
  catchUp.stop();
  pass(3600);
  expect(refreshes).toEqual([]);
});

test('refreshes soon while the window is visible, whether the sockets are open again or stay lost', () => {
  const { refreshes, state, catchUp, pass } = start();
  state.isWindowVisible = true;
  catchUp.liveChanged(false);
  pass(10);
  catchUp.liveChanged(true);
  pass(10);
  expect(refreshes).toEqual([15]);
  catchUp.liveChanged(false);
  pass(60);
  expect(refreshes).toEqual([15, 35]);
});

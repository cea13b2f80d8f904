/** When what was not told is asked for. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCatchUp } from '../../../electron/service/realtime-catch-up.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

function start() {
  const asked: number[] = [];
  const state = { isWindowVisible: false };
  const catchUp = createCatchUp({
    random: () => 0.5,
    pollMs: () => 60_000,
    isWindowVisible: () => state.isWindowVisible,
    refresh: () => asked.push(Date.now() / 1000),
  });
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);
  return { asked, state, catchUp, pass };
}

test('once, some time after the sockets are open again; nothing when they are lost', () => {
  const { asked, catchUp, pass } = start();
  catchUp.liveChanged(false);
  pass(3600);
  expect(asked).toEqual([]);
  catchUp.liveChanged(true);
  pass(3600);
  expect(asked).toEqual([3630]);
});

test('not where they are lost again before', () => {
  const { asked, catchUp, pass } = start();
  catchUp.liveChanged(true);
  pass(20);
  catchUp.liveChanged(false);
  pass(3600);
  expect(asked).toEqual([]);
  catchUp.liveChanged(true);
  catchUp.stop();
  pass(3600);
  expect(asked).toEqual([]);
});

test('soon for whoever looks: once they are open again, or where they stay lost', () => {
  const { asked, state, catchUp, pass } = start();
  state.isWindowVisible = true;
  catchUp.liveChanged(false);
  pass(10);
  catchUp.liveChanged(true);
  pass(10);
  expect(asked).toEqual([15]);
  catchUp.liveChanged(false);
  pass(60);
  expect(asked).toEqual([15, 35]);
});

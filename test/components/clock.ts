/** A clock that stands still at an instant until the test moves it. Timers stay real. */
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

export function setClock(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  onTestFinished(() => void vi.useRealTimers());
}

/** Moves the clock; the window catches up as when it is shown again. */
export function moveClock(at: number): void {
  act(() => {
    vi.setSystemTime(at);
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

/** Views that are loaded on demand or before. */
import { fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyView, preloadWhenIdle } from '../../../renderer/ui/lazy-view.tsx';

afterEach(() => vi.unstubAllGlobals());

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{`${name} ${count}`}</button>;
}

/** Runs the callbacks that wait for an idle moment. */
function idleMoments() {
  let waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => waiting.push(callback));
  return async () => {
    const now = waiting;
    waiting = [];
    for (const callback of now) callback();
    await new Promise((resolve) => setTimeout(resolve));
  };
}

test('a view suspends until it is loaded, and keeps its state after that', async () => {
  const View = lazyView(async () => ({ default: Counter }));
  const view = (name: string) => (
    <Suspense fallback="loading">
      <View name={name} />
    </Suspense>
  );
  const { rerender } = render(view('one'));
  expect(screen.getByText('loading')).toBeVisible();
  fireEvent.click(await screen.findByRole('button', { name: 'one 0' }));
  rerender(view('two'));
  expect(screen.getByRole('button', { name: 'two 1' })).toBeVisible();
});

test('a view that is loaded before is drawn at once', async () => {
  const View = lazyView(async () => ({ default: Counter }));
  expect(View.isLoaded()).toBe(false);
  await View.preload();
  expect(View.isLoaded()).toBe(true);
  render(<View name="one" />);
  expect(screen.getByRole('button', { name: 'one 0' })).toBeVisible();
});

test('views are loaded in order, one in each idle moment, also after one that cannot be', async () => {
  const idle = idleMoments();
  const loads: string[] = [];
  const viewOf = (name: string) => ({
    async preload() {
      loads.push(name);
      if (name === 'broken') throw new Error(name);
    },
  });
  const left = new AbortController();
  const done = preloadWhenIdle(['one', 'broken', 'two', 'three'].map(viewOf), left.signal);
  expect(loads).toEqual([]);
  await idle();
  expect(loads).toEqual(['one']);
  await idle();
  await idle();
  expect(loads).toEqual(['one', 'broken', 'two']);
  left.abort();
  await idle();
  await done;
  expect(loads).toEqual(['one', 'broken', 'two']);
});

test('nothing is loaded while the window is hidden', async () => {
  const idle = idleMoments();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const preload = vi.fn(async () => {});
  void preloadWhenIdle([{ preload }], new AbortController().signal);
  await idle();
  expect(preload).not.toHaveBeenCalled();
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await idle();
  await idle();
  expect(preload).toHaveBeenCalledOnce();
});

/**
 * React's lazy components, loaded anew for each test and never at once: otherwise a test that reads too early would fail only where
 * the code loads slowly.
 */
import type { LazyExoticComponent, lazy as reactLazy } from 'react';

type Load = Parameters<typeof reactLazy>[0];

// Before a test fakes it.
const later = setTimeout;
/** Longer than the library waits after an event (ms). */
const LOAD_MS = 3;

const forgetting: (() => void)[] = [];
const loading = new Set<Promise<unknown>>();

async function loadSlowly(load: Load) {
  const module = await load();
  await new Promise((loaded) => {
    later(loaded, LOAD_MS);
  });
  return module;
}

/** A `lazy` whose parts are forgotten after each test. */
export function loadedAnew(lazy: typeof reactLazy): typeof reactLazy {
  return (load) => {
    const start = () => {
      const part = loadSlowly(load);
      const end = () => loading.delete(part);
      loading.add(part);
      part.then(end, end);
      return part;
    };
    const component = lazy(start) as LazyExoticComponent<never> & { _payload: object };
    forgetting.push(() =>
      Object.assign(component, { _payload: { ...component._payload, _status: -1, _result: start } }),
    );
    return component;
  };
}

/** The next test loads them again. */
export function forgetLazyParts(): void {
  for (const forget of forgetting) forget();
}

export async function lazyPartsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.allSettled(loading);
}

/**
 * React's lazy components, loaded anew for each test and never at once: otherwise a test that reads too early would fail only where
 * the code loads slowly. Imported before React, whose exports are read once.
 */
import { createRequire } from 'node:module';
import type React from 'react';

type Load = Parameters<typeof React.lazy>[0];

const react: typeof React = createRequire(import.meta.url)('react');
const { lazy } = react;
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

react.lazy = (load) => {
  const start = () => {
    const part = loadSlowly(load);
    const end = () => loading.delete(part);
    loading.add(part);
    part.then(end, end);
    return part;
  };
  const component = lazy(start) as ReturnType<typeof lazy<never>> & { _payload: object };
  forgetting.push(() => Object.assign(component, { _payload: { ...component._payload, _status: -1, _result: start } }));
  return component;
};

/** The next test loads them again. */
export function forgetLazyParts(): void {
  for (const forget of forgetting) forget();
}

export async function lazyPartsLoaded(): Promise<void> {
  while (loading.size > 0) await Promise.allSettled(loading);
}

/** Views whose code is loaded when they are first shown, or before. */
import { type ComponentType, lazy, useState } from 'react';

export type LazyView<P extends object> = ComponentType<P> & { preload(): Promise<unknown>; isLoaded(): boolean };

/** Suspends until its code is loaded; after that it is drawn at once, where React's lazy components suspend once more. */
export function lazyView<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyView<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<{ default: ComponentType<P> }> | undefined;
  const preload = () => {
    loading ??= load().then((module) => {
      loaded = module.default;
      return module;
    });
    return loading;
  };
  const Lazy = lazy(preload);
  function View(props: P) {
    // One of them for the life of the view, which would otherwise lose its state.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(View, { preload, isLoaded: () => loaded !== undefined });
}

/** Loads them one after the other, while the window is shown and idle. */
export async function preloadWhenIdle(
  views: readonly { preload(): Promise<unknown> }[],
  signal: AbortSignal,
): Promise<void> {
  for (const { preload } of views) {
    if (document.hidden)
      await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
    await new Promise((resolve) => requestIdleCallback(resolve));
    if (signal.aborted) return;
    // A view that cannot be loaded says so when it is shown.
    await preload().catch(() => {});
  }
}

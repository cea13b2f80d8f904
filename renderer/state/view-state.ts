/**
 * View state that outlives the views: a store per owner. It may be lost at any moment, the next account starts with fresh ones, and main
 * keeps the saved parts while the window is destroyed.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand';

interface Owner {
  reset: () => void;
  restore: (place: object) => void;
  /** The parts that are saved. */
  place: () => object;
}

const owners = new Map<string, Owner>();
/** By owner. The views of some are loaded later. */
let places: Record<string, object> = {};

/** `saved`: the parts that main keeps. */
export function createViewState<T extends object>(
  owner: string,
  fresh: T,
  saved: readonly (keyof T & string)[] = [],
): UseBoundStore<StoreApi<T>> {
  const store = create<T>(() => ({ ...fresh, ...places[owner] }));
  owners.set(owner, {
    reset: () => store.setState(fresh, true),
    restore: (place) => store.setState(place as Partial<T>),
    place: () => Object.fromEntries(saved.map((name) => [name, store.getState()[name]])),
  });
  return store;
}

export function resetViewState(): void {
  places = {};
  for (const { reset } of owners.values()) reset();
}

export function serializeViewState(accountId: string | undefined): string {
  const current = Object.fromEntries([...owners].map(([owner, { place }]) => [owner, place()]));
  return JSON.stringify({ accountId, places: { ...places, ...current } });
}

/** Does nothing if there is none or it belongs to another account. */
export function restoreViewState(text: string | null, accountId: string | undefined): void {
  if (text === null) return;
  // Written by the same version of this page, because main keeps it in memory only.
  const saved = JSON.parse(text) as { accountId?: string; places: typeof places };
  if (saved.accountId !== accountId) return;
  places = saved.places;
  for (const [owner, place] of Object.entries(places)) owners.get(owner)?.restore(place);
}

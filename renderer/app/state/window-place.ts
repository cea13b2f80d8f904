/** Where the window is, as a text that main keeps while the window is let go: the same person comes back to the same place. */
import type { App } from './store.ts';

const KEPT = [
  'tab',
  'page',
  'earlier',
  'filter',
  'activeTaskId',
  'shownDay',
  'weekBy',
  'hiddenListError',
  'memoryNoticeSeen',
] as const;
export type WindowPlace = Pick<App, (typeof KEPT)[number]>;

export function serializeWindowPlace(place: WindowPlace, accountId: string | undefined): string {
  return JSON.stringify({ accountId, ...Object.fromEntries(KEPT.map((name) => [name, place[name]])) });
}

/** null: there is none, or it was somebody else's. */
export function parseWindowPlace(text: string | null, accountId: string | undefined): WindowPlace | null {
  if (text === null) return null;
  // This page wrote it, in the same version: main keeps it in memory only.
  const { accountId: of, ...place } = JSON.parse(text) as WindowPlace & { accountId?: string };
  return of === accountId ? place : null;
}

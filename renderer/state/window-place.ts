/** The window's navigation state, serialized so that main can keep it while the window is destroyed. */
import type { App } from './store.ts';

const SAVED = [
  'tab',
  'page',
  'earlier',
  'filter',
  'activeTaskId',
  'shownDay',
  'timeView',
  'timeTab',
  'timesheetPeriod',
  'hourHeight',
  'weekBy',
  'hiddenListError',
  'memoryNoticeSeen',
] as const;
export type WindowPlace = Pick<App, (typeof SAVED)[number]>;

export function serializeWindowPlace(place: WindowPlace, accountId: string | undefined): string {
  return JSON.stringify({ accountId, ...Object.fromEntries(SAVED.map((name) => [name, place[name]])) });
}

/** null if there is none or it belongs to another account. */
export function parseWindowPlace(text: string | null, accountId: string | undefined): WindowPlace | null {
  if (text === null) return null;
  // Written by the same version of this page, because main keeps it in memory only.
  const { accountId: of, ...place } = JSON.parse(text) as WindowPlace & { accountId?: string };
  return of === accountId ? place : null;
}

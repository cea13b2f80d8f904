/** How many columns the window has room for, by its width in CSS pixels. */
import { useSyncExternalStore } from 'react';

/** 1: one view at a time, in tabs. 2: My tasks beside the day. 3: the week as well. */
export type ColumnCount = 1 | 2 | 3;

export type WindowColumn = 'tasks' | 'time' | 'week';

/** As in renderer/app/main-view.module.css. */
const TWO = '(min-width: 720px)';
const THREE = '(min-width: 1040px)';

export const columnCount = (): ColumnCount => (matchMedia(THREE).matches ? 3 : matchMedia(TWO).matches ? 2 : 1);

function subscribe(onChange: () => void): () => void {
  const queries = [TWO, THREE].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

export const useColumns = (): ColumnCount => useSyncExternalStore(subscribe, columnCount);

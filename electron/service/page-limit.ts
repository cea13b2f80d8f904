/** Ends the reading of pages that do not end by themselves: a server may speak of a billion pages, or send one again and again. */
import { ServiceError } from './errors.ts';

/** More tasks than a project holds: it would have to be larger than any that the window could show. */
export const MAX_TASKS = 50_000;
const MAX_PAGES = 1_000;
/** A task that moves between pages while they are read comes twice; whole pages do not. */
const MAX_REPEATED = 3;

export interface PageLimit {
  /** How many different ones have come so far. */
  readonly count: number;
  /** Of each page, the ids of its tasks. Throws ServiceError where there are too many, or always the same ones. */
  add(ids: readonly string[]): void;
}

export function createPageLimit(): PageLimit {
  const seen = new Set<string>();
  let pages = 0;
  let repeated = 0;
  return {
    get count() {
      return seen.size;
    },
    add(ids) {
      const before = seen.size;
      for (const id of ids) seen.add(id);
      pages += 1;
      // Nothing of an empty one could be read.
      repeated = seen.size === before && ids.length > 0 ? repeated + 1 : 0;
      if (repeated === MAX_REPEATED) throw new ServiceError({ kind: 'malformed', reason: { is: 'page-repeats' } });
      if (seen.size > MAX_TASKS || pages > MAX_PAGES) {
        throw new ServiceError({ kind: 'too-large', reason: { is: 'endless', what: 'tasks', limit: seen.size } });
      }
    },
  };
}

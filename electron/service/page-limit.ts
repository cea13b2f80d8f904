/** Bounds a read of pages: a server may announce a billion pages or repeat one forever. */
import { ServiceError } from './errors.ts';

/** More tasks than a window could show. */
export const MAX_TASKS = 50_000;
const MAX_PAGES = 1_000;
/** A task that moves during the read may appear on two pages, but whole pages do not repeat. */
const MAX_REPEATED = 3;

export interface PageLimit {
  /** Number of distinct tasks so far. */
  readonly count: number;
  /** Adds the ids of a page's tasks. Throws ServiceError if there are too many tasks or pages, or if pages repeat. */
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
      // An empty page is no repetition: maybe none of its tasks could be parsed.
      repeated = seen.size === before && ids.length > 0 ? repeated + 1 : 0;
      if (repeated === MAX_REPEATED) throw new ServiceError({ kind: 'malformed', reason: { is: 'page-repeats' } });
      if (seen.size > MAX_TASKS || pages > MAX_PAGES) {
        throw new ServiceError({ kind: 'too-large', reason: { is: 'endless', what: 'tasks', limit: seen.size } });
      }
    },
  };
}

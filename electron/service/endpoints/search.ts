/** Search (docs/service.md#search). */
import type { Http } from '../http.ts';
import { attachUnreadable, SearchResults, unreadableIn } from '../records.ts';

export interface SearchQuery {
  workspaceId: string;
  q: string;
  /** What to look for, such as `tasks` or `projects`; everything without it. */
  type?: string;
  /** 1 to 50. */
  limit?: number;
}

export const searchEndpoints = (http: Http) => ({
  /** GET /search. Older servers repeat a hit for every member: each is given once. */
  search: async (query: SearchQuery, signal?: AbortSignal): Promise<SearchResults> => {
    const found = await http.request({
      method: 'GET',
      path: '/search',
      query: { ...query },
      schema: SearchResults,
      signal,
    });
    const once = new Map(found.results.map((result) => [`${result.type} ${result.id}`, result]));
    const results = { ...found, results: [...once.values()] };
    attachUnreadable(results, unreadableIn(found));
    return results;
  },
});

/** Search (docs/service.md#search). */
import type { Http } from '../http.ts';
import { SearchResults } from '../records.ts';

export interface SearchQuery {
  workspaceId: string;
  q: string;
  /** `tasks`, `projects` …; default: everything. */
  type?: string;
  /** 1 to 50. */
  limit?: number;
}

export const searchEndpoints = (http: Http) => ({
  /** Removes the duplicates of older servers, which repeat a hit for every member. */
  search: async (query: SearchQuery, signal?: AbortSignal): Promise<SearchResults> => {
    const found = await http.get('/search', SearchResults, { query: { ...query }, signal });
    const unique = new Map(found.results.map((result) => [`${result.type} ${result.id}`, result]));
    return { ...found, results: [...unique.values()] };
  },
});

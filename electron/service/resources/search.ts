/** Search (docs/service.md#search). */

import { z } from 'zod';
import { Name, Title } from '../../../shared/contract/fields.ts';
import type { Http } from '../http.ts';
import { Count, Id, ProjectSlug, Timestamp } from './common.ts';
import { listOf } from './lenient.ts';

/** A hit. Older servers repeat a hit for every member. */
export const SearchResult = z.object({
  id: Id,
  /** `task`, `project`, `workspace`, `comment`, `activity`. */
  type: z.string(),
  title: Title,
  description: z.string().nullish(),
  content: z.string().nullish(),
  projectId: Id.nullish(),
  projectName: Name.nullish(),
  projectSlug: ProjectSlug.nullish(),
  workspaceId: Id.nullish(),
  taskNumber: z.number().nullish(),
  priority: z.string().nullish(),
  status: z.string().nullish(),
  createdAt: Timestamp.nullish(),
});
export type SearchResult = z.infer<typeof SearchResult>;

/** GET /search. */
export const SearchResults = z
  .object({
    results: listOf('search hit', SearchResult, { fallback: { title: '' } }),
    totalCount: Count,
    searchQuery: z.string().nullish().catch(null),
  })
  .transform((found) => ({ ...found, totalCount: found.totalCount ?? found.results.length }));
export type SearchResults = z.infer<typeof SearchResults>;

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

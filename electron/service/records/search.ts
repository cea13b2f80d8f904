/** Search (docs/service.md#search). */
import { z } from 'zod';
import { Name, Title } from '../../../shared/contract/fields.ts';
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

/**
 * Finds tasks of a board by their description. Cards have no description, so the service searches: one endpoint covers ordinary
 * descriptions, with at most fifty results, and another those over 64 KiB (docs/service.md#descriptions).
 */
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { TaskDescriptionMatches } from '../../service/records.ts';

/** Pages of results for long descriptions: 100 tasks each. */
const MAX_PAGES = 20;
/** The search's maximum. */
const MAX_HITS = 50;

type MatchClient = Pick<Client, 'search' | 'listDescriptionMatches'>;

/** Returns task ids. A missing endpoint finds nothing. Throws ServiceError. */
export async function descriptionMatches(
  client: MatchClient,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  query: string,
): Promise<string[]> {
  const [hits, long] = await Promise.all([
    client.search({ workspaceId, q: query, limit: MAX_HITS }).catch(unlessRejected),
    longMatches(client, projectId, query),
  ]);
  const onBoard = hits?.results.filter((hit) => hit.type === 'task' && hit.projectId === projectId) ?? [];
  return [...new Set([...onBoard.map(({ id }) => id), ...long])];
}

async function longMatches(client: MatchClient, projectId: string, query: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const request: { query: string; after?: string } = after === null ? { query } : { query, after };
    const matches: TaskDescriptionMatches | undefined = await client
      .listDescriptionMatches(projectId, request)
      .catch(unlessRejected);
    found.push(...(matches?.ids ?? []));
    after = matches?.nextCursor ?? null;
    if (after === null) break;
  }
  return found;
}

function unlessRejected(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.kind !== 'rejected' || error.status === 401) throw error;
}

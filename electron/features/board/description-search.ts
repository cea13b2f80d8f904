/**
 * Which tasks of a board have a text in their description. The cards carry none, so the service is asked: its search knows the
 * ordinary ones, fifty at most, and another endpoint those over 64 KiB (docs/service.md#descriptions).
 */
import type { Client } from '../../service/client.ts';
import { ServiceError } from '../../service/errors.ts';
import type { TaskDescriptionMatches } from '../../service/records.ts';

/** Pages of long ones that are asked for: 100 tasks each. */
const MAX_PAGES = 20;
/** The most that the search gives. */
const MAX_HITS = 50;

type MatchClient = Pick<Client, 'search' | 'listDescriptionMatches'>;

/** Ids of tasks. What a service does not offer finds nothing. Throws ServiceError. */
export async function descriptionMatches(
  client: MatchClient,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  query: string,
): Promise<string[]> {
  const [hits, long] = await Promise.all([
    client.search({ workspaceId, q: query, limit: MAX_HITS }).catch(unlessRejected),
    longMatches(client, projectId, query),
  ]);
  const here = hits?.results.filter((hit) => hit.type === 'task' && hit.projectId === projectId) ?? [];
  return [...new Set([...here.map(({ id }) => id), ...long])];
}

async function longMatches(client: MatchClient, projectId: string, query: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked: { query: string; after?: string } = after === null ? { query } : { query, after };
    const matches: TaskDescriptionMatches | undefined = await client
      .listDescriptionMatches(projectId, asked)
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

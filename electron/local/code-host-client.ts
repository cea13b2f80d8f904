/** The API of a code host for an installed app: its repositories and their issues. Tests run a stand-in for it. */
import { z } from 'zod';
import { Repository } from '../service/records.ts';
import { HttpError } from './errors.ts';

export interface CodeHostApp {
  /** The app's name at the code host. */
  name: string;
  /** Root of the code host's API, without a trailing slash. */
  url: string;
}

const Installations = z.array(
  z.object({
    id: z.number(),
    account: z.object({ login: z.string(), type: z.string() }),
    permissions: z.record(z.string(), z.string()),
  }),
);
const Installed = z.object({
  total_count: z.number(),
  repositories: z.array(Repository.omit({ installation_id: true })),
});

const Issues = z.array(
  z.object({
    number: z.number(),
    title: z.string(),
    body: z.string().nullable(),
    html_url: z.string(),
    /** The list of issues contains pull requests. */
    pull_request: z.unknown().optional(),
  }),
);

export type CodeHost = ReturnType<typeof createCodeHost>;

export function createCodeHost({ name, url }: CodeHostApp) {
  /** null for 404. Throws 502 for any other failure. */
  async function read<S extends z.ZodType>(path: string, schema: S): Promise<z.infer<S> | null> {
    try {
      const answer = await fetch(url + path, { headers: { Accept: 'application/json' } });
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`${answer.status}`);
      return schema.parse(await answer.json());
    } catch {
      throw new HttpError(502, `${name} does not answer`);
    }
  }

  return {
    name,
    /** One page of the repositories of each installation; `total` counts all. */
    async listing(page: number) {
      const found = (await read('/app/installations', Installations)) ?? [];
      const listed = await Promise.all(
        found.map(async ({ id, account }) => {
          const of = await read(`/installations/${id}/repositories?page=${page}`, Installed);
          const repositories = (of?.repositories ?? []).map((repository) => ({ ...repository, installation_id: id }));
          return { id, account, repositories, total: of?.total_count ?? 0 };
        }),
      );
      return {
        repositories: listed.flatMap(({ repositories }) => repositories),
        installations: listed.map(({ id, account, repositories }) => ({
          id,
          account,
          repositories: repositories.map((repository) => repository.full_name),
        })),
        total: listed.reduce((sum, { total }) => sum + total, 0),
      };
    },
    /** The installation for a repository, and the permissions it lacks; null if there is none. */
    async installation(owner: string, repository: string) {
      const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/installation`;
      const found = await read(path, Installations.element);
      const missing = Object.entries({ issues: 'write', metadata: 'read' }).filter(
        ([permission, level]) => ![level, 'write'].includes(found?.permissions[permission] ?? ''),
      );
      return found && { id: found.id, missing: missing.map((permission) => permission.join(':')) };
    },
    /** One page of a repository's open issues, without pull requests; null after the last page. */
    async issues(owner: string, repository: string, page: number) {
      const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/issues?state=open&page=${page}`;
      const found = (await read(path, Issues)) ?? [];
      return found.length === 0 ? null : found.filter(({ pull_request }) => pull_request === undefined);
    },
  };
}

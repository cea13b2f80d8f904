/** Which requests something causes, apart from the polls of an open window. */
import type { ServedWorkspace } from '../electron/local/serve.ts';

type Requests = ServedWorkspace['requests'];

/** Method and path, without query; ids are alike. */
const addressOf = ({ method, path }: Requests[number]): string =>
  `${method} ${path.replace(/\?.*/, '').replaceAll(/[^/]{16,}/g, 'ID')}`;

/** The addresses of the requests from this number on that none before them was made to. */
export function newAddresses(requests: Requests, since: number): string[] {
  const known = new Set(requests.slice(0, since).map(addressOf));
  return [...new Set(requests.slice(since).map(addressOf))].filter((address) => !known.has(address));
}

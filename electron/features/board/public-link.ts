/** Parses the link or id of a public board that the user pastes. */
import { parseAddress } from '../../service/address.ts';

export interface PublicBoardRef {
  /** The API root to read the board from; null if the text names no server. */
  baseUrl: string | null;
  projectId: string;
}

/** The account's server. Its web pages may have another address than its API. */
export interface KnownServer {
  baseUrl: string;
  webUrl: string | null;
}

const ID = /^[\w-]{1,200}$/;
/** `/public-project/{id}` of the API and the web app, and the web app's project page for members. */
const PATH = /^(.*?)\/(?:public-project|dashboard\/workspace\/[^/]+\/project)\/([^/]+)(?:\/.*)?$/;

/** undefined if the text is neither. */
export function parsePublicLink(text: string, known: KnownServer | null): PublicBoardRef | undefined {
  const trimmed = text.trim();
  if (ID.test(trimmed)) return { baseUrl: known?.baseUrl ?? null, projectId: trimmed };
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(trimmed)?.[0] ?? '';
  const [address = ''] = trimmed.slice(scheme.length).split(/[?#]/);
  const [, before, id = ''] = PATH.exec(address) ?? [];
  if (before === undefined || !ID.test(id)) return undefined;
  // A relative link names no server.
  if (before === '' || /^\/?api$/.test(before)) return { baseUrl: known?.baseUrl ?? null, projectId: id };
  let baseUrl: string;
  try {
    ({ baseUrl } = parseAddress(scheme + before));
  } catch {
    return undefined;
  }
  const isKnownWeb = known?.webUrl != null && sameAddress(known.webUrl, baseUrl);
  return { baseUrl: isKnownWeb ? known.baseUrl : baseUrl, projectId: id };
}

function sameAddress(webUrl: string, baseUrl: string): boolean {
  try {
    return parseAddress(webUrl).baseUrl === baseUrl;
  } catch {
    return false;
  }
}

/** What a person pastes to see a public board: a link to it in some form, or only its id. */
import { parseAddress } from '../../service/address.ts';

export interface PublicBoardRef {
  /** The API root the board is read from; null where the text names no server. */
  baseUrl: string | null;
  projectId: string;
}

/** The account's server, where there is one: its web pages may live under another address than its API. */
export interface KnownServer {
  baseUrl: string;
  webUrl: string | null;
}

/** Ids are letters, digits, `-` and `_`; what else a link ends in names no board. */
const ID = /^[\w-]{1,200}$/;
/** `/public-project/{id}` of the API and of the web app, and the web app's page of the same project for those signed in. */
const PATH = /^(.*?)\/(?:public-project|dashboard\/workspace\/[^/]+\/project)\/([^/]+)(?:\/.*)?$/;

/** undefined where the text is neither. */
export function parsePublicLink(text: string, known: KnownServer | null): PublicBoardRef | undefined {
  const trimmed = text.trim();
  if (ID.test(trimmed)) return { baseUrl: known?.baseUrl ?? null, projectId: trimmed };
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(trimmed)?.[0] ?? '';
  // What follows the path says which tab or filter was open.
  const [address = ''] = trimmed.slice(scheme.length).split(/[?#]/);
  const [, before, id = ''] = PATH.exec(address) ?? [];
  if (before === undefined || !ID.test(id)) return undefined;
  // A link inside the service, such as one copied from its source: it names no server.
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

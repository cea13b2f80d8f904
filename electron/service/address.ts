/**
 * Turns the server address that a person types into the API root, `{instance}/api` (docs/service.md#address). The scheme and `/api`
 * may be missing, and a trailing slash or a page of the web app may follow.
 */
import { ServiceError } from './errors.ts';

export interface ServerAddress {
  /** The API root without a trailing slash, such as `https://pm.example.org/api`. */
  baseUrl: string;
  /** Shown to people: the host, and the port unless it is the default. */
  host: string;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/i;
/** Pages of the web app, in an address copied from the browser. */
const WEB_PAGE = /\/(dashboard|device)(\/.*)?$/;

/** Throws a ServiceError of kind `not-the-service` if the text is not an address. */
export function parseAddress(text: string): ServerAddress {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${guessScheme(trimmed)}://${trimmed}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    throw new ServiceError({ kind: 'not-the-service', reason: { is: 'no-address', text: trimmed.slice(0, 80) } });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ServiceError({ kind: 'not-the-service', reason: { is: 'no-scheme' } });
  }
  if (!url.hostname) throw new ServiceError({ kind: 'not-the-service', reason: { is: 'no-host' } });
  const path = url.pathname
    .replace(/\/{2,}/g, '/')
    .replace(WEB_PAGE, '')
    .replace(/\/$/, '');
  const root = path.replace(/\/api$/i, '');
  return { baseUrl: `${url.protocol}//${url.host}${root}/api`, host: url.host };
}

function guessScheme(text: string): 'http' | 'https' {
  const host = /^(\[[^\]]*\]|[^/:]*)/.exec(text)?.[0] ?? '';
  return LOOPBACK.test(host) ? 'http' : 'https';
}

/** True for plain http to another computer, where others could read the credential. */
export function isUnencrypted(baseUrl: string): boolean {
  const url = new URL(baseUrl);
  return url.protocol === 'http:' && !LOOPBACK.test(url.hostname);
}

/** Our own page over our own scheme: `app://punchcard/`. Files of the renderer's build and nothing else, under a strict CSP. */
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { type IpcMainInvokeEvent, protocol, type Session } from 'electron';

const SCHEME = 'app';
const HOST = 'punchcard';
export const PAGE_URL = `${SCHEME}://${HOST}/index.html`;
export const QUICK_ADD_URL = `${SCHEME}://${HOST}/quick-add.html`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the files below `root`. */
export function servePage(session: Session, root: string): void {
  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    const path = normalize(join(root, decodeURIComponent(url.pathname)));
    const type = TYPES[extname(path)];
    if (url.host !== HOST || !path.startsWith(root + sep) || type === undefined || request.method !== 'GET') {
      return new Response('Not found', { status: 404 });
    }
    try {
      const body = await readFile(path);
      return new Response(new Uint8Array(body), {
        headers: {
          'Content-Type': type,
          'Content-Security-Policy': CONTENT_SECURITY_POLICY,
          'X-Content-Type-Options': 'nosniff',
        },
      });
    } catch {
      return new Response('Not found', { status: 404 });
    }
  });
}

/** True for our page's address, by scheme and host, never by the beginning of a string. */
export function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === HOST;
}

/** Which of our pages a command comes from: the main frame of a window that shows it; null for anything else. */
export function pageOf({ senderFrame }: IpcMainInvokeEvent): 'main' | 'quick-add' | null {
  if (senderFrame === null || senderFrame.parent !== null || !isPageUrl(senderFrame.url)) return null;
  return new URL(senderFrame.url).pathname === new URL(QUICK_ADD_URL).pathname ? 'quick-add' : 'main';
}

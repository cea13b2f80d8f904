/**
 * Our own page over our own scheme: `app://punchcard/`. Files of the renderer's build, people's pictures, which main reads
 * (`people/KEY`), and the report that is being set up (`report-preview`); nothing else, under a strict CSP.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { type IpcMainInvokeEvent, type ProtocolResponse, protocol, type Session, type WebContents } from 'electron';
import type { PageName } from '../../../shared/contract/index.ts';

export const SCHEME = 'app';
const HOST = 'punchcard';

const URLS: Record<PageName, string> = {
  main: `${SCHEME}://${HOST}/index.html`,
  'quick-add': `${SCHEME}://${HOST}/quick-add.html`,
};
/** Which page main loaded into which window. A page can change its own address (`history.pushState`), but not its entry here. */
const loaded = new WeakMap<WebContents, PageName>();

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The only worker there parses Markdown; one trusted-types policy names it (renderer/ui/markdown/markdown-text.tsx).
  `worker-src ${SCHEME}://${HOST}/workers/`,
  'trusted-types markdown-worker',
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  `frame-src ${SCHEME}://${HOST}/report-preview`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * Of the report's preview, which is a document without scripts. Its origin is that of the window, which asks how high it is; the window
 * itself keeps its scripts out.
 */
const PREVIEW_POLICY =
  "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'";

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

type PictureOf = (key: string) => Promise<{ contentType: string; bytes: Uint8Array<ArrayBuffer> } | null>;
/** The page may be drawn before the source of pictures exists. */
const pictures = Promise.withResolvers<PictureOf>();

/** The HTML of the report's preview. */
const previews = Promise.withResolvers<() => string>();

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** The development server of `npm run dev`. Every other build replaces it by undefined (build/electron.vite.config.ts). */
export const DEV_SERVER = process.env.PUNCHCARD_DEV_SERVER;

/** Identifies the build of the window's page: its file names contain hashes of their content. During development each start differs. */
export const pageBuild = (root: string): string =>
  DEV_SERVER === undefined ? readFileSync(join(root, 'index.html'), 'utf8') : new Date().toISOString();

const NOT_FOUND: ProtocolResponse = { statusCode: 404, data: Buffer.from('Not found') };

/**
 * Serves the files below `root`. Electron's newer `handle` makes web streams of each file; Node loads its fetch for them, which a start
 * with a window would wait for.
 */
export function servePage(session: Session, root: string): void {
  session.protocol.registerBufferProtocol(SCHEME, ({ url, method }, respond) => {
    void (method === 'GET' ? find(new URL(url), root) : Promise.resolve(NOT_FOUND))
      .catch(() => NOT_FOUND)
      .then(respond);
  });
}

async function find(url: URL, root: string): Promise<ProtocolResponse> {
  const key = /^\/people\/([0-9a-f]{32})$/.exec(url.pathname)?.[1];
  if (url.host === HOST && key !== undefined) return picture(key);
  if (isPreviewUrl(url.href)) return reportPreview();
  if (DEV_SERVER !== undefined) return fromDevServer(url, DEV_SERVER);
  const path = normalize(join(root, decodeURIComponent(url.pathname)));
  const type = TYPES[extname(path)];
  if (url.host !== HOST || !path.startsWith(root + sep) || type === undefined) return NOT_FOUND;
  return answer(await readFile(path), type, { 'Content-Security-Policy': CONTENT_SECURITY_POLICY });
}

const answer = (data: Buffer, contentType: string, headers: Record<string, string> = {}): ProtocolResponse => ({
  data,
  headers: { 'Content-Type': contentType, 'X-Content-Type-Options': 'nosniff', ...headers },
});

/** Hot reload needs inline scripts and styles and a socket, and no trusted types. */
async function fromDevServer({ pathname, search }: URL, server: string): Promise<ProtocolResponse> {
  const address = new URL(pathname + search, server);
  // A window asks for hundreds of modules at once. On a busy machine the server may reset a connection.
  const response = await fetch(address).catch(() => fetch(address));
  const policy = `default-src 'self' 'unsafe-inline' data: ${server.replace(/^http/, 'ws')}`;
  return {
    statusCode: response.status,
    data: Buffer.from(await response.arrayBuffer()),
    headers: { 'Content-Type': response.headers.get('content-type') ?? '', 'Content-Security-Policy': policy },
  };
}

/** Sets the source of people's pictures. */
export const servePictures = (pictureOf: PictureOf): void => pictures.resolve(pictureOf);

/** Sets the source of the report's preview. */
export const serveReportPreview = (html: () => string): void => previews.resolve(html);

/** A query tells the window's cache that the report changed. */
const isPreviewUrl = (url: string): boolean => /^app:\/\/punchcard\/report-preview(?:\?\d+)?$/.test(url);

async function reportPreview(): Promise<ProtocolResponse> {
  const html = await previews.promise;
  const headers = { 'Content-Security-Policy': PREVIEW_POLICY, 'Cache-Control': 'no-store' };
  return answer(Buffer.from(html()), 'text/html; charset=utf-8', headers);
}

async function picture(key: string): Promise<ProtocolResponse> {
  const found = await (await pictures.promise)(key);
  return found === null ? NOT_FOUND : answer(Buffer.from(found.bytes), found.contentType);
}

/** True for our own addresses; compares scheme and host, never a string prefix. */
function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === HOST;
}

/** Loads one of our pages into a window. */
export function loadPage(contents: WebContents, page: PageName): void {
  loaded.set(contents, page);
  void contents.loadURL(URLS[page]);
}

/** True if `url` is the window's own page: a page may reload itself and navigate nowhere else. */
export function isReloadKey(contents: WebContents, url: string): boolean {
  const page = loaded.get(contents);
  return page !== undefined && url === URLS[page];
}

/** True if `url` is the report's preview and the window is the one that shows it. */
export const isPreview = (contents: WebContents, url: string): boolean =>
  loaded.get(contents) === 'main' && isPreviewUrl(url);

/** Reloads the window's own page if it shows something else; true if it did. */
export function reloadPage(contents: WebContents): boolean {
  const page = loaded.get(contents);
  if (page === undefined || isPageUrl(contents.getURL())) return false;
  void contents.loadURL(URLS[page]);
  return true;
}

/** The page that sent a command: the main frame of a window that main loaded it into; null for anything else. */
export function pageOf({ sender, senderFrame }: IpcMainInvokeEvent): PageName | null {
  if (senderFrame === null || senderFrame.parent !== null || !isPageUrl(senderFrame.url)) return null;
  return loaded.get(sender) ?? null;
}

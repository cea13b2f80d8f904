/**
 * Prints a document on a page that is never shown. The page runs no script, reaches nothing but the document, and always ends, also
 * after a crash or if it takes too long.
 */
import { BrowserWindow, type Session, session, type WebContents } from 'electron';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { SCHEME } from './app-protocol.ts';
import { hardenSession } from './harden-pages.ts';

/** A month takes a second, as does each part of a long report (ms). */
const TIME_LIMIT_MS = MINUTE_MS;

/** The documents on their pages, by address. */
const documents = new Map<string, string>();
let lastNumber = 0;
let ownSession: Session | undefined;

/** Throws if the page crashes or takes longer than a minute. */
export const printToPdf = (html: string, isTagged: boolean): Promise<Uint8Array> =>
  withPage(html, (contents) =>
    endsInTime(
      contents.printToPDF({ preferCSSPageSize: true, printBackground: true, generateTaggedPDF: isTagged }),
      contents,
    ),
  );

/** Opens the system's print dialog. False if the person cancels. Throws if nothing can be printed. */
export const printOnPaper = (html: string): Promise<boolean> =>
  withPage(
    html,
    (contents) =>
      new Promise((resolve, reject) => {
        // No time limit: the dialog waits for the person.
        contents.once('render-process-gone', () => reject(new Error('The page crashed')));
        contents.print({ printBackground: true }, (isPrinted, reason) => {
          if (isPrinted || /cancel/i.test(reason)) resolve(isPrinted);
          else reject(new Error(reason));
        });
      }),
  );

async function withPage<T>(html: string, use: (contents: WebContents) => Promise<T>): Promise<T> {
  ownSession ??= openSession();
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: ownSession,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      javascript: false,
      spellcheck: false,
      devTools: false,
    },
  });
  lastNumber += 1;
  const url = `${SCHEME}://report/${lastNumber}.html`;
  documents.set(url, html);
  try {
    await endsInTime(window.loadURL(url), window.webContents);
    return await use(window.webContents);
  } finally {
    documents.delete(url);
    window.destroy();
  }
}

/** A session of its own: it keeps nothing, reaches no network, and no other page can read the documents. */
function openSession(): Session {
  const own = session.fromPartition('report', { cache: false });
  hardenSession(own);
  own.protocol.handle(SCHEME, ({ url }) => {
    const html = documents.get(url);
    return new Response(html ?? 'Not found', {
      status: html === undefined ? 404 : 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
        'X-Content-Type-Options': 'nosniff',
      },
    });
  });
  return own;
}

async function endsInTime<T>(work: Promise<T>, contents: WebContents): Promise<T> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Printing takes too long')), TIME_LIMIT_MS);
  contents.once('render-process-gone', () => reject(new Error('The page crashed')));
  try {
    return await Promise.race([work, failed]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * People's pictures, for the page to show in place of initials. Only those that the account's own server serves below its API
 * root: a picture elsewhere would tell a third party who works when, and the credential belongs to that root alone.
 */
import { createHash } from 'node:crypto';
import type { Session } from '../account/index.ts';
import { contentTypeOf } from '../projects/index.ts';

/** Initials stand in the place of larger ones (bytes). */
export const MAX_PICTURE_BYTES = 512 * 1024;
/** So much is kept in memory (bytes); those not asked for the longest go first. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;
/** One that could not be had is asked for again after this long (ms). */
const RETRY_MS = 300_000;

export interface PersonPicture {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface PeoplePicturesOptions {
  people: () => readonly { id: string; image?: string | undefined }[];
  session: () => {
    account: { id: string; baseUrl: string };
    client: Pick<Session['client'], 'downloadPersonPicture'>;
  } | null;
  /** ms; nobody sets it. */
  monotonic: () => number;
}

interface Kept {
  /** null where it could not be had. */
  picture: Promise<PersonPicture | null>;
  bytes: number;
  /** When it failed. */
  failedAt: number | null;
}

export function createPeoplePictures({ people, session, monotonic }: PeoplePicturesOptions) {
  /** By path; the one asked for last stands last. */
  const kept = new Map<string, Kept>();
  let keptOf: string | undefined;
  /** One request at a time: a board full of people is no reason for a burst. */
  let line: Promise<unknown> = Promise.resolve();

  function paths(): Map<string, { key: string; path: string }> {
    const baseUrl = session()?.account.baseUrl;
    const found = new Map<string, { key: string; path: string }>();
    if (baseUrl === undefined) return found;
    for (const { id, image } of people()) {
      const path = image === undefined ? undefined : pathBelow(baseUrl, image);
      if (path !== undefined) found.set(id, { key: keyOf(path), path });
    }
    return found;
  }

  function limit(): void {
    let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [path, { bytes }] of kept) {
      if (total <= MAX_KEPT_BYTES) return;
      kept.delete(path);
      total -= bytes;
    }
  }

  function read(path: string): Promise<PersonPicture | null> {
    const acting = session();
    if (acting === null) return Promise.resolve(null);
    if (acting.account.id !== keptOf) kept.clear();
    keptOf = acting.account.id;
    const was = kept.get(path);
    kept.delete(path);
    const isStale = was?.failedAt != null && monotonic() - was.failedAt >= RETRY_MS;
    if (was !== undefined && !isStale) {
      kept.set(path, was);
      return was.picture;
    }
    const picture = line.then(() => download(acting.client, path)).catch(() => null);
    line = picture;
    const entry: Kept = { picture, bytes: 0, failedAt: null };
    kept.set(path, entry);
    void picture.then((had) => {
      if (had === null) entry.failedAt = monotonic();
      else entry.bytes = had.bytes.byteLength;
      limit();
    });
    return picture;
  }

  return {
    /** Whose picture the page can ask for, and by which key; another picture has another key. */
    view: (): Record<string, string> => Object.fromEntries([...paths()].map(([id, { key }]) => [id, key])),

    /** null where there is none that can be shown. */
    async picture(key: string): Promise<PersonPicture | null> {
      const found = [...paths().values()].find((one) => one.key === key);
      return found === undefined ? null : read(found.path);
    },
  };
}

async function download(
  client: Pick<Session['client'], 'downloadPersonPicture'>,
  path: string,
): Promise<PersonPicture | null> {
  const { bytes } = await client.downloadPersonPicture(path, MAX_PICTURE_BYTES);
  // What it is, its first bytes say: no SVG, which is a document, and nothing that only calls itself a picture.
  const contentType = contentTypeOf(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)));
  return contentType === undefined ? null : { contentType, bytes };
}

/** The path below the API root; undefined for an address anywhere else. Pure. */
export function pathBelow(baseUrl: string, image: string): string | undefined {
  const root = new URL(`${baseUrl}/`);
  const url = URL.parse(image, root.href);
  if (url === null || url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return undefined;
  const path = url.pathname.slice(root.pathname.length);
  return path === '' ? undefined : `/${path}${url.search}`;
}

const keyOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 32);

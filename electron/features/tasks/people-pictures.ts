/**
 * People's pictures. Only those below the API root of the account's server: a request for any other picture would show a third party
 * who works when, and the credential must not leave that root.
 */
import { createHash } from 'node:crypto';
import type { Session } from '../account/index.ts';
import { contentTypeOf } from '../projects/index.ts';

/** Larger pictures are replaced by initials (bytes). */
export const MAX_PICTURE_BYTES = 512 * 1024;
/** Cache size; the least recently used picture is removed first (bytes). */
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
/** A failed download is repeated after this time (ms). */
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
  /** A clock that is never set (ms). */
  monotonic: () => number;
}

interface CacheEntry {
  /** null if the download failed. */
  picture: Promise<PersonPicture | null>;
  bytes: number;
  failedAt: number | null;
}

export function createPeoplePictures({ people, session, monotonic }: PeoplePicturesOptions) {
  /** By path, the most recently used last. */
  const cache = new Map<string, CacheEntry>();
  let cachedAccountId: string | undefined;
  /** One request at a time, so that a board full of people causes no burst. */
  let queue: Promise<unknown> = Promise.resolve();

  function paths(): Map<string, { key: string; path: string }> {
    const account = session()?.account;
    const found = new Map<string, { key: string; path: string }>();
    if (account === undefined) return found;
    for (const { id, image } of people()) {
      const path = image === undefined ? undefined : pathBelow(account.baseUrl, image);
      if (path !== undefined) found.set(id, { key: keyOf(account.id, path), path });
    }
    return found;
  }

  function evict(): void {
    let total = [...cache.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [path, { bytes }] of cache) {
      if (total <= MAX_CACHE_BYTES) return;
      cache.delete(path);
      total -= bytes;
    }
  }

  function read(path: string): Promise<PersonPicture | null> {
    const current = session();
    if (current === null) return Promise.resolve(null);
    if (current.account.id !== cachedAccountId) cache.clear();
    cachedAccountId = current.account.id;
    const cached = cache.get(path);
    cache.delete(path);
    const isStale = cached?.failedAt != null && monotonic() - cached.failedAt >= RETRY_MS;
    if (cached !== undefined && !isStale) {
      cache.set(path, cached);
      return cached.picture;
    }
    const picture = queue.then(() => download(current.client, path)).catch(() => null);
    queue = picture;
    const entry: CacheEntry = { picture, bytes: 0, failedAt: null };
    cache.set(path, entry);
    void picture.then((result) => {
      if (result === null) entry.failedAt = monotonic();
      else entry.bytes = result.bytes.byteLength;
      evict();
    });
    return picture;
  }

  return {
    /** The key of each person's picture; it changes with the picture. */
    view: (): Record<string, string> => Object.fromEntries([...paths()].map(([id, { key }]) => [id, key])),

    /** null if there is none that can be shown. */
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
  // The first bytes decide, not the header. SVG is excluded because it is a document.
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

/** Two servers may have pictures at the same path. */
const keyOf = (accountId: string, path: string): string =>
  createHash('sha256').update(`${accountId} ${path}`).digest('hex').slice(0, 32);

/** Parses `punchcard://` links, and limits how many are followed. Anyone can write one, so nothing it requests is done before it is shown. */

import { z } from 'zod';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { DEEP_LINK_SCHEME } from './deep-link-argument.ts';

const Text = z.string().max(10_000);
/** A task's identifier, such as PAY-142. */
const Task = z.string().regex(/^[\p{L}\p{N}_-]{1,60}$/u);

/** The name of an open account, or its server. */
const Account = z.string().min(1).max(300).optional();

const DeepLink = z.discriminatedUnion('do', [
  /** Fills the quick-add line. */
  z.object({ do: z.literal('add'), text: Text.default(''), account: Account }),
  z.object({ do: z.literal('start'), task: Task, account: Account }),
  z.object({ do: z.literal('stop') }),
  z.object({ do: z.literal('open'), task: Task.optional(), account: Account }),
]);
export type DeepLink = z.infer<typeof DeepLink>;

const MAX_LINK = 40_000;

/** null for anything else. Unknown parameters are ignored. */
export function parseDeepLink(link: string): DeepLink | null {
  if (link.length > MAX_LINK) return null;
  const url = URL.parse(link);
  if (url === null || url.protocol !== `${DEEP_LINK_SCHEME}:`) return null;
  // `punchcard://add?…`; some openers make it `punchcard://add/?…`, and people write `punchcard:add?…`.
  const name = url.host === '' ? url.pathname : url.host + url.pathname;
  const text = url.searchParams.get('text')?.toWellFormed();
  const task = url.searchParams.get('task');
  const account = url.searchParams.get('account');
  const asked = {
    do: name.replace(/^\/+|\/+$/g, '').toLowerCase(),
    ...(text === undefined ? {} : { text }),
    ...(task === null ? {} : { task }),
    ...(account === null ? {} : { account }),
  };
  return DeepLink.safeParse(asked).data ?? null;
}

export interface DeepLinkLimitOptions {
  /** Resolves when what the link asks for is on the screen. Never rejects. */
  follow: (link: string) => Promise<void>;
  /** Milliseconds that only ever grow. */
  monotonic: () => number;
  /** Links are ignored for a while; called once. */
  onTooMany: () => void;
}

/** How many links are followed within which time (ms). */
export const MAX_LINKS = 12;
export const LINKS_WITHIN_MS = MINUTE_MS;

/**
 * Follows links one at a time and limits their number: a page can open hundreds in a second, and each may request its task from the
 * service. A newer link replaces one that still waits. Returns the function that receives every link.
 */
export function createDeepLinkLimit({ follow, monotonic, onTooMany }: DeepLinkLimitOptions): (link: string) => void {
  let waiting: string | null = null;
  let isFollowing = false;
  let isReported = false;
  /** When each of the last ones was followed. */
  let followed: number[] = [];

  async function work(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    while (waiting !== null) {
      const link = waiting;
      waiting = null;
      followed.push(monotonic());
      await follow(link);
    }
    isFollowing = false;
  }

  return (link) => {
    followed = followed.filter((at) => monotonic() - at < LINKS_WITHIN_MS);
    if (followed.length >= MAX_LINKS) {
      if (!isReported) onTooMany();
      isReported = true;
      return;
    }
    isReported = false;
    waiting = link;
    void work();
  };
}

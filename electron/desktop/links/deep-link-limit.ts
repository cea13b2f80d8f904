/**
 * Follows links one at a time and limits their number: a page can open hundreds in a second, and each may request its task from the
 * service. A newer link replaces one that still waits.
 */
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
export const LINKS_WITHIN_MS = 60_000;

/** Returns the function that receives every link. */
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

/** Tells those who follow the status of each change: a status bar, for example. */
import { MINUTE_MS } from '../../shared/dates/milliseconds.ts';
import type { Reply } from './protocol.ts';

/** What of a reply is news for those who follow the status: all but the exact length of the timer. */
export const newsOf = (reply: Reply): string =>
  JSON.stringify(reply, (key, value: unknown) => (key === 'elapsedMs' ? undefined : value));

export function createFollowers(read: () => Promise<Reply>) {
  /** The news that each follower got last. */
  const followers = new Map<(reply: Reply) => void, string>();
  let minute: NodeJS.Timeout | undefined;
  let isStale = false;

  /** Costs nothing while nobody follows. Several changes in one turn give one line. */
  function statusMayHaveChanged(): void {
    if (followers.size === 0 || isStale) return;
    isStale = true;
    setImmediate(async () => {
      isStale = false;
      const reply = await read();
      const elapsedMs = reply.ok ? reply.data.elapsedMs : undefined;
      clearTimeout(minute);
      // The length in words grows with each full minute of the timer.
      if (elapsedMs !== undefined && followers.size > 0)
        minute = setTimeout(statusMayHaveChanged, MINUTE_MS - (Number(elapsedMs) % MINUTE_MS)).unref();
      const news = newsOf(reply);
      for (const [tell, last] of followers) {
        if (news === last) continue;
        followers.set(tell, news);
        tell(reply);
      }
    });
  }

  return {
    statusMayHaveChanged,
    /** Returns what ends it. */
    add(tell: (reply: Reply) => void): () => void {
      followers.set(tell, '');
      statusMayHaveChanged();
      return () => {
        followers.delete(tell);
        if (followers.size === 0) clearTimeout(minute);
      };
    },
  };
}

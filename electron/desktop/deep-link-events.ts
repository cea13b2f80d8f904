/** Receives `punchcard://` links as text: from the arguments of a second start, or from an event on macOS. */
import { app } from 'electron';
import { deepLinkIn } from './deep-link-argument.ts';

export interface DeepLinks {
  /** From now on every link is handed over, those that came before first. */
  follow(onLink: (link: string) => void): void;
  /** This start itself was given one. */
  readonly hasFirst: boolean;
}

/** How many links are kept until they can be followed. */
const MOST_WAITING = 10;

/** Call before the app is ready: macOS passes the link of a start very early. */
export function receiveDeepLinks(): DeepLinks {
  let onLink: ((link: string) => void) | null = null;
  const waiting: string[] = [];
  const take = (link: string | undefined) => {
    if (link === undefined) return;
    if (onLink === null) {
      waiting.push(link);
      // Only the newest is shown.
      if (waiting.length > MOST_WAITING) waiting.shift();
    } else onLink(link);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    take(url);
  });
  app.on('second-instance', (_event, args) => take(deepLinkIn(args)));
  take(deepLinkIn(process.argv));
  return {
    get hasFirst() {
      return waiting.length > 0;
    },
    follow(listener) {
      onLink = listener;
      for (const link of waiting.splice(0)) listener(link);
    },
  };
}

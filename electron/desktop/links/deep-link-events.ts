/** Receives `punchcard://` links as text: from the arguments of a second start, or from an event on macOS. */
import { app } from 'electron';
import { deepLinkIn } from './deep-link-argument.ts';

export interface DeepLinks {
  /** Passes every link to the listener, earlier ones first. */
  follow(onLink: (link: string) => void): void;
  /** This start has a link as an argument. */
  readonly hasFirst: boolean;
}

/** The number of links stored until they can be followed. */
const MAX_WAITING = 10;

/** Call before the app is ready: macOS passes the link of a start very early. */
export function receiveDeepLinks(): DeepLinks {
  let onLink: ((link: string) => void) | null = null;
  const waiting: string[] = [];
  const take = (link: string | undefined) => {
    if (link === undefined) return;
    if (onLink === null) {
      waiting.push(link);
      // Only the newest is shown.
      if (waiting.length > MAX_WAITING) waiting.shift();
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

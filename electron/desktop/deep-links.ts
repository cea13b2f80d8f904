/** How links `punchcard://…` reach the app: as an argument of a second start, or as an event of macOS. */
import { app } from 'electron';
import { type DeepLink, deepLinkIn, parseDeepLink } from './deep-link.ts';

export interface DeepLinks {
  /** From now on every link is handed over, those that came before first. */
  follow(onLink: (link: DeepLink) => void): void;
  /** The link that this start itself was given. */
  readonly first: DeepLink | null;
}

/** Before the app is ready: macOS hands over the link of a start very early. */
export function receiveDeepLinks(): DeepLinks {
  let onLink: ((link: DeepLink) => void) | null = null;
  const waiting: DeepLink[] = [];
  const take = (text: string | undefined) => {
    const link = text === undefined ? null : parseDeepLink(text);
    if (link === null) return;
    if (onLink === null) waiting.push(link);
    else onLink(link);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    take(url);
  });
  app.on('second-instance', (_event, args) => take(deepLinkIn(args)));
  take(deepLinkIn(process.argv));
  return {
    get first() {
      return waiting[0] ?? null;
    },
    follow(listener) {
      onLink = listener;
      for (const link of waiting.splice(0)) listener(link);
    },
  };
}

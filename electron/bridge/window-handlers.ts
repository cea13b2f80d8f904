/** Commands of the window itself. Where it was is kept in memory while there is none; it ends with the app. */
import type { Handlers } from './serve.ts';

type WindowHandlers = Pick<Handlers, Extract<keyof Handlers, `window.${string}`>>;

export function createWindowHandlers({ hideWindow }: { hideWindow: () => void }): WindowHandlers {
  let place: string | null = null;
  return {
    'window.hide': () => hideWindow(),
    'window.keep-place': (kept) => {
      place = kept.place;
    },
    'window.place': () => place,
  };
}

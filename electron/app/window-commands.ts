/** Commands of the window itself. Where it was is kept in memory while there is none; it ends with the app. */
import type { CommandHandlers } from '../../shared/contract/index.ts';

type WindowHandlers = Pick<CommandHandlers, Extract<keyof CommandHandlers, `window.${string}`>>;

/** Whoever comes back later than this starts at My tasks again (ms). */
const PLACE_MS = 15 * 60_000;

export interface WindowHandlersOptions {
  hideWindow: () => void;
  /** How long the window was hidden before it was opened (ms). */
  hiddenForMs: () => number;
}

export function createWindowHandlers({ hideWindow, hiddenForMs }: WindowHandlersOptions): WindowHandlers {
  let place: string | null = null;
  return {
    'window.hide': () => hideWindow(),
    'window.save-place': (kept) => {
      place = kept.place;
    },
    'window.saved-place': () => (hiddenForMs() < PLACE_MS ? place : null),
  };
}

/** What of the state the next start draws first. */
import type { State } from '../bridge/contract.ts';
import { createLastState, type LastState } from '../store/last-state.ts';
import type { Ground } from './ground.ts';

export interface LastStatePartOptions {
  ground: Pick<Ground, 'dataFolder'>;
  /** Names the page's code. */
  build: string;
  state: () => State;
}

export function composeLastState({ ground, build, state }: LastStatePartOptions) {
  const { dataFolder } = ground;
  const { changed, keep } = createLastState({ dataFolder, build, read: () => pictureOf(state()) });
  return {
    /** The windows were told these parts. */
    told(parts: Partial<State>): void {
      // Whoever signed out leaves nothing behind, not even for a second.
      if (parts.account === null) keep();
      else changed();
    },
    keep,
  };
}

/** Nothing where a person signs in; else all but what has its moment, or stands on a page that is not open at a start. */
function pictureOf(state: State): LastState<State> | null {
  if (state.account === null || state.signIn.step !== 'none') return null;
  const { theme, zoom } = state.settings;
  return { theme, zoom, state: { ...state, board: null, details: null, notice: null, linkQuestion: null } };
}
